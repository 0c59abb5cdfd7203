"""The settlement of a day: bets become prizes, each step with its clause and its figures.

Final amounts are whole céntimos. Halves and thirds in between are exact fractions. The bets of the day and
the funds of earlier days become prizes, the organiser's part, the 7/7 fund and the reserve fund. Not a
céntimo is lost or gained.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from math import floor

import msgspec

from novamas.law import law
from novamas.money import Cents, Rounding, times
from novamas.pools.lototrot.equalisation import Pot, equalise
from novamas.pools.lototrot.setup import CATEGORIES, Category, Distribution, Law, Rules
from novamas.pools.steps import Step


class Funds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The funds carried from day to day: the 7/7 fund, and its reserve fund."""

    seven: Cents = 0
    reserve: Cents = 0


class Prize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The outcome of a category: its number of winning columns, and the prize for each of them."""

    category: Category
    winners: int
    cents: Cents  # prize of each winning column

    @property
    def total(self) -> Cents:
        """The amount paid to all winners of the category together."""
        return self.winners * self.cents


class Settlement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settlement of a day, with every step that led to it."""

    day: date
    columns: int
    takings: Cents
    prize_money: Cents
    organiser: Cents
    brought: Funds  # includes lapsed prizes of earlier days
    left: Funds
    prizes: tuple[Prize, ...]  # the highest category first
    steps: tuple[Step, ...]

    @property
    def paid_out(self) -> Cents:
        """The total amount paid to winners."""
        return sum(prize.total for prize in self.prizes)

    def won_by(self, winners: Sequence[int]) -> Cents:
        """Return the prize of a ticket with the given number of columns in each category."""
        return sum(count * prize.cents for count, prize in zip(winners, self.prizes, strict=True))


@law("IB05.14.I.4.1", "IB05.14.I.4.2", "IB05.14.III.10.10-7.1")
def settle(
    day: date, columns: int, winners: Sequence[int], brought: Funds, rules: Rules, *, lapsed: Cents = 0
) -> Settlement:
    """Share out the bets of a day among the winning columns.

    `winners` holds the number of winning columns of each category, the highest first. `lapsed` is the
    total of prizes that were not claimed in time. It is added to the 7/7 fund of this day.
    """
    account = _Account(rules, winners)
    takings = columns * rules.price
    account.add_step("takings", account.says.takings, columns=columns, price=rules.price, cents=takings)
    prize_money = account.part_for_prizes(takings)
    carried = account.bring(brought.seven, lapsed)
    reserve = account.distribute(prize_money, carried)
    pots, left = account.gather(carried, brought.reserve, reserve)
    prizes, residue = account.share(equalise(pots, account.add_step, account.says))
    return Settlement(
        day=day,
        columns=columns,
        takings=takings,
        prize_money=prize_money,
        organiser=takings - prize_money,
        brought=Funds(carried, brought.reserve),
        left=Funds(left.seven, left.reserve + residue),
        prizes=prizes,
        steps=tuple(account.steps),
    )


