"""Slips that a terminal prints: tickets and vouchers on a till roll or a sheet, with a QR code."""

from __future__ import annotations

from io import BytesIO
from textwrap import wrap

import msgspec
from msgspec import Struct

from novamas.documents.typesetting import typeset
from novamas.extras import optional_packages
from novamas.law.texts import Language

WIDTH = 42  # characters of a till roll
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
TEMPLATE = "slip.typ"


class Slip(Struct, frozen=True):
    """The content of a slip: title, lines with name and value, the code that proves the bet, footer."""

    language: Language
    title: str
    about: str
    lines: tuple[tuple[str, str], ...]
    code: str
    foot: str


@optional_packages()
def as_text(slip: Slip, width: int = WIDTH) -> str:
    """Return a slip as text for a till roll or a terminal."""
    parts = [slip.title.center(width).rstrip(), *_centred(slip.about, width), "─" * width]
    for name, value in slip.lines:
        parts += _line(name, value, width)
    parts += ["─" * width, slip.code.center(width).rstrip(), *_scannable(slip.code, width)]
    parts += _centred(slip.foot, width)
    return "\n".join(parts) + "\n"


@optional_packages()
def as_pdf(slip: Slip) -> bytes:
    """Return a slip as a PDF as wide as a till roll."""
    import segno

    drawing = BytesIO()
    segno.make(slip.code, error="m").save(drawing, kind="svg", border=0, xmldecl=False)
    content = msgspec.to_builtins(slip) | {"drawing": drawing.getvalue().decode()}
    return typeset("novamas.documents", TEMPLATE, slip=content)


def _line(name: str, value: str, width: int) -> list[str]:
    """Return a name on the left and its value on the right. A long value is on separate lines."""
    room = width - len(name) - 1
    if len(value) <= room:
        return [f"{name}{value.rjust(width - len(name))}"]
    return [name, *(part.rjust(width) for part in wrap(value, width))]


def _centred(text: str, width: int) -> list[str]:
    return [part.center(width).rstrip() for part in wrap(text, width)]


def _scannable(code: str, width: int) -> list[str]:
    """Return the code of a slip as a QR code. One line of text has two rows of its squares."""
    import segno

    rows = [[bool(dot) for dot in row] for row in segno.make(code, error="m").matrix_iter(border=2)]
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    lines = ("".join(HALVES[dots] for dots in zip(*pair, strict=True)) for pair in pairs)
    return [line.center(width).rstrip() for line in lines]
