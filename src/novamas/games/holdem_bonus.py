"""Texas hold'em bonus: hold'em against the house, with a bet on the player's two cards (AR10, 10.1.F)."""

from __future__ import annotations

from novamas.families.banked.acts import Bet
from novamas.families.house_holdem.cloth import HoldemCloth
from novamas.families.house_holdem.description import holdem_game
from novamas.families.house_holdem.figures import ANTE, BONUS
from novamas.families.house_holdem.setup import HoldemRules
from novamas.table.game import Wager
from novamas.table.phases import AnyPhase


class Rules(HoldemRules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one table of hold'em bonus."""

    minimum_bonus: int
    maximum_bonus: int

    @property
    def bonus_limits(self) -> tuple[int, int]:
        return self.minimum_bonus, self.maximum_bonus

    def limits_of(self, minimum: int) -> dict[str, int]:
        """Return the limits for another minimum. If bonus and ante have equal limits, both change."""
        limits = super().limits_of(minimum)
        if self.minimum_bonus == self.minimum:
            limits["minimum_bonus"] = limits["minimum"]
        if self.maximum_bonus == self.maximum:
            limits["maximum_bonus"] = limits["maximum"]
        return limits


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """Return the ante with the bets that follow from it, and the bonus."""
    felt = phase.felt
    assert isinstance(felt, HoldemCloth)
    ante, bonus = felt.rules.minimum, felt.rules.minimum_bonus
    return {
        ANTE: Wager((Bet(1, ANTE, ante),), ante, "unit_of_the_ante"),
        BONUS: Wager((Bet(1, ANTE, ante), Bet(1, BONUS, bonus)), bonus, "unit_of_the_bonus"),
    }


GAME = holdem_game("holdem_bonus", Rules, wagers)
