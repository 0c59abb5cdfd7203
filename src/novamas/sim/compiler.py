"""How what is played at volume is compiled: kept on disk, beside Python's lock, and nobody counts references.

The compiler would count how often every array in use is referred to, at each use of one that lies in a tuple;
that costs more than the game. So a kernel makes no array itself: what it writes in is handed to it.

What is compiled is kept by the text of the program. The compiler's own way, beside the module, does not see
that a part of a kernel has changed which stands in another module, and fails at a tuple that has moved.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from numba import njit
from numba.core import config

from novamas import disk_cache

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """What plays rounds, compiled by itself."""
    return _compiled(function, _nrt=False)


def part_of_kernel(function: F) -> F:
    """What is compiled into each kernel that calls it."""
    return _compiled(function, inline="always")


def called_by_kernels(function: F) -> F:
    """What is compiled once for the kernels that call it; Python itself must never call it."""
    return _compiled(function, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def counting_references(function: F) -> F:
    """The same kernel, for what cannot do without."""
    return _compiled(function)


def _compiled(function: F, **options: Any) -> F:
    compiled: Any = njit
    settings: Any = config
    before, settings.CACHE_DIR = settings.CACHE_DIR, _folder()
    try:
        found: F = compiled(function, cache=True, nogil=True, **options)
    except RuntimeError:  # there is no folder that may be written to
        found = compiled(function, nogil=True, **options)
    finally:
        settings.CACHE_DIR = before
    return found


@cache
def _folder() -> str:
    return str(disk_cache.folder() / "kernels" / disk_cache.source_hash("sim", "hands", "money.py", "odds"))
