"""Results of the ball, the wheel, the dice or the cards."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from novamas.table.tags import snake


class Pocket(Struct, frozen=True, tag_field="result", tag=snake, gc=False):
    """The pocket in which the ball or the pointer stopped: its label and its colour."""

    label: str
    colour: str


class Throw(Struct, frozen=True, tag_field="result", tag=snake, gc=False):
    """The upper faces of the dice."""

    dice: tuple[int, ...]


class Points(Struct, frozen=True, tag_field="result", tag=snake, gc=False):
    """The points of each hand, by its owner. A void hand has the points None."""

    hands: tuple[tuple[str, int | None], ...]


Result: TypeAlias = Pocket | Throw | Points
