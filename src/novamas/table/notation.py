"""One-line notation of deeds: `s1 bet rojo 500`, `croupier no_va_mas`, `s2 discard 1,3`.

`read` also accepts other forms that people type: an amount in euros (`s1 bet rojo 5 €`), a draw by its name
(`chance drawn Ks`), any field by its name (`s1 bet cents=500 bet=rojo`). Free text is quoted:
`floor conduct IB05.08.IV.11 s3 "follows the hand"`. A seat is a number or `s3` in every field.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, DecodeError, ValidationError, convert, json
from msgspec.structs import fields

from novamas.equipment.draws import read_draw
from novamas.errors import InvalidInput
from novamas.money import cents_of
from novamas.table.deeds import Deed, Drawn
from novamas.table.roles import read_who, write_who
from novamas.table.validation import first_field_error

SEATS = frozenset({"seat", "other", "partner"})  # fields of deeds that are the number of a seat

_SEAT = re.compile(r"s[1-9][0-9]{0,3}")
_NUMBER = re.compile(r"[1-9][0-9]{0,3}")
_WHOLE = re.compile(r"-?[0-9]{1,18}")
_BEFORE_EURO = re.compile(r"(?<=[0-9])\s+(?=€)")
_PLAIN = re.compile(r"[^\s\"=]+")
_QUOTED = re.compile(r'[^\s"]*"(?:[^"\\]|\\.)*"|\S+')


def write(deed: Deed) -> str:
    """Return a deed as one line."""
    values = (getattr(deed, name) for name in deed.__struct_fields__ if name != "by")
    return " ".join([write_who(deed.by), deed.verb(), *map(_word, values)])


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(map(_word, value)) or "none"
    if isinstance(value, str):
        return value if _PLAIN.fullmatch(value) else json.encode(value).decode()
    return "-" if value is None else str(value)


def read(kinds: Iterable[type[Deed]], line: str, parts: Mapping[str, object] | None = None) -> Deed:
    """Return the deed that a line describes. This is the inverse of `write`.

    `parts` are further fields of the deed, by name, and take precedence over the line. Raise
    `InvalidInput` if the line is not a deed of these kinds.
    """
    who, verb, *words = [*_words(line), "", ""]
    known = {kind.verb(): kind for kind in kinds}
    kind = known.get(verb)
    if kind is None:
        raise InvalidInput("no_such_deed", line=line, verb=verb, known=tuple(sorted(known)))
    found = _by_name(kind, [word for word in words if word])
    given = None if found is None else {**found, **(parts or {})}
    if given is None or not _makes(kind, given):
        wanted = " ".join([who, verb, *(name for name in kind.__struct_fields__ if name != "by")])
        raise InvalidInput("wrong_number_of_words", line=line, wanted=wanted)
    hints = _hints(kind)
    values = {name: _value(kind, _person(name, word), hints[name]) for name, word in given.items()}
    plain = {"do": verb, "by": read_who(who), **values}
    try:
        return convert(plain, kind)
    except ValidationError:
        wrong = first_field_error(plain, kind)
        typed = wrong.given.strip('"')
        if hints.get(wrong.field) is bool:
            code = "flag_unreadable"
            raise InvalidInput("unreadable_deed", text_key=code, line=line, given=typed) from None
        part = wrong.field
        raise InvalidInput(
            "unreadable_deed", text_key="part_unreadable", line=line, part=part, given=typed
        ) from None


def _words(line: str) -> list[str]:
    """Split a line into words. Text between quotation marks is one word."""
    return _QUOTED.findall(line) if '"' in line else _BEFORE_EURO.sub("", line).split()


def _by_name(kind: type[Deed], words: Sequence[str]) -> dict[str, object] | None:
    """Return each word under a field name: its own, as in `cents=500`, or else the next free field.

    Return None if a field is named twice or there are too many words.
    """
    given: dict[str, object] = {}
    in_order = [word for word in words if word.startswith('"') or "=" not in word]
    for name, _, value in (word.partition("=") for word in words if word not in in_order):
        if given.setdefault(name, value) is not value:
            return None
    rest = [name for name in kind.__struct_fields__ if name != "by" and name not in given]
    return given | dict(zip(rest, in_order, strict=False)) if len(in_order) <= len(rest) else None


def _makes(kind: type[Deed], given: Mapping[str, object]) -> bool:
    """Return whether a deed of this kind has all these fields and needs no others."""
    needed, known = _fields(kind)
    return needed <= given.keys() <= known


@cache
def _fields(kind: type[Deed]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names of a deed's required fields, and of all its fields."""
    own = [field for field in fields(kind) if field.name != "by"]
    needed = frozenset(field.name for field in own if field.default is NODEFAULT)
    return needed, frozenset(field.name for field in own)


@cache
def _hints(kind: type[Deed]) -> Mapping[str, Any]:
    """Return the types of a deed's fields."""
    return get_type_hints(kind)


def _person(name: str, written: object) -> object:
    """Return a seat in the form that its field requires, whether it was written as 3 or as s3."""
    if name in SEATS and isinstance(written, str) and _SEAT.fullmatch(written):
        return written[1:]
    if name == "who" and isinstance(written, str | int) and _NUMBER.fullmatch(str(written)):
        return f"s{written}"
    return written


def _value(kind: type[Deed], written: object, hint: Any) -> object:
    """Return the value of one field, parsed from its word. A value that is not text is already converted."""
    kinds = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    if isinstance(written, list | tuple):
        return tuple(written)
    if isinstance(written, Decimal) and int in kinds:
        return cents_of(written)
    if not isinstance(written, str):
        return written
    if get_origin(hint) is tuple:
        inner = get_args(hint)[0]
        return tuple(_value(kind, part, inner) for part in written.split(",")) if written != "none" else ()
    if written == "-" and type(None) in kinds:
        return None
    if bool in kinds and written in ("yes", "no"):
        return written == "yes"
    return _number(kind, written) if int in kinds else _unquoted(written)


def _unquoted(word: str) -> str:
    """Return a word without its quotation marks."""
    try:
        return json.decode(word, type=str) if word.startswith('"') else word
    except DecodeError:
        return word


def _number(kind: type[Deed], word: str) -> int | str:
    """Return a whole number, an amount in euros or, for a draw, the result that the word names."""
    if kind is Drawn:
        return read_draw(word)
    if word.endswith("€"):
        return cents_of(word)
    return int(word) if _WHOLE.fullmatch(word) else word
