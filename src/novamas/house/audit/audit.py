"""Audit of one or several files of any kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from novamas.errors import NovamasError
from novamas.house.audit.detection import of_break
from novamas.house.audit.histories import USUAL_NORM, audit_histories
from novamas.house.audit.observations import Observer
from novamas.house.audit.proofs import Expected, ProofAudit
from novamas.house.audit.records import RecordAudit
from novamas.house.audit.report import Audited, AuditReport, report_of
from novamas.house.audit.rows import read_rounds
from novamas.house.audit.tables import TableAudit
from novamas.house.audit.tally import Tally
from novamas.law import Library, library
from novamas.record.carried_law import Law
from novamas.record.records import read_whole_record
from novamas.record.signatures import SignedBy
from novamas.table.game import Table

TABLES, HISTORIES = (".csv", ".parquet"), (".phh", ".phhs")
Listener: TypeAlias = Callable[[Path, int], None]  # called with the number of bytes read from a file


class Setup(Struct, frozen=True):
    """Facts that the files do not state: the tables of rounds, and the norm of hand histories."""

    tables: Mapping[str, Table] = {}  # for files of rounds, by table name; a single table has the empty name
    norm: str | None = None  # for hand histories
    any_edition: bool = False
    expected: Expected = Expected()
    law: Library | None = None  # the library with the norms of the files, by default that of the process


class Audit:
    """An audit in progress, which reads one file after the other."""

    def __init__(self, setup: Setup, heard: Listener | None = None) -> None:
        self.setup = setup
        self.law = setup.law or library()
        self.heard = heard
        self.tally = Tally()
        self.files: list[Audited] = []
        self.observers: list[tuple[str, Observer]] = []
        self._proofs = ProofAudit(setup.expected)

    def file(self, path: Path) -> None:
        """Audit a file. The suffix of its name decides the kind: rounds, hand histories, or a record."""
        if path.suffix.lower() in TABLES:
            self._table(path)
        elif path.suffix.lower() in HISTORIES:
            audit_histories(path, self.setup.norm, self.tally, self.law)
            self.files.append(Audited(str(path), "", self.setup.norm or USUAL_NORM, ""))
        else:
            self._record(path)

    def _record(self, path: Path) -> None:
        record, breaks = read_whole_record(path, any_edition=self.setup.any_edition, law=self.law)
        signed, unsigned = self._proofs.record(path, record)
        edition = record.header.edition
        observer = self._observer(path, record.table, edition=edition, law=record.law, signed=signed)
        RecordAudit(path, record, (*breaks, *unsigned), self.tally, observer).run()

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

    def _observer(
        self,
        path: Path,
        table: Table,
        name: str = "",
        edition: str = "",
        law: Law = "of_the_edition",
        signed: SignedBy = "nobody",
    ) -> Observer:
        found = Observer(
            table, has_odds=law != "carried"
        )  # under a stranger's figures they may take for ever
        self.observers.append((f"{path} · {name}" if name else str(path), found))
        edition = edition or table.game.pin(table.frame)
        self.files.append(Audited(str(path), table.game.slug, table.frame.norm, edition, law, signed))
        return found

    def report(self) -> AuditReport:
        """Return the report on all files so far. A receipt that no record proves is a departure."""
        for path, at in self._proofs.unproved():
            self.tally.depart(of_break(path, at))
        return report_of(self.files, self.tally, self.observers)


def audit(paths: Sequence[Path], setup: Setup | None = None, heard: Listener | None = None) -> AuditReport:
    """Audit files one after the other, and return one report on all of them."""
    found = Audit(setup or Setup(), heard)
    for path in paths:
        found.file(path)
    return found.report()
