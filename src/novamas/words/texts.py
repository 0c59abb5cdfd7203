"""Text files: general texts in `data`, and a game's texts beside its figures in the law's data.

A text has a key, `file.code`: `refusals.below_minimum` is in `data/refusals.toml`. A game's own file has a
table for each general file, with texts that replace or extend the general ones. Its `shares` names the
files of families whose texts it takes over.
"""

from __future__ import annotations

import os.path
from functools import cache

import msgspec

from novamas.law.package_data import FOLDER as LAW
from novamas.law.texts import Text

FOLDER = os.path.join(os.path.dirname(__file__), "data")
TextFile = dict[str, Text]


def find(address: str, game: str = "") -> Text | None:
    """Return the text at an address, the game's own before the general one."""
    name, _dot, code = address.partition(".")
    if game and (own := of_game(game).get(name, {}).get(code)):
        return own
    return text_file(name).get(code)


@cache
def text_file(name: str) -> TextFile:
    """Return the texts of one general file."""
    try:
        with open(os.path.join(FOLDER, f"{name}.toml"), "rb") as file:
            return msgspec.toml.decode(file.read(), type=TextFile)
    except FileNotFoundError:
        return {}


@cache
def of_game(game: str) -> dict[str, TextFile]:
    """Return the texts of a game and of its families, by file name. The game's own texts take precedence."""
    try:
        with open(os.path.join(LAW, "words", f"{game}.toml"), "rb") as file:
            written = msgspec.toml.decode(file.read())
    except FileNotFoundError:
        return {}
    families = [of_game(family) for family in written.pop("shares", ())]
    found = msgspec.convert(written, dict[str, TextFile])
    for family in families:
        for name, texts in family.items():
            found[name] = {**texts, **found.get(name, {})}
    return found
