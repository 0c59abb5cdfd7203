"""`novamas check`: check a table or a whole floor against the law, or print a form to fill in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from novamas.cli.opening import edition_of
from novamas.cli.options import Day, DocumentFile, Json
from novamas.cli.output import print_json, say, show_document, write_document
from novamas.errors import NovamasError
from novamas.law import Edition
from novamas.law.faults import FaultySetup
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
    tournament: Annotated[
        str | None, typer.Option(metavar="metavars.game", help="options.tournament")
    ] = None,
    casino: Annotated[
        list[str] | None, typer.Option(metavar="metavars.text", help="options.casino_organiser")
    ] = None,
    organiser: Annotated[
        list[str] | None, typer.Option(metavar="metavars.text", help="options.other_organiser")
    ] = None,
    authorised: Annotated[bool, typer.Option("--authorised", help="options.tournament_authorised")] = False,
    file: DocumentFile = None,
    json: Json = False,
) -> int:
    """Check a table, a floor or a tournament against the law, or print a form or schema for such files."""
    voice: Voice = context.obj
    if schema:
        from novamas.house.floor.schema import floor_schema

        typer.echo(floor_schema(voice), nl=False)
        return 0
    if tournament is not None:
        edition = edition_of(voice.law, norm, place, on)
        if edition is None:
            raise NovamasError("usage", text_key="tournament_where")
        organisers = [(name, True) for name in casino or ()] + [(name, False) for name in organiser or ()]
        _check_tournament(edition, tournament, organisers, authorised, voice, json=json)
        return 0
    if form is not None:
        from novamas.house.floor.form import form_of

        typer.echo(form_of(form, edition_of(voice.law, norm, place, on), voice), nl=False)
        return 0
    if floor is None:
        raise NovamasError("usage", text_key="check_what")
    return _check(floor, voice, file, json=json)


def _check(path: Path, voice: Voice, file: Path | None, *, json: bool) -> int:
    from novamas.house.floor.check import check
    from novamas.house.floor.document import check_document
    from novamas.house.floor.text import report_payload

    checked = check(path, voice.law)
    document = check_document(checked, path.resolve().name, voice)
    if file is not None:
        write_document(document, file)
    if json:
        print_json(report_payload(checked, voice))
    elif file is None:
        show_document(document)
    return FAULTS_FOUND if checked.count("red") else 0


def _check_tournament(
    edition: Edition,
    game: str,
    organisers: list[tuple[str, bool]],
    authorised: bool,
    voice: Voice,
    *,
    json: bool,
) -> None:
    """Print that a tournament is allowed, or raise an error with all its faults."""
    from novamas.law.general import Organiser, tournament_faults

    known = [Organiser(*each) for each in organisers]
    if faults := tournament_faults(edition, game, organisers=known, specifically_authorised=authorised):
        raise FaultySetup(faults, game if game in edition else "")
    result = {"game": game, "norm": edition.norms[0], "allowed": True}
    if json:
        print_json(result)
    else:
        say(voice.say("check.tournament_allowed", game=game, norm=edition.norms[0]))
