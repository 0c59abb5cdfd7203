"""The registry of the games: every other module or folder of this package is a game."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import novamas.games
from novamas.errors import NovamasError, quoted
from novamas.law.errors import nearest
from novamas.table.game import Game

GAMES = tuple(
    sorted(module.name for module in iter_modules(novamas.games.__path__) if not module.name.startswith("_"))
)


def game(slug: str) -> Game:
    """Return the game with this slug."""
    if slug not in GAMES:
        near = nearest(slug, GAMES)[:1]
        text_key = "no_such_game" if near else "no_such_game_known"
        raise NovamasError("no_such_game", text_key=text_key, given=quoted(slug), near=near, known=GAMES)
    found: Game = import_module(f"novamas.games.{slug}").GAME
    return found
