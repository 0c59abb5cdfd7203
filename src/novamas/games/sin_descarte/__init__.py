"""Sin descarte: five cards against a bank that plays with ace and king (IB05 11, AR10 10.1.A)."""

from __future__ import annotations

from novamas.families.banked.acts import Bet, Consent, Fold, NoVaMas, Withdraw
from novamas.families.banked.phases import Closed
from novamas.families.banked_poker.acts import Go
from novamas.families.banked_poker.deal import Dealing
from novamas.families.banked_poker.open_boxes import Betting
from novamas.games.sin_descarte.acts import Buy, LastHands, SetPool
from novamas.games.sin_descarte.cloth import Cloth
from novamas.games.sin_descarte.incidents import INCIDENTS
from novamas.games.sin_descarte.layout import layout
from novamas.games.sin_descarte.phases import Buying, Deciding, Turning, opening
from novamas.games.sin_descarte.setup import Rules
from novamas.games.sin_descarte.wagers import wagers
from novamas.table.game import Game

GAME = Game(
    slug="sin_descarte",
    family="banked_poker",
    pieces="cards",
    has_slow_odds=True,
    rules=Rules,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=(Betting[Cloth], Dealing[Cloth], Deciding, Buying, Turning, Closed[Cloth]),
    acts=(Bet, Withdraw, Consent, NoVaMas, Go, Fold, Buy, SetPool, LastHands),
    incidents=INCIDENTS,
    revision=3,
)
