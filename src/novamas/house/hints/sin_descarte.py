"""Hints at no-draw poker."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from novamas.house.hints.values import best_acts
from novamas.table.views import View
from novamas.words import Voice

if TYPE_CHECKING:
    from novamas.table.game import Table

FIVE = 5  # cards of a hand


def hints(opened: Table, view: View, voice: Voice) -> Iterator[str]:
    """Yield the value of each act with five cards against the bank's up card."""
    from novamas.equipment.cards import names
    from novamas.odds.report import explain

    cards = [held.card for held in view.held(view.eyes) if held.card is not None]
    bank = [held.card for held in view.held("bank") if held.card is not None]
    if len(cards) != FIVE or len(bank) != 1:
        return
    worth: dict[str, Fraction] = {}
    for written, value in explain(opened, names(cards), names(bank))["worth"].items():
        act = written.split()[1]
        worth[act] = max(Fraction(value), worth.get(act, Fraction(value)))  # the best card to buy
    yield from best_acts(worth, {offer.act.verb() for offer in view.offers}, voice)
