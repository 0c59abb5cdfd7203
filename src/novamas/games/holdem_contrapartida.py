"""Texas hold'em against the house: two hole cards and five community cards (AR10, 10.1.E)."""

from __future__ import annotations

from novamas.families.banked.acts import Bet
from novamas.families.house_holdem.cloth import HoldemCloth
from novamas.families.house_holdem.description import holdem_game
from novamas.families.house_holdem.figures import ANTE
from novamas.families.house_holdem.setup import HoldemRules
from novamas.table.game import Wager
from novamas.table.phases import AnyPhase


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """Return the ante with the bets that follow from it."""
    felt = phase.felt
    assert isinstance(felt, HoldemCloth)
    stake = felt.rules.minimum
    return {ANTE: Wager((Bet(1, ANTE, stake),), stake, "unit_of_the_ante")}


GAME = holdem_game("holdem_contrapartida", HoldemRules, wagers)
