"""Sheets of paper: typst sets a template, and what it says comes as data, so that nothing in it is markup."""

from __future__ import annotations

from importlib.resources import files

import msgspec


def typeset(room: str, template: str, **inputs: object) -> bytes:
    """The PDF that a template of one of our rooms makes of some data."""
    import typst

    return bytes(typst.compile(_source(room, template), sys_inputs=_told(inputs), ignore_system_fonts=True))


def pictured(room: str, template: str, dots_per_inch: int, **inputs: object) -> list[bytes]:
    """The same as pictures, one for each page."""
    import typst

    made = typst.compile(
        _source(room, template),
        sys_inputs=_told(inputs),
        ignore_system_fonts=True,  # so that it is the same sheet on every machine
        format="png",
        ppi=dots_per_inch,
    )
    return list(made) if isinstance(made, list) else [bytes(made)]


def _source(room: str, template: str) -> bytes:
    return files(room).joinpath(template).read_bytes()


def _told(inputs: dict[str, object]) -> dict[str, str]:
    """What a template is told: texts as they are, and all else as JSON."""
    return {
        name: value if isinstance(value, str) else msgspec.json.encode(value).decode()
        for name, value in inputs.items()
    }
