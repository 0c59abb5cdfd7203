"""A document as a page of its own: one file, nothing fetched, for light and for dark screens."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from novamas.words.documents.blocks import Bands, Bars, Block, Document, Heading, Paragraph, Rows
from novamas.words.documents.charts import drawing

STYLE = """
:root { color-scheme: light dark; --paper: #fbfaf6; --ink: #1d1f1e; --quiet: #5c625f; --line: #d8d5ca; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #15181a; --ink: #e9e6dd; --quiet: #a3a9a5; --line: #33393b; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 54rem; padding: 2.5rem 1.25rem 4rem; background: var(--paper);
  color: var(--ink); font: 17px/1.5 Georgia, "Libertinus Serif", serif; }
header { border-bottom: 3px double var(--line); margin-bottom: 1.5rem; }
h1 { font-size: 2rem; line-height: 1.15; margin: 0 0 .25rem; font-weight: 600; }
h2 { font-size: 1.25rem; margin: 2.25rem 0 .5rem; font-weight: 600; }
p { margin: .5rem 0; overflow-wrap: anywhere; }
.about, .note, footer { color: var(--quiet); }
.note, footer { font-size: .87rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .3rem .9rem .3rem 0;
  border-bottom: 1px solid var(--line); }
th { font-weight: 600; border-bottom-width: 2px; }
.figure { text-align: right; white-space: nowrap; }
figure { margin: 1rem 0; } figcaption { color: var(--quiet); font-size: .87rem; }
svg { width: 100%; height: auto; max-width: 40rem; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: .75rem; overflow-wrap: anywhere; }
@media print { body { max-width: none; padding: 0; } }
"""


def as_html(document: Document) -> str:
    """The whole page."""
    title = escape(document.title)
    return "\n".join(
        (
            "<!doctype html>",
            f'<html lang="{document.language}">',
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>",
            f"<style>{STYLE}</style>",
            f'<header><h1>{title}</h1><p class="about">{escape(document.about)}</p></header>',
            *(line for block in document.blocks for line in _block(block)),
            f"<footer>{escape(document.foot)}</footer>",
            "</html>\n",
        )
    )


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading():
            yield f"<h2>{escape(block.text)}</h2>"
        case Paragraph():
            note = ' class="note"' if block.is_note else ""
            yield f"<p{note}>{escape(block.text)}</p>"
        case Rows():
            yield from _rows(block)
        case Bars() | Bands():
            caption = f"<figcaption>{escape(block.title)}</figcaption>"
            yield f"<figure>{drawing(block)}{caption}</figure>"


def _rows(block: Rows) -> Iterator[str]:
    yield '<div class="wide"><table>'
    yield _row("th", block.columns, block.figures)
    yield from (_row("td", row, block.figures) for row in block.rows)
    yield "</table></div>"


def _row(kind: str, cells: tuple[str, ...], figures: tuple[int, ...]) -> str:
    """A line of a table; columns of figures keep to the right."""
    told = (
        f"<{kind}{' class=figure' if column in figures else ''}>{escape(cell)}</{kind}>"
        for column, cell in enumerate(cells)
    )
    return f"<tr>{''.join(told)}</tr>"
