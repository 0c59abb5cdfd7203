"""Cache of results that depend on a library of law. They are stored in the library and freed with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial, wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

if TYPE_CHECKING:
    from novamas.law.library import Library

P = ParamSpec("P")
T = TypeVar("T")
Compute = Callable[Concatenate["Library", P], T]


def cached_in_library(compute: Compute[P, T], most: int | None = None) -> Compute[P, T]:
    """Cache the results of a function or method in the library that is its first argument.

    At most `most` results are kept, the least recently used being dropped first. By default all are kept.
    """

    @wraps(compute)
    def ask(law: Library, /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            cached: Any = law.cache[compute]
        except KeyError:
            cached = law.cache.setdefault(compute, lru_cache(most)(partial(compute, law)))
        found: T = cached(*args, **kwargs)
        return found

    return ask
