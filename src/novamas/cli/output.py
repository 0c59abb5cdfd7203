"""How the commands speak: plain sentences, tables where they help, JSON for other programs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

WIDTH = 100  # where the output is not a terminal and COLUMNS says nothing


def console() -> Console:
    """Where tables are shown; plain text of a fixed width when it is not a terminal."""
    from rich.console import Console

    found = Console(highlight=False)
    if not found.is_terminal and "COLUMNS" not in os.environ:
        found.width = WIDTH
    return found


def table(*headings: str, whole: Sequence[str] = (), right: Sequence[str] = ()) -> Table:
    """An empty table with few lines in it; the columns in `whole` are never broken."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    found = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        found.add_column(
            heading,
            no_wrap=heading in whole,
            justify="right" if heading in right else "left",
            overflow="fold",
        )
    return found


def grid() -> Table:
    """Rows without lines or headings, indented; the last column keeps to the right."""
    from rich.table import Table

    found = Table.grid(padding=(0, 2, 0, 0))
    found.add_column(width=0)
    found.add_column(overflow="fold")
    found.add_column(justify="right", no_wrap=True)
    return found


def say(*lines: str) -> None:
    """Sentences for people, one to a line."""
    for line in lines:
        typer.echo(line)


def heading(text: str) -> None:
    """The title of what follows."""
    typer.echo("")
    typer.secho(text, bold=True)


def print_json(content: object) -> None:
    """One object for other programs."""
    typer.echo(as_json(content))


def as_json(content: object) -> str:
    """An object as JSON, fractions as text."""
    return msgspec.json.format(msgspec.json.encode(content, enc_hook=str), indent=2).decode()
