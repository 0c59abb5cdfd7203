"""Choice of a table from the options of a command."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from novamas.house import opening
from novamas.house.opening import read_choices, read_day
from novamas.law import Edition, Frame, Library
from novamas.table.game import Table


def edition_of(law: Library, norm: str | None, place: str | None, on: str | None = None) -> Edition | None:
    """Return the catalogue of `--norm`, or of `--in` on the day `--on`, or None without these options."""
    return opening.edition_of(norm, place, read_day(on), at_terminal=True, law=law)


def frame_to_play(law: Library, game: str, norm: str | None, place: str | None, on: str | None) -> Frame:
    """Return the lawful frame of a game that can be played at a table."""
    return opening.frame_to_play(game, norm, region=place, on=read_day(on), at_terminal=True, law=law)


def table_of(frame: Frame, choices: Iterable[str], defaults: Mapping[str, object] | None = None) -> Table:
    """Open a table with choices typed as name=value.

    `defaults` replace the law's defaults for the options that the game has.
    """
    own = {name: value for name, value in (defaults or {}).items() if name in frame.options}
    return opening.open_as_written(frame, {**own, **read_choices(choices)})
