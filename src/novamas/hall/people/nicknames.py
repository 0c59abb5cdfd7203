"""Validation of nicknames: visible letters only, and no name that looks like a role's.

A name is compared by its skeleton. The skeleton has no case, accents, digits or spaces. It has
Latin letters in place of letters and digits that look like them.
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
    """Return a typed nickname in its canonical form. Raise an error if it is invisible or names a role."""
    name = unicodedata.normalize("NFC", text).strip(" ")
    if len(name) > LONGEST_NAME or not is_visible(name):
        raise InvalidInput("nickname_unfit", given=quoted(repr(text)), most=LONGEST_NAME)
    if names_role(name):
        raise InvalidInput("nickname_unfit", text_key="nickname_of_role", given=quoted(name))
    return name


def read_table_name(text: str) -> str:
    """Return the typed name of a table or group in its canonical form. Raises like `read_nickname`."""
    name = read_name(text, LONGEST_TABLE_NAME)
    if names_role(name):
        raise InvalidInput("name_unfit", text_key="nickname_of_role", given=quoted(name))
    return name


def names_role(name: str) -> bool:
    """Return whether a name could be taken for a role's, or mixes alphabets within a word."""
    skeletons = {_skeleton(name), _skeleton(name.translate(_AS_LETTERS))} - {""}
    return bool(skeletons & _skeletons_of_roles()) or any(map(_is_mixed, name.split()))


def _is_mixed(word: str) -> bool:
    """Return whether a word mixes letters of several alphabets, such as Cyrillic and Latin."""
    alphabets = {unicodedata.name(letter, "").split(" ")[0] for letter in word if letter.isalpha()}
    return len(alphabets & {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"}) > 1


@cache
def _skeletons_of_roles() -> frozenset[str]:
    """Return the skeletons of all role and seat names in all languages, with and without article."""
    voices = [our_voice(each) for each in LANGUAGES]
    names = [voice.text(f"people.{role}").casefold() for voice in voices for role in _ROLES]
    names += [re.sub(r"^(el|la|the|los|els) |^l.", "", name) for name in names]
    seats = [voice.say("people.seat", seat=0) for voice in voices]
    titles = [f"{article} {title}" for article in ("", "el", "la", "l", "the") for title in _TITLES]
    return frozenset(map(_skeleton, [*names, *seats, *titles])) - {""}


def _skeleton(name: str) -> str:
    """Return the letters of a name without case or accents. Letters that look alike become equal."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(_LOOK_ALIKE)
    return "".join(letter for letter in plain if letter.isalpha())
