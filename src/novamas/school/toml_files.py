"""TOML files by teachers. Their size is limited, and errors name the file, line and field."""

from __future__ import annotations

import re
from hashlib import blake2b
from pathlib import Path
from tomllib import TOMLDecodeError
from typing import TypeVar

import msgspec

from novamas.errors import InvalidInput, quoted
from novamas.toml_lines import Path as KeyPath
from novamas.toml_lines import lines_of
from novamas.toml_text import load

MAX_BYTES = 2**18  # a lesson of many hours is smaller
DIGEST_BYTES = 8

T = TypeVar("T")

_FIELD = re.compile(r"(missing required|unknown) field `([^`]*)`")
_PLACE = re.compile(r"at `(?:key in )?\$([^`]*)`")
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|\[\.\.\.\]")
_TOML_LINE = re.compile(r"at line (\d+)")


def text_of(path: Path) -> str:
    """Return the text of a file. Raise `InvalidInput` if it is unreadable, too long or not in UTF-8."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as fault:
        raise InvalidInput("school_file_unreadable", path=str(path), errno=fault.errno) from None
    if len(content) > MAX_BYTES:
        raise InvalidInput(
            "school_file_unreadable", text_key="school_file_too_long", path=str(path), most=MAX_BYTES
        )
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content[: fault.start].count(b"\n") + 1
        raise InvalidInput(
            "school_file_unreadable", text_key="school_file_no_text", path=str(path), line=line
        ) from None


def decoded(path: Path) -> dict[str, object]:
    """Return the content of a TOML file without a check of its fields."""
    text = text_of(path)
    try:
        return load(text, path)
    except TOMLDecodeError as fault:
        found = _TOML_LINE.search(str(fault))
        line = int(found[1]) if found else len(text.splitlines())
        raise InvalidInput("school_file_no_toml", path=str(path), line=line) from None


def checked(path: Path, kind: type[T]) -> T:
    """Return the content of a TOML file as a `kind`. An error names the first wrong field and its line."""
    content = decoded(path)
    try:
        return msgspec.convert(content, kind)
    except msgspec.ValidationError as fault:
        raise wrong_field(path, str(fault)) from None


def wrong_field(path: Path, message: str) -> InvalidInput:
    """Return the error for msgspec's message: a missing, unknown or wrong field, and its line."""
    place = _PLACE.search(message)
    steps = [(name or int(number or 0)) for name, number in _STEP.findall(place[1] if place else "")]
    field = _FIELD.search(message)
    if field is None:
        name = next((str(step) for step in reversed(steps) if isinstance(step, str)), "")
        return field_fault(path, "wrong", tuple(steps), name)
    if field[1] == "unknown":
        return field_fault(path, "unknown", (*steps, field[2]), field[2])
    return field_fault(path, "missing", tuple(steps), field[2])


def field_named(message: str) -> str:
    """Return the dotted path of the wrong field that msgspec's message names."""
    place, field = _PLACE.search(message), _FIELD.search(message)
    steps = [name or number for name, number in _STEP.findall(place[1] if place else "")]
    return ".".join([*steps, *([field[2]] if field else [])])


def field_fault(path: Path, how: str, at: KeyPath, field: str) -> InvalidInput:
    """Return the error for a wrong, unknown or missing field, with its value if it can be shown."""
    line = line_of(path, at)
    if how == "wrong" and (given := _value_at(decoded(path), at)) is not None:
        return InvalidInput(
            "school_field_wrong",
            text_key="school_field_value",
            path=str(path),
            line=line,
            field=field,
            given=given,
        )
    if how == "unknown":
        text_key = "school_field_unknown"
    else:
        text_key = "school_field_missing" if how == "missing" else "school_field_wrong"
    return InvalidInput("school_field_wrong", text_key=text_key, path=str(path), line=line, field=field)


def _value_at(content: object, at: KeyPath) -> str | None:
    """Return the text of a value in a file, or None if it is missing, a list or a table."""
    for step in at:
        if isinstance(step, str) and isinstance(content, dict):
            content = content.get(step)
        elif isinstance(step, int) and isinstance(content, list) and step < len(content):
            content = content[step]
        else:
            return None
    if isinstance(content, bool):
        return str(content).lower()
    return quoted(content) if isinstance(content, str | int | float) else None


def line_of(path: Path, at: KeyPath) -> int:
    """Return the line of a field, or of the smallest part of the file that contains it."""
    lines = lines_of(text_of(path))
    return next((lines[at[:length]] for length in range(len(at), 0, -1) if at[:length] in lines), 1)


def digest_of(path: Path) -> str:
    """Return a short hash of a file's text. It identifies the version of the file."""
    return blake2b(text_of(path).encode(), digest_size=DIGEST_BYTES).hexdigest()
