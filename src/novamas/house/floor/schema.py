"""The JSON Schema of floor files, with which editors complete them.

It has the name, the type and the widest bounds of each choice. The floor check itself checks the
limits of each norm.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from novamas.house.floor.file import PlayFields
from novamas.house.opening import homes
from novamas.law import Frame, Option
from novamas.law.options import Part
from novamas.words import Voice
from novamas.words.problems import cited

Schema = dict[str, object]
PARTS: tuple[Part, ...] = ("rules", "premises")
AMOUNT = r"^[0-9]{1,18}([.,][0-9]{1,2})?\s*€?$"


def floor_schema(voice: Voice) -> str:
    """Return the schema in one language. It fits a file with one table or with a whole floor."""
    law = voice.law
    games = list(dict.fromkeys(slug for norm in law.norms for slug in law.entries(norm)))
    schema: Schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": voice.text("check.schema_title"),
        "if": {"required": ["game"]},
        "then": {"$ref": "#/$defs/table"},
        "else": {"$ref": "#/$defs/floor"},
        "$defs": {
            "floor": _floor(games, voice),
            "table": _table(games, voice),
            **{slug: _game(slug, voice.at(slug)) for slug in games},
        },
    }
    return msgspec.json.format(msgspec.json.encode(schema, enc_hook=str), indent=2).decode() + "\n"


def _law(voice: Voice) -> Schema:
    regions = list(dict.fromkeys(norm.jurisdiction for norm in voice.law.norms.values()))
    return {
        "region": {"enum": regions, "description": voice.text("check.field_region")},
        "norm": {"enum": list(voice.law.norms), "description": voice.text("check.field_norm")},
        "on": {"description": voice.text("check.field_on")},  # a TOML date has no JSON type
    }


def _floor(games: Iterable[str], voice: Voice) -> Schema:
    """Return the schema of a whole floor: its shared fields and its tables."""
    rows = {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}
    common = {**_law(voice), "rows": {**rows, "description": voice.text("check.form_rows")}}
    sections: Schema = {slug: {"$ref": f"#/$defs/{slug}"} for slug in games}
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "floor": _object(common, voice.text("check.field_floor")),
            "games": _object(sections, voice.text("check.field_games")),
            "tables": {
                "type": "array",
                "items": {"$ref": "#/$defs/table"},
                "description": voice.text("check.field_tables"),
            },
        },
    }


def _table(games: list[str], voice: Voice) -> Schema:
    """Return the schema of a table: its own fields and the choices of its game."""
    fields: Schema = {
        "name": _label(voice.text("check.field_name")),
        "game": {"enum": games, "description": voice.text("check.field_game")},
        **_law(voice),
        **{name: _label(voice.text(f"check.form_{name}")) for name in ("chief", "sector", "table", "linked")},
        "cloth": {"type": ["integer", "string"], "description": voice.text("check.field_cloth")},
        "books": _label(voice.text("check.field_books")),
        **{part: {"type": "object", "description": voice.text(f"check.field_{part}")} for part in PARTS},
        "play": _play(voice),
    }
    own = [
        {
            "if": {"properties": {"game": {"const": slug}}, "required": ["game"]},
            "then": {"properties": {part: {"$ref": f"#/$defs/{slug}/properties/{part}"} for part in PARTS}},
        }
        for slug in games
    ]
    return {**_object(fields), "required": ["game"], "allOf": own}


def _game(slug: str, voice: Voice) -> Schema:
    """Return the schema for the choices of a game under any norm."""
    frames = [voice.law.frame(norm, slug) for norm in homes(slug, voice.law)]
    parts: Schema = {part: _object(_choices(frames, part, voice)) for part in PARTS}
    return _object({**parts, "play": _play(voice)}, voice.game_name(slug))


def _play(voice: Voice) -> Schema:
    """Return the schema for a table's play on one day."""
    (_, shapes) = msgspec.json.schema_components([PlayFields])
    shape: Schema = {name: part for name, part in shapes["PlayFields"].items() if name != "description"}
    return {**shape, "title": "play", "description": voice.text("check.field_play")}


def _choices(frames: Iterable[Frame], part: Part, voice: Voice) -> Schema:
    found: dict[str, list[Option]] = {}
    for frame in frames:
        for option in frame.options.values():
            if option.part == part:
                found.setdefault(option.name, []).append(option)
    return {name: _choice(options, voice) for name, options in found.items()}


def _choice(options: list[Option], voice: Voice) -> Schema:
    """Return the schema of a choice. It admits every value that at least one norm allows."""
    first = options[0]
    cites = list(dict.fromkeys(clause for option in options for clause in option.cite))
    described: Schema = {"description": cited(voice.choice(first), cites)}
    if all(option.one_of for option in options):
        values = list(dict.fromkeys(value for option in options for value in option.one_of))
        one: Schema = {"enum": values}
    else:
        one = _kind(first, options)
    if first.unit == "names":
        one = {"type": "array", "items": one if "enum" in one else {"type": "string"}}
    if isinstance(first.default, bool | int | str):
        described["default"] = first.default
    return {**described, **one}


def _kind(first: Option, options: list[Option]) -> Schema:
    least = [option.least for option in options]
    most = [option.most for option in options]
    whole: Schema = {"type": "integer"}
    if None not in least:
        whole["minimum"] = min(one for one in least if one is not None)
    if None not in most:
        whole["maximum"] = max(one for one in most if one is not None)
    match first.unit:
        case "flag":
            return {"type": "boolean"}
        case "cents":
            return {"anyOf": [whole, {"type": "number"}, {"type": "string", "pattern": AMOUNT}]}
        case "fraction" | "millimetres":
            return {"type": ["integer", "number", "string"]}
        case "name" | "names":
            return {"type": "string"}
    return whole


def _object(fields: Schema, description: str = "") -> Schema:
    described: Schema = {"description": description} if description else {}
    return {**described, "type": "object", "additionalProperties": False, "properties": fields}


def _label(description: str) -> Schema:
    return {"type": "string", "minLength": 1, "maxLength": 60, "description": description}
