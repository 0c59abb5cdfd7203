"""The layout of a banked poker table: seated and vacant boxes, and the cards of the croupier."""

from __future__ import annotations

from collections.abc import Sequence

from novamas.families.banked_poker.bets import BANK
from novamas.families.banked_poker.setup import PokerRules
from novamas.families.box_layout import common_cards, hands, spots_of_boxes
from novamas.table.bets import write_bet
from novamas.table.events import Owner
from novamas.table.layout import Layout, Pot, Spot


def draw(
    rules: PokerRules,
    kinds: Sequence[Spot],
    *,
    common: tuple[str, ...] = (BANK,),
    pots: tuple[Pot, ...] = (),
    from_right: bool = False,
) -> Layout:
    """Return a layout with these spots at every box. The cards of a vacant box belong to no player."""
    boxes = range(1, rules.boxes + 1)
    owners: list[Owner] = [box if box <= rules.seats else write_bet("box", box) for box in boxes]
    return Layout(
        seats=rules.seats + rules.standing,
        spots=tuple(spots_of_boxes(kinds, seats=rules.seats, boxes=rules.boxes, from_right=from_right)),
        cards=(*hands(owners, rules.seats), *common_cards(*common)),
        pots=pots,
    )
