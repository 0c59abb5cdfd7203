"""Which table is meant, as people type it: days, name=value, and what to say where that is not clear."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from novamas.errors import NovamasError
from novamas.house import opening
from novamas.house.opening import read_choices, read_day
from novamas.law import Edition, Frame
from novamas.table.game import Table


def edition_of(norm: str | None, place: str | None, on: date | None) -> Edition | None:
    """The catalogue of a norm, or of a place on a day; nothing where neither is given."""
    if place and norm:
        raise NovamasError("norm_or_place", told_as="norm_and_in")
    if on and not place:
        raise NovamasError("day_without_place", told_as="on_without_in")
    return opening.edition_of(norm, place, on)


def frame_to_play(game: str, norm: str | None, place: str | None, on: str | None) -> Frame:
    """The lawful frame of a game that is to be played: under a norm, or somewhere on a day."""
    edition_of(norm, place, day := read_day(on))
    return opening.frame_to_play(game, norm, region=place, on=day)


def table_of(frame: Frame, choices: Iterable[str], defaults: Mapping[str, object] | None = None) -> Table:
    """The table that was asked for; `defaults` stand in for the law's where the game has those choices."""
    own = {name: value for name, value in (defaults or {}).items() if name in frame.options}
    return opening.open_as_written(frame, {**own, **read_choices(choices)})
