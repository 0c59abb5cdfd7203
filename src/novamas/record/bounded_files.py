"""The user's data folder, and text files that are read with a limit on the length of their lines.

A longer line cannot belong to a record. It is refused before all of it is read.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from novamas.errors import InvalidInput

LONGEST_LINE = 2**20  # bytes: sixty times the longest first line of a record


def data_folder(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> Path:
    """Return the user's data folder: the setting `NOVAMAS_DATA`, or the operating system's usual place."""
    if said := environment.get("NOVAMAS_DATA"):
        return Path(said).expanduser()
    try:
        if system == "win32":
            return Path(environment.get("LOCALAPPDATA") or "~/AppData/Local").expanduser() / "novamas"
        if system == "darwin":
            return Path("~/Library/Application Support/novamas").expanduser()
        return Path(environment.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "novamas"
    except RuntimeError:  # no home folder is known
        return Path("novamas")


def read_bounded(path: Path) -> bytes:
    """Return the content of a file. Raise if a line is too long for a record or hand history."""
    lines: list[bytes] = []
    with path.open("rb") as file:
        while line := file.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:
                raise InvalidInput("line_too_long", path=str(path), line=len(lines) + 1, most=LONGEST_LINE)
            lines.append(line)
    return b"".join(lines)
