"""Charts as drawings in SVG, for pages and for sheets of paper alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from typing import TypeAlias

from novamas.words.documents.blocks import Bands, Bars

WIDTH = 640
NAMES, TOLD = 200, 90  # what a bar's name and its figure take of the width
BAR, GAP = 15, 6
HIGH, FOOT, SIDE = 240, 26, 64
INK = "#2f7d5b"
PALE = "#9cc8b2"

Height: TypeAlias = Callable[[float], float]  # where on the drawing a height lies


def drawing(chart: Bars | Bands) -> str:
    """A chart as a drawing; its texts take the colour of what stands around it."""
    return bars_drawing(chart) if isinstance(chart, Bars) else bands_drawing(chart)


def bars_drawing(chart: Bars) -> str:
    """Each bar on a line of its own, with its name before it and its figure after it."""
    most = max((size for _, size, _ in chart.bars), default=0) or 1
    room = WIDTH - NAMES - TOLD
    return _svg(chart.title, len(chart.bars) * (BAR + GAP) + GAP, "".join(_bars(chart, room / most)))


def _bars(chart: Bars, scale: float) -> Iterator[str]:
    for line, (name, size, told) in enumerate(chart.bars):
        top, long = GAP + line * (BAR + GAP), max(size * scale, 1)
        yield _text(NAMES - 8, top + BAR - 4, name, "end")
        yield f'<rect x="{NAMES}" y="{top}" width="{long:.1f}" height="{BAR}" fill="{INK}"/>'
        yield _text(NAMES + long + 6, top + BAR - 4, told)


def bands_drawing(chart: Bands) -> str:
    """The bands from left to right, with a mark in the middle of each."""
    heights = [height for band in chart.bands for height in (band.low, band.high)]
    heights += [height for height, _ in chart.marks]
    low, high = min(heights), max(heights)
    scale = (HIGH - 2 * GAP) / ((high - low) or 1)

    def at(height: float) -> float:
        return GAP + (high - height) * scale

    return _svg(chart.title, HIGH + FOOT, "".join((*_marks(chart, at), *_bands(chart, at))))


def _marks(chart: Bands, at: Height) -> Iterator[str]:
    for height, told in chart.marks:
        y = at(height)
        yield _text(SIDE - 8, y + 4, told, "end")
        yield (
            f'<line x1="{SIDE}" x2="{WIDTH}" y1="{y:.1f}" y2="{y:.1f}" stroke="currentColor" opacity="0.25"/>'
        )


def _bands(chart: Bands, at: Height) -> Iterator[str]:
    step = (WIDTH - SIDE) / max(len(chart.bands), 1)
    for number, band in enumerate(chart.bands):
        left, wide = SIDE + number * step + step * 0.2, step * 0.6
        top, bottom, middle = at(band.high), at(band.low), at(band.middle)
        tall = max(bottom - top, 1)
        yield f'<rect x="{left:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{tall:.1f}" fill="{PALE}"/>'
        yield (
            f'<line x1="{left:.1f}" x2="{left + wide:.1f}" y1="{middle:.1f}" y2="{middle:.1f}"'
            f' stroke="{INK}" stroke-width="2"/>'
        )
        yield _text(left + wide / 2, HIGH + FOOT - 8, band.label, "middle")


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="currentColor">{escape(text)}</text>'


def _svg(title: str, high: int, inside: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {high}" role="img"'
        f' font-family="Libertinus Serif, Georgia, serif" font-size="13">'
        f"<title>{escape(title)}</title>{inside}</svg>"
    )
