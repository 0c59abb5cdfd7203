"""`novamas schema`: the JSON Schema of what leaves a table, for programs that show or play one."""

from __future__ import annotations

from typing import Annotated

import typer

from novamas.cli.language import _


def register(app: typer.Typer) -> None:
    """Give the `schema` command to the main one."""
    app.command("schema")(show_schema)


def show_schema(
    game: Annotated[str | None, typer.Argument(help=_("the game, as `novamas games` names it"))] = None,
) -> None:
    """Print the JSON Schema of a table: a game's views, offers, deeds and phases; without a game, events
    and refusals, which the schemas of the games look for in common.json."""
    from novamas.games import game as game_named
    from novamas.record.schema import schema

    typer.echo(schema(None if game is None else game_named(game)), nl=False)
