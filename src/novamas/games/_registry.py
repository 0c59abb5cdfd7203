"""The registry of the games: every other module or folder of this package, and those of other packages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

import novamas.games
from novamas.errors import NovamasError, quoted
from novamas.games._elsewhere import games_elsewhere, load, module_beside, source_of
from novamas.law.errors import nearest
from novamas.table.game import Game

GAMES = tuple(
    sorted(module.name for module in iter_modules(novamas.games.__path__) if not module.name.startswith("_"))
)


def known_games() -> tuple[str, ...]:
    """Return the slugs of all games: ours, then those of installed packages. None of them is imported."""
    return (*GAMES, *games_elsewhere(GAMES).games)


def usable_games() -> Iterator[Game]:
    """Yield every game, imported. A game of another package that cannot be imported is left out."""
    for slug in GAMES:
        yield game(slug)
    for entry in games_elsewhere(GAMES).games.values():
        with suppress(NovamasError):
            yield load(entry)


def faults_of_entries() -> tuple[NovamasError, ...]:
    """Return the faults of the games of installed packages that are not used."""
    return games_elsewhere(GAMES).faults


def game(slug: str) -> Game:
    """Return a game by its slug.

    Raise `NovamasError` if there is none, or with the name of its package if it cannot be imported.
    """
    if slug in GAMES:
        found: Game = import_module(f"novamas.games.{slug}").GAME
        return found
    elsewhere = games_elsewhere(GAMES)
    if isinstance(slug, str) and slug in elsewhere.games:
        return load(elsewhere.games[slug])
    for fault in elsewhere.faults:
        if fault.figures["game"] == slug:
            raise fault
    known = (*GAMES, *elsewhere.games)
    near = nearest(slug, known)[:1]
    text_key = "no_such_game" if near else "no_such_game_known"
    raise NovamasError("no_such_game", text_key=text_key, given=quoted(slug), near=near, known=known)


def package_of(slug: str) -> str | None:
    """Return the package that has a game, with its version. None is ours."""
    entry = games_elsewhere(GAMES).games.get(slug)
    return None if entry is None else entry.title


def source_elsewhere() -> str:
    """Return the hash of the packages with games that are not ours. It is "" if there are none."""
    return source_of(tuple(games_elsewhere(GAMES).games.values()))


def modules_of(game: Game, ours: str, beside: str) -> Iterator[str]:
    """Yield the modules with a part of a game, such as its own method for odds, the nearest first.

    The module of a game of another package is `PACKAGE.BESIDE.SLUG`, that of ours `OURS.SLUG`. Then comes the
    one of the family, `OURS.FAMILY`.
    """
    entry = games_elsewhere(GAMES).games.get(game.slug)
    if entry is not None and (found := module_beside(entry, beside)) is not None:
        yield found
    for name in (game.slug, game.family):
        if find_spec(f"{ours}.{name}") is not None:
            yield f"{ours}.{name}"
