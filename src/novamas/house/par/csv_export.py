"""The PAR sheet as CSV, for further calculation."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from novamas.house.par.sheet import ParSheet


def csv_of(sheet: ParSheet) -> str:
    """Return all figures of all bets, one per line. The columns are bet, figure, of and value."""
    written = io.StringIO()
    lines = csv.writer(written, lineterminator="\n")
    lines.writerow(("bet", "figure", "of", "value"))
    lines.writerows(_figures(sheet))
    return written.getvalue()


def _figures(sheet: ParSheet) -> Iterator[tuple[object, ...]]:
    for name, bet in sheet.odds.items():
        found = sheet.mathematics[name]
        moments = found.moments
        plain = {"edge": bet.edge, "within": bet.within, "hit": bet.hit, "sd": bet.sd}
        plain |= {"return": moments.returned, "skewness": moments.skewness}
        yield from (
            (name, figure, bet.per, "" if value is None else value) for figure, value in plain.items()
        )
        yield name, "method", "", found.method
        yield from ((name, "edge", per, edge) for per, edge in bet.also.items())
        yield from ((name, "chance", each.net, each.chance) for each in moments.outcomes)
        yield from ((name, "volatility", level, index) for level, index in moments.volatility)
        yield from ((name, "rounds_needed", near, rounds) for near, rounds in moments.rounds_needed)
        for each in moments.intervals:
            yield name, "hold_low", f"{each.rounds} {each.level}", each.low
            yield name, "hold_high", f"{each.rounds} {each.level}", each.high
    for effect in sheet.effects:
        for bet_name, edge in effect.edges.items():
            yield bet_name, "edge", f"{effect.choice}={effect.value}", "" if edge is None else edge
    yield from (("", "rake", pot, taken) for pot, taken in sheet.rake.items())
