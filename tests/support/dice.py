"""A rehearsal table of craps: lines throw totals, and the shooter first does what is required."""

from __future__ import annotations

from typing import Any

from novamas.equipment.dice import TWO_DICE, faces, points
from novamas.law import Fault
from novamas.table.events import Payment
from novamas.testing.rehearsal import Noticed, Rehearsal, opened
from novamas.testing.rehearsal import faults_of as faults_of_game

EASY = {4: 13, 6: 15, 8: 26, 10: 46}  # throws of these totals that are not doubles


def faults_of(**choices: Any) -> dict[str, Fault]:
    return faults_of_game("craps", "IB05", **choices)


def throw_of(total: int) -> int:
    """Return a throw with this total, if possible not a double."""
    return EASY.get(total) or next(throw for throw in TWO_DICE.throws if points(throw) == total)


class Craps(Rehearsal):
    """A craps table after these lines. If it is `ready`, seat 1 has taken the dice."""

    def __init__(self, *lines: str, ready: Any = True, **choices: Any) -> None:
        super().__init__(opened("craps", "IB05", **choices))
        self.play(*["s1 take_dice"] * bool(ready), *lines)

    def close(self, *lines: str) -> Noticed:
        """Close betting after the shooter has placed the required bet, and then play these lines."""
        if self.felt.shooter_must_bet:
            self.play(f"s{self.felt.shooter} bet win {self.felt.rules.minimum}")
        return self.play("croupier no_va_mas", *lines)

    def throw(self, throw: int) -> Noticed:
        """Close betting and throw these faces."""
        return self.close("-".join(map(str, faces(throw))))

    def roll(self, *steps: int | str) -> dict[tuple[int, str], Payment]:
        """Play lines and throw totals one by one. Return the payments of the last throw."""
        paid: dict[tuple[int, str], Payment] = {}
        for step in steps:
            if isinstance(step, str):
                self.play(step)
                continue
            if self.at == "Offering":
                self.play(f"s{self.felt.shooter} take_dice")
            paid = self.throw(throw_of(step)).payments
        return paid
