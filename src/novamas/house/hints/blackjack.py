"""Hints for blackjack."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from novamas.house.hints.values import best_acts, worth_text
from novamas.money import Cents
from novamas.table.views import View
from novamas.words import Voice

if TYPE_CHECKING:
    from novamas.table.game import Table


def hints(opened: Table, view: View, voice: Voice) -> Iterator[str]:
    """Yield the value of each act against the bank's card. The shoe is assumed to be full."""
    worth, offered = values(opened, view), {offer.act.verb() for offer in view.offers}
    if "insure" in worth:
        gain = worth["insure"]
        act = "insure" if gain > 0 else "decline"
        yield voice.say("hints.insurance", worth=worth_text(gain, voice), act=act)
    else:
        yield from best_acts(worth, offered, voice)


def values(opened: Table, view: View) -> dict[str, Fraction]:
    """Return the value of each act per unit of the hand's stake, or nothing if cards are missing.

    The value of insurance is per unit of the insurance. To decline it has the value 0.
    """
    from novamas.equipment.cards import names
    from novamas.odds.report import explain

    cards = [held.card for held in view.held(hand)] if (hand := _hand(view)) else []
    bank = [held.card for held in view.held("bank")]
    if len(cards) < 2 or not bank or None in (*cards, *bank):
        return {}
    found = explain(opened, names(cards), names(bank))  # type: ignore[arg-type]
    worth = {act.split()[1]: Fraction(value) for act, value in found["worth"].items()}
    if "decline" not in {offer.act.verb() for offer in view.offers}:
        return worth
    if found["insurance"] is not None:
        return {"insure": Fraction(found["insurance"]), "decline": Fraction(0)}
    given_up = worth.pop("surrender", Fraction(-1, 2))
    return {"decline": max(worth.values()), "surrender": given_up}


def unit(view: View) -> Cents:
    """Return the stake of the hand, or of the insurance that is offered."""
    stake = next((chips.cents for chips in view.chips if chips.bet == _hand(view)), 0)
    is_insurance = any(offer.act.verb() == "insure" for offer in view.offers)
    return stake // 2 if is_insurance else stake


def _hand(view: View) -> str:
    """Return the hand to be decided, named by its bet."""
    own = [bet for seat, bet, _ in view.chips if seat == view.eyes]
    return next(iter(getattr(view.shows, "waiting", ()) or own), "")
