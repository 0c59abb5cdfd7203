"""Cost of each page of the app for a browser with an empty cache, on loopback. Run it by hand.

    .venv/bin/python -m benchmarks.web.pages [TIMES [ROUTE…]]

Each route is visited several times with an empty cache. The output has the medians: the time of the first
visible content, the time at which all resources have arrived, and the bytes sent over the line. Figures above
their goal are marked, and the exit status is then 1.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from tests.web.walking import NODE, WEB, a_house

TIMES = 5
SEEN_MS, READY_MS = 1000, 2000
FIRST_PAGE_KB, TABLE_KB, ANY_KB = 120, 150, 300
KB = 1000


class Figures(msgspec.Struct, frozen=True):
    """The cost of a page: milliseconds and bytes."""

    painted: float
    ready: float
    scripts: int
    styles: int
    fonts: int
    answers: int


def measured(times: int, routes: list[str]) -> dict[str, Figures]:
    """Return the figures of these routes, or of all routes, in a private house."""
    with TemporaryDirectory() as books, a_house(Path(books)) as address:
        command = [str(NODE), "tests/browser/figures.mjs", address, str(times), *routes]
        told = subprocess.run(command, cwd=WEB, check=True, capture_output=True)
    return msgspec.json.decode(told.stdout, type=dict[str, Figures])


def most_kb(path: str) -> int:
    """Return the maximum size of the scripts of a page."""
    return {"/": FIRST_PAGE_KB, "/t/{table}": TABLE_KB}.get(path, ANY_KB)


def row(path: str, found: Figures) -> str:
    """Return the figures of a page as a row. `!` marks those above their goal."""
    cells = (
        _cell(found.painted, SEEN_MS, "ms"),
        _cell(found.ready, READY_MS, "ms"),
        _cell(found.scripts / KB, most_kb(path), "kB"),
        f"{found.styles / KB:.0f} kB",
        f"{found.fonts / KB:.0f} kB",
        f"{found.answers / KB:.0f} kB",
    )
    return f"| `{path}` | " + " | ".join(cells) + " |"


def _cell(value: float, most: float, unit: str) -> str:
    return f"{value:.0f} {unit}{' !' if value > most else ''}"


def main(times: int, routes: list[str]) -> int:
    """Print the table. Return the exit status, which is 1 if a goal is missed."""
    rows = [row(path, found) for path, found in measured(times, routes).items()]
    print("| route | first seen | ready | scripts | styles | fonts | answers |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    print("\n".join(rows))
    return int(any("!" in each for each in rows))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else TIMES, sys.argv[2:]))
