"""A floor against the law: the set-up of every table, and what binds them together; every fault at once.

Red is what the law forbids. Amber is what it leaves to an authorisation of which the file says nothing, and
what nobody can know from the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path

import msgspec

from novamas.errors import Figure, InvalidInput, NovamasError, quoted
from novamas.games import GAMES, game
from novamas.house.floor.alternatives import lawful_alternatives
from novamas.house.floor.file import Entry, Floor, Stated, read_floor
from novamas.house.floor.findings import Finding, FloorReport, Severity
from novamas.house.floor.form import toml
from novamas.house.floor.pending import PendingTable, awaits_authorisation, pending_table
from novamas.house.floor.room import CheckedTable, Room
from novamas.house.opening import edition_of, homes
from novamas.law import Fault, FaultySetup, Frame, catalogue, norms, set_up
from novamas.law.choices import read_choice
from novamas.law.conditions import names_in
from novamas.law.general import may_open
from novamas.law.options import as_figure
from novamas.table.game import faults_of

TOLD_BY = {"tables_per_chief": "chief", "lacks": "chief", "reversible_cloth": "table"}  # facts of the floor


def check(path: str | PathLike[str]) -> FloorReport:
    """All that the law has against the tables of a file or a folder."""
    return check_floor(read_floor(path_of(path)))


def path_of(given: object) -> Path:
    """Where a floor is told."""
    if not isinstance(given, str | PathLike) or isinstance(given, bytes):
        raise InvalidInput("floor_unreadable", told_as="no_path", given=quoted(given))
    return Path(given)


def check_floor(floor: Floor) -> FloorReport:
    """All that the law has against the tables of a floor, in the order in which they are written."""
    findings = list(floor.findings)
    seen = _seen(floor, findings)
    room = Room(floor, seen)
    for table in seen:
        findings += _table(table, room)
    findings += room.bonds()
    names = tuple((entry.name, entry.fields.game) for entry in floor.entries)
    return FloorReport(names, tuple(_in_order(findings, floor)))


def _seen(floor: Floor, findings: list[Finding]) -> list[CheckedTable]:
    """The tables whose law is known; what is wrong with that of others is told."""
    seen = []
    for entry in floor.entries:
        frame = _frame(entry, findings)
        if frame is not None:
            given = _given(frame, entry.stated)
            seen.append(CheckedTable(entry, frame, given, set_up(frame, given).chosen))
    return seen


def _in_order(findings: Iterable[Finding], floor: Floor) -> list[Finding]:
    """What is wrong with the floor, then table by table as they are written, red before amber."""
    tables = {("", ""): -1}
    for number, entry in enumerate(floor.entries):
        tables.setdefault((entry.name, entry.fields.game), number)
    return sorted(
        findings,
        key=lambda one: (tables[one.table, one.game], one.severity == "amber", one.place),
    )


def tables_of(path: str | PathLike[str]) -> dict[str, PendingTable]:
    """The tables of a file or a folder by their names, as they stand; or what is wrong with the first."""
    floor = read_floor(path_of(path))
    for found in check_floor(floor).findings:
        if found.severity == "red":
            raise floor_error(found, Path(path))
    seen = _seen(floor, [])
    room = Room(floor, seen)
    return {
        table.entry.name: pending_table(
            table.frame, {**table.given, **room.facts(table)}, table.entry.stated.keys()
        )
        for table in seen
    }


def floor_error(found: Finding, path: Path) -> NovamasError:
    """What is wrong with a floor, with its file, its line and its field."""
    problem = found.problem
    return NovamasError(
        problem.code,
        told_as="in_floor",
        clause=problem.clause,
        path=str(path / found.place.file if path.is_dir() else path),
        line=found.place.line,
        field=found.field or "game",
        why=FaultySetup([problem], found.game) if isinstance(problem, Fault) else problem,
    )


# ---------------------------------------------------------------- the law of a table


def _frame(entry: Entry, findings: list[Finding]) -> Frame | None:
    """The law under which a table stands; what is wrong with that is told."""
    fields = entry.fields
    if not fields.game:
        missing = Fault("game", "field_missing", None, {"field": "game"})
        findings.append(Finding("red", missing, entry.place, entry.name, field="game"))
        return None
    try:
        edition = edition_of(fields.norm, fields.region, fields.on)
    except NovamasError as problem:
        field = next((name for name in ("on", "norm", "region") if getattr(fields, name)), "game")
        if all((entry.place_of(field), problem.code) != (one.place, one.problem.code) for one in findings):
            findings.append(_at_field("red", problem, entry, field))
        if fields.norm not in norms():
            return None
        edition = catalogue.under(fields.norm)  # the rest can be checked all the same
    if edition is None:
        edition = catalogue.under(next(iter(homes(fields.game)), next(iter(norms()))))
        if fields.game in edition:
            told: dict[str, Figure] = {"norm": edition.norms[0]}
            findings.append(_at_field("amber", Fault("norm", "law_not_stated", None, told), entry, "norm"))
    for fault in may_open(edition, fields.game):
        if fault.code != "rules_not_held":  # which the set-up tells, with what we have of them
            findings.append(_at_field("red", fault, entry, "game"))
    if fields.game not in edition:
        return None
    return edition[fields.game]


def _at_field(severity: Severity, problem: Fault | NovamasError, entry: Entry, field: str) -> Finding:
    """A problem with what a field or a choice of a table says, or does not say."""
    stated = entry.stated.get(field)
    value = stated.value if stated else getattr(entry.fields, field, None)
    given = None if value is None else as_figure(value)
    return Finding(severity, problem, entry.place_of(field), entry.name, entry.fields.game, field, given)


def _given(frame: Frame, stated: Mapping[str, Stated]) -> dict[str, object]:
    """What the house states, as the law counts it."""
    return {
        name: read_choice(frame.options[name], one.value) if name in frame.options else one.value
        for name, one in stated.items()
    }


# ---------------------------------------------------------------- one table


def _table(table: CheckedTable, room: Room) -> Iterator[Finding]:
    """All that is wrong with the set-up of a table where it stands."""
    frame, facts = table.frame, room.facts(table)
    yield from _misplaced(table)
    setup = set_up(frame, {**table.given, **facts})
    faults = faults_of(game(frame.game), setup) if frame.game in GAMES else setup.faults
    for fault in faults:
        field = _field(fault, table.entry, facts)
        lawful = lawful_alternatives(frame, fault, field, setup.chosen)
        found = _at_field(_severity(fault, table), fault, table.entry, field)
        yield msgspec.structs.replace(found, lawful=lawful)
    yield from _contradicted(table, facts)
    yield from _not_stated(table, facts)


def _field(fault: Fault, entry: Entry, facts: Mapping[str, object]) -> str:
    """The field of the file that a fault is about: the choice, or another that the same need speaks of."""
    choice = fault.choice or "game"
    if choice in facts and choice in TOLD_BY and choice not in entry.stated:
        return TOLD_BY[choice]
    spoken = [name for name in (choice, *fault.figures) if name in entry.stated]
    spoken.sort(key=lambda name: (name != choice, entry.stated[name].part != "rules"))
    return spoken[0] if spoken else choice


def _severity(fault: Fault, table: CheckedTable) -> Severity:
    """Amber where the file cannot tell: what was authorised, or what we do not hold the law of."""
    is_unknown = fault.code == "rules_not_held" or awaits_authorisation(
        fault, table.frame, table.entry.stated
    )
    return "amber" if is_unknown else "red"


def _misplaced(table: CheckedTable) -> Iterator[Finding]:
    """Choices that stand among the rules and are premises, or the other way round."""
    for name, stated in table.entry.stated.items():
        option = table.frame.options.get(name)
        if option is not None and option.part != stated.part:
            told: dict[str, Figure] = {"part": option.part, "given": stated.part}
            fault = Fault(name, "choice_in_wrong_section", None, told)
            yield _at_field("red", fault, table.entry, name)


def _contradicted(table: CheckedTable, facts: Mapping[str, object]) -> Iterator[Finding]:
    """What a table says of itself and the floor shows otherwise."""
    for name, fact in facts.items():
        stated = table.entry.stated.get(name)
        if stated is None or name == "lacks" or table.given[name] == fact:
            continue
        told: dict[str, Figure] = {"given": toml(stated.value), "found": toml(fact)}
        fault = Fault(name, "not_as_on_floor", table.frame.options[name].cite[0], told)
        yield _at_field("amber", fault, table.entry, name)


def _not_stated(table: CheckedTable, facts: Mapping[str, object]) -> Iterator[Finding]:
    """The premises that the law binds and of which neither the file nor the floor says anything."""
    frame, known = table.frame, {*table.entry.stated, *facts.keys() - {"lacks"}}
    bound = {name for need in frame.needs.values() for name in _spoken(need.must, need.when)}
    silent = [
        name
        for name, option in frame.options.items()
        if option.part == "premises" and name not in known and (name in bound or name == "lacks")
    ]
    if silent:
        fault = Fault(None, "premises_not_stated", None, {"premises": tuple(silent)})
        yield Finding("amber", fault, table.entry.place, table.entry.name, frame.game)


def _spoken(*conditions: str) -> Iterable[str]:
    return [name for condition in conditions if condition for name in names_in(condition)]
