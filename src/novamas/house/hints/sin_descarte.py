"""Hints for no-draw poker."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from novamas.house.hints.values import best_acts
from novamas.money import Cents
from novamas.table.bets import parts_of
from novamas.table.views import View
from novamas.words import Voice

if TYPE_CHECKING:
    from novamas.table.game import Table

FIVE = 5  # cards of a hand
FIRST_BET = "apuesta_inicial"


def hints(opened: Table, view: View, voice: Voice) -> Iterator[str]:
    """Yield the value of each act with these five cards against the bank's up card."""
    yield from best_acts(values(opened, view), {offer.act.verb() for offer in view.offers}, voice)


def values(opened: Table, view: View) -> dict[str, Fraction]:
    """Return the value of each act per unit of the first bet. It is empty before the deal."""
    from novamas.equipment.cards import names
    from novamas.odds.report import explain

    cards = [held.card for held in view.held(view.eyes) if held.card is not None]
    bank = [held.card for held in view.held("bank") if held.card is not None]
    worth: dict[str, Fraction] = {}
    if len(cards) != FIVE or len(bank) != 1:
        return worth
    for written, value in explain(opened, names(cards), names(bank))["worth"].items():
        act = written.split()[1]
        worth[act] = max(Fraction(value), worth.get(act, Fraction(value)))  # the best card to buy
    return worth


def unit(view: View) -> Cents:
    """Return the player's first bet."""
    own = (chips for chips in view.chips if chips.seat == view.eyes)
    return sum(chips.cents for chips in own if parts_of(chips.bet).kind == FIRST_BET)
