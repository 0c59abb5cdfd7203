"""Installed packs of law: packages with an entry point `novamas.law`. Their code is never run.

The metadata of packages is read as text, because `importlib.metadata` would take a tenth of a command's
time.
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
    """Return the folders of the installed packs, ordered by package."""
    found = {name for folder in sys.path for name in _packages(folder or os.curdir)}
    return tuple(folder for name in sorted(found) if (folder := _folder(name)) is not None)


def _packages(folder: str) -> list[str]:
    """Return the packages in a folder that contain a pack of law."""
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
    """Return the folder of a package without importing it, or None if it does not exist."""
    from importlib.util import find_spec  # imported here: most runs have no pack

    with suppress(ImportError, ValueError):
        spec = find_spec(package)
        if spec is not None and spec.submodule_search_locations:
            return os.path.abspath(next(iter(spec.submodule_search_locations)))
    return None
