"""Validation of nicknames: only visible letters, and no name of a role that others could mistake.

A name is compared by its skeleton: without case, accents, digits and spaces, and with Latin letters for those
of other alphabets, and for digits, that look the same.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

from novamas.errors import InvalidInput, quoted
from novamas.law.texts import LANGUAGES
from novamas.visible_text import is_visible, read_name
from novamas.words import our_voice

LONGEST_NAME: Final = 24
LONGEST_TABLE_NAME: Final = 60
_ROLES = (
    *("croupier", "chance", "floor", "nobody", "rail", "staff", "you"),
    *("house", "bank", "inspector", "director"),
)
_TITLES = (  # of staff and of who runs the server, in any language
    *(
        "croupier",
        "dealer",
        "floor",
        "floor manager",
        "manager",
        "pit boss",
        "supervisor",
        "cashier",
        "staff",
    ),
    *("director", "directora", "jefe", "jefa", "encargado", "encargada", "encarregat", "encarregada"),
    *("supervisora", "cajero", "cajera", "caixer", "caixera", "cambista", "canviador", "canviadora"),
    *("inspectora", "inspectors", "operator", "operador", "operadora", "admin", "administrator"),
    *("administrador", "administradora", "moderator", "moderador", "moderadora", "soporte", "support"),
    *("suport", "system", "server", "servidor", "novamas"),
)
_LOOK_ALIKE = str.maketrans(  # Cyrillic and Greek letters
    "авсԁеғһіјкӏмпорԛѕтуѵѡхгαβεηικνορτυχω",
    "abcdefhijklmnopqstyvwxrabeniknoptuxw",
)
_AS_LETTERS = str.maketrans("0134578", "oieastb")  # digits that stand for letters


def read_nickname(text: str) -> str:
    """Return a typed nickname in its canonical form. Raise if it is not visible or names a role."""
    name = unicodedata.normalize("NFC", text).strip(" ")
    if len(name) > LONGEST_NAME or not is_visible(name):
        raise InvalidInput("nickname_unfit", given=quoted(repr(text)), most=LONGEST_NAME)
    if names_role(name):
        raise InvalidInput("nickname_unfit", text_key="nickname_of_role", given=quoted(name))
    return name


def read_table_name(text: str) -> str:
    """Return the typed name of a table or a group in its canonical form. Raise as `read_nickname` does."""
    name = read_name(text, LONGEST_TABLE_NAME)
    if names_role(name):
        raise InvalidInput("name_unfit", text_key="nickname_of_role", given=quoted(name))
    return name


def names_role(name: str) -> bool:
    """Return whether a name can be taken for that of a role, or mixes alphabets within a word."""
    skeletons = {_skeleton(name), _skeleton(name.translate(_AS_LETTERS))} - {""}
    return bool(skeletons & _skeletons_of_roles()) or any(map(_is_mixed, name.split()))


def _is_mixed(word: str) -> bool:
    """Return whether a word has letters of several alphabets, such as a Cyrillic one among Latin ones."""
    alphabets = {unicodedata.name(letter, "").split(" ")[0] for letter in word if letter.isalpha()}
    return len(alphabets & {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"}) > 1


@cache
def _skeletons_of_roles() -> frozenset[str]:
    """Return the names of roles and seats in all languages, with and without their article."""
    voices = [our_voice(each) for each in LANGUAGES]
    names = [voice.text(f"people.{role}").casefold() for voice in voices for role in _ROLES]
    names += [re.sub(r"^(el|la|the|los|els) |^l.", "", name) for name in names]
    seats = [voice.say("people.seat", seat=0) for voice in voices]
    titles = [f"{article} {title}" for article in ("", "el", "la", "l", "the") for title in _TITLES]
    return frozenset(map(_skeleton, [*names, *seats, *titles])) - {""}


def _skeleton(name: str) -> str:
    """Return the letters of a name without case and accents, and with look-alike letters made equal."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(_LOOK_ALIKE)
    return "".join(letter for letter in plain if letter.isalpha())
