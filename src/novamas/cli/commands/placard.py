"""`novamas placard`: the notice that a table must display, as text, page or PDF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from novamas.cli.opening import frame_to_play
from novamas.cli.options import Choices, Day, Json, NormToPlay, Place
from novamas.cli.output import print_json
from novamas.errors import NovamasError
from novamas.house.opening import read_choices
from novamas.law import Library
from novamas.words import Voice

if TYPE_CHECKING:
    from novamas.house.floor.pending import PendingTable
    from novamas.house.placard.placard import Placard

FORMS = (".txt", ".html", ".pdf")
PAPERS = ("a4", "a3")


def register(app: typer.Typer) -> None:
    """Register the `placard` command."""
    app.command("placard")(show_placard)


def show_placard(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="metavars.game_or_floor", help="options.game_or_floor")],
    norm: NormToPlay = None,
    place: Place = None,
    on: Day = None,
    choice: Choices = None,
    file: Annotated[
        Path | None, typer.Option("--to", metavar="metavars.file", help="options.placard_file")
    ] = None,
    paper: Annotated[str, typer.Option(metavar="metavars.paper", help="options.paper")] = PAPERS[0],
    json: Json = False,
) -> None:
    """Show the notice that a table, or every table of a floor, must display."""
    from novamas.house.placard.placard import placard_of
    from novamas.house.placard.text import as_text

    voice: Voice = context.obj
    if paper not in PAPERS:
        raise NovamasError("no_such_paper", given=paper, known=PAPERS)
    if file is not None and file.suffix.lower() not in FORMS:
        raise NovamasError("no_such_form", path=str(file), known=FORMS)
    tables = _tables(voice.law, game, norm, place, on, choice or ())
    placards = {name: placard_of(each.table, voice, each.pending) for name, each in tables.items()}
    for name, placard in placards.items():
        if file is not None:
            _write(placard, file if len(tables) == 1 else _named(file, name), paper)
        elif not json:
            typer.echo(as_text(placard), nl=False)
    if json:
        print_json(placards)


def _tables(
    law: Library,
    game: str,
    norm: str | None,
    place: str | None,
    on: str | None,
    choices: list[str] | tuple[()],
) -> dict[str, PendingTable]:
    """Return the table of a game, or the tables of a file or folder, each with its name."""
    from novamas.house.floor.check import tables_of
    from novamas.house.floor.pending import pending_table
    from novamas.house.opening import as_counted

    if not (game.endswith(".toml") or Path(game).is_dir()):
        frame, written = frame_to_play(law, game, norm, place, on), read_choices(choices)
        return {game: pending_table(frame, as_counted(frame, written), written)}
    if norm or place or on or choices:
        raise NovamasError("usage", text_key="placard_of_file", path=game)
    return tables_of(game, law)


def _named(file: Path, table: str) -> Path:
    """Return the name of the file for one of several tables."""
    safe = "".join(each if each.isalnum() or each in "-_" else "_" for each in table)
    return file.with_stem(f"{file.stem}-{safe}")


def _write(placard: Placard, path: Path, paper: str) -> None:
    from novamas.house.placard.html import as_html
    from novamas.house.placard.pdf import as_pdf
    from novamas.house.placard.text import as_text

    made = {
        ".txt": lambda: as_text(placard).encode(),
        ".html": lambda: as_html(placard).encode(),
        ".pdf": lambda: as_pdf(placard, "a3" if paper == "a3" else "a4"),
    }
    content = made[path.suffix.lower()]()
    try:
        path.write_bytes(content)
    except (OSError, ValueError) as fault:
        raise NovamasError("not_written", path=str(path), errno=getattr(fault, "errno", None)) from None
