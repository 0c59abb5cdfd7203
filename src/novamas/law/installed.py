"""Installed packs of law: packages with an entry point `novamas.law`. Nothing of such a package is run.

The metadata of packages is read as text: `importlib.metadata` would take a tenth of the time of a command.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress

GROUP = "novamas.law"
_SECTION = rf"(?ms)^\[{re.escape(GROUP)}\]\s*$(.*?)(?=^\[|\Z)"
_ENTRY = r"(?m)^\s*[\w.-]+\s*=\s*([A-Za-z_]\w*)\s*$"  # names a package at the top


def installed_packs() -> tuple[str, ...]:
    """Return the folders of the installed packs, in the order of their packages."""
    found = {name for folder in sys.path for name in _packages(folder or os.curdir)}
    return tuple(folder for name in sorted(found) if (folder := _folder(name)) is not None)


def _packages(folder: str) -> list[str]:
    """Return the packages with a pack of law that are installed in a folder."""
    found: list[str] = []
    with suppress(OSError):
        for entry in os.scandir(folder):
            if entry.name.endswith(".dist-info"):
                found += _named(os.path.join(entry.path, "entry_points.txt"))
    return found


def _named(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError):
        return []
    return (
        []
        if GROUP not in text
        else [name for part in re.findall(_SECTION, text) for name in re.findall(_ENTRY, part)]
    )


def _folder(package: str) -> str | None:
    """Return the folder of a package without importing it, or None if it is not there."""
    from importlib.util import find_spec  # imported here: most runs have no pack

    with suppress(ImportError, ValueError):
        spec = find_spec(package)
        if spec is not None and spec.submodule_search_locations:
            return os.path.abspath(next(iter(spec.submodule_search_locations)))
    return None
