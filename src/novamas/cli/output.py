"""Output of the commands: sentences, tables, documents, and JSON for other programs."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import msgspec
import typer

from novamas.errors import NovamasError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from novamas.documents import Document, Item

BETWEEN = 3  # characters between the columns of a table
HTML, PDF = FORMS = (".html", ".pdf")
COLOURS = {"": None, "good": typer.colors.GREEN, "doubtful": typer.colors.YELLOW, "bad": typer.colors.RED}
WIDTH = 100  # if the output is not a terminal and COLUMNS is not set


def console() -> Console:
    """Return the console for tables, of a fixed width if the output is not a terminal."""
    from rich.console import Console

    found = Console(highlight=False)
    if not found.is_terminal and "COLUMNS" not in os.environ:
        found.width = WIDTH
    return found


def show_table(
    titles: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    whole: Sequence[str] = (),
    right: Sequence[str] = (),
) -> None:
    """Show a short table. If the terminal is too narrow, each row becomes a block.

    The columns in `whole` are never wrapped. Other columns wrap only between words.
    """
    screen = console()
    columns = [(title, [row[place] for row in rows]) for place, title in enumerate(titles)]
    full = [max(map(_width, (title, *cells))) for title, cells in columns]
    least = [
        max(_longest_word(title), *map(_width if title in whole else _longest_word, cells), 1)
        for title, cells in columns
    ]
    room = screen.width - BETWEEN * len(titles)
    if room < sum(least):
        for first, *others in rows:
            parts = (
                f"{title} {' '.join(cell.split())}"
                for title, cell in zip(titles[1:], others, strict=True)
                if cell
            )
            say(f"{titles[0]} {first}" if first.isdecimal() else first, f"  {'; '.join(parts)}")
        return
    shown = _table(titles, right)
    if room < sum(full):
        widest = max(range(len(titles)), key=lambda place: full[place] - least[place])
        widths = [*least[:widest], room - sum(least) + least[widest], *least[widest + 1 :]]
        for column, width in zip(shown.columns, widths, strict=True):
            column.width = width
        rows = [[_folded(cell, width) for cell, width in zip(row, widths, strict=True)] for row in rows]
    for row in rows:
        shown.add_row(*row)
    screen.print(shown)


def _table(titles: Sequence[str], right: Sequence[str]) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    found = Table(box=SIMPLE_HEAD, pad_edge=False)
    for title in titles:
        found.add_column(title, justify="right" if title in right else "left", overflow="fold")
    return found


def _width(text: str) -> int:
    return max(map(len, text.splitlines()), default=0)


def _longest_word(text: str) -> int:
    return max(map(len, re.split("[ \n]+", _UNBROKEN.sub("\N{NO-BREAK SPACE}", text))))


def _folded(cell: str, width: int) -> str:
    return "\n".join(part for line in cell.splitlines() for part in wrapped(line, width, hanging=""))


def grid() -> Table:
    """Return an indented grid without lines or headings. Its last column is aligned right."""
    from rich.table import Table

    found = Table.grid(padding=(0, 2, 0, 0))
    found.add_column(width=0)
    found.add_column(overflow="fold")
    found.add_column(justify="right", no_wrap=True)
    return found


def say(*lines: str) -> None:
    """Print sentences, one per line, wrapped at the width of the terminal."""
    width = get_terminal_size((0, 0)).columns  # 0 if unknown: then no line is wrapped
    for line in lines:
        for part in wrapped(line, width):
            typer.echo(_RED.sub(lambda card: typer.style(card[0], fg="red"), part))


def wrapped(line: str, width: int, hanging: str = "  ") -> list[str]:
    """Return the lines of a text after wrapping. Amounts and fractions are never broken."""
    if not width or len(line) <= width:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()))
    text = _UNBROKEN.sub("\N{NO-BREAK SPACE}", line)
    parts = _wrap(text, width, indent, hanging)
    return [part.replace("\N{NO-BREAK SPACE}", " ") for part in parts]


def _wrap(line: str, width: int, indent: str, hanging: str) -> list[str]:
    """Return the lines of a text, broken only at plain spaces. A word longer than a line stays whole."""
    parts, now = [], indent
    for word in line.split(" "):
        if not word:
            continue
        longer = f"{now} {word}" if now.strip() else f"{now}{word}"
        if len(longer) > width and now.strip():
            parts.append(now)
            now = f"{indent}{hanging}{word}"
        else:
            now = longer
    return [*parts, now]


_UNBROKEN = re.compile(r"(?<=[0-9]) (?=[€%×])|(?<=[+−×=→±≈]) (?=[0-9])| (?=→)")
_RED = re.compile(r"\b(?:10|[2-9AJQK])[♥♦]")


def heading(text: str) -> None:
    """Print a title above the output that follows."""
    typer.echo("")
    for part in wrapped(text, get_terminal_size((0, 0)).columns):
        typer.secho(part, bold=True)


def show_document(document: Document) -> None:
    """Show a document on the terminal. Charts are left out, because tables have the same values."""
    from novamas.documents import Heading, Item, Keys, Lines, Paragraph, Rows

    heading(document.title)
    say(document.about)
    for block in document.blocks:
        match block:
            case Heading():
                heading(block.text)
            case Paragraph():
                say(block.text)
            case Lines():
                say(*block.lines)
            case Rows():
                figures = [block.columns[place] for place in block.figures]
                show_table(block.columns, block.rows, right=figures, whole=figures)
            case Keys():
                say(" · ".join(f"{key.name} {key.value}" for key in block.keys))
            case Item():
                _show_item(block)
            case _:
                pass
    say("", document.foot)


def _show_item(item: Item) -> None:
    """Show an item: its title and, further indented, the statement of each side and the notes."""
    typer.echo("")
    _show_title(item)
    for side in item.sides:
        lines = [f"{'  ' if part.is_note else ''}{part.text}" for part in side.parts]
        if side.name:
            first = lines.pop(0) if lines and not side.parts[0].is_note else ""
            say(f"  {side.name}: {first}".rstrip())
        say(*(f"  {line}" for line in lines))


def _show_title(item: Item) -> None:
    """Show the severity of an item in coloured capitals, and then its title."""
    if not item.weight:
        say(item.title)
        return
    weight = item.weight.upper()
    first, *rest = wrapped(f"{weight} {item.title}", get_terminal_size((0, 0)).columns)
    typer.echo(first.replace(weight, typer.style(weight, fg=COLOURS[item.news], bold=True), 1))
    typer.echo("".join(f"{line}\n" for line in rest), nl=False)


def document_file(path: Path | None) -> Path | None:
    """Return the path for a document. Its suffix must be that of a page or of a printed sheet."""
    if path is not None and path.suffix.lower() not in FORMS:
        raise NovamasError("no_such_form", path=str(path), known=FORMS)
    return path


def write_document(document: Document, path: Path) -> None:
    """Write a document to a file. The suffix of the name decides between a page and a printed sheet."""
    from novamas.documents import as_html, as_pdf

    document_file(path)
    content = as_pdf(document) if path.suffix.lower() == PDF else as_html(document).encode()
    try:
        path.write_bytes(content)
    except (OSError, ValueError) as fault:
        raise NovamasError("not_written", path=str(path), errno=getattr(fault, "errno", None)) from None


def print_json(content: object) -> None:
    """Print one JSON object for other programs."""
    typer.echo(as_json(content))


def as_json(content: object) -> str:
    """Return an object as JSON, with fractions as text."""
    return msgspec.json.format(msgspec.json.encode(content, enc_hook=str), indent=2).decode()
