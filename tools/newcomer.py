"""Sessions of a newcomer: lines typed at a table or in the school, and the terminal's output.

Each script of `docs/newcomer` begins with the command and continues with the typed lines. The output, 80
columns wide, is printed beside it. Receipts and commitments depend on the day and are left out.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from shlex import split
from tempfile import TemporaryDirectory
from unittest.mock import patch

from novamas.cli import main

FOLDER = Path(__file__).parent.parent / "docs" / "newcomer"
WIDTH = 80
KEPT = ("NOVAMAS_CACHE", "NOVAMAS_DATA")  # what would be left behind
_DIGITS = re.compile(r"\b[0-9a-f]{16,}\b")  # of a receipt


def scripts() -> list[Path]:
    """Return the scripts of typed lines, by game."""
    return sorted(FOLDER.glob("*.lines"))


def shown(script: Path) -> str:
    """Return the command of a script, and the output of the terminal while its lines are typed."""
    command, *typed = script.read_text("utf-8").splitlines()
    words = split(command)[1:]
    record = ["--record", f"{script.stem}.jsonl"] if "play" in words else []  # only a table has one
    out = io.StringIO()
    with _terminal("".join(f"{line}\n" for line in typed)), redirect_stdout(out), redirect_stderr(out):
        status = main([*words, *record])
    assert status == 0, out.getvalue()
    told = "\n".join(line.rstrip() for line in out.getvalue().splitlines())
    return f"$ {command}\n{_DIGITS.sub(lambda digits: '·' * len(digits[0]), told)}\n"


@contextmanager
def _terminal(lines: str) -> Iterator[None]:
    """Run the block in a terminal with this width, in its own folder, with these lines as input."""
    with (
        TemporaryDirectory() as folder,
        chdir(folder),
        patch.dict(os.environ, {"COLUMNS": str(WIDTH), "NO_COLOR": "1"} | dict.fromkeys(KEPT, folder)),
        patch.object(sys, "stdin", io.StringIO(lines)),
    ):
        yield
