"""Pai gow dominoes (Castilla-La Mancha 2016)."""

from novamas.games.pai_gow_domino.game import GAME

__all__ = ["GAME"]
