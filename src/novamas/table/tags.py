"""Wire tags made from class names."""

from __future__ import annotations

import re
from functools import cache

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@cache
def snake(name: str) -> str:
    """Return a class name in snake case: `NoVaMas` becomes `no_va_mas`."""
    return _HUMP.sub("_", name).lower()