class _Account:
    """A settlement in progress."""

    def __init__(self, rules: Rules, winners: Sequence[int]) -> None:
        self.rules = rules
        self.held: Law = rules.law
        self.says = self.held.sharing
        self.winners = dict(zip(CATEGORIES, winners, strict=True))
        self.today: dict[Category, Cents] = {}
        self.steps: list[Step] = []

    def add_step(self, code: str, clause: str, **figures: int | str) -> None:
        """Append a step to the settlement."""
        self.steps.append(Step(code, clause, figures))

    @law("IB05.14.III.9.9-1.1", "IB05.14.III.6.6-1.1", "IB05.14.III.6.6-1.2")
    def part_for_prizes(self, takings: Cents) -> Cents:
        """Return the prize money, which is a percentage of the bets, rounded up.

        The organiser gets the rest of the bets.
        """
        share = self.rules.prize_share
        prize_money = times(takings, share, Rounding.UP)
        self.add_step("prize_money", self.says.prize_money, share=str(share), cents=prize_money)
        self.add_step("organiser", self.says.organiser, cents=takings - prize_money)
        return prize_money

    @law("IB05.14.III.10.10-7.1")
    def bring(self, carried: Cents, lapsed: Cents) -> Cents:
        """Return the 7/7 fund before today's share: the carried sum and the lapsed prizes."""
        if lapsed:
            self.add_step("lapsed_in", self.says.unclaimed, cents=lapsed, seven=carried + lapsed)
        return carried + lapsed

    @law("IB05.14.III.9.9-2.1", "IB05.14.III.9.9-3.1", "IB05.14.III.9.9-4.1")
    def distribution(self, accumulated: Cents) -> Distribution:
        """Return the law's second distribution if the 7/7 fund exceeds the threshold, otherwise the first.

        Today's share of 7/7 is not yet in the fund.
        """
        threshold = self.says.threshold_euros * 100
        above = accumulated > threshold
        found = self.held.above if above else self.held.below
        code = "accumulated_above" if above else "accumulated_below"
        self.add_step(code, found.clause, cents=accumulated, threshold=threshold)
        return found

    @law("IB05.14.III.9.9-2.2-5", "IB05.14.III.9.9-3.2-6", "IB05.14.III.9.9-4.1")
    def distribute(self, prize_money: Cents, accumulated: Cents) -> Cents:
        """Give each category its share of today's prize money. Return the amount for the reserve fund."""
        found = self.distribution(accumulated)
        for category in CATEGORIES:
            part = found.of(category)
            self.today[category] = cents = times(prize_money, part.share, Rounding.DOWN)
            self.add_step("share", part.clause, category=category, share=str(part.share), cents=cents)
        reserve = 0
        if found.reserve:
            reserve = times(prize_money, found.reserve.share, Rounding.DOWN)
            self.add_step(
                "share_of_reserve", found.reserve.clause, share=str(found.reserve.share), cents=reserve
            )
        if broken := prize_money - sum(self.today.values()) - reserve:
            self.add_step("broken_shares", self.says.equal_shares, cents=broken)
        return reserve + broken

    def gather(self, carried: Cents, fund: Cents, reserve: Cents) -> tuple[list[Pot], Funds]:
        """Return the money of each category that has winners, and the funds for the days to come."""
        seven, left = self.seven(carried, fund, reserve)
        lower, reserve = self.fall(left.reserve)
        return [*seven, *lower], Funds(left.seven, reserve)

    @law("IB05.14.III.9.9-5.2", "IB05.14.III.9.9-8.1")
    def seven(self, carried: Cents, fund: Cents, reserve: Cents) -> tuple[list[Pot], Funds]:
        """Carry the money of 7/7 to the next day if it has no winners.

        If it has winners, it also gets the reserve fund of earlier days.
        """
        money = carried + self.today["seven"]
        if not self.winners["seven"]:
            self.add_step("carried", self.says.carries, cents=money)
            return [], Funds(money, fund + reserve)
        if fund:
            self.add_step("released", self.says.releases, cents=fund, seven=money + fund)
        return [Pot("seven", self.winners["seven"], Fraction(money + fund))], Funds(0, reserve)

    @law("IB05.14.III.9.9-5.1", "IB05.14.III.9.9-5.3")
    def fall(self, reserve: Cents) -> tuple[list[Pot], Cents]:
        """Pass the money of a category without winners to the next lower category.

        The money of the lowest category goes to the reserve fund.
        """
        pots: list[Pot] = []
        fallen = 0
        for category in CATEGORIES[1:]:
            money, fallen = self.today[category] + fallen, 0
            if self.winners[category]:
                pots.append(Pot(category, self.winners[category], Fraction(money)))
            elif category == CATEGORIES[-1]:
                self.add_step("to_reserve", self.says.to_reserve, category=category, cents=money)
                reserve += money
            else:
                below = CATEGORIES[CATEGORIES.index(category) + 1]
                self.add_step("falls", self.says.falls, category=category, below=below, cents=money)
                fallen = money
        return pots, reserve

    @law("IB05.14.III.9.9-6.1")
    def share(self, pots: Sequence[Pot]) -> tuple[tuple[Prize, ...], Cents]:
        """Give all winners of a category equal prizes in whole céntimos. The reserve fund gets the rest."""
        found = {pot.category: floor(pot.each) for pot in pots}
        prizes = tuple(
            Prize(category, self.winners[category], found.get(category, 0)) for category in CATEGORIES
        )
        for prize in prizes:
            if prize.winners:
                self.add_step(
                    "prize",
                    self.says.equal_shares,
                    category=prize.category,
                    winners=prize.winners,
                    each=prize.cents,
                    cents=prize.total,
                )
        residue = sum((pot.money for pot in pots), Fraction()) - sum(prize.total for prize in prizes)
        assert residue.denominator == 1, residue
        if residue:
            self.add_step("residue", self.says.equal_shares, cents=residue.numerator)
        return prizes, residue.numerator
