"""The placard as an HTML file without external resources, for screens and for printing."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib.resources import files

from novamas.documents.page import whole_page
from novamas.house.placard.pdf import in_columns
from novamas.house.placard.placard import Line, Part, Placard

STYLE = "placard.css"
WHOLE = 14  # most lines of a part that stays in one column


def as_html(placard: Placard) -> str:
    """Return the placard as a whole page."""
    style = files("novamas.house.placard").joinpath(STYLE).read_text("utf-8")
    pending = f'<p class="pending">{escape(placard.pending)}</p>' if placard.pending else ""
    return whole_page(
        placard.language,
        placard.title,
        style,
        (
            "<main>",
            f'<header><h1>{escape(placard.title)}</h1><p class="under">{escape(placard.under)}</p>',
            '<p class="suits" aria-hidden="true">♠<b>♥</b>♣<b>♦</b></p></header>',
            f'<dl class="head">{"".join(map(_headline, placard.headlines))}</dl>{pending}',
            f'<div class="parts{" many" if len(in_columns(placard.parts)) > 1 else ""}">',
            *(line for part in placard.parts for line in _part(part)),
            "</div>",
            f"<footer>{_paragraph(placard.ordered)}{_paragraph(placard.clauses)}</footer>",
            "</main>",
        ),
    )


def _headline(line: Line) -> str:
    return f"<div><dt>{escape(line.what)}</dt><dd>{escape(line.figure)}</dd></div>"


def _part(part: Part) -> Iterator[str]:
    whole = ' class="whole"' if len(part.lines) + len(part.sentences) <= WHOLE else ""
    yield f"<section{whole}><h2>{escape(part.title)}</h2>"
    for line in part.lines:
        limits = f"<small>{escape(line.limits)}</small>" if line.limits else ""
        within = " within" if line.within else ""
        cells = f"<span>{escape(line.what)}</span><i></i>{limits}<b>{escape(line.figure)}</b>"
        yield f'<div class="line{within}">{cells}</div>'
    if part.sentences:
        yield f"<ol>{''.join(f'<li>{escape(each)}</li>' for each in part.sentences)}</ol>"
    yield "</section>"


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>" if text else ""
