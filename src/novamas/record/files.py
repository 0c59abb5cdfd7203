"""Files of lines, read with a bound: a line that no record can have is not read to its end."""

from __future__ import annotations

from pathlib import Path

from novamas.errors import Unreadable

LONGEST_LINE = 2**20  # bytes: sixty times the longest opening of a table


def read_bounded(path: Path) -> bytes:
    """All of a file, none of whose lines is longer than those of a record or a hand history may be."""
    lines: list[bytes] = []
    with path.open("rb") as file:
        while line := file.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:
                raise Unreadable("line_too_long", path=str(path), line=len(lines) + 1, most=LONGEST_LINE)
            lines.append(line)
    return b"".join(lines)
