"""Days of the pools as the staff runs them: scripts of commands, and their output.

A script has prose (`# …`), the local time (`@ …`), files to show (`$ cat …`) and commands (`$ novamas …`).
`{2}` is the second code of a ticket or voucher in the output so far. Chance is fixed.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from datetime import datetime
from hashlib import blake2b
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from novamas.cli import main
from novamas.equipment.chance import SEED_BYTES
from novamas.pools.payment_terms import BALEARIC

FOLDER = Path(__file__).parent.parent / "docs" / "pools"
CODE = re.compile(r"\b[A-Z0-9]+(?:-[A-Z0-9]+)*-[1-9][0-9]*-[0-9A-Z]{11}\b")
PLACE = {"LC_ALL": "es_ES.UTF-8", "COLUMNS": "100", "NOVAMAS_STORE": "books.sqlite", "NO_COLOR": "1"}


def scripts() -> list[Path]:
    """Return the paths of the scripts."""
    return sorted(FOLDER.glob("*.lines"))


def printed(script: Path) -> str:
    """Return a script with the output of each of its commands."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        for file in FOLDER.glob("*.toml"):
            shutil.copy(file, folder)
        stack.enter_context(chdir(folder))
        stack.enter_context(patch.dict(os.environ, PLACE))
        stack.enter_context(patch("novamas.equipment.chance.system_seed", _fixed()))
        return "\n".join(Desk().lines(script.read_text("utf-8").splitlines())) + "\n"


def _fixed() -> object:
    """Return fixed bytes instead of random ones."""
    numbers = count(432)  # the key of the house; from the next on the second and the third ticket win
    return lambda: blake2b(f"trote {next(numbers)}".encode(), digest_size=SEED_BYTES).digest()


class Desk:
    """A terminal on which a script's commands run."""

    def __init__(self) -> None:
        self.now = datetime.now(BALEARIC)  # until the script sets it
        self.codes: list[str] = []

    def lines(self, script: list[str]) -> Iterator[str]:
        for line in script:
            match line[:2]:
                case "@ ":
                    self.now = datetime.fromisoformat(line[2:]).replace(tzinfo=BALEARIC)
                case "$ ":
                    typed = re.sub(r"\{([0-9]+)\}", lambda found: self.codes[int(found[1]) - 1], line[2:])
                    yield f"$ {typed}"
                    yield from self._answer(shlex.split(typed))
                case _prose:
                    yield line

    def _answer(self, words: list[str]) -> Iterator[str]:
        """Yield what a command writes to both outputs, and record the codes in it, in order."""
        if words[0] == "cat":
            yield from Path(words[1]).read_text("utf-8").splitlines()
            yield ""
            return
        out = io.StringIO()
        with (
            redirect_stdout(out),
            redirect_stderr(out),
            patch("novamas.cli.pools_common.right_now", lambda: self.now),
        ):
            main(words[1:])
        shown = out.getvalue()
        written = [Path(word).read_text("utf-8") for word in words if word.endswith(".txt")]
        for code in CODE.findall("\n".join([shown, *written])):
            if code not in self.codes:
                self.codes.append(code)
        yield from (line.rstrip() for line in shown.splitlines())
        yield ""
