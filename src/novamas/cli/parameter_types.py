"""How the words of a line are read: as they are written, unless they are numbers.

Typer reads every word with pydantic, whose import takes longer than most of our commands. Words and names of
files need none of it; numbers are left to Typer, where one is written.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, get_args, get_origin


class Reader:
    """What reads the values of one parameter, in the place of what Typer would make for it."""

    def __init__(self, parameter: Any) -> None:
        self.kind: Any = parameter.type_descriptor.annotation
        self.typers = partial(type(parameter).get_runtime_param, parameter)

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value of a parameter; the name is Typer's, and so is what it gives."""
        is_list = get_origin(self.kind) is list
        kind = get_args(self.kind)[0] if is_list else self.kind
        if value is None:
            return () if is_list else None
        if kind in (str, Path):
            return [kind(each) for each in value] if is_list else kind(value)
        if isinstance(value, kind):  # nobody wrote it: it is what we take then
            return value
        return self.typers().coerce(value, param=param, ctx=ctx)


def read_by_us(parameter: Any) -> Any:
    """The same parameter, whose words are read here."""
    reader = Reader(parameter)
    parameter.get_runtime_param = lambda: reader
    return parameter
