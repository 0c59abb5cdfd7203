"""Tres cartas: poker of three cards against a bank that plays with a queen (IB09 17, AR10 10.1.D)."""

from __future__ import annotations

from novamas.families.banked.acts import Bet, Consent, Fold, NoVaMas, Withdraw
from novamas.families.banked_poker.acts import Go
from novamas.families.banked_poker.deal import Dealing
from novamas.families.banked_poker.open_boxes import Betting
from novamas.games.tres_cartas.cloth import Cloth
from novamas.games.tres_cartas.incidents import INCIDENTS
from novamas.games.tres_cartas.layout import layout
from novamas.games.tres_cartas.phases import Deciding, Turning, opening
from novamas.games.tres_cartas.setup import Rules
from novamas.games.tres_cartas.wagers import wagers
from novamas.table.game import Game

GAME = Game(
    slug="tres_cartas",
    family="banked_poker",
    pieces="cards",
    audited_by="hands",
    rules=Rules,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=(Betting[Cloth], Dealing[Cloth], Deciding, Turning),
    acts=(Bet, Withdraw, Consent, NoVaMas, Go, Fold),
    incidents=INCIDENTS,
)
