"""`novamas check`: check a table or a whole floor against the law, or write the form to fill in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from novamas.cli.opening import edition_of
from novamas.cli.options import Day, DocumentFile, Json
from novamas.cli.output import print_json, show_document, write_document
from novamas.errors import NovamasError
from novamas.words import Voice

FAULTS_FOUND = 1


def register(app: typer.Typer) -> None:
    """Register the `check` command."""
    app.command("check")(check_floor)


def check_floor(
    context: typer.Context,
    floor: Annotated[Path | None, typer.Argument(metavar="metavars.floor", help="options.floor")] = None,
    form: Annotated[str | None, typer.Option(metavar="metavars.game", help="options.form")] = None,
    norm: Annotated[str | None, typer.Option(metavar="metavars.norm", help="options.form_of_norm")] = None,
    place: Annotated[
        str | None, typer.Option("--in", metavar="metavars.place", help="options.form_of_place")
    ] = None,
    on: Day = None,
    schema: Annotated[bool, typer.Option("--schema", help="options.floor_schema")] = False,
    file: DocumentFile = None,
    json: Json = False,
) -> int:
    """Check a table or a floor against the law, or print the form of a table or the schema of floor files."""
    voice: Voice = context.obj
    if schema:
        from novamas.house.floor.schema import floor_schema

        typer.echo(floor_schema(voice), nl=False)
        return 0
    if form is not None:
        from novamas.house.floor.form import form_of

        typer.echo(form_of(form, edition_of(norm, place, on), voice), nl=False)
        return 0
    if floor is None:
        raise NovamasError("usage", text_key="check_what")
    return _check(floor, voice, file, json=json)


def _check(path: Path, voice: Voice, file: Path | None, *, json: bool) -> int:
    from novamas.house.floor.check import check
    from novamas.house.floor.document import check_document
    from novamas.house.floor.text import report_payload

    checked = check(path)
    document = check_document(checked, path.resolve().name, voice)
    if file is not None:
        write_document(document, file)
    if json:
        print_json(report_payload(checked, voice))
    elif file is None:
        show_document(document)
    return FAULTS_FOUND if checked.count("red") else 0
