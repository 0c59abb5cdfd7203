"""Playing a record again: deed by deed to its end, or to the first thing that departs from the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from novamas.equipment.chance import Scripted, commitment_to, player_commitment_to
from novamas.record.chain import Broken, ChainBreak, Signature, blind_receipt, read_receipt, signature_of
from novamas.record.records import Record
from novamas.record.signatures import SignedBy, SignedReceipt, receipt_text, seal_text, signed_by
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


NOT_OF_PLAY = frozenset(  # what does not hold there, although all that was done and drawn does
    {
        *("other_receipt", "receipt_altered", "receipt_of_other_house", "receipt_of_other_table"),
        *("tail_cut_off", "other_story", "signature_altered", "other_house", "not_signed"),
    }
)


class Receipt(Struct, frozen=True):
    """How far a receipt reaches: the record is the one that it was given for up to this line and round."""

    line: int
    rounds: int


class ReplayedDeed(Struct, frozen=True):
    """A deed of a record, done again: its line, the phases before and after it, and what was noticed."""

    line: int
    before: AnyPhase
    deed: Deed
    after: AnyPhase
    events: Events


class ProvedReceipt(Struct, frozen=True):
    """A receipt of a file, borne out by the record: its place there, how far it reaches, who signed it."""

    place: int
    line: int
    rounds: int
    signed: SignedBy


class Checked(Struct, frozen=True):
    """What was proved of a record, each thing by itself, and the first line at which it does not hold."""

    done: tuple[ReplayedDeed, ...]  # lawful deeds, up to there
    draws: int  # computed again
    chance: Chance
    chain: Binding
    sealed: bool
    half_written: int | None  # a last line that a crash cut short, and that is left out
    receipt: Receipt | None  # equal to the one that was given
    broken: ChainBreak | None
    signed: SignedBy = "nobody"
    house: str | None = None  # whose key the seal names
    kept: tuple[ProvedReceipt, ...] = ()  # receipts of a file


def replay(record: Record, session: Session | None = None) -> Iterator[ReplayedDeed]:
    """Each deed of a record done again, in this session or in one of its own; `Broken` where it departs."""
    session = session or opened(record)
    for line, deed in record.numbered():
        before = session.phase
        try:
            events = session.do(deed)
        except Refused as refused:
            at = ChainBreak(
                refused.code, line, found=write(deed), refusal=refused.refusal, game=record.header.game
            )
            raise Broken(at) from None
        yield ReplayedDeed(line, before, deed, session.phase, events)
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


def with_scripted_draws(record: Record, done: Iterable[ReplayedDeed]) -> Iterator[ReplayedDeed]:
    """The same deeds, draws computed again where the seed is known, and seeds held to their promises."""
    other = other_seed(record)
    source = record.source() if other is None else None
    for one in done:
        yield one
        if source is not None and isinstance(one.deed, Drawn):
            drawn = source.draw(one.before.draws())
            if drawn != one.deed.what:
                raise Broken(ChainBreak("other_draw", one.line, drawn, one.deed.what))
    if other is not None:
        raise Broken(other)


def other_seed(record: Record) -> ChainBreak | None:
    """A seed that was revealed and is not the one behind its commitment."""
    header, line = record.header, len(record.chain.links) or len(record.deeds) + 2
    if record.seed and header.commitment:
        found = commitment_to(record.seed)
        if found != header.commitment.lower():
            return ChainBreak("other_seed", line, header.commitment, found)
    if record.player_seed is not None:
        found = player_commitment_to(record.player_seed)
        if found != header.player_commitment:
            return ChainBreak("other_player_seed", line, header.player_commitment, found)
    return None


def check(
    record: Record,
    receipt: str | None = None,
    *,
    house: str | None = None,
    receipts: Iterable[tuple[int, SignedReceipt | str]] = (),
) -> Checked:
    """Play a record again, draws included, to its end or to where it breaks; hold it against receipts.

    Where a house is named, by its public key, the record must be sealed by its signature.
    """
    equal = None if receipt is None else record.chain.line_of(receipt, record.seed)
    done: list[ReplayedDeed] = []
    broken = None
    try:
        for one in with_scripted_draws(record, replay(record)):
            done.append(one)
    except Broken as found:
        broken = found.at
    signed, signature = _signed(record, house)
    if broken is None and receipt is not None and equal is None:
        broken = _other_receipt(record, receipt)
    kept: list[ProvedReceipt] = []
    for place, given in receipts:
        at = _departs_from(record, given, house)
        if at is None:
            line, by = _reach(record, given, house)
            kept.append(ProvedReceipt(place, line, _rounds_up_to(line, done), by))
        broken = broken or at
    broken = broken or _other_house(record, signed, house)
    return Checked(
        done=tuple(done),
        draws=sum(isinstance(one.deed, Drawn) for one in done) if record.source() is not None else 0,
        chance=chance_of(record, broken),
        chain="broken" if record.chain.broken else "whole" if record.chain.links else "none",
        sealed=record.chain.seal is not None and record.chain.broken is None,
        half_written=record.chain.half_written,
        receipt=None if equal is None else Receipt(equal, _rounds_up_to(equal, done)),
        broken=broken,
        signed=signed,
        house=None if signature is None else signature.house,
        kept=tuple(kept),
    )


def _other_receipt(record: Record, receipt: str) -> ChainBreak:
    links = record.chain.links
    last = len(links) or max(record.lines, default=1)
    return ChainBreak("other_receipt", last, read_receipt(receipt), links[-1] if links else None)


def _signed(record: Record, house: str | None) -> tuple[SignedBy, Signature | None]:
    """Who signed a record, and the signature that it bears."""
    signature = signature_of(record.chain)
    if signature is None or record.chain.seal is None:
        return "nobody", None
    text = seal_text(signature.table, record.header, record.chain.seal)
    return signed_by(signature, text, house), signature


def _other_house(record: Record, signed: SignedBy, house: str | None) -> ChainBreak | None:
    """A signature that does not hold; or, where a house is named, one that is wanting or another's."""
    line = len(record.chain.links) or max(record.lines, default=1)
    signature = signature_of(record.chain)
    found = signature.house if signature else None
    if signed == "altered":
        return ChainBreak("signature_altered", line, found=found)
    if house is None or signed == "by_the_house":
        return None
    return ChainBreak("other_house" if found else "not_signed", line, house, found)


