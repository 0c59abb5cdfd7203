"""Time to check a floor of two hundred tables, both lawful and faulty."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from time import perf_counter

from novamas.house.floor.check import check
from novamas.house.floor.form import form_of
from novamas.house.opening import frame_of, is_playable
from novamas.law import catalogue
from novamas.words import voice_for

TABLES = 200


def floor(tables: int = TABLES, *, faulty: bool) -> str:
    """Return a floor of the Balearic games in turn, as printed by the form or with unlawful limits."""
    edition = catalogue.under("IB05")
    games = [frame.game for frame in edition if is_playable(frame_of(frame.game, "IB05"))]
    parts = ['[floor]\nnorm = "IB05"\n']
    for number in range(tables):
        table = form_of(games[number % len(games)], edition, voice_for("es")).partition("[[tables]]")[2]
        table = table.replace('name = "1"', f'name = "{number}"')
        if faulty:
            table = table.replace("# minimum = ", "minimum = 7").replace("# maximum = ", "maximum = 9")
        parts.append(f"[[tables]]{table}")
    return "\n".join(parts)


def seconds(text: str) -> tuple[float, int]:
    """Return the time of a check and the number of findings."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "floor.toml"
        path.write_text(text, "utf-8")
        began = perf_counter()
        found = len(check(path).findings)
        return perf_counter() - began, found


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else TABLES
    for faulty in (False, True):
        written = floor(wanted, faulty=faulty)
        spent, found = seconds(written)
        print(f"{wanted} tables, {len(written) / 1024:.0f} KiB: {found} findings in {spent:.2f} s")
