"""The bets for which the walk computes the odds of blackjack."""

from __future__ import annotations

from novamas.families.banked.acts import Bet
from novamas.games.blackjack.acts import Cut
from novamas.games.blackjack.cloth import Cloth, aside, main
from novamas.table.game import Wager
from novamas.table.phases import AnyPhase


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """Return the main bet for best play and for basic strategy, the insurance, and the side bet."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    rules, stake = felt.rules, felt.rules.minimum
    cut, bet = Cut(1), Bet(1, main(1), stake)
    found = {
        "mano": Wager((cut, bet), stake, "unit_first_staked"),
        "mano_basica": Wager((cut, bet), stake, "unit_first_staked"),
        "seguro": Wager((cut, bet), stake // 2, "unit_insured"),
    }
    if rules.side_bet is not None:
        beside = Bet(1, aside(rules.side_bet, 1), rules.side_bet.stake)
        found[rules.side_bet.name] = Wager((cut, bet, beside), beside.cents, "unit_staked")
    return found
