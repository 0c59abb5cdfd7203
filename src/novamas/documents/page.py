"""Document as a single HTML file without external resources, for light and dark mode and any screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from importlib.resources import files

from novamas.documents.blocks import (
    Bands,
    Bars,
    Block,
    Document,
    Heading,
    Interval,
    Item,
    Keys,
    Lines,
    Paragraph,
    Rows,
)
from novamas.documents.charts import drawing
from novamas.law.citations import NORM
from novamas.law.texts import Language

STYLE = "page.css"
UNIT = re.compile(r"(?<=\d) (?=[%€])")
CLAUSE = re.compile(rf"\b{NORM}\.\S*\w")
MAX_COLUMNS = 3  # columns that fit a narrow screen: with more, each row is shown separately there


def as_html(document: Document) -> str:
    """Return a document as a complete web page."""
    style = files("novamas.documents").joinpath(STYLE).read_text("utf-8")
    about = f'<p class="about">{escape(document.about)}</p>'
    return whole_page(
        document.language,
        document.title,
        style,
        (
            f"<header><h1>{escape(document.title)}</h1>{about}</header>",
            *(line for block in document.blocks for line in _block(block)),
            f"<footer>{escape(document.foot)}</footer>",
        ),
    )


def whole_page(language: Language, title: str, style: str, body: Iterable[str]) -> str:
    """Return a complete web page from the lines of its body. The style sheet is included."""
    return "\n".join(
        (
            "<!doctype html>",
            f'<html lang="{language}">',
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>{style}</style>",
            *body,
            "</html>\n",
        )
    )


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading():
            yield f"<h2>{_escaped(block.text)}</h2>"
        case Paragraph():
            yield _paragraph(block)
        case Lines():
            note = "note " if block.is_note else ""
            yield f'<p class="{note}lines">{"<br>".join(map(_line, block.lines))}</p>'
        case Keys():
            yield from _keys(block)
        case Item():
            yield from _item(block)
        case Rows():
            yield from _rows(block)
        case Bars() | Bands() | Interval():
            caption = f"<figcaption>{_escaped(block.title)}</figcaption>"
            yield f"<figure>{drawing(block)}{caption}</figure>"


def _paragraph(block: Paragraph) -> str:
    note = ' class="note"' if block.is_note else ""
    return f"<p{note}>{_prose(block.text)}</p>"


def _line(text: str) -> str:
    """Return a line of text as HTML. Its indentation is kept."""
    content = text.lstrip()
    return "&emsp;" * ((len(text) - len(content)) // 2) + _prose(content)


def _keys(block: Keys) -> Iterator[str]:
    yield '<dl class="keys">'
    for key in block.keys:
        news = f' class="{key.news}"' if key.news else ""
        yield f"<div{news}><dt>{_escaped(key.name)}</dt><dd>{_escaped(key.value)}</dd></div>"
    yield "</dl>"


def _item(block: Item) -> Iterator[str]:
    weight = f'<b class="{block.news}">{_escaped(block.weight)}</b> ' if block.weight else ""
    yield f'<section class="item"><h3>{weight}{_prose(block.title)}</h3><div class="sides">'
    for side in block.sides:
        name = f"<h4>{_escaped(side.name)}</h4>" if side.name else ""
        yield f"<div>{name}{''.join(map(_paragraph, side.parts))}</div>"
    yield "</div></section>"


def _rows(block: Rows) -> Iterator[str]:
    many = " many" if len(block.columns) > MAX_COLUMNS else ""
    yield f'<div class="wide{many}"><table>'
    cells = "".join(
        f"<th{_figure(place, block)}>{_escaped(name)}</th>" for place, name in enumerate(block.columns)
    )
    yield f"<thead><tr>{cells}</tr></thead><tbody>"
    yield from (_row(row, block) for row in block.rows)
    yield "</tbody></table></div>"


def _row(row: tuple[str, ...], block: Rows) -> str:
    """Return a table row. Each cell bears the name of its column, for screens without a header row."""
    cells = (
        f'<td{_kind(place, cell, block)} data-name="{_escaped(block.columns[place])}">{_escaped(cell)}</td>'
        for place, cell in enumerate(row)
    )
    return f"<tr>{''.join(cells)}</tr>"


def _escaped(text: str) -> str:
    """Escape a text for HTML. A number and its unit stay on one line."""
    return escape(UNIT.sub("\N{NO-BREAK SPACE}", text))


def _prose(text: str) -> str:
    """Return sentences as HTML. The id of a clause is not broken at its hyphens."""
    return CLAUSE.sub(r'<span class="clause">\g<0></span>', _escaped(text))


def _kind(place: int, cell: str, block: Rows) -> str:
    """Return the CSS classes of a cell: `figure`, and `number` if it is a bare number in the first column."""
    number = place == 0 and cell.replace(".", "").replace(",", "").isdecimal()
    kinds = [*(["figure"] if place in block.figures else ()), *(["number"] if number else ())]
    return f' class="{" ".join(kinds)}"' if kinds else ""


def _figure(place: int, block: Rows) -> str:
    """Return the CSS class of a column of figures, which aligns right."""
    return " class=figure" if place in block.figures else ""
