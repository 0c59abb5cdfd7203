"""`novamas par`: the mathematics report of a table, as text, page, printed sheet, JSON or CSV."""

from __future__ import annotations

from typing import Annotated

import typer

from novamas.cli.options import Choices, Day, DocumentFile, Game, Json, NormToPlay, Place
from novamas.cli.output import print_json, show_document, write_document
from novamas.words import Voice


def register(app: typer.Typer) -> None:
    """Register the `par` command."""
    app.command("par")(show_par)


def show_par(
    context: typer.Context,
    game: Game,
    norm: NormToPlay = None,
    place: Place = None,
    on: Day = None,
    choice: Choices = None,
    tables: Annotated[int, typer.Option(metavar="metavars.number", help="options.tables", min=1)] = 1,
    seats: Annotated[int, typer.Option(metavar="metavars.number", help="options.players_each", min=1)] = 5,
    pace: Annotated[int, typer.Option(metavar="metavars.number", help="options.pace", min=1)] = 40,
    stake: Annotated[str, typer.Option(metavar="metavars.euros", help="options.average_stake")] = "10 €",
    without_effects: Annotated[
        bool, typer.Option("--without-effects", help="options.without_effects")
    ] = False,
    file: DocumentFile = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="options.csv")] = False,
    json: Json = False,
) -> None:
    """Show the mathematics report that a laboratory or a gaming director expects."""
    from novamas.cli.opening import frame_to_play, table_of
    from novamas.cli.progress_bars import bars
    from novamas.house.par.csv_export import csv_of
    from novamas.house.par.document import par_document
    from novamas.house.par.payload import par_payload
    from novamas.house.par.sheet import Traffic, par_sheet
    from novamas.words.amounts import read_amount

    opened = table_of(frame_to_play(context.obj.law, game, norm, place, on), choice or ())
    voice: Voice = context.obj.at(opened.game.slug)
    traffic = Traffic(tables, seats, pace, read_amount(stake, voice.language))
    with bars(voice):
        sheet = par_sheet(opened, voice.language, with_effects=not without_effects)
    if file is not None:
        write_document(par_document(sheet, traffic, voice), file)
    if json:
        print_json(par_payload(sheet))
    elif as_csv:
        typer.echo(csv_of(sheet), nl=False)
    elif file is None:
        show_document(par_document(sheet, traffic, voice))
