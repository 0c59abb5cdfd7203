"""The layout of bacará a dos paños: one side to the banker's right, one to the left, three hands."""

from __future__ import annotations

from functools import cache

from novamas.families.box_layout import common_cards, common_spots
from novamas.families.figures import PayFigures
from novamas.families.passing_bank.cloth import BANCA
from novamas.games.bacara_dos_panos.cloth import CARDS, PANOS, PENDING, Cloth
from novamas.games.bacara_dos_panos.setup import Rules
from novamas.table.layout import Layout, Marker, Spot
from novamas.table.phases import AnyPhase


def layout(phase: AnyPhase) -> Layout:
    """Return the layout of the table."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    return _draw(felt.rules)


@cache
def _draw(rules: Rules) -> Layout:
    bets, bank = rules.frame.group("bets", dict[str, PayFigures]), rules.bank
    cloths = [Spot(pano, pano, bets[pano].cite, bets[pano].pays, order=n) for n, pano in enumerate(PANOS)]
    return Layout(
        seats=rules.people,
        spots=common_spots([*cloths, Spot(BANCA, BANCA, bank.cite)]),
        cards=common_cards(*CARDS, PENDING),
        markers=(Marker(BANCA, bank.cite, fact="banker"),),
    )
