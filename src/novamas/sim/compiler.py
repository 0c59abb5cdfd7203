"""Compilation of kernels with numba: cached on disk, without the GIL and without reference counting.

Numba would count references to each array of a tuple at every use, which costs more than the game. A
kernel therefore allocates no array: its caller passes the arrays that it writes to.

The cache folder is keyed by the hash of the source. Numba's own cache, beside the module, misses a
change in an inlined function of another module, and fails on a tuple type that has moved.
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
    """Compile a function that plays rounds."""
    return _compiled(function, _nrt=False)


def part_of_kernel(function: F) -> F:
    """Compile a function that is inlined into each kernel that calls it."""
    return _compiled(function, inline="always")


def called_by_kernels(function: F) -> F:
    """Compile a function once for the kernels that call it. Python itself must never call it."""
    return _compiled(function, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def counting_references(function: F) -> F:
    """Compile a kernel with reference counting, for arguments that need it."""
    return _compiled(function)


def _compiled(function: F, **options: Any) -> F:
    compiled: Any = njit
    settings: Any = config
    before, settings.CACHE_DIR = settings.CACHE_DIR, _folder()
    try:
        found: F = compiled(function, cache=True, nogil=True, **options)
    except RuntimeError:  # no folder is writable
        found = compiled(function, nogil=True, **options)
    finally:
        settings.CACHE_DIR = before
    return found


@cache
def _folder() -> str:
    return str(disk_cache.folder() / "kernels" / disk_cache.source_hash("sim", "hands", "money.py", "odds"))
