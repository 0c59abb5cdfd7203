"""Sheets of paper: typst sets a template, and what it says comes as data, so that nothing in it is markup."""

from __future__ import annotations

from importlib.resources import files

import msgspec


def typeset(room: str, template: str, **inputs: object) -> bytes:
    """The PDF that a template of one of our rooms makes of some data."""
    made: bytes = _compiled(room, template, inputs, {})
    return made


def pictured(room: str, template: str, dots_per_inch: int, **inputs: object) -> list[bytes]:
    """The same as pictures, one for each page."""
    made = _compiled(room, template, inputs, {"format": "png", "ppi": dots_per_inch})
    return list(made) if isinstance(made, list) else [bytes(made)]


def _compiled(room: str, template: str, inputs: dict[str, object], form: dict[str, object]) -> object:
    """What typst makes of it, with its own fonts, so that it is the same sheet on every machine."""
    import typst

    told = {
        name: value if isinstance(value, str) else msgspec.json.encode(value).decode()
        for name, value in inputs.items()
    }
    source = files(room).joinpath(template).read_bytes()
    return typst.compile(source, sys_inputs=told, ignore_system_fonts=True, **form)
