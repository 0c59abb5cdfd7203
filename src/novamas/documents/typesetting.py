"""Typesetting with typst. The content is passed to the template as data, so none of it is markup."""

from __future__ import annotations

from importlib.resources import files

import msgspec

from novamas.extras import optional_packages


@optional_packages()
def typeset(room: str, template: str, **inputs: object) -> bytes:
    """Return the PDF of a template in a package (`room`), filled with data."""
    import typst

    return bytes(typst.compile(_source(room, template), sys_inputs=_told(inputs), ignore_system_fonts=True))


@optional_packages()
def pictured(room: str, template: str, dots_per_inch: int, **inputs: object) -> list[bytes]:
    """Return the same as PNG images, one per page."""
    import typst

    made = typst.compile(
        _source(room, template),
        sys_inputs=_told(inputs),
        ignore_system_fonts=True,  # so that the sheet is the same on every machine
        format="png",
        ppi=dots_per_inch,
    )
    return list(made) if isinstance(made, list) else [bytes(made)]


def _source(room: str, template: str) -> bytes:
    return files(room).joinpath(template).read_bytes()


def _told(inputs: dict[str, object]) -> dict[str, str]:
    """Return the inputs of a template: texts unchanged, everything else as JSON."""
    return {
        name: value if isinstance(value, str) else msgspec.json.encode(value).decode()
        for name, value in inputs.items()
    }
