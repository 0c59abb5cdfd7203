"""How what is played at volume is compiled: kept on disk, beside Python's lock, and nobody counts references.

The compiler would count how often every array in use is referred to, at each use of one that lies in a tuple;
that costs more than the game. So a kernel makes no array itself: what it writes in is handed to it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit

F = TypeVar("F", bound=Callable[..., Any])

_njit: Any = njit  # which does not tell the type checker that it can do without counting


def kernel(function: F) -> F:
    """What plays rounds, compiled by itself."""
    found: F = _njit(cache=True, nogil=True, _nrt=False)(function)
    return found


def part_of_kernel(function: F) -> F:
    """What is compiled into each kernel that calls it."""
    found: F = _njit(cache=True, nogil=True, inline="always")(function)
    return found
