"""`novamas schema`: the JSON Schemas of the data that a table sends to other programs."""

from __future__ import annotations

from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Register the `schema` command."""
    app.command("schema")(show_schema)


def show_schema(
    game: Annotated[str | None, typer.Argument(metavar="metavars.game", help="options.game")] = None,
    house: Annotated[bool, typer.Option("--house", help="options.house_schema")] = False,
    school: Annotated[bool, typer.Option("--school", help="options.school_schema")] = False,
) -> None:
    """Print the JSON Schema of a game's views, offers, deeds and phases, or of events and refusals."""
    from novamas.games import game as game_named
    from novamas.house.opening import check_table
    from novamas.record.schema import schema

    if house:
        from novamas.house.payload_schema import house_schema

        typer.echo(house_schema(), nl=False)
        return
    if school:
        from novamas.school.schema import school_schema

        typer.echo(school_schema(), nl=False)
        return
    if game is not None:
        check_table(game)
    typer.echo(schema(None if game is None else game_named(game)), nl=False)