def _departs_from(record: Record, given: SignedReceipt | str, house: str | None) -> ChainBreak | None:
    """Why a record is not the one that a kept receipt was given for."""
    if isinstance(given, str):
        return None if record.chain.line_of(given, record.seed) else _other_receipt(record, given)
    links, line, signature = record.chain.links, given.line, signature_of(record.chain)
    signed = signed_by(given, receipt_text(given.table, line, given.link), house)
    if signed == "altered":
        return ChainBreak("receipt_altered", line, found=given.house)
    if signed == "by_another":
        return ChainBreak("receipt_of_other_house", line, house, given.house)
    if signature is not None and signature.table != given.table:
        return ChainBreak("receipt_of_other_table", line, signature.table, given.table)
    if not 1 <= line <= len(links):
        return ChainBreak("tail_cut_off", len(links), given.link, line)
    blind = blind_receipt(links[line - 1], record.seed) if record.seed else None
    if given.link not in (links[line - 1], blind):
        return ChainBreak("other_story", line, given.link, links[line - 1])
    return None


def _reach(record: Record, given: SignedReceipt | str, house: str | None) -> tuple[int, SignedBy]:
    """The line of a receipt that holds, and who signed it."""
    if isinstance(given, str):
        return record.chain.line_of(given, record.seed) or 0, "nobody"
    return given.line, signed_by(given, receipt_text(given.table, given.line, given.link), house)


def _rounds_up_to(line: int, done: Iterable[ReplayedDeed]) -> int:
    return sum(isinstance(event, RoundOver) for one in done if one.line <= line for event in one.events)


def chance_of(record: Record, broken: ChainBreak | None) -> Chance:
    """What can be said of the draws of a record that was played again."""
    header = record.header
    if record.source() is None:
        return "not_revealed" if header.commitment else "not_committed"
    if broken is not None and broken.code not in NOT_OF_PLAY:
        of_chance = broken.code in ("other_draw", "other_seed", "other_player_seed")
        return "departs" if of_chance else "not_to_the_end"
    if header.commitment:
        return "agrees"
    return "not_committed" if header.number is None else "agrees_with_number"
