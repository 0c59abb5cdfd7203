"""Installed packs of law: packages with an entry point `novamas.law`. Their code is never run."""

from __future__ import annotations

import os
from contextlib import suppress

from novamas.entry_points import entry_points

GROUP = "novamas.law"


def installed_packs() -> tuple[str, ...]:
    """Return the folders of the installed packs, ordered by package."""
    # of `a.b` the search below would run `a`: only a package at the top counts
    found = {entry.target for entry in entry_points(GROUP) if entry.target.isidentifier()}
    return tuple(folder for name in sorted(found) if (folder := _folder(name)) is not None)


def _folder(package: str) -> str | None:
    """Return the folder of a package without importing it, or None if it does not exist."""
    from importlib.util import find_spec  # imported here: most runs have no pack

    with suppress(ImportError, ValueError):
        spec = find_spec(package)
        if spec is not None and spec.submodule_search_locations:
            return os.path.abspath(next(iter(spec.submodule_search_locations)))
    return None
