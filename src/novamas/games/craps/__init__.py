"""Craps: two dice, a point, and bets with or against the shooter (IB05, section 06)."""

from __future__ import annotations

from novamas.families.banked.acts import Bet, NoVaMas, Withdraw
from novamas.families.banked.incidents import LateBet
from novamas.games.craps.acts import (
    AskForDice,
    CambioDeDados,
    ChooseDie,
    DepriveShooter,
    FindDie,
    RefuseDice,
    TakeDice,
)
from novamas.games.craps.cloth import Cloth
from novamas.games.craps.incidents import DadoAlSuelo, DadoRoto, FaltaDelTirador, TiradaNula
from novamas.games.craps.layout import layout
from novamas.games.craps.phases import Betting, ChoosingDice, Offering, Throwing, opening
from novamas.games.craps.setup import Rules, faults
from novamas.games.craps.wagers import wagers
from novamas.table.game import Game

GAME = Game(
    slug="craps",
    family="banked",
    pieces="dice",
    revision=3,
    rules=Rules,
    faults=faults,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=(Offering, Betting, ChoosingDice, Throwing),
    acts=(
        TakeDice,
        RefuseDice,
        Bet,
        Withdraw,
        AskForDice,
        ChooseDie,
        NoVaMas,
        FindDie,
        CambioDeDados,
        DepriveShooter,
    ),
    incidents=(TiradaNula, DadoAlSuelo, DadoRoto, FaltaDelTirador, LateBet),
)
