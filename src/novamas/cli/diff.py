"""`novamas diff`: two norms, two days or two set-ups of a game beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from novamas.cli.options import DocumentFile, Game, Json, NormToPlay, Place
from novamas.cli.output import print_json, show_document, write_document
from novamas.errors import Unreadable
from novamas.law import norms
from novamas.words import Words

if TYPE_CHECKING:
    from novamas.law import Frame


def register(app: typer.Typer) -> None:
    """Give the `diff` command to the main one."""
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
    """Rule by rule, clause beside clause, and what the differences do to the edge of every bet."""
    from novamas.cli.opening import table_of
    from novamas.cli.waiting import bars
    from novamas.house.comparing import compare, told
    from novamas.house.comparing_document import diff_document

    first, second = frames_between(game, between, norm, place)
    tables = table_of(first, one or ()), table_of(second, other or ())
    voice: Words = context.obj.at(tables[0].game.slug)
    with bars(voice):
        found = compare(*tables)
    document = diff_document(found, *tables, voice, with_wording=wording)
    if file is not None:
        write_document(document, file)
    if json:
        print_json(told(found, *tables))
    elif file is None:
        show_document(document)


def frames_between(
    game: str, between: str | None, norm: str | None, place: str | None
) -> tuple[Frame, Frame]:
    """The two laws that are meant: two norms, two days of a place, or one law with two set-ups."""
    from novamas.cli.opening import frame_to_play

    if between is None:
        same = frame_to_play(game, norm, place, None)
        return same, same
    sides = [side.strip() for side in between.split(",")]
    if len(sides) != 2 or norm is not None:
        raise Unreadable("two_sides_unreadable", given=between)
    if all(side in norms() for side in sides) and place is None:
        first, second = (frame_to_play(game, side, None, None) for side in sides)
    else:
        first, second = (frame_to_play(game, None, place, side) for side in sides)
    return first, second
