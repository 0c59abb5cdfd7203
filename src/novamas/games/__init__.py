"""The games of the catalogue. Other packages get a game by its name: `game("boule")`."""

from novamas.games._registry import GAMES, game

__all__ = ["GAMES", "game"]
