"""`novamas sessions`: simulated sessions of many players who use a betting system."""

from __future__ import annotations

from typing import Annotated

import typer

from novamas.cli.options import Choices, Day, DocumentFile, Game, Json, NormToPlay, Place
from novamas.cli.output import print_json, show_document, write_document
from novamas.errors import InvalidInput
from novamas.words import Voice


def register(app: typer.Typer) -> None:
    """Register the `sessions` command."""
    app.command("sessions")(show_sessions)


def show_sessions(
    context: typer.Context,
    game: Game,
    bet: Annotated[str, typer.Option(metavar="metavars.bet", help="options.session_bet")],
    purse: Annotated[str, typer.Option(metavar="metavars.euros", help="options.session_purse")],
    norm: NormToPlay = None,
    place: Place = None,
    on: Day = None,
    choice: Choices = None,
    target: Annotated[
        str | None, typer.Option(metavar="metavars.euros", help="options.session_target")
    ] = None,
    rounds: Annotated[int, typer.Option(metavar="metavars.number", help="options.session_rounds")] = 1000,
    system: Annotated[str, typer.Option(metavar="metavars.system", help="options.session_system")] = "flat",
    line: Annotated[str, typer.Option(metavar="metavars.text", help="options.session_line")] = "1,2,3,4",
    players: Annotated[int, typer.Option(metavar="metavars.number", help="options.session_players")] = 10_000,
    seed: Annotated[int | None, typer.Option(metavar="metavars.number", help="options.sim_seed")] = None,
    file: DocumentFile = None,
    json: Json = False,
) -> None:
    """Show how the sessions of many simulated players end."""
    from novamas.cli.opening import frame_to_play, table_of
    from novamas.house.api import simulate_sessions
    from novamas.house.simulation.sessions_document import sessions_document
    from novamas.words.amounts import read_amount
    from novamas.words.typed_bets import written_bets

    opened = table_of(frame_to_play(context.obj.law, game, norm, place, on), choice or ())
    voice: Voice = context.obj.at(opened.game.slug)
    found = simulate_sessions(
        opened,
        written_bets(bet, opened.game.wagers(opened.opening), voice),
        purse=read_amount(purse, voice.language),
        target=None if target is None else read_amount(target, voice.language),
        rounds=rounds,
        system=system,
        line=read_numbers(line),
        players=players,
        seed=seed,
    )
    if file is not None:
        write_document(sessions_document(found, voice), file)
    if json:
        print_json(found)
    elif file is None:
        show_document(sessions_document(found, voice))


def read_numbers(written: str) -> tuple[int, ...]:
    """Return the whole numbers in a typed list with commas."""
    parts = written.split(",")
    if not all(part.strip().isdecimal() and len(part) < 9 for part in parts):
        raise InvalidInput("no_such_line", given=written)
    return tuple(map(int, parts))
