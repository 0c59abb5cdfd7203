"""Text files: general texts in `data`, and a game's texts beside its figures in the law's data.

A text has a key, `file.code`: `refusals.below_minimum` is in `data/refusals.toml`. A game's own file has a
table for each general file, with texts that replace or extend the general ones. Its `game` holds the name
of the game and a sentence about it. Its `shares` names the files of families whose texts it takes over.
"""

from __future__ import annotations

import os.path
from functools import cache
from typing import Any

import msgspec

from novamas.law.package_data import FOLDER as LAW
from novamas.law.texts import Text

FOLDER = os.path.join(os.path.dirname(__file__), "data")
TextFile = dict[str, Text]
OF_GAMES = {"games": "name", "abouts": "about"}  # general texts that each game states in its own file


def find(address: str, game: str = "") -> Text | None:
    """Return the text at an address, the game's own before the general one."""
    name, _dot, code = address.partition(".")
    if name in OF_GAMES:
        return _about(code).get(OF_GAMES[name]) if code.isidentifier() else None
    if game and (own := of_game(game).get(name, {}).get(code)):
        return own
    return text_file(name).get(code)


@cache
def text_file(name: str) -> TextFile:
    """Return the texts of one general file. Every game states its own texts of `games` and `abouts`."""
    if name in OF_GAMES:
        found = {slug: _about(slug).get(OF_GAMES[name]) for slug in sorted(_own_files())}
        return {slug: text for slug, text in found.items() if text is not None}
    try:
        with open(os.path.join(FOLDER, f"{name}.toml"), "rb") as file:
            return msgspec.toml.decode(file.read(), type=TextFile)
    except FileNotFoundError:
        return {}


@cache
def of_game(game: str) -> dict[str, TextFile]:
    """Return the texts of a game and of its families, by file name. The game's own texts take precedence."""
    written = _written(game)
    families = [of_game(family) for family in written.get("shares", ())]
    own = {name: texts for name, texts in written.items() if name not in ("shares", "game")}
    found = msgspec.convert(own, dict[str, TextFile])
    for family in families:
        for name, texts in family.items():
            found[name] = {**texts, **found.get(name, {})}
    return found


@cache
def _about(game: str) -> TextFile:
    """Return the name of a game and the sentence about it."""
    return msgspec.convert(_written(game).get("game", {}), TextFile)


def _own_files() -> list[str]:
    return [name.removesuffix(".toml") for name in os.listdir(os.path.join(LAW, "words"))]


@cache
def _written(game: str) -> dict[str, Any]:
    """Return the content of a game's own file."""
    try:
        with open(os.path.join(LAW, "words", f"{game}.toml"), "rb") as file:
            return msgspec.toml.decode(file.read(), type=dict[str, Any])
    except FileNotFoundError:
        return {}
