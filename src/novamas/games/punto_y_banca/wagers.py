"""The bets for which the walk computes the odds of punto y banca."""

from __future__ import annotations

from novamas.families.banked.acts import Bet
from novamas.games.punto_y_banca.cloth import Cloth
from novamas.table.game import Wager
from novamas.table.phases import AnyPhase


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """Return each of the three bets at the minimum."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    stake = felt.rules.minimum
    return {bet: Wager((Bet(1, bet, stake),), stake, "unit_staked") for bet in felt.boxes}
