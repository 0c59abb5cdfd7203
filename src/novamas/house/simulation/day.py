"""A simulated day on a floor: which tables play, how they are played, and their results."""

from __future__ import annotations

from fractions import Fraction
from os import PathLike
from pathlib import Path

from novamas.errors import NovamasError
from novamas.house.floor.check import path_of, tables_of
from novamas.house.floor.file import Entry, read_floor
from novamas.law import Library
from novamas.sim.days import DayReport, Pace, day_of
from novamas.table.game import Table


def day(floor: str | PathLike[str], *, days: int, seed: int, law: Library | None = None) -> DayReport:
    """Simulate days on a floor. If the law forbids a table, raise the first finding before any play."""
    path = path_of(floor)
    tables = tables_of(path, law)
    entries = [entry for entry in read_floor(path).entries if entry.fields.play is not None]
    if not entries:
        raise NovamasError("nobody_plays", path=str(path))
    paces = [_pace(entry, tables[entry.name].table, path) for entry in entries]
    return day_of(paces, days=days, seed=seed)


def _pace(entry: Entry, table: Table, path: Path) -> Pace:
    """Return the pace of play at a table.

    Raise an error with file and line if a bet is impossible.
    """
    play = entry.fields.play
    assert play is not None
    pace = Pace(entry.name, table, play.lays, play.rounds_an_hour, Fraction(play.hours), play.seats)
    try:
        pace.odds()
    except NovamasError as problem:
        place = entry.place_of("play")
        raise NovamasError(
            problem.code,
            text_key="in_floor",
            clause=problem.clause,
            path=str(path / place.file if path.is_dir() else path),
            line=place.line,
            field="play.lays",
            why=problem,
        ) from None
    return pace
