"""Simulated seasons of Lototrot, settled by the law: the growth of the 7/7 fund, and the prizes.

The public's columns are independent (see `odds`), so the numbers of winners of a day are multinomial
for given results. Random numbers come from numpy's Philox in counter mode, keyed with the seed. The same
seed gives the same season.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from fractions import Fraction

import msgspec
import numpy as np

from novamas.money import Cents, Rounding, times
from novamas.pools.lototrot.odds import Field, hits_of_others
from novamas.pools.lototrot.payment import last_day
from novamas.pools.lototrot.settlement import Funds, Settlement, settle
from novamas.pools.lototrot.setup import CATEGORIES, Rules


class Season(msgspec.Struct, frozen=True):
    """A season to simulate: its days, the number of columns of each day, and the horses' probabilities."""

    first: date
    days: int
    columns: int
    field: Field
    public: Field
    every: int = 7  # days from one race day to the next
    unclaimed: Fraction = Fraction()  # share of all prizes that is never claimed
    funds: Funds = Funds()


def simulate(season: Season, rules: Rules, seed: int) -> Iterator[Settlement]:
    """Yield the settlement of each day of a season, in order."""
    chance = np.random.Generator(np.random.Philox(key=seed))
    funds, waiting = season.funds, dict[date, Cents]()
    for number in range(season.days):
        day = season.first + timedelta(days=number * season.every)
        lapsed = sum(waiting.pop(last) for last in [last for last in waiting if last < day])
        found = settle(day, season.columns, _winners(season, rules, chance), funds, rules, lapsed=lapsed)
        waiting[last_day(day, rules)] = times(found.paid_out, season.unclaimed, Rounding.DOWN)
        funds = found.left
        yield found


def _winners(season: Season, rules: Rules, chance: np.random.Generator) -> list[int]:
    """Draw the results of a day and return the number of winning columns of each category."""
    hit: list[float] = []
    for race, public in zip(season.field, season.public, strict=True):
        numbers = list(race)
        winner = numbers[chance.choice(len(numbers), p=[float(race[number]) for number in numbers])]
        hit.append(float(public.get(winner, Fraction())))
    likely = np.array([float(each) for each in hits_of_others(hit)])
    counts = chance.multinomial(season.columns, likely / likely.sum())
    return [int(counts[rules.law.categories[category].hits]) for category in CATEGORIES]
