"""The accounts of the pools, told to people: each step as a sentence with its clause."""

from __future__ import annotations

from collections.abc import Iterable

from novamas.pools.steps import Step
from novamas.words.problems import cited
from novamas.words.speech import Words


def told_steps(steps: Iterable[Step], voice: Words) -> list[str]:
    """What was done, step by step, in the words of the pool whose voice it is: `words("es", "lototrot")`."""
    return [cited(voice.say(f"steps.{step.code}", **step.figures), [step.clause]) for step in steps]
