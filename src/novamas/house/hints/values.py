"""Sentences about the value of acts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from novamas.words import Voice


def best_acts(worth: dict[str, Fraction], offered: set[str], voice: Voice) -> Iterator[str]:
    """Yield the best of the offered acts, and then the cost of each other act."""
    open_to = sorted(((value, act) for act, value in worth.items() if act in offered), reverse=True)
    if not open_to:
        return
    best, act = open_to[0]
    yield voice.say("hints.best", act=act, worth=worth_text(best, voice))
    for value, other in open_to[1:]:
        yield voice.say("hints.costs", act=other, cost=voice.percent(best - value, 2))


def worth_text(worth: Fraction, voice: Voice) -> str:
    """Return a value as a signed percentage."""
    return f"{'+' if worth > 0 else ''}{voice.percent(worth, 2)}".replace("-", "−")
