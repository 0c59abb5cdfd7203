"""Typesetting with typst. The template receives the content as data, so no content acts as markup."""

from __future__ import annotations

from importlib.resources import files

import msgspec

from novamas.extras import optional_packages


@optional_packages()
def typeset(room: str, template: str, **inputs: object) -> bytes:
    """Return the PDF that a template of a package (`room`) makes from this data."""
    import typst

    # no system fonts, so that the sheet is the same on every machine
    return bytes(
        typst.compile(_source(room, template), sys_inputs=_encoded(inputs), ignore_system_fonts=True)
    )


def _source(room: str, template: str) -> bytes:
    return files(room).joinpath(template).read_bytes()


def _encoded(inputs: dict[str, object]) -> dict[str, str]:
    """Return the inputs of a template: texts unchanged, all other values as JSON."""
    return {
        name: value if isinstance(value, str) else msgspec.json.encode(value).decode()
        for name, value in inputs.items()
    }
