"""Parsers of parameters on the command line: words stay as they are, Typer parses numbers.

Typer parses every word with pydantic, whose import takes longer than most commands. Words and names of files
need no pydantic.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, get_args, get_origin


class Reader:
    """The parser of one parameter's values. It replaces Typer's own."""

    def __init__(self, parameter: Any) -> None:
        self.kind: Any = parameter.type_descriptor.annotation
        self.typers = partial(type(parameter).get_runtime_param, parameter)

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the parsed value of a parameter. Typer prescribes the names and types of the arguments."""
        is_list = get_origin(self.kind) is list
        kind = get_args(self.kind)[0] if is_list else self.kind
        if value is None:
            return () if is_list else None
        if kind in (str, Path):
            return [kind(each) for each in value] if is_list else kind(value)
        if isinstance(value, kind):  # a default, not typed on the line
            return value
        return self.typers().coerce(value, param=param, ctx=ctx)


def read_by_us(parameter: Any) -> Any:
    """Return the same parameter with the parser of this module."""
    reader = Reader(parameter)
    parameter.get_runtime_param = lambda: reader
    return parameter
