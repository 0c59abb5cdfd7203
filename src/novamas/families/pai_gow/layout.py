"""The layout of a pai gow table: a box and a hand at each seat, the bank, and the croupier's hand."""

from __future__ import annotations

from functools import cache

from novamas.families.box_layout import BOXES, HANDS, common_cards, common_spots, hands, spots_of_boxes
from novamas.families.figures import PayFigures
from novamas.families.pai_gow.cloth import BANCA, CASA, CASILLA, Cloth, PaiGowCourse, bet_on
from novamas.families.pai_gow.setup import Rules
from novamas.table.layout import Layout, Marker, Spot
from novamas.table.phases import AnyPhase


def layout(phase: AnyPhase) -> Layout:
    """Return the layout of the table."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    return _draw(felt.rules, felt.course)


@cache
def _draw(rules: Rules, course: PaiGowCourse) -> Layout:
    """Place the hand of a box in front of the player who plays it, or in the box if there is none."""
    figures = rules.frame.group("bets", dict[str, PayFigures])[CASILLA]
    box = Spot(CASILLA, CASILLA, figures.cite, figures.pays * (1 - rules.commission))
    boxes = spots_of_boxes([box], seats=rules.seats, boxes=rules.seats, numbered=True)
    house = Spot(CASA, CASA, (course.compared_first,), figures.pays)
    bank = Spot(BANCA, BANCA, (course.passing_on,))
    seats = range(1, rules.seats + 1)
    return Layout(
        seats=rules.seats,
        spots=(*boxes, *common_spots([house, bank])),
        cards=(
            *hands(seats, rules.seats, HANDS),
            *hands([bet_on(seat) for seat in seats], rules.seats, BOXES + 1),
            *common_cards("croupier"),
        ),
        markers=(Marker("banca", (course.bank,), fact="banker"),),
    )
