"""JSON Schemas of table messages and records: a common schema, and one for each game's own types."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import json

from novamas.law import Frame
from novamas.record.chain import ChainBreak, Seal
from novamas.record.claims import ClaimLine
from novamas.record.records import Header
from novamas.table import wire
from novamas.table.game import Game

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_NAME = re.compile(r"([a-z0-9_]+\.)*[A-Za-z0-9]+")  # of a type, without the arguments of a generic one

Part = dict[str, Any]

# A record has a header, a line for each deed and each claim, and a seal. Each line ends with its link.
COMMON: Mapping[str, Any] = {
    **wire.COMMON,
    "header": Header,
    "claim": ClaimLine,
    "seal": Seal,
    "break": ChainBreak,
}


def schema(game: Game | None = None) -> str:
    """Return the schema of a game, which refers to the common schema in the same folder.

    Without a game, return the common schema. Each type is on a separate line.
    """
    return _printed("novamas", common()) if game is None else _printed(game.slug, added(game))


def printed(title: str, types: Mapping[str, Any]) -> str:
    """Return the text of a schema that defines these types under their names."""
    return _printed(title, definitions(types, {}))


def printed_beside(title: str, types: Mapping[str, Any]) -> str:
    """Return the text of a schema of these types, in which shared types refer to `common.json`."""
    return _printed(title, _beyond_common(types))


def _printed(title: str, definitions: Mapping[str, Part]) -> str:
    head = _lines({"$schema": DIALECT, "title": title})
    return f'{{\n{head},\n"$defs": {{\n{_lines(definitions)}\n}}\n}}\n'


def common() -> dict[str, Part]:
    """Return the types that all games share."""
    return definitions(COMMON, {})


def added(game: Game) -> dict[str, Part]:
    """Return the types that a game adds."""
    return _beyond_common(wire.types_of(game))


def _beyond_common(types: Mapping[str, Any]) -> dict[str, Part]:
    """Return the definitions of these types and their parts, without those that all games share."""
    elsewhere = {name: f"common.json#/$defs/{name}" for name in common()}
    found = definitions({**COMMON, **types}, elsewhere)
    return {name: part for name, part in found.items() if name not in elsewhere}


def definitions(
    types: Mapping[str, Any],
    elsewhere: Mapping[str, str],
    place: str = "#/$defs/",
    rename: Callable[[str], str] = str,
) -> dict[str, Part]:
    """Return the definitions of the types under their names, then of all their parts.

    They refer to each other at `place`, and to those `elsewhere` by their references. The name of a part
    contains its module if two parts have the same name. `rename` gives the final names of parts.
    """
    found, parts = json.schema_components(
        types.values(), schema_hook=_schema_hook, ref_template=f"{place}{{name}}"
    )
    named = dict(zip(types, found, strict=True))
    short = {name: rename(_short(name)) for name in parts}
    assert len({*named, *short.values()}) == len(named) + len(short), "two types would have one name"
    refs = {f"{place}{name}": elsewhere.get(to, f"{place}{to}") for name, to in short.items()}
    unions = [
        (part, elsewhere.get(name, f"{place}{name}")) for name, part in named.items() if "anyOf" in part
    ]
    named |= {short[name]: {**part, "title": short[name]} for name, part in parts.items()}
    return {
        name: {word: _folded(value, refs, unions) for word, value in part.items()}
        for name, part in named.items()
    }


def _short(name: str) -> str:
    found = _NAME.match(name)
    assert found, name
    return found[0]


def _folded(part: Any, refs: Mapping[str, str], unions: list[tuple[Part, str]]) -> Any:
    """Return a part of a schema with its final references. A reference replaces each named union."""
    if isinstance(part, str):
        return refs.get(part, part)
    if isinstance(part, list):
        return [_folded(each, refs, unions) for each in part]
    if not isinstance(part, dict):
        return part
    bare = {word: value for word, value in part.items() if word != "default"}
    for union, ref in unions:
        if bare == union:
            return {"$ref": ref, **{word: value for word, value in part.items() if word == "default"}}
    return {word: _folded(value, refs, unions) for word, value in part.items()}


def _schema_hook(kind: type) -> Part:
    """Return the schema of a type that does not exist in JSON."""
    if kind is Fraction:
        return {"type": "string", "pattern": r"^-?\d+(/\d+)?$", "description": "a fraction: p/q"}
    if kind is Frame:
        return {"type": "string", "pattern": "^[0-9a-f]{64}$", "description": "the pin of the law's frame"}
    if (part := getattr(kind, "schema", None)) is not None:
        return dict(part)  # a type with its own schema
    raise NotImplementedError


def _lines(parts: Mapping[str, Any]) -> str:
    return ",\n".join(f'"{name}": {json.encode(part).decode()}' for name, part in parts.items())
