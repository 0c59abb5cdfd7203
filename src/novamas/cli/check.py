"""`novamas check`: a table or a whole floor against the law, and the file to fill in."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from shutil import get_terminal_size
from typing import Annotated

import typer

from novamas.cli.opening import edition_of
from novamas.cli.options import Day, Json
from novamas.cli.output import heading, print_json, say, wrapped
from novamas.errors import NovamasError
from novamas.house.findings import Checked, Finding
from novamas.house.opening import read_day
from novamas.words import Words

FAULTS_FOUND = 1


def register(app: typer.Typer) -> None:
    """Give the `check` command to the main one."""
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
    json: Json = False,
) -> int:
    """A table or a whole floor against the law; or the form of one, or the schema of such files."""
    voice: Words = context.obj
    if schema:
        from novamas.house.floor_schema import floor_schema

        typer.echo(floor_schema(voice), nl=False)
        return 0
    if form is not None:
        from novamas.house.form import form_of

        typer.echo(form_of(form, edition_of(norm, place, read_day(on)), voice), nl=False)
        return 0
    if floor is None:
        raise NovamasError("usage", told_as="check_what")
    return _check(floor, voice, json=json)


def _check(path: Path, voice: Words, *, json: bool) -> int:
    from novamas.house.check import check
    from novamas.house.found_words import content

    checked = check(path)
    print_json(content(checked, voice)) if json else _show(checked, voice)
    return FAULTS_FOUND if checked.count("red") else 0


def _show(checked: Checked, voice: Words) -> None:
    """Table by table, what was found; and how much."""
    for (name, game), found in groupby(checked.findings, key=lambda finding: (finding.table, finding.game)):
        heading(_title(name, game, voice))
        for finding in found:
            _show_finding(finding, voice)
    figures = {"tables": checked.tables, "red": checked.count("red"), "amber": checked.count("amber")}
    typer.echo("")
    say(voice.say("check.count" if checked.findings else "check.none", **figures))


def _title(name: str, game: str, voice: Words) -> str:
    if not name:
        return voice.text("check.floor")
    return voice.say("check.table", table=name, game=game) if game else name


def _show_finding(finding: Finding, voice: Words) -> None:
    from novamas.house.found_words import file_words, finding_words, law_words, lawful_words

    colour = typer.colors.RED if finding.severity == "red" else typer.colors.YELLOW
    weight = voice.text(f"check.{finding.severity}").upper()
    first, *rest = wrapped(f"  {weight} {finding_words(finding, voice)}", get_terminal_size((0, 0)).columns)
    typer.echo(first.replace(weight, typer.style(weight, fg=colour, bold=True), 1))
    typer.echo("".join(f"{line}\n" for line in rest), nl=False)
    if law := law_words(finding, voice):
        say("    " + voice.say("check.law", says=law))
    say("    " + file_words(finding, voice))
    if lawful := lawful_words(finding, voice):
        say("    " + voice.say("check.lawful", values=lawful))
