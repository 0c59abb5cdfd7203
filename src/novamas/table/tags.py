"""Names as the records write them."""

from __future__ import annotations

import re
from functools import cache

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@cache
def snake(name: str) -> str:
    """`NoVaMas` is written no_va_mas."""
    return _HUMP.sub("_", name).lower()
