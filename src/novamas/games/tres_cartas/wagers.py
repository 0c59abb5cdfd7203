"""The bets for which the walk computes the odds of three-card poker."""

from __future__ import annotations

from novamas.families.banked.acts import Bet
from novamas.games.tres_cartas.cloth import ANTE, PAREJA_PLUS, Cloth
from novamas.table.game import Wager
from novamas.table.phases import AnyPhase


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """Return the ante with the bets that follow from it, and Pareja Plus separately."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    rules = felt.rules
    ante = Bet(1, ANTE, rules.minimum)
    aside = Bet(1, PAREJA_PLUS, rules.minimum_pareja_plus)
    return {
        ANTE: Wager((ante,), rules.minimum, "unit_of_the_ante"),
        PAREJA_PLUS: Wager((ante, aside), rules.minimum_pareja_plus, "unit_staked"),
    }
