"""The bets for which the walk computes the odds of no-draw poker."""

from __future__ import annotations

from novamas.families.banked.acts import Bet
from novamas.games.sin_descarte.cloth import INITIAL, SEGURO, Cloth
from novamas.table.game import Wager
from novamas.table.phases import AnyPhase


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """Return the initial bet with the bets that follow from it, and each side bet separately."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    rules = felt.rules
    initial = Bet(1, INITIAL, rules.minimum)
    asides = {SEGURO: rules.seguro} if rules.seguro else {}
    asides |= {pool.name: pool.stake for pool in rules.pools}
    return {
        INITIAL: Wager((initial,), rules.minimum, "unit_of_the_initial_bet"),
        **{bet: Wager((initial, Bet(1, bet, stake)), stake, "unit_staked") for bet, stake in asides.items()},
    }
