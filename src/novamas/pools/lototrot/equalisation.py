"""Equalisation of prizes if a lower category would pay more than a higher one.

The law prescribes two steps: `halved`, then `pooled`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor

import msgspec

from novamas.law import law
from novamas.pools.lototrot.setup import Category, Sharing

Tell = Callable[..., None]


class Pot(msgspec.Struct, frozen=True):
    """The prize money of a category that has winners."""

    category: Category
    winners: int
    money: Fraction

    @property
    def each(self) -> Fraction:
        """The prize of each winner, before rounding."""
        return self.money / self.winners


@law("IB05.14.III.9.9-7.1", "IB05.14.III.9.9-7.2", "IB05.14.III.9.9-7.3")
def equalise(pots: Sequence[Pot], add_step: Tell, sharing: Sharing) -> list[Pot]:
    """Return the pots, changed so that no category pays more than a higher one.

    `pots` begins with the highest category.
    """
    return pooled(halved(pots, add_step, sharing), add_step, sharing)


@law("IB05.14.III.9.9-7.1", "IB05.14.III.9.9-7.2")
def halved(pots: Sequence[Pot], add_step: Tell, sharing: Sharing) -> list[Pot]:
    """Let two categories share their money equally if the lower one would pay more.

    This is the law's first step: one pass over adjacent categories, from the highest.
    """
    found = list(pots)
    for at in range(len(found) - 1):
        upper, lower = found[at], found[at + 1]
        if lower.each > upper.each:
            half = (upper.money + lower.money) / 2
            found[at] = msgspec.structs.replace(upper, money=half)
            found[at + 1] = msgspec.structs.replace(lower, money=half)
            add_step(
                "halved",
                sharing.downwards if at else sharing.halves,
                upper=upper.category,
                lower=lower.category,
                cents=floor(upper.money + lower.money),
                upper_each=floor(found[at].each),
                lower_each=floor(found[at + 1].each),
            )
    return found


@law("IB05.14.III.9.9-7.3")
def pooled(pots: Sequence[Pot], add_step: Tell, sharing: Sharing) -> list[Pot]:
    """Let categories that are still in the wrong order pool their money and pay equal prizes.

    This is the law's second step. It is repeated until no category pays more than a higher one.
    """
    runs: list[list[Pot]] = []
    for pot in pots:
        runs.append([pot])
        while len(runs) > 1 and _each(runs[-1]) > _each(runs[-2]):
            run = runs.pop()
            runs[-1] += run
    for run in runs:
        if len(run) > 1:
            add_step(
                "pooled",
                sharing.levels,
                upper=run[0].category,
                lower=run[-1].category,
                cents=floor(sum(pot.money for pot in run)),
                winners=sum(pot.winners for pot in run),
                each=floor(_each(run)),
            )
    return [
        msgspec.structs.replace(pot, money=_each(run) * pot.winners) if len(run) > 1 else pot
        for run in runs
        for pot in run
    ]


def _each(run: Sequence[Pot]) -> Fraction:
    """Return the prize of each winner if all these categories pool their money."""
    return sum((pot.money for pot in run), Fraction()) / sum(pot.winners for pot in run)
