"""Where the texts lie: those of the program in `data`, those of a game beside its figures in the law's data.

A text has an address, `shelf.code`: `refusals.below_minimum`. Each file of `data` is a shelf. A game's own
file has shelves of its own, and on them what it says otherwise than others or alone; `shares` names the files
of a family that it speaks like.
"""

from __future__ import annotations

import os.path
from functools import cache

import msgspec

from novamas.law.package_data import FOLDER as LAW
from novamas.law.texts import Text

FOLDER = os.path.join(os.path.dirname(__file__), "data")
Shelf = dict[str, Text]


def find(address: str, game: str = "") -> Text | None:
    """The text at an address, the game's own before anybody's."""
    name, _dot, code = address.partition(".")
    if game and (own := of_game(game).get(name, {}).get(code)):
        return own
    return shelf(name).get(code)


@cache
def shelf(name: str) -> Shelf:
    """The texts of the program that stand together."""
    try:
        with open(os.path.join(FOLDER, f"{name}.toml"), "rb") as file:
            return msgspec.toml.decode(file.read(), type=Shelf)
    except FileNotFoundError:
        return {}


@cache
def of_game(game: str) -> dict[str, Shelf]:
    """The texts of a game and of the families it belongs to, shelf by shelf; its own come first."""
    try:
        with open(os.path.join(LAW, "words", f"{game}.toml"), "rb") as file:
            written = msgspec.toml.decode(file.read())
    except FileNotFoundError:
        return {}
    families = [of_game(family) for family in written.pop("shares", ())]
    found = msgspec.convert(written, dict[str, Shelf])
    for family in families:
        for name, texts in family.items():
            found[name] = {**texts, **found.get(name, {})}
    return found
