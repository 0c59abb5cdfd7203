"""Games of other packages: entry points `novamas.games`, such as `bola = "my_package.bola:GAME"`.

The code of such a game is imported when the game is first used. A list of games imports none of them.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from novamas.entry_points import EntryPoint, entry_points
from novamas.errors import NovamasError, quoted
from novamas.table.game import Game

if TYPE_CHECKING:
    from pathlib import Path

GROUP = "novamas.games"


class Elsewhere(NamedTuple):
    """The games of other packages by slug, and the faults of those that cannot be used."""

    games: Mapping[str, EntryPoint]
    faults: tuple[NovamasError, ...]


def games_elsewhere(ours: Sequence[str]) -> Elsewhere:
    """Return the games of installed packages. None may have the slug of one of ours or of another package."""
    return _read(tuple(sys.path), tuple(ours))


@lru_cache(maxsize=4)
def _read(folders: tuple[str, ...], ours: tuple[str, ...]) -> Elsewhere:
    found: dict[str, EntryPoint] = {}
    faults: dict[str, NovamasError] = {}
    for entry in entry_points(GROUP):
        slug, package = entry.name, quoted(entry.title)
        if slug in ours:
            faults[slug] = NovamasError("game_of_ours", game=slug, package=package)
        elif slug in found and found[slug].target != entry.target:
            other = quoted(found[slug].title)
            faults[slug] = NovamasError("game_of_two_packages", game=slug, package=package, other=other)
        elif not slug.isidentifier() or entry.target.count(":") != 1:
            faults[slug] = NovamasError(
                "game_entry_unreadable", game=quoted(slug), package=package, target=quoted(entry.target)
            )
        else:
            found[slug] = entry
    usable = {slug: entry for slug, entry in found.items() if slug not in faults}
    return Elsewhere(usable, tuple(faults.values()))


@lru_cache(maxsize=64)
def load(entry: EntryPoint) -> Game:
    """Import a game of another package. Raise `NovamasError` with the package's name if it fails."""
    module, _, attribute = entry.target.partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except Exception as fault:  # the package's code may raise anything
        says = quoted(f"{type(fault).__name__}: {fault}")
        raise NovamasError(
            "game_not_loaded", game=entry.name, package=quoted(entry.title), says=says
        ) from fault
    if not isinstance(found, Game):
        target = quoted(entry.target)
        raise NovamasError("game_not_a_game", game=entry.name, package=quoted(entry.title), target=target)
    if found.slug != entry.name:
        raise NovamasError(
            "game_other_slug", game=entry.name, package=quoted(entry.title), slug=quoted(found.slug)
        )
    return found


@lru_cache(maxsize=4)
def source_of(entries: tuple[EntryPoint, ...]) -> str:
    """Return the hash of the source code and data of the packages of these games. It is "" without games."""
    if not entries:
        return ""
    from hashlib import blake2b  # imported here: most runs have no such game

    digest = blake2b(digest_size=16)
    for root in sorted({entry.root for entry in entries}):
        for file in _files_of(root):
            content = file.read_bytes()
            digest.update(f"{root} {file.name} {len(content)} ".encode())
            digest.update(content)
    return digest.hexdigest()


def _files_of(root: str) -> list[Path]:
    """Return the source and data files of a Python package or module at the top, without importing it."""
    from pathlib import Path

    from novamas.disk_cache import TEXTS

    spec = find_spec(root)
    if spec is None:
        return []
    if spec.submodule_search_locations is None:
        return [Path(spec.origin)] if spec.origin else []
    folders = map(Path, spec.submodule_search_locations)
    return [file for folder in folders for file in sorted(folder.rglob("*.*")) if file.suffix in TEXTS]


def module_beside(entry: EntryPoint, part: str) -> str | None:
    """Return the module of a game's part in its package, such as `my_package.odds.bola`, or None."""
    name = entry.root
    for step in (*part.split("."), entry.name):
        name = f"{name}.{step}"
        if find_spec(name) is None:
            return None
    return name
