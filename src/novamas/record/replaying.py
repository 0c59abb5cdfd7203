"""Playing a record again: deed by deed to its end, or to the first thing that departs from the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from novamas.errors import Departs
from novamas.kit.chance import Scripted, verify
from novamas.record.records import Record
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Events
from novamas.table.notation import write
from novamas.table.phases import AnyPhase
from novamas.table.refusals import Refusal, Refused
from novamas.table.session import Session

Chance: TypeAlias = Literal["agrees", "agrees_with_number", "departs", "not_revealed", "not_committed"]


class Done(Struct, frozen=True):
    """A deed of a record, done again: its line, the phases before and after it, and what was noticed."""

    line: int
    before: AnyPhase
    deed: Deed
    after: AnyPhase
    events: Events


class Unlawful(Departs):
    """A deed of a record that could not lawfully be done."""

    def __init__(self, line: int, deed: Deed, refusal: Refusal) -> None:
        says = f"Line {line}: {write(deed)}: {refusal.says}"
        super().__init__(refusal.code, says, clause=refusal.clause)
        self.line, self.deed, self.refusal = line, deed, refusal


class OtherDraw(Departs):
    """A draw of a record that its seed does not give."""

    def __init__(self, line: int, what: int, drawn: int) -> None:
        super().__init__("other_draw", f"Line {line}: {what} was drawn, but the seed gives {drawn}.")
        self.line, self.what, self.drawn = line, what, drawn


class OtherSeed(Departs):
    """A seed that is not the one behind the commitment."""

    def __init__(self) -> None:
        super().__init__("other_seed", "The seed that was revealed is not the one that was committed to.")


class Checked(Struct, frozen=True):
    """What was proved of a record: what was done up to the first departure, and what its draws are worth."""

    done: tuple[Done, ...]
    draws: int  # computed again
    chance: Chance
    departs: Departs | None


def replay(record: Record, session: Session | None = None) -> Iterator[Done]:
    """Each deed of a record done again, in this session or in one of its own; `Unlawful` where it departs."""
    session = session or opened(record)
    for line, deed in record.numbered():
        before = session.phase
        try:
            events = session.do(deed)
        except Refused as refused:
            raise Unlawful(line, deed, refused.refusal) from None
        yield Done(line, before, deed, session.phase, events)


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
    """The same deeds, each draw computed again where the seed is known, and the seed held to its promise."""
    source = record.source()
    for one in done:
        yield one
        if source is not None and isinstance(one.deed, Drawn):
            drawn = source.draw(one.before.draws())
            if drawn != one.deed.what:
                raise OtherDraw(one.line, one.deed.what, drawn)
    seed, commitment = record.seed, record.header.commitment
    if seed and commitment and not verify(commitment, seed):
        raise OtherSeed


def check(record: Record) -> Checked:
    """Play a record again, draws included, to its end or to its first departure."""
    done: list[Done] = []
    departs = None
    try:
        for one in with_draws(record, replay(record)):
            done.append(one)
    except Departs as found:
        departs = found
    draws = sum(isinstance(one.deed, Drawn) for one in done) if record.source() is not None else 0
    return Checked(tuple(done), draws, chance_of(record, departs), departs)


def chance_of(record: Record, departs: Departs | None) -> Chance:
    """What can be said of the draws of a record that was played again."""
    header = record.header
    if record.source() is None:
        return "not_revealed" if header.commitment else "not_committed"
    if departs is not None:
        return "departs"
    if header.commitment:
        return "agrees"
    return "not_committed" if header.number is None else "agrees_with_number"
