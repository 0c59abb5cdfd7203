"""The check of a floor against the law: each set-up, then the rules that bind several tables.

All faults are reported at once. Red means that the law forbids it. Amber means that it depends on
an authorisation that the file does not state, or on a fact that the file cannot show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path

import msgspec

from novamas.errors import Figure, InvalidInput, NovamasError, quoted
from novamas.house.floor.alternatives import every_fault, lawful_alternatives
from novamas.house.floor.file import Entry, Floor, Stated, read_floor
from novamas.house.floor.findings import Finding, FloorReport, Severity
from novamas.house.floor.form import toml
from novamas.house.floor.pending import PendingTable, awaits_authorisation, pending_table
from novamas.house.floor.room import CheckedTable, Room
from novamas.house.opening import edition_of, usual_edition
from novamas.law import Fault, FaultySetup, Frame, Library, library, set_up
from novamas.law.choices import read_choice
from novamas.law.conditions import names_in
from novamas.law.general import may_open
from novamas.law.options import as_figure

TOLD_BY = {"tables_per_chief": "chief", "lacks": "chief", "reversible_cloth": "table"}  # keyed by the fact


def check(path: str | PathLike[str], law: Library | None = None) -> FloorReport:
    """Check the tables of a file or a folder."""
    return check_floor(read_floor(path_of(path)), law or library())


def path_of(given: object) -> Path:
    """Return the path of a floor file. Raise `InvalidInput` if the argument is no path."""
    if not isinstance(given, str | PathLike) or isinstance(given, bytes):
        raise InvalidInput("floor_unreadable", text_key="no_path", given=quoted(given))
    return Path(given)


def check_floor(floor: Floor, law: Library) -> FloorReport:
    """Check the tables of a floor. The findings are in the order of the file."""
    findings = list(floor.findings)
    checked = _seen(floor, law, findings)
    room = Room(floor, checked)
    findings += _in_other_currency(checked)
    for table in checked:
        findings += _table(table, room)
    findings += room.bonds()
    names = tuple((entry.name, entry.fields.game) for entry in floor.entries)
    return FloorReport(names, tuple(_in_order(findings, floor)))


def _seen(floor: Floor, law: Library, findings: list[Finding]) -> list[CheckedTable]:
    """Return the tables whose law is known. Each other table gets a finding."""
    checked = []
    for entry in floor.entries:
        frame = _frame(entry, law, findings)
        if frame is not None:
            given = _given(frame, entry.stated)
            checked.append(CheckedTable(entry, frame, given, set_up(frame, given).chosen))
    return checked


def _in_other_currency(checked: list[CheckedTable]) -> Iterator[Finding]:
    """Yield a finding for each table that does not count in the currency of the first one."""
    for table in checked[1:]:
        first, other = checked[0].frame, table.frame
        if other.currency != first.currency:
            values: dict[str, Figure] = {
                "norm": other.norm,
                "first": first.norm,
                "code": other.currency.code,
                "other": first.currency.code,
            }
            yield _at_field("red", Fault("norm", "two_currencies", None, values), table.entry, "norm")


def _in_order(findings: Iterable[Finding], floor: Floor) -> list[Finding]:
    """Sort findings: first those of the floor, then each table's in file order, red before amber."""
    tables = {("", ""): -1}
    for number, entry in enumerate(floor.entries):
        tables.setdefault((entry.name, entry.fields.game), number)
    return sorted(
        findings,
        key=lambda one: (tables[one.table, one.game], one.severity == "amber", one.place),
    )


def tables_of(path: str | PathLike[str], law: Library | None = None) -> dict[str, PendingTable]:
    """Return the tables in a file or a folder by name. Raise the first red finding."""
    law = law or library()
    floor = read_floor(path_of(path))
    for found in check_floor(floor, law).findings:
        if found.severity == "red":
            raise floor_error(found, Path(path))
    checked = _seen(floor, law, [])
    room = Room(floor, checked)
    return {
        table.entry.name: pending_table(
            table.frame, {**table.given, **room.facts(table)}, table.entry.stated.keys()
        )
        for table in checked
    }


def floor_error(found: Finding, path: Path) -> NovamasError:
    """Return a finding as an error that names the file, the line and the field."""
    problem = found.problem
    return NovamasError(
        problem.code,
        text_key="in_floor",
        clause=problem.clause,
        path=str(path / found.place.file if path.is_dir() else path),
        line=found.place.line,
        field=found.field or "game",
        why=FaultySetup([problem], found.game) if isinstance(problem, Fault) else problem,
    )


# ---------------------------------------------------------------- the law of a table


