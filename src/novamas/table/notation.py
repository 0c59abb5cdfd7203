"""One line for every deed: `s1 bet rojo 500`, `croupier no_va_mas`, `chance drawn 17`, `s2 discard 1,3`."""

from __future__ import annotations

from collections.abc import Iterable
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import ValidationError, convert

from novamas.errors import Unreadable
from novamas.table.deeds import Deed
from novamas.table.people import read_who, write_who


def write(deed: Deed) -> str:
    """A deed as one line."""
    values = (getattr(deed, name) for name in deed.__struct_fields__ if name != "by")
    return " ".join([write_who(deed.by), deed.verb(), *map(_word, values)])


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(map(_word, value)) or "none"
    return "-" if value is None else str(value)


def read(kinds: Iterable[type[Deed]], line: str) -> Deed:
    """The deed that a line says; the inverse of `write`."""
    who, verb, *words = line.split() + [""] * (2 - min(2, len(line.split())))
    known = {kind.verb(): kind for kind in kinds}
    kind = known.get(verb)
    if kind is None:
        raise Unreadable("no_such_deed", f"{line!r}: {verb!r} is not one of {', '.join(sorted(known))}.")
    hints = get_type_hints(kind)
    names = [name for name in kind.__struct_fields__ if name != "by"]
    if len(words) != len(names):
        wanted = " ".join([verb, *names])
        raise Unreadable("wrong_number_of_words", f"{line!r}: write «{write_who(1)} {wanted}».")
    try:
        values = {name: _value(word, hints[name]) for name, word in zip(names, words, strict=True)}
        return convert({"do": verb, "by": read_who(who), **values}, kind)
    except (ValidationError, ValueError) as fault:
        raise Unreadable("unreadable_deed", f"{line!r} cannot be read: {fault}.") from None


def _value(word: str, hint: Any) -> object:
    kinds = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    if get_origin(hint) is tuple:
        return tuple(_value(part, get_args(hint)[0]) for part in word.split(",")) if word != "none" else ()
    if word == "-" and type(None) in kinds:
        return None
    if bool in kinds and word in ("yes", "no"):
        return word == "yes"
    return int(word) if int in kinds and word.lstrip("-").isdecimal() else word
