"""The games of the catalogue. The packages below import them by name: `game("boule")`."""

from novamas.games._registry import GAMES, game

__all__ = ["GAMES", "game"]
