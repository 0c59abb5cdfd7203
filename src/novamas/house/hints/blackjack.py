"""Hints at blackjack."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from novamas.house.hints.values import best_acts, worth_text
from novamas.table.views import View
from novamas.words import Voice

if TYPE_CHECKING:
    from novamas.table.game import Table


def hints(opened: Table, view: View, voice: Voice) -> Iterator[str]:
    """Yield the value of each act against the bank's card, with a full shoe."""
    from novamas.equipment.cards import names
    from novamas.odds.report import explain

    hands = getattr(view.shows, "waiting", ()) or [bet for seat, bet, _ in view.chips if seat == view.eyes]
    cards = [held.card for held in view.held(hands[0])] if hands else []
    bank = [held.card for held in view.held("bank")]
    if len(cards) < 2 or not bank or None in (*cards, *bank):
        return
    found = explain(opened, names(cards), names(bank))  # type: ignore[arg-type]
    offered = {offer.act.verb() for offer in view.offers}
    worth = {act.split()[1]: Fraction(value) for act, value in found["worth"].items()}
    if "decline" not in offered:
        yield from best_acts(worth, offered, voice)
    elif found["insurance"] is not None:
        gain = Fraction(found["insurance"])
        act = "insure" if gain > 0 else "decline"
        yield voice.say("hints.insurance", worth=worth_text(gain, voice), act=act)
    else:
        given_up = worth.pop("surrender", Fraction(-1, 2))
        yield from best_acts({"decline": max(worth.values()), "surrender": given_up}, offered, voice)
