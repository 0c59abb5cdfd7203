"""The placard as a printed sheet. Typst sets it as large as fits on one page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from novamas.documents.typesetting import typeset
from novamas.house.placard.placard import Line, Part, Placard

TEMPLATE = "placard.typ"
Paper = Literal["a4", "a3"]
ONE_COLUMN = 22  # lines that fit well in one column
LETTERS = 46  # letters of a sentence in one line of a column
SHORT = 40  # letters of a figure's line that need no second line
UNEVEN = 1.45  # how much higher than half of the total a column may be before a part is cut


def as_pdf(placard: Placard, paper: Paper = "a4") -> bytes:
    """Return the placard as a PDF."""
    return typeset("novamas.house.placard", TEMPLATE, placard=_template_input(placard), paper=paper)


def _template_input(placard: Placard) -> object:
    columns = [list(map(msgspec.to_builtins, column)) for column in in_columns(placard.parts)]
    return msgspec.to_builtins(placard) | {"columns": columns}


def in_columns(parts: Sequence[Part]) -> list[list[Part]]:
    """Distribute parts over one column, or over two of similar height. Only a long part is cut."""
    heights = [_height(part) for part in parts]
    if sum(heights) <= ONE_COLUMN:
        return [list(parts)]
    half = sum(heights) / 2
    higher = {at: max(sum(heights[:at]), sum(heights[at:])) for at in range(1, len(parts))}
    best = min(higher, key=lambda at: higher[at], default=0)
    if best and higher[best] <= UNEVEN * half:
        return [list(parts[:best]), list(parts[best:])]
    at = next(at for at in range(len(parts)) if sum(heights[: at + 1]) > half)
    begun, rest = _cut(parts[at], half - sum(heights[:at]))
    return [[*parts[:at], begun], [rest, *parts[at + 1 :]]]


def _cut(part: Part, room: float) -> tuple[Part, Part]:
    """Cut a part in two: the lines that fit, and the others without a title."""
    kept, used = 0, 2.0
    every: list[Line | str] = [*part.lines, *part.sentences]
    while kept < len(every) - 1 and used < room:
        used += _lines_of(every[kept])
        kept += 1
    while kept < len(part.lines) and part.lines[kept].within:
        kept += 1
    lines, sentences = part.lines[:kept], part.sentences[: max(0, kept - len(part.lines))]
    rest = Part("", part.lines[len(lines) :], part.sentences[len(sentences) :])
    return Part(part.title, lines, sentences), rest


def _height(part: Part) -> float:
    """Return the height of a part, counted in lines."""
    return 2 + sum(_lines_of(line) for line in part.lines) + sum(_lines_of(text) for text in part.sentences)


def _lines_of(one: Line | str) -> int:
    """Return how many lines an entry takes in a column."""
    if isinstance(one, str):
        return len(one) // LETTERS + 1
    return 1 if len(one.what + one.limits + one.figure) < SHORT else 2
