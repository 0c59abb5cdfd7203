"""The placard as plain text, eighty columns wide."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from novamas.house.placard.placard import Line, Part, Placard

WIDTH = 80
INSIDE = WIDTH - 4


def as_text(placard: Placard) -> str:
    """Return the placard as text in a frame."""
    lines = ["╔" + "═" * (WIDTH - 2) + "╗", *map(_framed, _lines(placard)), "╚" + "═" * (WIDTH - 2) + "╝"]
    return "\n".join(lines) + "\n"


def _framed(line: str) -> str:
    assert len(line) <= INSIDE, line
    return f"║ {line:<{INSIDE}} ║"


def _lines(placard: Placard) -> Iterator[str]:
    yield ""
    yield from _centred(placard.title.upper())
    yield from _centred(placard.under)
    yield ""
    for line in placard.headlines:
        yield from _centred(f"{line.what}: {line.figure}")
    if placard.pending:
        yield ""
        yield from _centred(placard.pending)
    for part in placard.parts:
        yield from _part(part)
    yield ""
    yield "─" * INSIDE
    for text in (placard.ordered, placard.clauses):
        if text:
            yield from _wrapped(text)


def _part(part: Part) -> Iterator[str]:
    yield ""
    yield f"── {part.title} ".ljust(INSIDE, "─")
    for line in part.lines:
        yield from _figure(line)
    for sentence in part.sentences:
        yield from _wrapped(sentence)


def _figure(line: Line) -> Iterator[str]:
    """Yield a name, dots and its figure. If the line is too short, the figure goes to the next line."""
    what = f"   {line.what}" if line.within else line.what
    figure = f"{line.figure}   {line.limits:>21}" if line.limits else line.figure
    if len(what) + len(figure) + 3 > INSIDE:
        yield from _wrapped(what)
        yield from (f"{row:>{INSIDE}}" for row in wrap(figure, INSIDE - 4))
        return
    yield f"{what} {'.' * (INSIDE - len(what) - len(figure) - 2)} {figure}"


def _centred(text: str) -> Iterator[str]:
    yield from (part.center(INSIDE).rstrip() for part in wrap(text, INSIDE))


def _wrapped(text: str) -> list[str]:
    return wrap(text, INSIDE, subsequent_indent="   ", break_on_hyphens=False)
