"""Treinta y cuarenta: of two rows the nearer to 31 wins. A tie at 31 means prison (IB05, section 05)."""

from __future__ import annotations

from novamas.families.banked.incidents import LateBet
from novamas.families.coups.phases import ACTS, phases_of
from novamas.families.prison import Imprison, LeaveInPrison, TakeHalf
from novamas.games.treinta_y_cuarenta.acts import Cut, Insure
from novamas.games.treinta_y_cuarenta.cloth import Cloth
from novamas.games.treinta_y_cuarenta.layout import layout
from novamas.games.treinta_y_cuarenta.phases import Choosing, Cutting, Laying, opening
from novamas.games.treinta_y_cuarenta.setup import Rules
from novamas.games.treinta_y_cuarenta.wagers import wagers
from novamas.table.game import Game

GAME = Game(
    slug="treinta_y_cuarenta",
    family="coups",
    pieces="cards",
    has_slow_odds=True,
    rules=Rules,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=(*phases_of(Cloth), Cutting, Laying, Choosing),
    acts=(*ACTS, Cut, Insure, TakeHalf, Imprison, LeaveInPrison),
    incidents=(LateBet,),
    revision=3,
)
