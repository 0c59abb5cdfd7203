"""`novamas diff`: compare two norms, two dates or two set-ups of a game."""

from __future__ import annotations

from typing import Annotated

import typer

from novamas.cli.options import DocumentFile, Game, Json, NormToPlay, Place
from novamas.cli.output import print_json, show_document, write_document
from novamas.words import Voice


def register(app: typer.Typer) -> None:
    """Register the `diff` command."""
    app.command("diff")(show_differences)


def show_differences(
    context: typer.Context,
    game: Game,
    between: Annotated[str | None, typer.Option(metavar="metavars.two_sides", help="options.between")] = None,
    norm: NormToPlay = None,
    place: Place = None,
    one: Annotated[list[str] | None, typer.Option(metavar="metavars.choice", help="options.one_side")] = None,
    other: Annotated[
        list[str] | None, typer.Option(metavar="metavars.choice", help="options.other_side")
    ] = None,
    wording: Annotated[bool, typer.Option("--wording", help="options.wording")] = False,
    file: DocumentFile = None,
    json: Json = False,
) -> None:
    """Show the rules that differ, with their clauses, and the effect on the edge of every bet."""
    from novamas.cli.opening import edition_of, table_of
    from novamas.cli.progress_bars import bars
    from novamas.house.diff.comparison import compare, comparison_payload, frames_between
    from novamas.house.diff.document import diff_document

    edition_of(context.obj.law, norm, place)
    first, second = frames_between(game, between, norm, place, context.obj.law)
    tables = table_of(first, one or ()), table_of(second, other or ())
    voice: Voice = context.obj.at(tables[0].game.slug)
    with bars(voice):
        found = compare(*tables)
    document = diff_document(found, *tables, voice, with_wording=wording)
    if file is not None:
        write_document(document, file)
    if json:
        print_json(comparison_payload(found, *tables))
    elif file is None:
        show_document(document)
