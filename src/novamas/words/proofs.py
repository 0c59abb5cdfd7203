"""Texts of proofs: exactly what a record proves, and the first line that breaks the proof."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from novamas.record import Broken, ChainBreak, Checked, Header
from novamas.record.carried_law import Law
from novamas.record.chain import Figure
from novamas.record.replay import Binding, Chance, ProvedReceipt, Receipt
from novamas.record.signatures import SignedBy
from novamas.words.voice import Voice

KEY_SHOWN = 16  # digits of a key in a message


class DrawsPayload(Struct, frozen=True):
    """The number of recomputed draws, and whether they agree with the seed."""

    checked: int
    chance: Chance


class SignedPayload(Struct, frozen=True):
    """The signer of a record, and the public key that the record's seal names."""

    by: SignedBy
    house: str | None


class BreakPayload(Struct, frozen=True):
    """The first line that breaks a record, with the expected and the found value."""

    code: str
    line: int
    expected: Figure
    found: Figure
    clause: str | None
    says: str


class ProofsPayload(Struct, frozen=True, kw_only=True):
    """The result of each proof of a record, and the first line that breaks it."""

    draws: DrawsPayload
    law: Law
    chain: Binding
    sealed: bool
    half_written: int | None  # line of a last entry that a crash cut short
    receipt: Receipt | None
    signed: SignedPayload
    receipts: tuple[ProvedReceipt, ...]
    departure: BreakPayload | None


def proved(checked: Checked, header: Header, voice: Voice) -> Iterator[str]:
    """Yield a sentence for each property of a record that was checked, proved or not."""
    yield voice.say("proving.lawful", deeds=len(checked.done))
    if checked.law != "of_the_edition":
        yield voice.say(f"proving.law_{checked.law}", edition=header.edition)
    both = checked.chance == "agrees" and header.player_commitment is not None
    chance = "agrees_with_both" if both else checked.chance
    yield voice.say(f"proving.{chance}", draws=checked.draws, number=header.number)
    if checked.chain == "whole":
        yield voice.text("proving.whole")
    if checked.sealed:
        yield voice.text("proving.sealed")
    if checked.house is not None:
        yield voice.say(f"proving.signed_{checked.signed}", house=checked.house[:KEY_SHOWN])
    yield from bound(checked, voice)
    for kept in checked.kept:
        key = "receipt_kept" if kept.signed == "nobody" else "receipt_signed"
        yield voice.say(f"proving.{key}", place=kept.place, line=kept.line, rounds=kept.rounds)
    if checked.chain == "whole" and checked.receipt is None and not checked.kept:
        yield voice.text("proving.no_receipt")


def bound(checked: Checked, voice: Voice) -> Iterator[str]:
    """Yield sentences on missing protection (chain, seal, last line), and on the extent of a receipt."""
    if checked.chain == "none":
        yield voice.text("proving.not_chained")
        return
    if checked.half_written is not None:
        yield voice.say("proving.half_written", line=checked.half_written)
    if not checked.sealed:
        yield voice.text("proving.not_sealed")
    if checked.receipt is not None:
        yield voice.say("proving.receipt", line=checked.receipt.line, rounds=checked.receipt.rounds)


def broken(at: ChainBreak, voice: Voice) -> str:
    """Return the message for a broken record."""
    return voice.error(Broken(at))


def proofs(checked: Checked, voice: Voice) -> dict[str, Any]:
    """Return the fields of a `ProofsPayload`: the result of each proof, and the departure, if any."""
    at = checked.broken
    return {
        "draws": DrawsPayload(checked.draws, checked.chance),
        "law": checked.law,
        "chain": checked.chain,
        "sealed": checked.sealed,
        "half_written": checked.half_written,
        "receipt": checked.receipt,
        "signed": SignedPayload(checked.signed, checked.house),
        "receipts": checked.kept,
        "departure": at
        and BreakPayload(at.code, at.line, at.expected, at.found, at.clause, broken(at, voice)),
    }
