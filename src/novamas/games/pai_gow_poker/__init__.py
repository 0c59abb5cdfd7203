"""Pai gow poker (Illes Balears 2009, Aragón 2010, Castilla-La Mancha 2016)."""

from novamas.games.pai_gow_poker.game import GAME

__all__ = ["GAME"]
