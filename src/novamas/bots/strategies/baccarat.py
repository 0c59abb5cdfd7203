"""Strategies for baccarat between players: the punto's play, and the banker's table of play."""

from __future__ import annotations

from novamas.bots.knowledge import TableFacts, act_from_view, cards_of
from novamas.families.passing_bank.cuadro import Cuadro, Says
from novamas.hands import baccarat_points
from novamas.table.deeds import Deed
from novamas.table.events import Owner
from novamas.table.views import View

FIVE = 5


def punto_act(view: View, owner: Owner, *, draws_on_five: bool) -> Deed | None:
    """Draw with fewer than five points and stand with five or more, even if the choice is free."""
    points = baccarat_points(cards_of(view, owner))
    draws = points < FIVE or (points == FIVE and draws_on_five)
    return act_from_view(view, "carta" if draws else "no")


def act_by_table(known: TableFacts, view: View, bank: Owner, punto: Owner) -> Deed | None:
    """Follow the banker's table of play against one punto. Draw if the table leaves the choice."""
    rule = known.table.frame.group("cuadro", Cuadro)
    says = rule.says(baccarat_points(cards_of(view, bank)), third_card(view, punto))
    return act_from_view(view, "no" if says is Says.STAND else "carta")


def third_card(view: View, punto: Owner) -> int | None:
    """Return the points of the punto's third card, or None if it does not exist or is not visible."""
    held = view.held(punto)
    third = held[2].card if len(held) > 2 else None
    return None if third is None else baccarat_points((third,))
