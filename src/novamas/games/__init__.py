"""The games of the catalogue; everything below reaches them through here, by name."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from pkgutil import iter_modules

from novamas.errors import NovamasError
from novamas.table.game import Game

GAMES = tuple(sorted(module.name for module in iter_modules(__path__)))  # nothing else stands in this room


def game(slug: str) -> Game:
    """A game by its name."""
    if slug not in GAMES:
        near = get_close_matches(str(slug), GAMES, n=1)
        hint = f"; did you mean {near[0]}?" if near else f"; playable now: {', '.join(GAMES)}."
        raise NovamasError("no_such_game", f"No game {slug!r} can be played here{hint}")
    found: Game = import_module(f"novamas.games.{slug}").GAME
    return found
