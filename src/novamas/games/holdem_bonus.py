"""Texas hold'em bonus: hold'em against the house with a side bet on one's own two cards (AR10, 10.1.F)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from novamas.families.banked.acts import Bet
from novamas.families.banked.phases import Least
from novamas.families.banked_poker.cloth import laying
from novamas.families.house_holdem import holdem_game
from novamas.families.house_holdem.figures import ANTE, BONUS, BonusFigures
from novamas.families.house_holdem.phases import Cloth
from novamas.families.house_holdem.setup import HoldemRules
from novamas.law import law
from novamas.table.game import Wager
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import AnyPhase


class Rules(HoldemRules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one table."""

    minimum_bonus: int
    maximum_bonus: int

    def limits_of(self, minimum: int) -> dict[str, int]:
        """The bonus keeps limits of its own; where they are those of the ante, they change with them."""
        limits = super().limits_of(minimum)
        if self.minimum_bonus == self.minimum:
            limits["minimum_bonus"] = limits["minimum"]
        if self.maximum_bonus == self.maximum:
            limits["maximum_bonus"] = limits["maximum"]
        return limits


class BonusCloth(Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of a hold'em with a bonus beside each ante: who has one keeps his cards to the end."""

    rules: Rules

    @property
    def bonus(self) -> BonusFigures:
        return self.rules.frame.group(BONUS, BonusFigures)

    @property
    @law("AR10.10-1-F.VII.2.3")
    def holders(self) -> tuple[int, ...]:
        """Who has cards: who plays for his ante, and who waits for his bonus."""
        return tuple(sorted({seat for seat, bet, _ in self.chips if bet in (ANTE, BONUS)}))

    @property
    def beside(self) -> tuple[str, ...]:
        """A raised minimum may be above the bonus's maximum."""
        return (BONUS,) if self.rules.minimum_bonus <= self.rules.maximum_bonus else ()

    @law("AR10.10-1-F.VII.2.2")
    def bets_aside(self, seat: int) -> Iterable[Offer]:
        """Who has laid an ante may lay a bonus too."""
        least, most = self.rules.minimum_bonus, self.rules.maximum_bonus
        if self.beside and not self.on(seat, BONUS):
            yield laying(seat, BONUS, self.within_limits(least, most), self.bonus.betting)

    def lay(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        moves.stake(seat, bet, cents, self.bonus.betting if bet == BONUS else self.course.betting)

    def least(self, seat: int, bet: str) -> Least:
        least = super().least(seat, bet)
        return least._replace(cents=self.rules.minimum_bonus) if bet == BONUS else least


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """The ante, with the bets that follow from it; and the bonus beside it."""
    felt = phase.felt
    assert isinstance(felt, BonusCloth)
    ante, bonus = felt.rules.minimum, felt.rules.minimum_bonus
    return {
        ANTE: Wager((Bet(1, ANTE, ante),), ante, "unit_of_the_ante"),
        BONUS: Wager((Bet(1, ANTE, ante), Bet(1, BONUS, bonus)), bonus, "unit_of_the_bonus"),
    }


GAME = holdem_game(
    "holdem_bonus",
    BonusCloth,
    Rules,
    wagers,
)
