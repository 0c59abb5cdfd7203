"""Results: what the ball, the wheel, the dice or the cards came to."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from novamas.table.tags import snake


class Pocket(Struct, frozen=True, tag_field="result", tag=snake, gc=False):
    """Where the ball or the pointer came to rest: what is written there, and its colour."""

    label: str
    colour: str


class Throw(Struct, frozen=True, tag_field="result", tag=snake, gc=False):
    """The upper faces of the dice."""

    dice: tuple[int, ...]


class Points(Struct, frozen=True, tag_field="result", tag=snake, gc=False):
    """The points of hands, by whose they are; nothing where a hand is void."""

    hands: tuple[tuple[str, int | None], ...]


Result: TypeAlias = Pocket | Throw | Points
