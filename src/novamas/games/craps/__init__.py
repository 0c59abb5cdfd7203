"""Craps: two dice, a point, and bets with the shooter or against him (IB05, epigraph 06)."""

from __future__ import annotations

from novamas.games.craps.acts import (
    AskForDice,
    CambioDeDados,
    ChooseDie,
    DepriveShooter,
    FindDie,
    Reduce,
    RefuseDice,
    TakeDice,
)
from novamas.games.craps.cloth import Cloth
from novamas.games.craps.incidents import DadoAlSuelo, DadoRoto, FaltaDelTirador, LateBet, TiradaNula
from novamas.games.craps.layout import layout
from novamas.games.craps.phases import Betting, ChoosingDice, Offering, Throwing
from novamas.games.craps.setup import Choices, faults, rules_of
from novamas.games.craps.wagers import wagers
from novamas.law import Frame, law
from novamas.rounds.banked import Bet, NoVaMas, Withdraw
from novamas.table.game import Game


@law("IB05.06.IV.3.1", "IB05.06.IV.3.2")
def opening(frame: Frame, choices: Choices) -> Offering:
    """The dice are offered to the player at the croupiers' left, who has the first seat."""
    return Offering(Cloth(rules=rules_of(frame, choices)))


GAME = Game(
    slug="craps",
    says="Craps: two dice; bet with the shooter or against him, on the point, or on a single throw.",
    choices=Choices,
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
        Reduce,
        AskForDice,
        ChooseDie,
        NoVaMas,
        FindDie,
        CambioDeDados,
        DepriveShooter,
    ),
    incidents=(TiradaNula, DadoAlSuelo, DadoRoto, FaltaDelTirador, LateBet),
)
