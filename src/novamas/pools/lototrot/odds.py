"""The chances of a forecast, and what a column can expect of the pool.

Assumed, and only what is said here: races are independent of each other, each has one winner with the given
probabilities (no dead heats), and the public's columns are independent of the results and of each other, each
marking a horse of a race with the given probability. Then, given the winners of the seven races, a column of
the public has so many hits with a probability that is a product over the races, and the numbers of other
winners are multinomial: their mean shares are sums in closed form.

`expected_prize` follows the sharing of the law as far as categories without winners; it leaves out the
levelling of inverted prizes (9.7) and the rounding to céntimos. `seasons` settles by the law itself.
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

Field: TypeAlias = Sequence[Mapping[int, Fraction]]  # race by race, how likely each horse is
Number: TypeAlias = Fraction | float

MAX_EXACT = 40  # columns of others up to which shares are counted in fractions: beyond, their digits explode


class Chances(msgspec.Struct, frozen=True):
    """The chances of a forecast, the highest category first."""

    columns: tuple[Fraction, ...]  # expected winning columns in each category
    best: tuple[Fraction, ...]  # how likely each category is the best one in which it wins
    nothing: Fraction


def chances_of(forecast: Forecast, field: Field, held: Law) -> Chances:
    """How likely a forecast is to win, exactly: all ways in which its races can be hit or missed."""
    columns = [Fraction()] * len(CATEGORIES)
    best = [Fraction()] * len(CATEGORIES)
    nothing = Fraction()
    for likely, winning in _patterns(forecast, field):
        won = columns_by_category(forecast, winning, held)
        columns = [mean + likely * count for mean, count in zip(columns, won, strict=True)]
        if any(won):
            best[next(at for at, count in enumerate(won) if count)] += likely
        else:
            nothing += likely
    return Chances(tuple(columns), tuple(best), nothing)


def _patterns(forecast: Forecast, field: Field) -> Iterator[tuple[Fraction, list[frozenset[int]]]]:
    """Each way in which the races of a forecast are hit or missed, with its probability."""
    hits = [
        sum((race.get(number, Fraction()) for number in marked), Fraction())
        for marked, race in zip(forecast.marks, field, strict=True)
    ]
    for hit in product((True, False), repeat=len(hits)):
        likely = prod(
            (chance if one else 1 - chance for chance, one in zip(hits, hit, strict=True)), start=Fraction(1)
        )
        if likely:
            first = [frozenset(marked[:1]) for marked in forecast.marks]  # any of them: they count alike
            yield likely, [wins if one else frozenset() for wins, one in zip(first, hit, strict=True)]


# ---- what a column can expect


class Pool(msgspec.Struct, frozen=True):
    """What a column is thrown into: the bets of the public, and what was brought from earlier days."""

    columns: int  # of others
    public: Field  # how likely each horse is to be marked
    funds: Funds = Funds()


class Expectation(msgspec.Struct, frozen=True):
    """What a column can expect: in céntimos, by category, and the part that the carried sum has in it."""

    by_category: dict[Category, Number]
    price: Cents
    seven_share: Number  # of each céntimo carried for 7/7: how much of it the column can expect
    exact: bool

    @property
    def cents(self) -> Number:
        """The expected prize."""
        return sum(self.by_category.values())

    @property
    def returned(self) -> Number:
        """The expected prize for each céntimo of its price."""
        return self.cents / self.price

    @property
    def fair_carry(self) -> Number:
        """How much more (or, below nought, less) would have to be carried for the bet to be fair."""
        return (self.price - self.cents) / self.seven_share


def expected_prize(column: Forecast, field: Field, pool: Pool, rules: Rules) -> Expectation:
    """What a single column can expect, over all results and all numbers of other winners."""
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
    """How likely the results are in which a column has so many hits, and the winners are marked so often."""
    found: dict[tuple[int, tuple[Number, ...]], Fraction] = defaultdict(Fraction)
    for hits, likely, winners in _results(own, field, least):
        marked = sorted(race.get(number, Fraction()) for race, number in zip(public, winners, strict=True))
        found[hits, tuple(marked)] += likely
    return found


def _floats(field: Field) -> list[dict[int, float]]:
    return [{number: float(chance) for number, chance in race.items()} for race in field]


def _shares(pool: Pool, price: Cents, rules: Rules) -> dict[Category, Fraction]:
    """The money of each category if it has winners, and before any falls to it."""
    held = rules.law
    above = pool.funds.seven > held.sharing.threshold_euros * 100
    found = held.above if above else held.below
    prize_money = (pool.columns * rules.price + price) * rules.prize_share
    shares = {category: prize_money * found.of(category).share for category in CATEGORIES}
    shares["seven"] += pool.funds.seven + pool.funds.reserve
    return shares


def _results(own: Sequence[int], field: Field, least: int) -> Iterator[tuple[int, Fraction, tuple[int, ...]]]:
    """Each result in which a column wins: its hits, how likely it is, and the winners of the races."""
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
    """How likely a column of the public has no hit, one, two and so on."""
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
    """What a column in a category can expect, and which share of the category's own money."""
    likely = {one: others[held.categories[one].hits] for one in CATEGORIES}
    share = mean_share(columns, likely[category])
    won = shares[category] * share
    above: list[Category] = []
    for higher in reversed(CATEGORIES[1 : CATEGORIES.index(category)] if category != "seven" else ()):
        above.append(higher)  # what falls from here: nobody has won in it, nor in those between
        nobody = 1 - sum(likely[one] for one in above)
        if nobody:
            won += shares[higher] * nobody**columns * mean_share(columns, likely[category] / nobody)
    return won, share


def mean_share(others: int, likely: Number) -> Number:
    """The mean of 1/(1 + X), where X of so many others win, each with this probability."""
    if not likely:
        return 1
    return (1 - (1 - likely) ** (others + 1)) / ((others + 1) * likely)
