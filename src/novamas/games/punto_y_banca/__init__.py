"""Punto y banca: two hands, fixed drawing rules, and the house as bank (IB05, section 07)."""

from __future__ import annotations

from novamas.families.baccarat import points_of
from novamas.families.banked.incidents import LateBet
from novamas.families.coups.phases import ACTS, phases_of
from novamas.games.punto_y_banca.acts import Cartas, PassShoe
from novamas.games.punto_y_banca.cloth import Cloth
from novamas.games.punto_y_banca.layout import layout
from novamas.games.punto_y_banca.phases import Called, FirstCard, Third, Turning, opening
from novamas.games.punto_y_banca.setup import Rules
from novamas.games.punto_y_banca.wagers import wagers
from novamas.table.game import Game

GAME = Game(
    slug="punto_y_banca",
    family="coups",
    pieces="cards",
    points=points_of,
    audited_by="hands",
    rules=Rules,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=(*phases_of(Cloth), FirstCard, Called, Turning, Third),
    acts=(*ACTS, PassShoe, Cartas),
    incidents=(LateBet,),
)
