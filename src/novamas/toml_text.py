"""TOML that strangers wrote: every file and request is read here, and only within bounds.

The parser needs quadratic time for deep keys, and each value costs time in all that reads it afterwards. So a
scanner counts depth and values first, in linear time, and a text beyond the bounds is never parsed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from novamas.errors import InvalidInput

MAX_DEPTH = 16  # of lists in lists, and of the parts of a key: no file of ours has more than six
MAX_VALUES = (
    20_000  # keys, tables and elements of lists: two hundred tables with every choice have half of it
)

_TOKEN = re.compile(
    r'''"""(?:[^"\\]++|\\(?:.|\Z)|"(?!""))*+(?:"{3,5}|\Z)'''
    r"""|\'\'\'(?:[^']++|'(?!''))*+(?:'{3,5}|\Z)"""
    r"""|"(?:[^"\\\n]++|\\[^\n])*+"?|'[^'\n]*+'?|\#[^\n]*+|[=,.\[\]{}\n]""",
    re.DOTALL,
)


class TomlBeyondBounds(InvalidInput):
    """Raised when a text has too many or too deeply nested values to be read."""


def load(
    text: str,
    path: Path | None = None,
    *,
    parse_float: Callable[[str], Any] = float,
    most: int = MAX_VALUES,
) -> dict[str, Any]:
    """Return the content of a TOML text. Raise `TomlBeyondBounds`, or `tomllib.TOMLDecodeError`.

    The path is only for the sentence of an error.
    """
    _check_bounds(text, path, most)
    try:
        return tomllib.loads(text, parse_float=parse_float)
    except tomllib.TOMLDecodeError:
        raise
    except (ValueError, ArithmeticError) as fault:  # a number too long, or a day that does not exist
        raise tomllib.TOMLDecodeError(str(fault)) from None


def _check_bounds(text: str, path: Path | None, most: int) -> None:
    """Raise if a text is too deep or too long. Invalid TOML may pass: the parser stops where it begins."""
    brackets = parts = values = 0
    for found in _TOKEN.finditer(text):
        match found[0]:
            case ".":
                parts += 1
            case "=" | ",":
                values += 1
                parts = 0
            case "[" | "{":
                values += 1
                brackets += 1
                parts = 0
            case "]" | "}":
                brackets = max(0, brackets - 1)
                parts = 0
            case "\n":
                parts = 0
        if brackets > MAX_DEPTH or parts >= MAX_DEPTH:
            deep_key = "toml_too_deep_in_text" if path is None else "toml_too_deep"
            line = text.count("\n", 0, found.start()) + 1
            raise TomlBeyondBounds(
                "toml_too_deep", text_key=deep_key, path=str(path), line=line, most=MAX_DEPTH
            )
        if values > most:
            long_key = "toml_too_long_in_text" if path is None else "toml_too_long"
            raise TomlBeyondBounds("toml_too_long", text_key=long_key, path=str(path), most=most)
