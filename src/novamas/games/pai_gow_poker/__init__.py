"""Pai gow poker: seven cards are set as a five-card and a two-card hand, against the bank's.

The deck has 52 cards and a joker.
"""

from __future__ import annotations

from novamas.families.banked.incidents import LateBet
from novamas.families.banked.phases import Betting, Closed, Waiting
from novamas.families.pai_gow.acts import ACTS
from novamas.families.pai_gow.layout import layout
from novamas.families.pai_gow.pay import two_sides
from novamas.families.pai_gow.phases.betting import Offering
from novamas.families.pai_gow.phases.deal import AFTER_CLOSING, WrongHouseWay
from novamas.families.pai_gow.setup import Premises
from novamas.games.pai_gow_poker.cloth import Cloth
from novamas.games.pai_gow_poker.incidents import FoulHand, ShowsCards, WrongLeftover
from novamas.games.pai_gow_poker.phases import opening
from novamas.games.pai_gow_poker.setup import Rules
from novamas.table.game import Game

GAME = Game(
    slug="pai_gow_poker",
    family="pai_gow",
    pieces="cards",
    rules=Rules,
    premises=Premises,
    opening=opening,
    wagers=two_sides,
    layout=layout,
    felt=Cloth,
    phases=tuple(phase[Cloth] for phase in (Waiting, Offering, Betting, Closed, *AFTER_CLOSING)),
    acts=ACTS,
    revision=4,
    incidents=(WrongHouseWay, LateBet, WrongLeftover, FoulHand, ShowsCards),
)