def _frame(entry: Entry, law: Library, findings: list[Finding]) -> Frame | None:
    """Return the law of a table, or None if it is unknown.

    Findings about norm, region and date are added.
    """
    fields = entry.fields
    if not fields.game:
        missing = Fault("game", "field_missing", None, {"field": "game"})
        findings.append(Finding("red", missing, entry.place, entry.name, field="game"))
        return None
    try:
        edition = edition_of(fields.norm, fields.region, fields.on, law=law)
    except NovamasError as problem:
        field = next((name for name in ("on", "norm", "region") if getattr(fields, name)), "game")
        if all((entry.place_of(field), problem.code) != (one.place, one.problem.code) for one in findings):
            findings.append(_at_field("red", problem, entry, field))
        if fields.norm is None or fields.norm not in law.norms:
            return None
        edition = law.under(fields.norm)  # the rest can still be checked
    if edition is None:
        edition = usual_edition(fields.game, law)
        if fields.game in edition:
            values: dict[str, Figure] = {"norm": edition.norms[0]}
            findings.append(_at_field("amber", Fault("norm", "law_not_stated", None, values), entry, "norm"))
    for fault in may_open(edition, fields.game):
        if fault.code != "rules_not_held":  # reported by the set-up, with the rules that novamas has
            findings.append(_at_field("red", fault, entry, "game"))
    if fields.game not in edition:
        return None
    return edition[fields.game]


def _at_field(severity: Severity, problem: Fault | NovamasError, entry: Entry, field: str) -> Finding:
    """Return a finding about a table's field or choice, whether it is stated or missing."""
    stated = entry.stated.get(field)
    value = stated.value if stated else getattr(entry.fields, field, None)
    given = None if value is None else as_figure(value)
    return Finding(severity, problem, entry.place_of(field), entry.name, entry.fields.game, field, given)


def _given(frame: Frame, stated: Mapping[str, Stated]) -> dict[str, object]:
    """Return the choices that a table states, in the units of the law."""
    return {
        name: read_choice(frame.options[name], one.value, frame.currency)
        if name in frame.options
        else one.value
        for name, one in stated.items()
    }


# ---------------------------------------------------------------- one table


def _table(table: CheckedTable, room: Room) -> Iterator[Finding]:
    """Yield the findings about one table, considering the other tables of the floor."""
    frame, facts = table.frame, room.facts(table)
    yield from _misplaced(table)
    setup = set_up(frame, {**table.given, **facts})
    for fault in (*every_fault(setup), *setup.doubts):
        field = _field(fault, table.entry, facts)
        lawful = lawful_alternatives(frame, fault, field, {**table.given, **facts}, facts)
        severity = "amber" if fault in setup.doubts else _severity(fault, table)
        found = _at_field(severity, fault, table.entry, field)
        yield msgspec.structs.replace(found, lawful=lawful)
    yield from _contradicted(table, facts)
    yield from _not_stated(table, facts)


def _field(fault: Fault, entry: Entry, facts: Mapping[str, object]) -> str:
    """Return the field that must be corrected.

    It is the choice at fault, another stated choice that the same rule names, or the field that states
    a fact of the floor.
    """
    choice = fault.choice or "game"
    if choice in facts and choice in TOLD_BY and choice not in entry.stated:
        return TOLD_BY[choice]
    named = [name for name in (choice, *fault.figures) if name in entry.stated]
    named.sort(key=lambda name: (name != choice, entry.stated[name].part != "rules"))
    return named[0] if named else choice


def _severity(fault: Fault, table: CheckedTable) -> Severity:
    """Return amber for a fault that the file cannot settle, or else red.

    The file cannot settle an authorisation, or rules that novamas does not have.
    """
    is_unknown = fault.code == "rules_not_held" or awaits_authorisation(
        fault, table.frame, table.entry.stated
    )
    return "amber" if is_unknown else "red"


def _misplaced(table: CheckedTable) -> Iterator[Finding]:
    """Yield a finding for each choice in the wrong section: a premise among the rules, or vice versa."""
    for name, stated in table.entry.stated.items():
        option = table.frame.options.get(name)
        if option is not None and option.part != stated.part:
            values: dict[str, Figure] = {"part": option.part, "given": stated.part}
            fault = Fault(name, "choice_in_wrong_section", None, values)
            yield _at_field("red", fault, table.entry, name)


def _contradicted(table: CheckedTable, facts: Mapping[str, object]) -> Iterator[Finding]:
    """Yield a finding for each premise that a table states but the floor contradicts."""
    for name, fact in facts.items():
        stated = table.entry.stated.get(name)
        if stated is None or name == "lacks" or table.given[name] == fact:
            continue
        values: dict[str, Figure] = {"given": toml(stated.value), "found": toml(fact)}
        fault = Fault(name, "not_as_on_floor", table.frame.options[name].cite[0], values)
        yield _at_field("amber", fault, table.entry, name)


def _not_stated(table: CheckedTable, facts: Mapping[str, object]) -> Iterator[Finding]:
    """Yield a finding for the regulated premises on which both the file and the floor are silent."""
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
