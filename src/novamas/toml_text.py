"""Bounded parsing of untrusted TOML. Every file and request in TOML is read here.

The TOML parser needs quadratic time for deeply nested keys, and every value costs time in later steps. So a
scanner first counts depth and values in linear time. A text beyond the bounds is never parsed.
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
    """Raised when a TOML text has too many values or nests them too deeply."""


def load(
    text: str,
    path: Path | None = None,
    *,
    parse_float: Callable[[str], Any] = float,
    most: int = MAX_VALUES,
) -> dict[str, Any]:
    """Parse a TOML text. Raise `TomlBeyondBounds`, or `tomllib.TOMLDecodeError` if it is invalid.

    `path` is only used in the error message.
    """
    _check_bounds(text, path, most)
    try:
        return tomllib.loads(text, parse_float=parse_float)
    except tomllib.TOMLDecodeError:
        raise
    except (ValueError, ArithmeticError) as fault:  # a number too long, or a day that does not exist
        raise tomllib.TOMLDecodeError(str(fault)) from None


def _check_bounds(text: str, path: Path | None, most: int) -> None:
    """Raise `TomlBeyondBounds` if a text nests too deeply or has too many values.

    Invalid TOML may pass, because the parser stops at the first invalid character anyway.
    """
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
