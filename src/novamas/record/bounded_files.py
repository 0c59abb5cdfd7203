"""Where files lie, and files of lines read with a bound: one no record can have is not read to its end."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from novamas.errors import InvalidInput

LONGEST_LINE = 2**20  # bytes: sixty times the longest opening of a table


def data_folder(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> Path:
    """Where the user's data lie: as he says, or as his system has it."""
    if said := environment.get("NOVAMAS_DATA"):
        return Path(said).expanduser()
    try:
        if system == "win32":
            return Path(environment.get("LOCALAPPDATA") or "~/AppData/Local").expanduser() / "novamas"
        if system == "darwin":
            return Path("~/Library/Application Support/novamas").expanduser()
        return Path(environment.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "novamas"
    except RuntimeError:  # whose home it is nobody knows
        return Path("novamas")


def read_bounded(path: Path) -> bytes:
    """All of a file, none of whose lines is longer than those of a record or a hand history may be."""
    lines: list[bytes] = []
    with path.open("rb") as file:
        while line := file.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:
                raise InvalidInput("line_too_long", path=str(path), line=len(lines) + 1, most=LONGEST_LINE)
            lines.append(line)
    return b"".join(lines)
