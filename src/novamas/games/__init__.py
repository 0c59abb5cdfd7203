"""The games of the catalogue; everything below reaches them through here, by name."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module

from novamas.errors import NovamasError
from novamas.table.game import Game

_MODULES = {
    "bacara_dos_panos": "circle.bacara_dos_panos",
    "blackjack": "banked.blackjack",
    "boule": "banked.boule",
    "chemin_de_fer": "circle.chemin_de_fer",
    "craps": "banked.craps",
    "cubierto": "circle.cubierto",
    "five_stud": "circle.five_stud",
    "holdem": "circle.holdem",
    "holdem_bonus": "banked.holdem_bonus",
    "holdem_contrapartida": "banked.holdem_contrapartida",
    "omaha": "circle.omaha",
    "pai_gow_domino": "banked.pai_gow_domino",
    "pai_gow_poker": "banked.pai_gow_poker",
    "punto_y_banca": "banked.punto_y_banca",
    "ruleta": "banked.ruleta",
    "ruleta_americana": "banked.ruleta_americana",
    "ruleta_de_la_fortuna": "banked.ruleta_de_la_fortuna",
    "ruleta_doble_cero": "banked.ruleta_doble_cero",
    "seven_stud": "circle.seven_stud",
    "sin_descarte": "banked.sin_descarte",
    "sintetico": "circle.sintetico",
    "treinta_y_cuarenta": "banked.treinta_y_cuarenta",
    "tres_cartas": "banked.tres_cartas",
    "trijoker": "banked.trijoker",
}

GAMES = tuple(_MODULES)


def game(slug: str) -> Game:
    """A game by its name."""
    if slug not in _MODULES:
        near = get_close_matches(slug, GAMES, n=1)
        hint = f"; did you mean {near[0]}?" if near else f"; playable now: {', '.join(GAMES)}."
        raise NovamasError("no_such_game", f"No game {slug!r} can be played here{hint}")
    found: Game = import_module(f"novamas.games.{_MODULES[slug]}").GAME
    return found
