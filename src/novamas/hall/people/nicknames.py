"""Nicknames: visible letters only, and no name of a role, so that no player can pose as the croupier."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

from novamas.errors import InvalidInput, quoted
from novamas.law.texts import LANGUAGES
from novamas.words import voice_for

LONGEST_NAME: Final = 24
# Printable for Python, but invisible: fillers, joiners, variation selectors, an empty braille cell.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_ROLES = (
    *("croupier", "chance", "floor", "nobody", "rail", "staff", "you"),
    *("house", "bank", "inspector", "director"),
)


def read_nickname(text: str) -> str:
    """Return a typed nickname in its canonical form. Raise if it is not visible or names a role."""
    name = " ".join(unicodedata.normalize("NFC", text).split(" ")).strip()
    if len(name) > LONGEST_NAME or not name.isprintable() or _INVISIBLE.search(name):
        raise InvalidInput("nickname_unfit", given=quoted(repr(text)), most=LONGEST_NAME)
    if name and _folded(name) in _names_of_roles():
        raise InvalidInput("nickname_unfit", text_key="nickname_of_role", given=quoted(name))
    if re.sub(r"\d+", "#", _folded(name)) in _names_of_seats():
        raise InvalidInput("nickname_unfit", text_key="nickname_of_role", given=quoted(name))
    return name


@cache
def _names_of_roles() -> frozenset[str]:
    """Return the names of the roles in all languages, with and without their article."""
    names = [_folded(voice_for(each).text(f"people.{role}")) for each in LANGUAGES for role in _ROLES]
    return frozenset([*names, *(re.sub(r"^(el|la|the|los|els) |^l.", "", name) for name in names)])


@cache
def _names_of_seats() -> frozenset[str]:
    return frozenset(
        _folded(voice_for(each).say("people.seat", seat=0)).replace("0", "#") for each in LANGUAGES
    )


def _folded(name: str) -> str:
    """Return a name without case, accents and forms of a letter that look alike."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in plain if not unicodedata.combining(letter))
