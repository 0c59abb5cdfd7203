"""A placard as a page of its own: one file, nothing fetched, to be shown on a screen or printed."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from novamas.house.placard import Line, Part, Placard

WHOLE = 14  # lines of a part that stays in one column
STYLE = """
:root { --paper: #fdfbf3; --ink: #1c2420; --cloth: #0e4a38; --gold: #a9853a; --red: #9c1c24;
  --quiet: #5f6660; }
* { box-sizing: border-box; }
body { margin: 0; padding: 1.2rem; background: #e9e4d6; color: var(--ink);
  font: 18px/1.4 "Libertinus Serif", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, serif; }
main { max-width: 52rem; margin: 0 auto; background: var(--paper); border: 3px solid var(--cloth);
  outline: 1px solid var(--gold); outline-offset: -10px; padding: 2.4rem 2.2rem 1.6rem; }
header { text-align: center; }
h1 { margin: 0; font-size: clamp(2rem, 6vw, 3.4rem); line-height: 1.05; font-weight: 600; color: var(--cloth);
  letter-spacing: .02em; overflow-wrap: anywhere; }
.under { margin: .4rem 0 0; color: var(--quiet); font-size: .9rem; }
.suits { margin: .5rem 0 0; letter-spacing: .7em; padding-left: .7em; color: var(--cloth); }
.suits b { color: var(--red); font-weight: 400; }
.head { display: flex; flex-wrap: wrap; gap: 1rem; margin: 1.2rem 0 .4rem; }
.head div { flex: 1 1 14rem; text-align: center; background: var(--cloth); color: #fdfbf3;
  padding: .8rem 1rem; border: 1px solid var(--gold); outline: 1px solid var(--gold); outline-offset: -5px; }
.head dt { font-size: .95rem; color: #e7d5a4; } .head dd { margin: 0; font-size: 2.1rem; line-height: 1.15; }
.parts { columns: 21rem; column-gap: 2.4rem; }
section { margin: 1.1rem 0 0; }
section.whole { break-inside: avoid; }
h2 { margin: 0 0 .3rem; font-size: 1.15rem; font-weight: 600; color: var(--cloth); text-align: center;
  border-bottom: 1px solid var(--gold); padding-bottom: .2rem; break-after: avoid; }
.line { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .4rem; break-inside: avoid; }
.line i { flex: 1 1 1rem; border-bottom: 1px dotted var(--gold); transform: translateY(-.25em); }
.line b { margin-left: auto; font-weight: 600; font-variant-numeric: tabular-nums; text-align: right; }
.line small { color: var(--quiet); font-variant-numeric: tabular-nums; white-space: nowrap; }
.within { padding-left: 1.2rem; }
ol { list-style: none; margin: 0; padding: 0; font-size: .95rem; }
li { break-inside: avoid; margin: .2rem 0; padding-left: 1.3em; text-indent: -1.3em; }
footer { margin-top: 1.4rem; padding-top: .6rem; border-top: 3px double var(--gold); color: var(--quiet);
  font-size: .72rem; overflow-wrap: anywhere; }
footer p { margin: .2rem 0; }
@page { size: A4 portrait; margin: 10mm; }
@media print {
  body { background: none; padding: 0; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  main { max-width: none; }
}
"""


def as_html(placard: Placard) -> str:
    """The whole page."""
    return "\n".join(
        (
            "<!doctype html>",
            f'<html lang="{placard.language}">',
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(placard.title)}</title>",
            f"<style>{STYLE}</style>",
            "<main>",
            f'<header><h1>{escape(placard.title)}</h1><p class="under">{escape(placard.under)}</p>',
            '<p class="suits" aria-hidden="true">♠<b>♥</b>♣<b>♦</b></p></header>',
            f'<dl class="head">{"".join(map(_headline, placard.headlines))}</dl>',
            '<div class="parts">',
            *(line for part in placard.parts for line in _part(part)),
            "</div>",
            f"<footer>{_paragraph(placard.ordered)}{_paragraph(placard.clauses)}</footer>",
            "</main>",
            "</html>\n",
        )
    )


def _headline(line: Line) -> str:
    return f"<div><dt>{escape(line.what)}</dt><dd>{escape(line.figure)}</dd></div>"


def _part(part: Part) -> Iterator[str]:
    whole = ' class="whole"' if len(part.lines) + len(part.sentences) <= WHOLE else ""
    yield f"<section{whole}><h2>{escape(part.title)}</h2>"
    for line in part.lines:
        limits = f"<small>{escape(line.limits)}</small>" if line.limits else ""
        within = " within" if line.within else ""
        told = f"<span>{escape(line.what)}</span><i></i>{limits}<b>{escape(line.figure)}</b>"
        yield f'<div class="line{within}">{told}</div>'
    if part.sentences:
        yield f"<ol>{''.join(f'<li>{escape(each)}</li>' for each in part.sentences)}</ol>"
    yield "</section>"


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>" if text else ""
