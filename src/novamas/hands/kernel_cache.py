"""Compilation of kernels with numba, cached on disk in a folder keyed by the hash of the source.

Numba's own key is the module's file, so it misses a change in an inlined function of another module. Numba
also renames a captured kernel in every run, so a kernel that captures it is never found in the cache. The
folder's key corrects both.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from numba import njit
from numba.core import config
from numba.core.caching import FunctionCache, NullCache
from numba.core.dispatcher import Dispatcher

from novamas import disk_cache

F = TypeVar("F", bound=Callable[..., Any])
PACKAGES = ("games", "hands", "money.py", "odds", "sim")  # those that kernels depend on


class _CacheOfCaller(FunctionCache):
    """The machine code of a kernel that captures other kernels."""

    def _index_key(self, signature: Any, codegen: Any) -> tuple[Any, ...]:
        captured = [_name_of(each) for each in _captured(self._py_func)]
        return signature, codegen.magic_tuple(), repr(captured)


def compile_kernel(function: F, **options: Any) -> F:
    """Compile a function that runs without the GIL, or load it from the cache.

    It is not cached if no folder is writable, or if it captures anything but kernels, numbers and text.
    """
    compiled: Any = njit
    settings: Any = config
    before, settings.CACHE_DIR = settings.CACHE_DIR, _folder()
    try:
        found: Any = compiled(function, cache=True, nogil=True, **options)
        captured = _captured(function)
        if any(isinstance(each, Dispatcher) for each in captured):
            are_plain = all(isinstance(each, Dispatcher | int | float | str) for each in captured)
            found._cache = _CacheOfCaller(function) if are_plain else NullCache()  # type: ignore[no-untyped-call]
    except RuntimeError:  # no folder is writable
        found = compiled(function, nogil=True, **options)
    finally:
        settings.CACHE_DIR = before
    kernel: F = found
    return kernel


def _captured(function: Any) -> list[Any]:
    return [cell.cell_contents for cell in function.__closure__ or ()]


def _name_of(captured: Any) -> Any:
    """Return the full name of a captured kernel. A captured number or text is returned unchanged."""
    function = getattr(captured, "py_func", None)
    return captured if function is None else f"{function.__module__}.{function.__qualname__}"


@cache
def _folder() -> str:
    return str(disk_cache.folder() / "kernels" / disk_cache.source_hash(*PACKAGES))
