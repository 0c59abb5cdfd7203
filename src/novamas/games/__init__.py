"""The games of the catalogue; everything below reaches them through here, by name."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module

from novamas.errors import NovamasError
from novamas.table.game import Game

GAMES = (
    "bacara_dos_panos",
    "blackjack",
    "boule",
    "chemin_de_fer",
    "craps",
    "cubierto",
    "five_stud",
    "holdem",
    "holdem_bonus",
    "holdem_contrapartida",
    "omaha",
    "pai_gow_domino",
    "pai_gow_poker",
    "punto_y_banca",
    "ruleta",
    "ruleta_americana",
    "ruleta_de_la_fortuna",
    "ruleta_doble_cero",
    "seven_stud",
    "sin_descarte",
    "sintetico",
    "treinta_y_cuarenta",
    "tres_cartas",
    "trijoker",
)


def game(slug: str) -> Game:
    """A game by its name."""
    if slug not in GAMES:
        near = get_close_matches(str(slug), GAMES, n=1)
        hint = f"; did you mean {near[0]}?" if near else f"; playable now: {', '.join(GAMES)}."
        raise NovamasError("no_such_game", f"No game {slug!r} can be played here{hint}")
    found: Game = import_module(f"novamas.games.{slug}").GAME
    return found
