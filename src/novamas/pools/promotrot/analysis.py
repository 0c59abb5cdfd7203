"""What an issue returns: exactly, ticket by ticket and in all, what is left of it, and in simulation."""

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

MAX_STATES = 100_000  # beyond so many ways to have won so much, a chance is estimated
RUNS = 1_000


class Play(msgspec.Struct, frozen=True):
    """One ticket, before it is played: what it wins, with which chance; exact."""

    price: Cents
    distribution: tuple[tuple[Cents, Fraction], ...]  # what is won, from nothing upwards

    @property
    def mean(self) -> Fraction:
        """What it wins on average, in céntimos."""
        return sum((cents * chance for cents, chance in self.distribution), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """How far from it, squared."""
        squares = sum((cents**2 * chance for cents, chance in self.distribution), Fraction(0))
        return squares - self.mean**2

    @property
    def deviation(self) -> float:
        """How far from it."""
        return sqrt(self.variance)

    @property
    def returned(self) -> Fraction:
        """The part of its price that it returns."""
        return self.mean / self.price

    @property
    def hit(self) -> Fraction:
        """The chance to win anything."""
        return sum((chance for cents, chance in self.distribution if cents), Fraction(0))


class Stock(msgspec.Struct, frozen=True):
    """The tickets from which the next one comes, as far as anybody knows: how often it holds each prize."""

    price: Cents
    total: int
    times: tuple[tuple[Cents, int], ...]
    is_drawn_down: bool  # what was played is gone from it

    @property
    def blanks(self) -> int:
        """Those without a prize."""
        return self.total - sum(times for _, times in self.times)

    def play(self) -> Play:
        """The next ticket out of it."""
        won: Counter[Cents] = Counter({0: self.blanks})
        for cents, times in self.times:
            won[cents] += times
        spread = sorted((cents, Fraction(times, self.total)) for cents, times in won.items() if times)
        return Play(self.price, tuple(spread))

    def variance_of(self, tickets: int) -> Fraction:
        """Of what so many tickets win together; where all that is left is sold, there is none."""
        single = self.play().variance * tickets
        if not self.is_drawn_down or self.total == 1:
            return single
        return single * (self.total - tickets) / (self.total - 1)


class Chance(msgspec.Struct, frozen=True):
    """A chance: exact, or estimated and with its standard error."""

    chance: Fraction
    error: float | None = None

    @property
    def is_exact(self) -> bool:
        """Was it counted?"""
        return self.error is None


def stock_of(issue: Issue, won: Mapping[str, int] | None = None, played: int = 0) -> Stock:
    """What the tickets not yet played hold, after so many were played and these prizes won.

    A probabilistic play does not care what was won before; of a pre-drawn issue the prizes that have come out
    are gone. A ticket that was sold and is not played yet counts with those not sold: nobody knows it.
    """
    gone = dict(won or {})
    names = {prize.name for prize in issue.prizes}
    too_many = any(gone.get(prize.name, 0) > prize.times for prize in issue.prizes) and issue.is_pre_drawn
    blanks = issue.tickets - sum(prize.times for prize in issue.prizes)
    losing = played - sum(gone.values())
    if not gone.keys() <= names or min(gone.values(), default=0) < 0 or losing < 0 or too_many:
        raise NovamasError("not_of_this_issue", clause=issue.kind_law.prizes, issue=issue.code)
    if not issue.is_pre_drawn:
        return Stock(issue.price, issue.ways, tuple((each.cents, each.times) for each in issue.prizes), False)
    if losing > blanks or played >= issue.tickets:
        raise NovamasError("nothing_left_to_play", clause=issue.kind_law.tickets, tickets=issue.tickets)
    left = tuple((prize.cents, prize.times - gone.get(prize.name, 0)) for prize in issue.prizes)
    return Stock(issue.price, issue.tickets - played, left, True)


def chance_of_loss(issue: Issue, sold: int, *, runs: int = RUNS, seed: int = 1) -> Chance:
    """The chance that the first so many tickets win more than was paid for them."""
    stock = stock_of(issue)
    if (counted := _counted(stock, sold)) is not None:
        return Chance(1 - counted)
    found = simulated(issue, sold, runs=runs, seed=seed)
    losses = sum(won > sold * issue.price for won in found)
    share = Fraction(losses, runs)
    return Chance(share, sqrt(share * (1 - share) / runs))


def _counted(stock: Stock, sold: int) -> Fraction | None:
    """The exact chance that so many tickets win no more than they cost; nothing where that is too long.

    Row by row of the prize table: in how many ways so many of the tickets won so much.
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
    """How many of the tickets hold a prize, up to so many, and in how many ways."""
    if stock.is_drawn_down:
        return ((more, comb(times, more)) for more in range(min(times, tickets, most) + 1))
    return ((more, comb(tickets, more) * times**more) for more in range(min(tickets, most) + 1))


def simulated(issue: Issue, sold: int, *, runs: int = RUNS, seed: int = 1) -> list[Cents]:
    """What the first so many tickets win together, in so many issues with seeds of their own."""
    found = []
    for run in range(runs):
        secret = f"{Seeded(seed, run).bits(256):064x}"
        found.append(sum(prize.cents for prize in tickets_of(issue, secret, sold) if prize))
    return found


class Simulation(msgspec.Struct, frozen=True):
    """A simulation in figures: what so many tickets returned on average, and how sure that is."""

    runs: int
    sold: int
    returned: float
    error: float


def simulation(issue: Issue, sold: int, *, runs: int = RUNS, seed: int = 1) -> Simulation:
    """What so many tickets of the issue return, simulated with the very draws by which they are sold."""
    played = sold * issue.price
    shares = [won / played for won in simulated(issue, sold, runs=runs, seed=seed)]
    error = sqrt(variance(shares) / runs) if runs > 1 else 0.0
    return Simulation(runs, sold, fmean(shares), error)
