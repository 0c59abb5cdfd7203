"""`novamas day`: the daily result of a floor, and the float that it needs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from novamas.cli.options import DocumentFile, Json
from novamas.cli.output import print_json, show_document, write_document
from novamas.words import Voice


def register(app: typer.Typer) -> None:
    """Register the `day` command."""
    app.command("day")(show_day)


def show_day(
    context: typer.Context,
    floor: Annotated[Path, typer.Argument(metavar="metavars.floor", help="options.day_floor")],
    days: Annotated[int, typer.Option(metavar="metavars.number", help="options.day_days")] = 10_000,
    seed: Annotated[int | None, typer.Option(metavar="metavars.number", help="options.sim_seed")] = None,
    file: DocumentFile = None,
    json: Json = False,
) -> None:
    """Simulate a floor's day many times and show the results."""
    from novamas.house.api import simulate_day
    from novamas.house.simulation.day_document import day_document

    voice: Voice = context.obj
    found = simulate_day(floor, days=days, seed=seed, law=voice.law)
    if file is not None:
        write_document(day_document(found, voice), file)
    if json:
        print_json(found)
    elif file is None:
        show_document(day_document(found, voice))
