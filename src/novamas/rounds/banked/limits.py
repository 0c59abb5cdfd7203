"""Limits that the floor changes while a table is open: announced, counted down, and then in force.

A cloth whose limits may change keeps what is `coming`, and says in `change_limits` what new minima bring.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from novamas.table.deeds import Order
from novamas.table.moves import Moves


class AnnounceLimits(Order, frozen=True, kw_only=True):
    """The floor announces another minimum, with the last rounds at the old one."""

    minimum: int


class Coming(Struct, frozen=True, cache_hash=True):
    """What has been announced, and how many rounds are still played under the old limits."""

    minima: tuple[int, ...]
    rounds: int


def announce(moves: Moves[Any], minima: tuple[int, ...], rounds: int, words: str, clause: str) -> None:
    """The last rounds with the old limits are announced."""
    moves.say(words, clause)
    moves.change(coming=Coming(minima, rounds))


def count_down(moves: Moves[Any]) -> None:
    """One more round has been played under the old limits; after the last, the new ones hold."""
    felt = moves.felt
    coming: Coming | None = felt.coming
    if coming is None:
        return
    if coming.rounds > 1:
        moves.change(coming=replace(coming, rounds=coming.rounds - 1))
        return
    moves.change(coming=None)
    felt.change_limits(moves, *coming.minima)


def chip_for(chip: int, *minima: int) -> int:
    """The chip in use still makes the new minima, or the first of them becomes the chip."""
    return chip if not any(minimum % chip for minimum in minima) else minima[0]
