"""Trijoker: three equal bets. Players may withdraw two as community cards are turned (IB05, AR10)."""

from __future__ import annotations

from novamas.families.banked_poker.one_box import ACTS, phases_of
from novamas.games.trijoker.acts import Leave
from novamas.games.trijoker.cloth import Cloth
from novamas.games.trijoker.incidents import INCIDENTS
from novamas.games.trijoker.layout import layout
from novamas.games.trijoker.phases import Deciding, Exposing, Turning, opening
from novamas.games.trijoker.setup import Rules
from novamas.games.trijoker.wagers import wagers
from novamas.table.game import Game

GAME = Game(
    slug="trijoker",
    family="banked_poker",
    pieces="cards",
    rules=Rules,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=(*phases_of(Cloth), Deciding, Exposing, Turning),
    acts=(*ACTS, Leave),
    incidents=INCIDENTS,
    revision=3,
)
