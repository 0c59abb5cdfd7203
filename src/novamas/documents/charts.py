"""Charts as SVG, for web pages and printed sheets.

A page defines its own colours for light and dark mode. Printed sheets use the colours defined here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from typing import TypeAlias

from novamas.documents.blocks import Bands, Bars, Chart, Interval, Mark

WIDTH = 480
LETTER = 6.6  # mean width of a letter
TOLD = 70  # width reserved for the figure of a bar
BAR, GAP = 15, 6
HIGH, FOOT, SIDE = 220, 26, 64
LINE_HIGH, ON_LINE = 64, 32  # height of a line with marks, and the position of the line in it
COLOURS = {"bar": "#2f7d5b", "pale": "#9cc8b2", "good": "#0d6b4f", "bad": "#a8201a"}
NAMESPACE = "http://www.w3.org/2000/svg"

Height: TypeAlias = Callable[[float], float]  # converts a value to a position on the drawing


def drawing(chart: Chart, *, is_page: bool = True) -> str:
    """Return a chart as SVG. Its texts have the colour of the surrounding text."""
    match chart:
        case Bars():
            found = bars_drawing(chart)
        case Bands():
            found = bands_drawing(chart)
        case Interval():
            found = interval_drawing(chart)
    if is_page:
        found = found.replace(f' xmlns="{NAMESPACE}"', "", 1)  # only a separate file needs the namespace
    for name, colour in COLOURS.items():
        found = found.replace(f'="{name}"', f'="var(--{name}, {colour})"' if is_page else f'="{colour}"')
    return found


def bars_drawing(chart: Bars) -> str:
    """Draw each bar on its own line, with its name on the left and its figure on the right."""
    most = max((size for _, size, _ in chart.bars), default=0) or 1
    names = min(LETTER * max((len(name) for name, _, _ in chart.bars), default=0) + 12, WIDTH / 2)
    scale = (WIDTH - names - TOLD) / most
    return _svg(chart.title, len(chart.bars) * (BAR + GAP) + GAP, "".join(_bars(chart, names, scale)))


def _bars(chart: Bars, names: float, scale: float) -> Iterator[str]:
    for line, (name, size, figure) in enumerate(chart.bars):
        top, long = GAP + line * (BAR + GAP), max(size * scale, 1)
        yield _text(names - 8, top + BAR - 3, name, "end")
        yield f'<rect x="{names:.1f}" y="{top}" width="{long:.1f}" height="{BAR}" fill="bar"/>'
        yield _text(names + long + 6, top + BAR - 3, figure)


def bands_drawing(chart: Bands) -> str:
    """Draw the ranges from left to right, with a mark for the middle of each."""
    heights = [height for band in chart.bands for height in (band.low, band.high)]
    heights += [height for height, _ in chart.marks]
    low, high = min(heights), max(heights)
    scale = (HIGH - 2 * GAP) / ((high - low) or 1)

    def at(height: float) -> float:
        return GAP + (high - height) * scale

    return _svg(chart.title, HIGH + FOOT, "".join((*_marks(chart, at), *_bands(chart, at))))


def _marks(chart: Bands, at: Height) -> Iterator[str]:
    for height, label in chart.marks:
        y = at(height)
        yield _text(SIDE - 8, y + 4, label, "end")
        yield (
            f'<line x1="{SIDE}" x2="{WIDTH}" y1="{y:.1f}" y2="{y:.1f}" stroke="currentColor" opacity="0.25"/>'
        )


def _bands(chart: Bands, at: Height) -> Iterator[str]:
    step = (WIDTH - SIDE) / max(len(chart.bands), 1)
    for number, band in enumerate(chart.bands):
        left, wide = SIDE + number * step + step * 0.2, step * 0.6
        top, bottom, middle = at(band.high), at(band.low), at(band.middle)
        tall = max(bottom - top, 1)
        yield f'<rect x="{left:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{tall:.1f}" fill="pale"/>'
        yield (
            f'<line x1="{left:.1f}" x2="{left + wide:.1f}" y1="{middle:.1f}" y2="{middle:.1f}"'
            f' stroke="bar" stroke-width="2"/>'
        )
        yield _text(left + wide / 2, HIGH + FOOT - 8, band.label, "middle")


def interval_drawing(chart: Interval) -> str:
    """Draw the likely range as a broad line, its middle as a stroke, the measured value as a point."""
    ends = [mark.at for mark in (chart.low, chart.high, chart.found)]
    low, span = min(ends), (max(ends) - min(ends)) or 1.0

    def at(mark: Mark) -> float:
        return SIDE + (WIDTH - 2 * SIDE) * (mark.at - low) / span

    colour = "good" if chart.is_inside else "bad"
    left, right, middle = at(chart.low), at(chart.high), at(chart.middle)
    parts = (
        f'<rect x="{left:.1f}" y="{ON_LINE - 4}" width="{max(right - left, 1):.1f}" height="8" fill="pale"/>',
        f'<rect x="{middle - 1:.1f}" y="{ON_LINE - 8}" width="2" height="16" fill="bar"/>',
        f'<circle cx="{at(chart.found):.1f}" cy="{ON_LINE}" r="6" fill="{colour}"/>',
        _text(at(chart.found), ON_LINE - 14, chart.found.label, "middle"),
        *(_text(at(mark), LINE_HIGH - 8, mark.label, "middle") for mark in (chart.low, chart.high)),
    )
    return _svg(chart.title, LINE_HIGH, "".join(parts))


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="currentColor">{escape(text)}</text>'


def _svg(title: str, high: int, inside: str) -> str:
    return (
        f'<svg xmlns="{NAMESPACE}" viewBox="0 0 {WIDTH} {high}" role="img"'
        f' font-family="Libertinus Serif, Georgia, serif" font-size="13">'
        f"<title>{escape(title)}</title>{inside}</svg>"
    )
