"""The guide "Your region in a day", followed word for word: its shell lines, and the files that it writes."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).parents[2] / "docs"
LANGUAGES = ("es", "ca", "en")
_FILE = r"(?:^[^\n`]*`(region/[\w/.]+)`[^\n`]*:\n\n)?"
_BLOCK = re.compile(_FILE + r"^```(sh|json|toml)\n(.*?)^```", re.DOTALL | re.MULTILINE)


class Step(NamedTuple):
    """One block of the page: shell lines, or the content of a file."""

    file: str
    language: str
    content: str


def steps(language: str) -> list[Step]:
    """Return the blocks of the guide in a language, in order."""
    text = (DOCS / f"region.{language}.md").read_text("utf-8")
    return [Step(*found.groups("")) for found in _BLOCK.finditer(text)]


def follow(language: str, folder: Path) -> Iterator[str]:
    """Write the files of the guide into a folder, and yield each shell line when it is due."""
    shutil.copy(DOCS / "region" / "order.txt", folder / "order.txt")
    for step in steps(language):
        if step.language == "sh":
            yield from step.content.splitlines()
            continue
        path = folder / step.file
        path.parent.mkdir(exist_ok=True)
        path.write_text(_replaced(path, step.content) if step.language == "json" else step.content, "utf-8")


def _replaced(path: Path, content: str) -> str:
    """Return the lines of a file of clauses, with these instead of those of the same ids."""
    own = {json.loads(line)["id"]: line for line in content.splitlines()}
    lines = path.read_text("utf-8").splitlines()
    known = [json.loads(line)["id"] for line in lines]
    assert own.keys() <= set(known), own.keys() - set(known)
    return "".join(f"{own.get(id, line)}\n" for id, line in zip(known, lines, strict=True))
