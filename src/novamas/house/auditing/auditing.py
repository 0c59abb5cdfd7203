"""One audit of many files, whatever they are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from novamas.house.auditing.observing import Observer
from novamas.house.auditing.records import RecordAudit
from novamas.house.auditing.report import Audited, Report, report_of
from novamas.house.auditing.tally import Tally
from novamas.record.records import read_whole_record
from novamas.table.game import Table


class Setup(Struct, frozen=True):
    """What a file of rounds does not say itself: the table it was played at; and how records are read."""

    table: Table | None = None  # of tables of rounds
    norm: str | None = None  # of hand histories
    any_edition: bool = False


def audit(paths: Sequence[Path], setup: Setup = Setup()) -> Report:  # noqa: B008 - it is frozen
    """Every file, one after the other, and one report of all of them."""
    tally = Tally()
    files: list[Audited] = []
    observers: list[tuple[str, Observer]] = []
    for path in paths:
        record, breaks = read_whole_record(path, any_edition=setup.any_edition)
        observer = Observer(record.table)
        RecordAudit(path, record, breaks, tally, observer).run()
        files.append(Audited(str(path), record.header.game, record.header.norm, record.header.edition))
        observers.append((str(path), observer))
    return report_of(files, tally, observers)
