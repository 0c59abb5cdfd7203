"""Playing a record again: deed by deed to its end, or to the first thing that departs from the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from novamas.kit.chance import Scripted, commitment_to, player_commitment_to
from novamas.record.chain import Break, Broken, read_receipt
from novamas.record.records import Record
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Events, RoundOver
from novamas.table.notation import write
from novamas.table.phases import AnyPhase
from novamas.table.refusals import Refused
from novamas.table.session import Session

Chance: TypeAlias = Literal[
    "agrees", "agrees_with_number", "departs", "not_to_the_end", "not_revealed", "not_committed"
]
Binding: TypeAlias = Literal["whole", "broken", "none"]


class Receipt(Struct, frozen=True):
    """How far a receipt reaches: the record is the one that it was given for up to this line and round."""

    line: int
    rounds: int


class Done(Struct, frozen=True):
    """A deed of a record, done again: its line, the phases before and after it, and what was noticed."""

    line: int
    before: AnyPhase
    deed: Deed
    after: AnyPhase
    events: Events


class Checked(Struct, frozen=True):
    """What was proved of a record, each thing by itself, and the first line at which it does not hold."""

    done: tuple[Done, ...]  # lawful deeds, up to there
    draws: int  # computed again
    chance: Chance
    chain: Binding
    sealed: bool
    half_written: int | None  # a last line that a crash cut short, and that is left out
    receipt: Receipt | None  # equal to the one that was given
    broken: Break | None


def replay(record: Record, session: Session | None = None) -> Iterator[Done]:
    """Each deed of a record done again, in this session or in one of its own; `Broken` where it departs."""
    session = session or opened(record)
    for line, deed in record.numbered():
        before = session.phase
        try:
            events = session.do(deed)
        except Refused as refused:
            at = Break(
                refused.code, line, found=write(deed), refusal=refused.refusal, game=record.header.game
            )
            raise Broken(at) from None
        yield Done(line, before, deed, session.phase, events)
    if record.chain.broken is not None:
        raise Broken(record.chain.broken)


def opened(record: Record) -> Session:
    """The session with which a record begins: nobody is automatic, and chance brings what was recorded."""
    return Session(record.table.opening, Scripted(()), automatic=(), cash=record.header.cash)


def resume(record: Record) -> Session:
    """The session as the record leaves it, every deed checked again."""
    session = opened(record)
    for _ in replay(record, session):
        pass
    return session


def with_draws(record: Record, done: Iterable[Done]) -> Iterator[Done]:
    """The same deeds, draws computed again where the seed is known, and seeds held to their promises."""
    other = other_seed(record)
    source = record.source() if other is None else None
    for one in done:
        yield one
        if source is not None and isinstance(one.deed, Drawn):
            drawn = source.draw(one.before.draws())
            if drawn != one.deed.what:
                raise Broken(Break("other_draw", one.line, drawn, one.deed.what))
    if other is not None:
        raise Broken(other)


def other_seed(record: Record) -> Break | None:
    """A seed that was revealed and is not the one behind its commitment."""
    header, line = record.header, len(record.chain.links) or len(record.deeds) + 2
    if record.seed and header.commitment:
        found = commitment_to(record.seed)
        if found != header.commitment.lower():
            return Break("other_seed", line, header.commitment, found)
    if record.player_seed is not None:
        found = player_commitment_to(record.player_seed)
        if found != header.player_commitment:
            return Break("other_player_seed", line, header.player_commitment, found)
    return None


def check(record: Record, receipt: str | None = None) -> Checked:
    """Play a record again, draws included, to its end or to where it breaks; hold it against a receipt."""
    equal = None if receipt is None else record.chain.line_of(receipt, record.seed)
    done: list[Done] = []
    broken = None
    try:
        for one in with_draws(record, replay(record)):
            done.append(one)
    except Broken as found:
        broken = found.at
    if broken is None and receipt is not None and equal is None:
        broken = _other_receipt(record, receipt)
    return Checked(
        done=tuple(done),
        draws=sum(isinstance(one.deed, Drawn) for one in done) if record.source() is not None else 0,
        chance=chance_of(record, broken),
        chain="broken" if record.chain.broken else "whole" if record.chain.links else "none",
        sealed=record.chain.seal is not None and record.chain.broken is None,
        half_written=record.chain.half_written,
        receipt=None if equal is None else Receipt(equal, _rounds_up_to(equal, done)),
        broken=broken,
    )


def _other_receipt(record: Record, receipt: str) -> Break:
    links = record.chain.links
    last = len(links) or max(record.lines, default=1)
    return Break("other_receipt", last, read_receipt(receipt), links[-1] if links else None)


def _rounds_up_to(line: int, done: Iterable[Done]) -> int:
    return sum(isinstance(event, RoundOver) for one in done if one.line <= line for event in one.events)


def chance_of(record: Record, broken: Break | None) -> Chance:
    """What can be said of the draws of a record that was played again."""
    header = record.header
    if record.source() is None:
        return "not_revealed" if header.commitment else "not_committed"
    if broken is not None and broken.code != "other_receipt":
        of_chance = broken.code in ("other_draw", "other_seed", "other_player_seed")
        return "departs" if of_chance else "not_to_the_end"
    if header.commitment:
        return "agrees"
    return "not_committed" if header.number is None else "agrees_with_number"
