"""One audit of many files, whatever they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from novamas.errors import NovamasError
from novamas.house.audit.histories import USUAL_NORM, audit_histories
from novamas.house.audit.observations import Observer
from novamas.house.audit.records import RecordAudit
from novamas.house.audit.report import Audited, AuditReport, report_of
from novamas.house.audit.rows import read_rounds
from novamas.house.audit.tables import TableAudit
from novamas.house.audit.tally import Tally
from novamas.record.records import read_whole_record
from novamas.table.game import Table

TABLES, HISTORIES = (".csv", ".parquet"), (".phh", ".phhs")
Listener: TypeAlias = Callable[[Path, int], None]  # how many bytes of a file have been read


class Setup(Struct, frozen=True):
    """What a file of rounds does not say itself: the table it was played at; and how records are read."""

    tables: Mapping[str, Table] = {}  # of files of rounds, by the name of the table; one alone has none
    norm: str | None = None  # of hand histories
    any_edition: bool = False


class Audit:
    """An audit as it goes from file to file."""

    def __init__(self, setup: Setup, heard: Listener | None = None) -> None:
        self.setup = setup
        self.heard = heard
        self.tally = Tally()
        self.files: list[Audited] = []
        self.observers: list[tuple[str, Observer]] = []

    def file(self, path: Path) -> None:
        """One file more, by the ending of its name: a table of rounds, hand histories, or a record."""
        if path.suffix.lower() in TABLES:
            self._table(path)
        elif path.suffix.lower() in HISTORIES:
            audit_histories(path, self.setup.norm, self.tally)
            self.files.append(Audited(str(path), "", self.setup.norm or USUAL_NORM, ""))
        else:
            self._record(path)

    def _record(self, path: Path) -> None:
        record, breaks = read_whole_record(path, any_edition=self.setup.any_edition)
        observer = self._observer(path, record.table)
        RecordAudit(path, record, breaks, self.tally, observer).run()

    def _table(self, path: Path) -> None:
        tables, heard = self.setup.tables, self.heard
        if not tables:
            raise NovamasError("rounds_without_game", path=str(path))
        audits = {
            name: TableAudit(path, table, self.tally, self._observer(path, table, name))
            for name, table in tables.items()
        }
        for rows in read_rounds(path, None if heard is None else lambda read: heard(path, read)):
            first = rows[0]
            audited = audits.get("") or audits.get(first.table)
            if audited is None:
                raise NovamasError(
                    "no_such_table_here",
                    path=str(path),
                    line=first.line,
                    given=first.table,
                    known=tuple(tables),
                )
            audited.round(rows)

    def _observer(self, path: Path, table: Table, name: str = "") -> Observer:
        found = Observer(table)
        self.observers.append((f"{path} · {name}" if name else str(path), found))
        self.files.append(Audited(str(path), table.game.slug, table.frame.norm, table.game.pin(table.frame)))
        return found

    def report(self) -> AuditReport:
        """What was found."""
        return report_of(self.files, self.tally, self.observers)


def audit(paths: Sequence[Path], setup: Setup | None = None, heard: Listener | None = None) -> AuditReport:
    """Every file, one after the other, and one report of all of them."""
    found = Audit(setup or Setup(), heard)
    for path in paths:
        found.file(path)
    return found.report()
