"""The bets for which the walk computes the odds of treinta y cuarenta."""

from __future__ import annotations

from novamas.families.banked.acts import Bet
from novamas.games.treinta_y_cuarenta.acts import Cut, Insure
from novamas.games.treinta_y_cuarenta.cloth import Cloth, premium_of
from novamas.table.game import Wager
from novamas.table.phases import AnyPhase


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """Return each of the four chances at the minimum, and at the smallest stake that may be insured."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    rules = felt.rules
    found = {
        bet: Wager((Cut(1), Bet(1, bet, rules.minimum)), rules.minimum, "unit_staked") for bet in felt.boxes
    }
    stakes = range(rules.minimum, rules.maximum + 1, rules.step)
    insured = next((stake for stake in stakes if felt.may_insure(1, "", stake)), None)
    if insured is not None:
        for bet in felt.boxes:
            acts = (Cut(1), Bet(1, bet, insured), Insure(1, bet))
            found[premium_of(bet)] = Wager(acts, insured, "unit_staked_premium_besides")
    return found
