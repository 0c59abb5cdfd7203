"""Entry points of installed packages, read from their metadata as text. No package is imported.

`importlib.metadata` would take a tenth of the time of a command.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

OURS = "[novamas."  # the begin of our groups
SUFFIX = ".dist-info"
_SECTION = r"(?ms)^\[{group}\]\s*$(.*?)(?=^\[|\Z)"
_LINE = r"(?m)^\s*([\w.-]+)\s*=\s*(\S+)\s*$"


class EntryPoint(NamedTuple):
    """One line of a package's entry points."""

    name: str
    target: str  # a package, or "module:attribute"
    package: str  # the distribution, as its metadata folder calls it
    version: str

    @property
    def title(self) -> str:
        """The name of the package with its version, as it appears in records and messages."""
        return f"{self.package} {self.version}".strip()

    @property
    def root(self) -> str:
        """The Python package at the top, which has all modules of the distribution."""
        return self.target.partition(":")[0].partition(".")[0]


def entry_points(group: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group, sorted by name and target."""
    found = {entry for title, text in _metadata(tuple(sys.path)) for entry in _read(title, text, group)}
    return tuple(sorted(found))


@lru_cache(maxsize=4)
def _metadata(folders: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return the title and the entry points of each installed package that has some for novamas."""
    found: list[tuple[str, str]] = []
    for folder in folders:
        with suppress(OSError):
            for entry in os.scandir(folder or os.curdir):
                if entry.name.endswith(SUFFIX):
                    text = _content(os.path.join(entry.path, "entry_points.txt"))
                    if OURS in text:
                        found.append((entry.name.removesuffix(SUFFIX), text))
    return tuple(found)


def _content(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return ""


def _read(title: str, text: str, group: str) -> list[EntryPoint]:
    package, _, version = title.partition("-")
    sections = re.findall(_SECTION.format(group=re.escape(group)), text)
    lines = [line for section in sections for line in re.findall(_LINE, section)]
    return [EntryPoint(name, target, package.replace("_", "-"), version) for name, target in lines]
