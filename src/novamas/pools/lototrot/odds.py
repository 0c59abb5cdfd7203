"""The chances of a forecast, and the expected prize of a column.

The model makes these assumptions. Races are independent of each other. Each race has one winner (no dead
heats), with the given probabilities. The columns of the public are independent of the results and of each
other. Each of them marks a horse of a race with the given probability. For known winners of the seven races,
the number of hits of a public column then has a distribution that is a product over the races, and the
numbers of other winners are multinomial. Their mean shares are sums in closed form.

`expected_prize` follows the law's distribution, including the money of categories without winners. It leaves
out the equalisation of inverted prizes (9.7) and the rounding to céntimos. `seasons` applies the whole law.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import TypeAlias

import msgspec

from novamas.money import Cents
from novamas.pools.lototrot.hits import columns_by_category
from novamas.pools.lototrot.settlement import Funds
from novamas.pools.lototrot.setup import CATEGORIES, Category, Law, Rules
from novamas.pools.lototrot.tickets import Forecast, price_of

Field: TypeAlias = Sequence[Mapping[int, Fraction]]  # race by race, the probability of each horse
Number: TypeAlias = Fraction | float

MAX_EXACT = 40  # other columns up to which shares are exact fractions: with more, the fractions grow too long


class Chances(msgspec.Struct, frozen=True):
    """The chances of a forecast to win in each category, the highest first."""

    columns: tuple[Fraction, ...]  # expected number of winning columns in each category
    best: tuple[Fraction, ...]  # probability of each category being the best one in which the forecast wins
    nothing: Fraction


def chances_of(forecast: Forecast, field: Field, held: Law) -> Chances:
    """Return the exact chances of a forecast, summed over all combinations of hit and missed races."""
    columns = [Fraction()] * len(CATEGORIES)
    best_chances = [Fraction()] * len(CATEGORIES)
    nothing = Fraction()
    for probability, winning in _patterns(forecast, field):
        won = columns_by_category(forecast, winning, held)
        columns = [mean + probability * count for mean, count in zip(columns, won, strict=True)]
        if any(won):
            best_chances[next(at for at, count in enumerate(won) if count)] += probability
        else:
            nothing += probability
    return Chances(tuple(columns), tuple(best_chances), nothing)


def _patterns(forecast: Forecast, field: Field) -> Iterator[tuple[Fraction, list[frozenset[int]]]]:
    """Yield each combination of hit and missed races of a forecast, with its probability."""
    hits = [
        sum((race.get(number, Fraction()) for number in marked), Fraction())
        for marked, race in zip(forecast.marks, field, strict=True)
    ]
    for hit in product((True, False), repeat=len(hits)):
        likely = prod(
            (chance if one else 1 - chance for chance, one in zip(hits, hit, strict=True)), start=Fraction(1)
        )
        if likely:
            first = [frozenset(marked[:1]) for marked in forecast.marks]  # which one makes no difference
            yield likely, [wins if one else frozenset() for wins, one in zip(first, hit, strict=True)]


# ---- expected prize


class Pool(msgspec.Struct, frozen=True):
    """The rest of the pool: the bets of the public, and the funds of earlier days."""

    columns: int  # of other bettors
    public: Field  # probability with which the public marks each horse
    funds: Funds = Funds()


class Expectation(msgspec.Struct, frozen=True):
    """The expected prize of a column, in céntimos by category, and its expected share of the 7/7 fund."""

    by_category: dict[Category, Number]
    price: Cents
    seven_share: Number  # expected share of the column in each céntimo carried for 7/7
    exact: bool

    @property
    def cents(self) -> Number:
        """The expected prize in all categories together."""
        return sum(self.by_category.values())

    @property
    def returned(self) -> Number:
        """The expected prize as a fraction of the price."""
        return self.cents / self.price

    @property
    def fair_carry(self) -> Number:
        """The change of the 7/7 fund that would make the bet fair. It is negative if less money suffices."""
        return (self.price - self.cents) / self.seven_share


def expected_prize(column: Forecast, field: Field, pool: Pool, rules: Rules) -> Expectation:
    """Return the expected prize of a single column, averaged over results and numbers of other winners."""
    assert column.columns == 1, "a forecast of several columns is the sum of its columns"
    exact = pool.columns <= MAX_EXACT
    public: Sequence[Mapping[int, Number]] = pool.public if exact else _floats(pool.public)
    shares = _shares(pool, price_of(column, rules), rules)
    own = [marked[0] for marked in column.marks]
    found: dict[Category, Number] = dict.fromkeys(CATEGORIES, Fraction())
    seven_share: Number = Fraction()
    category_of = {held.hits: category for category, held in rules.law.categories.items()}
    for (hits, marked), likely in _alike(own, field, public, min(category_of)).items():
        category = category_of[hits]
        won, share = _won(category, shares, hits_of_others(marked), pool.columns, rules.law)
        found[category] += (likely if exact else float(likely)) * won
        if category == "seven":
            seven_share += (likely if exact else float(likely)) * share
    return Expectation(found, rules.price, seven_share, exact)


def _alike(
    own: Sequence[int], field: Field, public: Sequence[Mapping[int, Number]], least: int
) -> dict[tuple[int, tuple[Number, ...]], Fraction]:
    """Return the probability of each group of results that give a column the same expected prize.

    The key of a group is the column's number of hits, with the sorted probabilities that the public marks the
    winners.
    """
    probabilities: dict[tuple[int, tuple[Number, ...]], Fraction] = defaultdict(Fraction)
    for hits, likely, winners in _results(own, field, least):
        marked = sorted(race.get(number, Fraction()) for race, number in zip(public, winners, strict=True))
        probabilities[hits, tuple(marked)] += likely
    return probabilities


def _floats(field: Field) -> list[dict[int, float]]:
    return [{number: float(chance) for number, chance in race.items()} for race in field]


def _shares(pool: Pool, price: Cents, rules: Rules) -> dict[Category, Fraction]:
    """Return the money of each category that has winners, without money that other categories pass on."""
    held = rules.law
    above = pool.funds.seven > held.sharing.threshold_euros * 100
    found = held.above if above else held.below
    prize_money = (pool.columns * rules.price + price) * rules.prize_share
    shares = {category: prize_money * found.of(category).share for category in CATEGORIES}
    shares["seven"] += pool.funds.seven + pool.funds.reserve
    return shares


def _results(own: Sequence[int], field: Field, least: int) -> Iterator[tuple[int, Fraction, tuple[int, ...]]]:
    """Yield each result with which a column wins: its hits, its probability, and the winners of the races.

    `least` is the number of hits of the lowest category.
    """
    stack: list[tuple[int, Fraction, tuple[int, ...]]] = [(0, Fraction(1), ())]
    for at, (mine, race) in enumerate(zip(own, field, strict=True), 1):
        stack = [
            (hits + (number == mine), likely * chance, (*winners, number))
            for hits, likely, winners in stack
            for number, chance in race.items()
            if chance and hits + (number == mine) + len(own) - at >= least
        ]
    yield from stack


def hits_of_others(hit: Sequence[Number]) -> list[Number]:
    """Return the probability that a column of the public has no hit, one hit, two hits and so on.

    `hit` has the probability of a hit in each race.
    """
    chances: list[Number] = [Fraction(1)]
    for chance in hit:
        chances = [
            (1 - chance) * same + chance * fewer
            for same, fewer in zip([*chances, 0], [0, *chances], strict=True)
        ]
    return chances


def _won(
    category: Category, shares: Mapping[Category, Fraction], others: Sequence[Number], columns: int, held: Law
) -> tuple[Number, Number]:
    """Return a column's expected prize in a category, and its expected share of the category's own money."""
    likely = {one: others[held.categories[one].hits] for one in CATEGORIES}
    share = mean_share(columns, likely[category])
    won = shares[category] * share
    without_winners: list[Category] = []
    for higher in reversed(CATEGORIES[1 : CATEGORIES.index(category)] if category != "seven" else ()):
        without_winners.append(higher)  # without winners, nor has any between
        no_winner = 1 - sum(likely[one] for one in without_winners)
        if no_winner:
            won += shares[higher] * no_winner**columns * mean_share(columns, likely[category] / no_winner)
    return won, share


def mean_share(others: int, likely: Number) -> Number:
    """Return the mean of 1/(1 + X), where X is the number of winners among `others` columns.

    X is binomial. `likely` is the probability that one of these columns wins.
    """
    if not likely:
        return 1
    return (1 - (1 - likely) ** (others + 1)) / ((others + 1) * likely)
