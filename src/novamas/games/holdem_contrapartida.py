"""Texas hold'em against the house: two own cards and five common ones against the bank's (AR10, 10.1.E)."""

from __future__ import annotations

from novamas.rounds.banked.acts import Bet
from novamas.rounds.house_holdem.incidents import INCIDENTS
from novamas.rounds.house_holdem.layout import layout
from novamas.rounds.house_holdem.phases import Cloth
from novamas.rounds.house_holdem.setup import ACTS, PHASES, Choices, faults, opening
from novamas.table.game import Game, Wager
from novamas.table.phases import AnyPhase


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """The ante, with the bets that follow from it."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    stake = felt.rules.minimum
    return {"ante": Wager((Bet(1, "ante", stake),), stake, "unit of the ante")}


GAME = Game(
    slug="holdem_contrapartida",
    says="Texas hold'em against the house: ante, flop bet of two, turn and river bets as you like.",
    choices=Choices,
    faults=faults,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=PHASES,
    acts=ACTS,
    incidents=INCIDENTS,
)
