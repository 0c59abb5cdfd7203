"""`novamas simulate`: simulate rounds of a bet, and compare the results with the odds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from novamas.cli.options import Choices, Day, DocumentFile, Game, Json, NormToPlay, Place
from novamas.cli.output import print_json, show_document, write_document
from novamas.errors import InvalidInput, NovamasError
from novamas.words import Voice

if TYPE_CHECKING:
    from rich.progress import TaskID

    from novamas.sim.arrow_export import RoundsFile
    from novamas.sim.play import Tally
    from novamas.sim.simulation import Listener


def register(app: typer.Typer) -> None:
    """Register the `simulate` command."""
    app.command("simulate")(show_simulation)


def show_simulation(
    context: typer.Context,
    game: Game,
    norm: NormToPlay = None,
    place: Place = None,
    on: Day = None,
    choice: Choices = None,
    bet: Annotated[list[str] | None, typer.Option(metavar="metavars.bet", help="options.sim_bet")] = None,
    rounds: Annotated[str, typer.Option(metavar="metavars.number", help="options.sim_rounds")] = "1e7",
    strategy: Annotated[str, typer.Option(metavar="metavars.strategy", help="options.sim_strategy")] = "best",
    seed: Annotated[int | None, typer.Option(metavar="metavars.number", help="options.sim_seed")] = None,
    threads: Annotated[
        int | None, typer.Option(metavar="metavars.number", help="options.sim_threads", min=1, max=1024)
    ] = None,
    until_se: Annotated[
        float, typer.Option("--until-se", metavar="metavars.number", help="options.sim_until", min=0)
    ] = 0.0,
    seats: Annotated[int, typer.Option(metavar="metavars.number", help="options.sim_seats")] = 1,
    jackpot: Annotated[str | None, typer.Option(metavar="metavars.euros", help="options.sim_jackpot")] = None,
    cluster: Annotated[str, typer.Option(metavar="metavars.address", help="options.sim_cluster")] = "",
    out: Annotated[Path | None, typer.Option(metavar="metavars.file", help="options.sim_out")] = None,
    by_round: Annotated[bool, typer.Option("--by-round", help="options.sim_by_round")] = False,
    file: DocumentFile = None,
    json: Json = False,
) -> None:
    """Simulate rounds of one bet, or of each bet, and show the results."""
    from novamas.cli.opening import frame_to_play, table_of
    from novamas.house.api import simulate
    from novamas.house.simulation.document import simulation_document
    from novamas.sim.arrow_export import write_simulations
    from novamas.sim.dispatch import bets_of
    from novamas.words.amounts import read_amount
    from novamas.words.typed_bets import written_bets

    many = read_rounds(rounds)
    opened = table_of(frame_to_play(context.obj.law, game, norm, place, on), choice or ())
    voice: Voice = context.obj.at(opened.game.slug)
    bets = tuple(written_bets(one, bets_of(opened), voice) for one in bet or ()) or bets_of(opened)
    found = []
    with rounds_file(out, bets, by_round) as rounds_kept:
        for name in bets:
            with progress(voice, name, many) as heard:
                one = simulate(
                    opened,
                    name,
                    rounds=many,
                    strategy=strategy,
                    seed=seed,
                    threads=threads,
                    until_se=until_se,
                    heard=heard,
                    keep=None if rounds_kept is None else rounds_kept.of(name),
                    cluster=cluster,
                    seats=seats,
                    jackpot=None if jackpot is None else read_amount(jackpot, voice.language),
                )
            seed = one.seed  # all bets are simulated from the same seed
            found.append(one)
    if out is not None and not by_round:
        write_simulations(found, out)
    if file is not None:
        write_document(simulation_document(found, voice), file)
    if json:
        print_json({one.bet: one for one in found})
    elif file is None:
        show_document(simulation_document(found, voice))


@contextmanager
def rounds_file(out: Path | None, bets: tuple[str, ...], by_round: bool) -> Iterator[RoundsFile | None]:
    """Yield the file that receives every round, or None if no file was named."""
    from novamas.sim.arrow_export import check_columns, rounds_file

    if by_round and out is None:
        raise NovamasError("by_round_without_file")
    if out is not None:
        check_columns(out)
    if out is None or not by_round:
        yield None
        return
    with rounds_file(out, bets) as found:
        yield found


def read_rounds(written: str) -> int:
    """Return a whole number of rounds, typed as 1000000, 1e9 or 2.5e6."""
    try:
        number = Decimal(written)
        if number.is_finite() and number.adjusted() < 18 and number == int(number):
            return int(number)
    except InvalidOperation:
        pass
    raise InvalidInput("no_such_rounds", given=written)


@contextmanager
def progress(voice: Voice, bet: str, rounds: int) -> Iterator[Listener]:
    """Yield the function that advances a progress bar with the edge so far and its interval.

    Before the rounds, the bar shows the progress of computing the odds. Without a terminal there is no bar.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

    from novamas.house.simulation.document import running
    from novamas.house.simulation.text import wager_text
    from novamas.odds.progress import on_progress

    called = wager_text(bet, voice)
    columns = SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bars:
        task = bars.add_task(called, total=rounds)

        def show(tally: Tally) -> None:
            text = f"{called} · {running(tally.edge, tally.se, voice)}"
            bars.update(task, completed=tally.rounds, description=text)

        counts: dict[str, TaskID] = {}

        def count(what: str, done: int, whole: int) -> None:
            if what not in counts:
                counts[what] = bars.add_task(voice.text(f"counting.{what}"))
            bars.update(counts[what], completed=done, total=whole, visible=done < whole)

        with on_progress(count):
            yield show
