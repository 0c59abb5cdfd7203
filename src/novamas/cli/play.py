"""`novamas play`: a newcomer sits down at a table; the croupier and chance are automatic."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from tempfile import mkstemp
from typing import IO, TYPE_CHECKING, Annotated

import typer

from novamas.cli.options import Choices, Day, Game, NormToPlay, Place
from novamas.cli.output import say
from novamas.errors import NovamasError
from novamas.words import Words

if TYPE_CHECKING:
    from novamas.kit.chance import Live, Seeded

SIGNALLED = 128  # and the number of the signal is the exit status, as a shell reports it


def register(app: typer.Typer) -> None:
    """Give the `play` command to the main one."""
    app.command("play")(play)


def play(
    context: typer.Context,
    game: Game,
    norm: NormToPlay = None,
    place: Place = None,
    on: Day = None,
    choice: Choices = None,
    cash: Annotated[str, typer.Option(metavar="metavars.euros", help="options.cash")] = "200",
    seed: Annotated[int | None, typer.Option(metavar="metavars.number", help="options.seed")] = None,
    my_seed: Annotated[str | None, typer.Option(metavar="metavars.text", help="options.my_seed")] = None,
    record: Annotated[Path | None, typer.Option(metavar="metavars.file", help="options.record_here")] = None,
) -> None:
    """Sit down and play: you are told what you may do, the limits, and why each payment was made."""
    from novamas.cli.opening import frame_to_play, table_of
    from novamas.cli.player import ME, Player
    from novamas.cli.stopping import stopping
    from novamas.house.opening import fewest_seats
    from novamas.kit.chance import Live
    from novamas.players.companions import companions_of, others
    from novamas.record import Writer, header_of
    from novamas.table.session import AUTOMATIC, Session
    from novamas.words.amounts import read_amount

    frame = frame_to_play(game, norm, place, on)
    voice: Words = context.obj.at(frame.game)
    opened = table_of(frame, choice or (), {"seats": fewest_seats(frame)})
    brought = read_amount(cash, voice.language)
    source = _source(seed, my_seed)
    live = source if isinstance(source, Live) else None
    commitment = live.commitment if live else None
    today = datetime.now(UTC).astimezone().date()
    header = header_of(opened, source, opened=today, cash={ME: brought}, number=seed)
    file, path = _open_record(record, game)
    with file, stopping() as stop:
        writer = Writer(file, header)
        session = Session(
            opened.opening,
            source,
            automatic=AUTOMATIC | frozenset(others(opened.opening, ME)),
            cash={ME: brought},
            log=writer.deed,
            companions=companions_of(opened.opening, ME, str(seed if seed is not None else commitment)),
        )
        player = Player(opened, session, voice, lambda: writer.receipt, stop, seed or 0)
        try:
            player.greet(commitment, seed, my_seed)
            player.sit()
            player.leave()
        finally:  # whatever happened: the seed is told, and nothing may follow
            revealed = live.reveal() if live else None
            writer.seal(revealed, my_seed)
        if revealed is not None:
            say(voice.say("play.seed_was", seed=revealed))
        say(voice.say("play.receipt_of_record", receipt=writer.receipt))
    say(voice.say("play.record_is", path=path))
    if stop.by is not None:
        raise typer.Exit(SIGNALLED + stop.by)


def _source(seed: int | None, my_seed: str | None) -> Live | Seeded:
    """Who draws: a number, or the operating system, into whose seed the player's own is mixed."""
    from novamas.kit.chance import Live, Seeded

    if seed is not None:
        if my_seed is not None:
            raise NovamasError("nothing_to_mix", told_as="seed_and_my_seed")
        return Seeded(seed)
    live = Live()
    if my_seed is not None:
        live.mix_in(my_seed)
    return live


def _open_record(wanted: Path | None, game: str) -> tuple[IO[str], Path]:
    """A new file for the record: where it is wanted, or a temporary one."""
    if wanted is None:
        number, name = mkstemp(prefix=f"novamas-{game}-", suffix=".jsonl")
        return open(number, "w", encoding="utf-8", newline="\n"), Path(name)
    try:
        return wanted.open("x", encoding="utf-8", newline="\n"), wanted
    except FileExistsError:
        raise NovamasError("record_not_written", told_as="record_exists", path=str(wanted)) from None
    except OSError as fault:
        raise NovamasError("record_not_written", path=str(wanted), errno=fault.errno) from None
