"""The return of an issue: exact for one ticket and for all, of the tickets left, and simulated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb, sqrt
from statistics import fmean, variance

import msgspec

from novamas.equipment.chance import Seeded
from novamas.errors import NovamasError
from novamas.money import Cents
from novamas.pools.promotrot.issues import Issue, tickets_of

MAX_STATES = 100_000  # with more states, a probability is estimated
RUNS = 1_000


class Play(msgspec.Struct, frozen=True):
    """One ticket before it is played: the exact distribution of its prize."""

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
        """The probability of any prize."""
        return sum((chance for cents, chance in self.distribution if cents), Fraction(0))


class Stock(msgspec.Struct, frozen=True):
    """The tickets from which the next one comes, with the number of each prize among them.

    It holds only public knowledge.
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
        """Return the distribution of the next ticket."""
        won: Counter[Cents] = Counter({0: self.blanks})
        for cents, times in self.times:
            won[cents] += times
        spread = sorted((cents, Fraction(times, self.total)) for cents, times in won.items() if times)
        return Play(self.price, tuple(spread))

    def variance_of(self, tickets: int) -> Fraction:
        """Return the variance of the total prize of this many tickets, 0 for all that are left."""
        single = self.play().variance * tickets
        if not self.is_drawn_down or self.total == 1:
            return single
        return single * (self.total - tickets) / (self.total - 1)


class Chance(msgspec.Struct, frozen=True):
    """A probability: exact, or estimated with its standard error."""

    chance: Fraction
    error: float | None = None

    @property
    def is_exact(self) -> bool:
        """Whether it was computed exactly."""
        return self.error is None


def stock_of(issue: Issue, won: Mapping[str, int] | None = None, played: int = 0) -> Stock:
    """Return the stock after `played` tickets, which won the prizes `won`.

    A probabilistic play does not depend on earlier prizes. From a pre-drawn issue the prizes already won
    are removed. A ticket that is sold but not played counts with those not sold, because its prize is
    unknown.
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


def chance_of_loss(issue: Issue, sold: int, *, runs: int = RUNS, seed: int = 1) -> Chance:
    """Return the probability that the first `sold` tickets win more than was paid for them."""
    stock = stock_of(issue)
    if (counted := _counted(stock, sold)) is not None:
        return Chance(1 - counted)
    found = simulated(issue, sold, runs=runs, seed=seed)
    losses = sum(won > sold * issue.price for won in found)
    share = Fraction(losses, runs)
    return Chance(share, sqrt(share * (1 - share) / runs))


def _counted(stock: Stock, sold: int) -> Fraction | None:
    """Return the exact probability that `sold` tickets win no more than they cost.

    Return None if there are too many states. Row by row of the prize table, a state is the number of
    winning tickets and their total prize, with the number of ways to get there.
    """
    most = sold * stock.price
    states: Counter[tuple[int, Cents]] = Counter({(0, 0): 1})
    for cents, times in stock.times:
        after: Counter[tuple[int, Cents]] = Counter()
        for (winners, won), ways in states.items():
            for more, ways_more in _chosen(stock, times, sold - winners, (most - won) // cents):
                after[winners + more, won + more * cents] += ways * ways_more
            if len(after) > MAX_STATES:
                return None
        states = after
    if stock.is_drawn_down:
        total = comb(stock.total, sold)
        return Fraction(sum(n * comb(stock.blanks, sold - had) for (had, _), n in states.items()), total)
    losing = sum(n * stock.blanks ** (sold - had) for (had, _), n in states.items())
    return Fraction(losing, stock.total**sold)


def _chosen(stock: Stock, times: int, tickets: int, most: int) -> Iterator[tuple[int, int]]:
    """Yield each number of tickets with a certain prize, up to `most`, and its number of combinations."""
    if stock.is_drawn_down:
        return ((more, comb(times, more)) for more in range(min(times, tickets, most) + 1))
    return ((more, comb(tickets, more) * times**more) for more in range(min(tickets, most) + 1))


def simulated(issue: Issue, sold: int, *, runs: int = RUNS, seed: int = 1) -> list[Cents]:
    """Return the total prizes of the first `sold` tickets, in `runs` issues with different seeds."""
    found = []
    for run in range(runs):
        secret = f"{Seeded(seed, run).bits(256):064x}"
        found.append(sum(prize.cents for prize in tickets_of(issue, secret, sold) if prize))
    return found


class Simulation(msgspec.Struct, frozen=True):
    """The result of a simulation: the mean return, and its standard error."""

    runs: int
    sold: int
    returned: float
    error: float


def simulation(issue: Issue, sold: int, *, runs: int = RUNS, seed: int = 1) -> Simulation:
    """Return the simulated return of the first `sold` tickets, with the draws by which tickets are sold."""
    played = sold * issue.price
    shares = [won / played for won in simulated(issue, sold, runs=runs, seed=seed)]
    error = sqrt(variance(shares) / runs) if runs > 1 else 0.0
    return Simulation(runs, sold, fmean(shares), error)
