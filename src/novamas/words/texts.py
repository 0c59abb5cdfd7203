"""Text files: general texts in `data`, and a game's texts next to its figures in the law's data.

A text has a key, `file.code`: `refusals.below_minimum` is in `data/refusals.toml`. The file of a game has a
table for each general file, with texts that replace or extend the general ones. Its `game` holds the name
of the game and a sentence about it, and for a game of another package the family in which the browser
shows it. Its `shares` names the families whose texts the game uses too.
"""

from __future__ import annotations

import os.path
from functools import cache

import msgspec

from novamas.law import Library
from novamas.law.library_cache import cached_in_library
from novamas.law.texts import Text

FOLDER = os.path.join(os.path.dirname(__file__), "data")
TextFile = dict[str, Text]
FAMILY = "family"
FAMILIES = ("wheels", "bank", "house_poker", "player_bank", "circle")  # of the catalogue in the browser
OF_GAMES = {"games": "name", "abouts": "about"}  # general texts that each game states in its own file


def find(law: Library, address: str, game: str = "") -> Text | None:
    """Return the text with this key. A game's own text takes precedence over the general one."""
    name, _dot, code = address.partition(".")
    if name in OF_GAMES:
        return _about(law, code).get(OF_GAMES[name]) if code.isidentifier() else None
    if game and (own := of_game(law, game).get(name, {}).get(code)):
        return own
    if name == "regions" and code in law.regions:
        return law.regions[code]
    return text_file(name).get(code)


@cached_in_library
def names_of_games(law: Library, name: str) -> TextFile:
    """Return the texts `games` or `abouts` of every game, which each game states in its own file."""
    found = {slug: _about(law, slug).get(OF_GAMES[name]) for slug in law.games_with_words}
    return {slug: text for slug, text in found.items() if text is not None}


@cache
def text_file(name: str) -> TextFile:
    """Return all texts of one general file."""
    try:
        with open(os.path.join(FOLDER, f"{name}.toml"), "rb") as file:
            return msgspec.toml.decode(file.read(), type=TextFile)
    except FileNotFoundError:
        return {}


@cached_in_library
def of_game(law: Library, game: str) -> dict[str, TextFile]:
    """Return the texts of a game and of its families, by file name. Texts of the game take precedence."""
    written = law.words(game)
    families = [of_game(law, family) for family in written.get("shares", ())]
    own = {name: texts for name, texts in written.items() if name not in ("shares", "game")}
    found = msgspec.convert(own, dict[str, TextFile])
    for family in families:
        for name, texts in family.items():
            found[name] = {**texts, **found.get(name, {})}
    return found


@cached_in_library
def _about(law: Library, game: str) -> TextFile:
    """Return the name of a game, and one sentence that describes it."""
    about = {name: text for name, text in law.about(game).items() if name != FAMILY}
    return msgspec.convert(about, TextFile)


def family_of(law: Library, game: str) -> str:
    """Return the family in which the catalogue shows a game of another package. Ours do not state it."""
    family = law.about(game).get(FAMILY, "")
    return family if family in FAMILIES else ""
