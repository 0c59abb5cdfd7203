"""`novamas audit`: replay session files under the law and compare the payments they state."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from novamas.cli.options import (
    AnyEdition,
    Choices,
    Day,
    DocumentFile,
    House,
    Json,
    NormToPlay,
    Place,
    Receipts,
)
from novamas.cli.output import print_json, show_document, write_document
from novamas.law import Library
from novamas.words import Voice

if TYPE_CHECKING:
    from novamas.house.audit import Setup
    from novamas.house.audit.audit import Listener
    from novamas.house.audit.proofs import Expected

SHOWN = 50  # departures that the terminal shows


def register(app: typer.Typer) -> None:
    """Register the `audit` command."""
    app.command("audit")(show_audit)


def show_audit(
    context: typer.Context,
    sessions: Annotated[list[Path], typer.Argument(metavar="metavars.session", help="options.sessions")],
    game: Annotated[str | None, typer.Option(metavar="metavars.game", help="options.audited_game")] = None,
    norm: NormToPlay = None,
    place: Place = None,
    on: Day = None,
    choice: Choices = None,
    setup: Annotated[Path | None, typer.Option(metavar="metavars.file", help="options.audit_setup")] = None,
    any_edition: AnyEdition = False,
    receipts: Receipts = None,
    house: House = None,
    csv: Annotated[bool, typer.Option("--csv", help="options.audit_csv")] = False,
    file: DocumentFile = None,
    json: Json = False,
) -> None:
    """Audit every round and show each departure with its clause, amount and winner, then the totals."""
    from novamas.cli.progress_bars import bars
    from novamas.house.audit.audit import Audit
    from novamas.house.audit.document import audit_document
    from novamas.house.audit.payload import as_csv, report_payload

    voice: Voice = context.obj
    expected = expected_proofs(house, receipts)
    played_at = setup_of(
        voice.law, game, norm, place, on, choice or [], setup, any_edition=any_edition, expected=expected
    )
    with bar(sessions, voice) as heard:
        audit = Audit(played_at, heard)
        for path in sessions:
            audit.file(path)
    with bars(voice):  # the odds of some games take long at first
        found = audit.report()
    if file is not None:
        write_document(audit_document(found, voice), file)
    if json:
        print_json(report_payload(found, voice))
    elif csv:
        typer.echo(as_csv(found, voice), nl=False)
    elif file is None:
        show_document(audit_document(found, voice, SHOWN))
    if not found.is_clean:
        raise typer.Exit(1)


def setup_of(
    law: Library,
    game: str | None,
    norm: str | None,
    place: str | None,
    on: str | None,
    choices: list[str],
    floor: Path | None,
    *,
    any_edition: bool,
    expected: Expected | None = None,
) -> Setup:
    """Return the set-up of the tables in round files, and the norm for hand histories."""
    from novamas.cli.opening import frame_to_play, table_of
    from novamas.house.audit import Setup
    from novamas.house.audit.proofs import Expected
    from novamas.house.audit.setups import tables_of_floor

    opened = {} if floor is None else tables_of_floor(floor, game, law)
    if game is not None and floor is None:
        opened = {"": table_of(frame_to_play(law, game, norm, place, on), choices)}
    return Setup(opened, norm, any_edition, expected or Expected(), law)


def expected_proofs(house: str | None, receipts: Path | None) -> Expected:
    """Return the house that should have signed the records, and the receipts that the user kept."""
    from novamas.house.audit.proofs import Expected
    from novamas.record.signatures import read_house, read_receipts

    return Expected(
        None if house is None else read_house(house),
        () if receipts is None else tuple(read_receipts(receipts)),
    )


@contextmanager
def bar(sessions: list[Path], voice: Voice) -> Iterator[Listener | None]:
    """Yield the function that advances a progress bar for reading files, or None without a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    shown_on = Console(stderr=True)
    if not shown_on.is_terminal:
        yield None
        return
    columns = TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
    with Progress(*columns, console=shown_on, transient=True) as progress:
        tasks = {
            path: progress.add_task(path.name, total=path.stat().st_size if path.is_file() else None)
            for path in sessions
        }
        yield lambda path, read: progress.update(tasks[path], completed=read)
