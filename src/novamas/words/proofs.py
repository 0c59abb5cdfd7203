"""Texts of proofs: exactly what was proved of a record, and the line at which it does not hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from novamas.words.voice import Voice

if TYPE_CHECKING:
    from novamas.record import ChainBreak, Checked, Header


KEY_SHOWN = 16  # digits of a key in a message


def proved(checked: Checked, header: Header, voice: Voice) -> Iterator[str]:
    """Yield a sentence for each thing that was proved of a record, and for each that was not."""
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
    """Yield the missing bonds of a record (chain, seal, last line), and the reach of a receipt."""
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
    """Return the message of a break in a record."""
    from novamas.record import Broken

    return voice.error(Broken(at))


def proofs(checked: Checked, voice: Voice) -> dict[str, object]:
    """Return each proof of a record for JSON, and its departure, if any."""
    at = checked.broken
    return {
        "draws": {"checked": checked.draws, "chance": checked.chance},
        "law": checked.law,
        "chain": checked.chain,
        "sealed": checked.sealed,
        "half_written": checked.half_written,
        "receipt": checked.receipt,
        "signed": {"by": checked.signed, "house": checked.house},
        "receipts": checked.kept,
        "departure": at
        and {
            "code": at.code,
            "line": at.line,
            "expected": at.expected,
            "found": at.found,
            "clause": at.clause,
            "says": broken(at, voice),
        },
    }
