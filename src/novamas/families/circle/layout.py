"""Layout of circle poker: places around the table, each player's bets, pots and community cards."""

from __future__ import annotations

from functools import lru_cache

from novamas.families.box_layout import BOXES, HANDS, common_cards, pots
from novamas.families.circle.cloth import BET, POT_BET, Cloth
from novamas.families.circle.figures import Course
from novamas.families.circle.pots import side_pot
from novamas.families.circle.setup import Rules
from novamas.table.layout import CardPlace, Layout, Marker, Spot, cell
from novamas.table.phases import AnyPhase


def layout(phase: AnyPhase) -> Layout:
    """Return the layout, with each player at the place drawn by lot."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    return _draw(felt.rules, felt.course, felt.card_places(), felt.party.places)


@lru_cache(maxsize=256)
def _draw(rules: Rules, course: Course, common: tuple[str, ...], places: tuple[int, ...]) -> Layout:
    around = list(enumerate(_around(rules.seats, places)))
    clauses = (course.raising,)
    sides = [side_pot(number) for number in range(1, rules.seats + 1)]
    return Layout(
        seats=rules.seats,
        spots=tuple(Spot(BET, BET, clauses, seat=seat, at=cell(BOXES, nth)) for nth, seat in around),
        cards=(
            *(CardPlace(seat, seat, cell(HANDS, nth)) for nth, seat in around),
            *common_cards(*common),
        ),
        pots=pots([POT_BET, *sides], (course.pot,)),
        markers=(Marker("mano", (course.mark,), fact="mano"),),
    )


def _around(seats: int, places: tuple[int, ...]) -> tuple[int, ...]:
    """Return the player at each place. A player who has no place yet is shown at a free one."""
    others = iter([seat for seat in range(1, seats + 1) if seat not in places])
    return tuple(seat or next(others) for seat in places or (0,) * seats)
