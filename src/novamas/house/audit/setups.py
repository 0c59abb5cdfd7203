"""Set-ups of audited tables, read from a floor file."""

from __future__ import annotations

from pathlib import Path

from novamas.errors import NovamasError
from novamas.house.floor.check import floor_error
from novamas.house.floor.file import Entry, read_floor
from novamas.house.floor.findings import Finding
from novamas.house.opening import frame_to_play, open_as_written
from novamas.law import Fault, FaultySetup, Library
from novamas.table.game import Table


def tables_of_floor(path: Path, game: str | None, law: Library) -> dict[str, Table]:
    """Return the tables of a floor by name, or only those of one game.

    A single table has an empty name.
    """
    floor = read_floor(path)
    for finding in floor.findings:
        raise floor_error(finding, path)
    entries = [entry for entry in floor.entries if game in (None, entry.fields.game)]
    if not entries:
        raise NovamasError("no_table_of_game", path=str(path), game=game or "")
    if len(entries) == 1:
        return {"": _opened(entries[0], path, law)}
    return {entry.name: _opened(entry, path, law) for entry in entries}


def _opened(entry: Entry, path: Path, law: Library) -> Table:
    fields, field = entry.fields, "game"
    problem: Fault | NovamasError
    try:
        frame = frame_to_play(fields.game, fields.norm, region=fields.region, on=fields.on, law=law)
        return open_as_written(frame, {name: stated.value for name, stated in entry.stated.items()})
    except FaultySetup as faulty:
        fault = faulty.faults[0]
        field, problem = fault.choice or field, fault
    except NovamasError as error:
        problem = error
    raise floor_error(Finding("red", problem, entry.place_of(field), entry.name, fields.game, field), path)
