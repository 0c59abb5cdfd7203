"""The table of punto y banca: three bets and two hands."""

from __future__ import annotations

from functools import cache

from novamas.law import Frame
from novamas.rounds.drawing import common_cards, common_spots
from novamas.rounds.figures import PayFigures
from novamas.table.layout import Layout, Marker, Spot

PUNTO, BANCA, EMPATE = "punto", "banca", "empate"  # the bets; the first two are also the hands


@cache
def bets_of(frame: Frame) -> dict[str, Spot]:
    """The closed list of bets."""
    bets = frame.group("bets", dict[str, PayFigures])
    spots = [Spot(name, name, figures.cite, figures.pays) for name, figures in bets.items()]
    return {spot.name: spot for spot in common_spots(spots)}


@cache
def draw(frame: Frame, places: int) -> Layout:
    """The hands lie before the croupier; the shoe goes round the table."""
    return Layout(
        seats=places,
        spots=tuple(bets_of(frame).values()),
        cards=common_cards(PUNTO, BANCA),
        markers=(Marker("sabot", ("IB05.07.IV.3",), fact="dealer"),),
    )
