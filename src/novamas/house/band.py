"""Bankroll band: what the bets of a session win or lose with a given chance.

Each round has the exact distribution of its bets: on a wheel all of them are walked together, elsewhere a bet
has the distribution of its odds. Rounds are convolved on a grid of céntimos, so nothing is simulated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from math import gcd
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from novamas.families.wheel.cloth import Cloth
from novamas.house.advice import quick_odds
from novamas.money import Cents
from novamas.odds.report import placed
from novamas.odds.walk import Walk
from novamas.table.bets import parts_of
from novamas.table.game import Table, Wager
from novamas.table.refusals import Refused

if TYPE_CHECKING:
    from novamas.odds import BetOdds

Bets: TypeAlias = Mapping[str, Cents]  # of one round
Chances: TypeAlias = dict[int, Fraction]  # by net win, in céntimos
LEVELS: Final = (0.025, 0.25, 0.75, 0.975)  # the limits of the bands of 95 % and of 50 %
MAX_POINTS: Final = 200_000  # of the grid
NEGLIGIBLE: Final = 1e-15


class Spread(Struct, frozen=True):
    """The distribution of a round's bets."""

    chances: Chances
    is_exact: bool = True


class Band(Struct, frozen=True):
    """The band of a bankroll after each round, in céntimos, and the bets whose odds are not known."""

    expected: tuple[float, ...]
    limits: tuple[tuple[int, ...], ...]  # after each round, at each of the levels
    is_exact: bool
    unknown: tuple[str, ...]


def band(table: Table, rounds: Sequence[Bets]) -> Band:
    """Return the band of these rounds. Bets without known odds are left out and listed."""
    odds = quick_odds(table) or {}
    known: dict[tuple[tuple[str, Cents], ...], Spread] = {}
    unknown: dict[str, None] = {}
    spreads = []
    for bets in rounds:
        counted = {bet: cents for bet, cents in bets.items() if cents > 0 and _odds_of(odds, bet) is not None}
        unknown.update(dict.fromkeys(bet for bet in bets if bet not in counted))
        key = tuple(sorted(counted.items()))
        if key not in known:
            known[key] = spread_of(table, counted, odds)
        spreads.append(known[key])
    means = np.cumsum([float(sum(net * chance for net, chance in one.chances.items())) for one in spreads])
    limits, is_on_grid = _limits([one.chances for one in spreads])
    is_exact = is_on_grid and not unknown and all(one.is_exact for one in spreads)
    return Band(tuple(round(float(mean), 4) for mean in means), tuple(limits), is_exact, tuple(unknown))


def spread_of(table: Table, bets: Bets, odds: Mapping[str, BetOdds]) -> Spread:
    """Return the distribution of bets that are decided by the same round."""
    if not bets:
        return Spread({0: Fraction(1)})
    together = _walked(table, bets) if len(bets) > 1 else None
    if together is not None:
        return Spread(together)
    found = Spread({0: Fraction(1)}, is_exact=len(bets) == 1)
    for bet, cents in bets.items():
        one = _odds_of(odds, bet)
        assert one is not None
        assert one.distribution is not None
        alone: Chances = {}
        for net, chance in one.distribution:
            alone[round(net * cents)] = alone.get(round(net * cents), Fraction(0)) + chance
        is_exact = one.exact and not one.tail
        found = Spread(_sum(found.chances, alone), is_exact=found.is_exact and is_exact)
    return found


def _odds_of(odds: Mapping[str, BetOdds], bet: str) -> BetOdds | None:
    """Return the odds of a bet or of its kind, if its distribution is known."""
    found = odds.get(bet) or odds.get(parts_of(bet).spot) or odds.get(parts_of(bet).kind)
    return found if found is not None and found.distribution is not None else None


def _walked(table: Table, bets: Bets) -> Chances | None:
    """Return the distribution of bets on a wheel, walked together, or None if that is not possible."""
    if not isinstance(table.opening.felt, Cloth):
        return None
    first = next(iter(table.game.wagers(table.opening).values()), None)
    if first is None:
        return None
    acts = tuple(replace(first.acts[-1], bet=bet, cents=cents) for bet, cents in bets.items())
    try:
        phase, staked = placed(table.opening, Wager(acts, sum(bets.values()), first.per, first.to_the_end))
    except (Refused, AssertionError):
        return None  # not lawful at the table as it was named
    return Walk(1, to_the_end=first.to_the_end).result(phase, staked).chances


def _sum(one: Chances, other: Chances) -> Chances:
    """Return the distribution of the sum of two independent amounts."""
    found: Chances = {}
    for a, p in one.items():
        for b, q in other.items():
            found[a + b] = found.get(a + b, Fraction(0)) + p * q
    return found


def _limits(rounds: Sequence[Chances]) -> tuple[list[tuple[int, ...]], bool]:
    """Return the quantiles after each round, and whether the grid has every amount."""
    nets = {net for chances in rounds for net in chances}
    step = reduce(gcd, nets, 0) or 1
    width = sum(max(chances) - min(chances) for chances in rounds)
    is_on_grid = width // step <= MAX_POINTS
    if not is_on_grid:
        step = width // MAX_POINTS + 1
    return list(_quantiles(rounds, step)), is_on_grid


def _quantiles(rounds: Sequence[Chances], step: int) -> Iterator[tuple[int, ...]]:
    least, mass = 0, np.ones(1)
    for chances in rounds:
        on_grid: dict[int, float] = {}
        for net, chance in chances.items():
            at = round(Fraction(net, step))
            on_grid[at] = on_grid.get(at, 0.0) + float(chance)
        least, mass = _convolved(least, mass, on_grid)
        below = np.cumsum(mass)
        found = np.searchsorted(below, np.array(LEVELS) * below[-1])
        yield tuple(int(step * (least + at)) for at in np.minimum(found, len(mass) - 1))


def _convolved(
    least: int, mass: NDArray[np.float64], nets: Mapping[int, float]
) -> tuple[int, NDArray[np.float64]]:
    """Return a distribution on the grid after one more round, without its negligible ends."""
    low, high = min(nets), max(nets)
    after = np.zeros(len(mass) + high - low)
    for net, chance in nets.items():
        after[net - low : net - low + len(mass)] += chance * mass
    kept = np.flatnonzero(after > NEGLIGIBLE)
    return least + low + int(kept[0]), after[kept[0] : kept[-1] + 1]
