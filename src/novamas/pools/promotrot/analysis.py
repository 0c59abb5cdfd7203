"""The exact return of an issue, for one ticket and for the tickets that remain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

import msgspec

from novamas.errors import NovamasError
from novamas.money import Cents
from novamas.pools.promotrot.issues import Issue


class Play(msgspec.Struct, frozen=True):
    """A ticket before it is played, with the exact distribution of its prize."""

    price: Cents
    distribution: tuple[tuple[Cents, Fraction], ...]  # prizes in ascending order, from 0

    @property
    def mean(self) -> Fraction:
        """The mean prize, in céntimos."""
        return sum((cents * chance for cents, chance in self.distribution), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance of the prize."""
        squares = sum((cents**2 * chance for cents, chance in self.distribution), Fraction(0))
        return squares - self.mean**2

    @property
    def deviation(self) -> float:
        """The standard deviation of the prize."""
        return sqrt(self.variance)

    @property
    def returned(self) -> Fraction:
        """The mean prize as a share of the price."""
        return self.mean / self.price

    @property
    def hit(self) -> Fraction:
        """The probability that the ticket wins a prize."""
        return sum((chance for cents, chance in self.distribution if cents), Fraction(0))


class Stock(msgspec.Struct, frozen=True):
    """The unplayed tickets of an issue, with the number of each prize among them.

    It uses only public knowledge.
    """

    price: Cents
    total: int
    times: tuple[tuple[Cents, int], ...]
    is_drawn_down: bool  # whether played tickets are removed

    @property
    def blanks(self) -> int:
        """The number of tickets without a prize."""
        return self.total - sum(times for _, times in self.times)

    def play(self) -> Play:
        """Return the next ticket to be played, with the distribution of its prize."""
        won: Counter[Cents] = Counter({0: self.blanks})
        for cents, times in self.times:
            won[cents] += times
        spread = sorted((cents, Fraction(times, self.total)) for cents, times in won.items() if times)
        return Play(self.price, tuple(spread))


def stock_of(issue: Issue, won: Mapping[str, int] | None = None, played: int = 0) -> Stock:
    """Return the stock after `played` tickets, which won the prizes `won`.

    A probabilistic play does not depend on earlier prizes. From a pre-drawn issue the prizes already won
    are removed. A ticket that was sold but not played counts as unsold, because its prize is unknown.
    """
    removed = dict(won or {})
    names = {prize.name for prize in issue.prizes}
    too_many = any(removed.get(prize.name, 0) > prize.times for prize in issue.prizes) and issue.is_pre_drawn
    blanks = issue.tickets - sum(prize.times for prize in issue.prizes)
    losing = played - sum(removed.values())
    if not removed.keys() <= names or min(removed.values(), default=0) < 0 or losing < 0 or too_many:
        raise NovamasError("not_of_this_issue", clause=issue.kind_law.prizes, issue=issue.code)
    if not issue.is_pre_drawn:
        return Stock(issue.price, issue.ways, tuple((each.cents, each.times) for each in issue.prizes), False)
    if losing > blanks or played >= issue.tickets:
        raise NovamasError("nothing_left_to_play", clause=issue.kind_law.tickets, tickets=issue.tickets)
    left = tuple((prize.cents, prize.times - removed.get(prize.name, 0)) for prize in issue.prizes)
    return Stock(issue.price, issue.tickets - played, left, True)
