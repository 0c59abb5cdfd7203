"""The layout of chemin de fer: bank and garages in the middle, a stake and a hand for each player."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from novamas.families.box_layout import common_spots
from novamas.families.figures import PayFigures
from novamas.families.passing_bank.cloth import BANCA
from novamas.families.passing_bank.layout import where_people_are
from novamas.games.chemin_de_fer.cloth import GARAGE, LATE, PART, PUNTO, UNCOVERED, Cloth
from novamas.games.chemin_de_fer.figures import Course
from novamas.games.chemin_de_fer.setup import BankFigures
from novamas.law import Frame
from novamas.table.layout import CardPlace, Layout, Marker, Spot, cell
from novamas.table.phases import AnyPhase


def layout(phase: AnyPhase) -> Layout:
    """Return the layout of the table, with all players in their present places."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    return _draw(felt.rules.frame, felt.places, felt.behind)


@lru_cache(maxsize=256)
def _draw(frame: Frame, places: tuple[int, ...], behind: tuple[int, ...]) -> Layout:
    bets, bank = frame.group("bets", dict[str, PayFigures]), frame.group("bank", BankFigures)
    course = frame.group("course", Course)
    common = [
        Spot(BANCA, BANCA, bets[BANCA].cite, bets[BANCA].pays),
        Spot(GARAGE, GARAGE, (course.garage,)),
        Spot(UNCOVERED, UNCOVERED, (course.uncovered,)),
    ]
    own = [
        Spot(PUNTO, PUNTO, bets[PUNTO].cite, bets[PUNTO].pays),
        Spot(PART, PART, (course.associate,)),
        Spot(LATE, LATE, (course.late,)),
    ]
    people = list(where_people_are(places, behind, rows=1 + len(own)))
    stakes = (
        replace(spot, seat=person, at=cell(row + nth, column))
        for person, row, column in people
        for nth, spot in enumerate(own, start=1)
    )
    return Layout(
        seats=len(behind),
        spots=(*common_spots(common), *stakes),
        cards=tuple(CardPlace(person, person, cell(row, column)) for person, row, column in people),
        markers=(Marker(BANCA, bank.cite, fact="banker"),),
    )
