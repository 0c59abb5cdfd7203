"""Information that the law requires to be displayed at a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

import msgspec

from novamas.law.conditions import value_of
from novamas.law.frames import Frame
from novamas.law.library_cache import cached_in_library
from novamas.law.packs import converted

if TYPE_CHECKING:
    from novamas.law.library import Library

What = Literal[
    "minimum",
    "limits",
    "band",
    "paytable",
    "pareja_plus",
    "jackpot",
    "progresivo",
    "commission",
    "charge",
    "length",
]


class Display(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Information that must be displayed at the tables of some games, always or under a condition."""

    what: What
    norm: str
    games: tuple[str, ...]
    cite: tuple[str, ...]
    when: str = ""


@cached_in_library
def displays(law: Library) -> tuple[Display, ...]:
    """Return the display requirements of all norms."""
    return tuple(
        display
        for pack, written in law.tables("displays.toml")
        for display in converted(pack.path("displays.toml"), written.get("display", ()), tuple[Display, ...])
    )


def ordered(frame: Frame, chosen: Mapping[str, object]) -> dict[What, tuple[str, ...]]:
    """Return the information that must be displayed at a table with this set-up, with its clauses."""
    return {
        display.what: display.cite
        for display in displays(frame.law)
        if display.norm == frame.norm and frame.game in display.games
        if not display.when or value_of(display.when, chosen, frame.figures)
    }
