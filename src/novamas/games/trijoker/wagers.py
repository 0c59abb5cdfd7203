"""The bets for which the walk computes the odds of trijoker."""

from __future__ import annotations

from novamas.families.banked.acts import Bet
from novamas.games.trijoker.cloth import Cloth
from novamas.table.game import Wager
from novamas.table.phases import AnyPhase


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """Return the three equal bets together."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    stake = felt.rules.minimum
    return {"trijoker": Wager((Bet(1, felt.main, stake),), stake, "unit_of_one_bet")}
