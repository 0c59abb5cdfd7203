"""Replay of records deed by deed, to the end or to the first departure from the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Literal, TypeAlias

from msgspec import Struct

from novamas.equipment.chance import Scripted, commitment_to, player_commitment_to
from novamas.record.carried_law import Law, playable
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


NOT_OF_PLAY = frozenset(  # breaks outside play: all deeds and draws agree
    {
        *("other_receipt", "receipt_altered", "receipt_of_other_house", "receipt_of_other_table"),
        *("tail_cut_off", "other_story", "signature_altered", "other_house", "not_signed"),
    }
)


class Receipt(Struct, frozen=True):
    """The last line and round that a receipt proves."""

    line: int
    rounds: int


class ReplayedDeed(Struct, frozen=True):
    """A replayed deed with its line number, the phases before and after it, and its events."""

    line: int
    before: AnyPhase
    deed: Deed
    after: AnyPhase
    events: Events


class ProvedReceipt(Struct, frozen=True):
    """A receipt that agrees with the record: its line in the receipts file, its extent, and its signer."""

    place: int
    line: int
    rounds: int
    signed: SignedBy


class Checked(Struct, frozen=True):
    """The results of each check of a record, and the first line that breaks the record."""

    done: tuple[ReplayedDeed, ...]  # lawful deeds, up to the break
    draws: int  # recomputed
    chance: Chance
    chain: Binding
    sealed: bool
    half_written: int | None  # a last line cut short by a crash, and left out
    receipt: Receipt | None  # the receipt of this line equals the given one
    broken: ChainBreak | None
    signed: SignedBy = "nobody"
    house: str | None = None  # public key named by the seal
    kept: tuple[ProvedReceipt, ...] = ()  # proved receipts of a file
    law: Law = "of_the_edition"  # under which the deeds are lawful


def replay(record: Record, session: Session | None = None) -> Iterator[ReplayedDeed]:
    """Yield each deed of a record as it is replayed, in this session or a new one.

    Raise `Broken` at a departure.
    """
    session = session or opened(record)
    for line, deed in record.numbered():
        before = session.phase
        try:
            with engine_of(record):
                events = session.do(deed)
        except Refused as refused:
            at = ChainBreak(
                refused.code, line, found=write(deed), refusal=refused.refusal, game=record.header.game
            )
            raise Broken(at) from None
        yield ReplayedDeed(line, before, deed, session.phase, events)
    if record.chain.broken is not None:
        raise Broken(record.chain.broken)


def engine_of(record: Record) -> AbstractContextManager[None]:
    """Return a context for replay, which turns failures under a record's own law into clear errors."""
    return playable(record.path, record.header.game) if record.law == "carried" else nullcontext()


def opened(record: Record) -> Session:
    """Return the session at the start of a record. It does nothing automatically and draws nothing itself."""
    return Session(record.table.opening, Scripted(()), automatic=(), cash=record.header.cash)


def resume(record: Record) -> Session:
    """Return the session at the end of a record, after checking every deed."""
    session = opened(record)
    for _ in replay(record, session):
        pass
    return session


def with_scripted_draws(record: Record, done: Iterable[ReplayedDeed]) -> Iterator[ReplayedDeed]:
    """Yield the deeds of a record, recomputing its draws if the seed is known.

    Raise `Broken` if a draw differs or, at the end, if a revealed seed does not match its commitment.
    """
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
    """Return the break if a revealed seed does not match its commitment, otherwise None."""
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
    """Replay a record with its draws to its end or first break, and compare it with receipts.

    If `house` is given, a public key, the record must be sealed with the signature of that house.
    """
    equal = None if receipt is None else record.chain.line_of(receipt, record.seed)
    done: list[ReplayedDeed] = []
    broken = None
    try:
        for one in with_scripted_draws(record, replay(record)):
            done.append(one)
    except Broken as found:
        broken = found.at
    signed, signature = signer_of(record, house)
    if broken is None and receipt is not None and equal is None:
        broken = _other_receipt(record, receipt)
    kept: list[ProvedReceipt] = []
    for place, given in receipts:
        at = receipt_break(record, given, house)
        if at is None:
            line, by = _reach(record, given, house)
            kept.append(ProvedReceipt(place, line, _rounds_up_to(line, done), by))
        broken = broken or at
    broken = broken or signature_break(record, signed, house)
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
        law=record.law,
    )


def _other_receipt(record: Record, receipt: str) -> ChainBreak:
    links = record.chain.links
    last = len(links) or max(record.lines, default=1)
    return ChainBreak("other_receipt", last, read_receipt(receipt), links[-1] if links else None)


def signer_of(record: Record, house: str | None) -> tuple[SignedBy, Signature | None]:
    """Return the kind of signer of a record, and its signature."""
    signature = signature_of(record.chain)
    if signature is None or record.chain.seal is None:
        return "nobody", None
    text = seal_text(signature.table, record.header, record.chain.seal)
    return signed_by(signature, text, house), signature


def signature_break(record: Record, signed: SignedBy, house: str | None) -> ChainBreak | None:
    """Return the break if a signature is invalid or, with `house` given, missing or by another house."""
    line = len(record.chain.links) or max(record.lines, default=1)
    signature = signature_of(record.chain)
    found = signature.house if signature else None
    if signed == "altered":
        return ChainBreak("signature_altered", line, found=found)
    if house is None or signed == "by_the_house":
        return None
    return ChainBreak("other_house" if found else "not_signed", line, house, found)


def receipt_break(record: Record, given: SignedReceipt | str, house: str | None) -> ChainBreak | None:
    """Return the break if a receipt belongs to a different record."""
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
    """Return the last line that a valid receipt proves, and the kind of its signer."""
    if isinstance(given, str):
        return record.chain.line_of(given, record.seed) or 0, "nobody"
    return given.line, signed_by(given, receipt_text(given.table, given.line, given.link), house)


def _rounds_up_to(line: int, done: Iterable[ReplayedDeed]) -> int:
    return sum(isinstance(event, RoundOver) for one in done if one.line <= line for event in one.events)


def chance_of(record: Record, broken: ChainBreak | None) -> Chance:
    """Return the result of the check of a record's draws."""
    header = record.header
    if record.source() is None:
        return "not_revealed" if header.commitment else "not_committed"
    if broken is not None and broken.code not in NOT_OF_PLAY:
        of_chance = broken.code in ("other_draw", "other_seed", "other_player_seed")
        return "departs" if of_chance else "not_to_the_end"
    if header.commitment:
        return "agrees"
    return "not_committed" if header.number is None else "agrees_with_number"
