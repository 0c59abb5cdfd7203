"""Pai gow dominoes: four Chinese dominoes are set as two hands, which play against the bank's."""

from __future__ import annotations

from novamas.families.banked.incidents import LateBet
from novamas.families.pai_gow.acts import ACTS, TakeUp
from novamas.families.pai_gow.layout import layout
from novamas.families.pai_gow.pay import two_sides
from novamas.families.pai_gow.phases.deal import WrongHouseWay
from novamas.families.pai_gow.setup import Premises
from novamas.games.pai_gow_domino.acts import AllowThree, GrantLimit, PlayOn, Redeal
from novamas.games.pai_gow_domino.cloth import Cloth
from novamas.games.pai_gow_domino.incidents import (
    AnotherTileSeen,
    Deciding,
    DiceStacked,
    Exposing,
    TileSeen,
    TwoHandsSeen,
    WrongCount,
)
from novamas.games.pai_gow_domino.phases import PHASES, opening
from novamas.games.pai_gow_domino.setup import Rules
from novamas.table.game import Game

GAME = Game(
    slug="pai_gow_domino",
    family="pai_gow",
    pieces="tiles",
    has_slow_odds=True,
    rules=Rules,
    premises=Premises,
    opening=opening,
    wagers=two_sides,
    layout=layout,
    felt=Cloth,
    phases=(*PHASES, Exposing, Deciding),
    acts=(*ACTS, TakeUp, AllowThree, GrantLimit, PlayOn, Redeal),
    revision=4,
    incidents=(WrongHouseWay, LateBet, DiceStacked, WrongCount, TileSeen, TwoHandsSeen, AnotherTileSeen),
)
