"""Progress reporting: long loops iterate over `tracked(…)`, interfaces subscribe with `on_progress`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Listener: TypeAlias = Callable[[str, int, int], None]  # name of the loop, items done, items in all

_listening: ContextVar[Listener | None] = ContextVar("listening", default=None)


@contextmanager
def on_progress(listener: Listener) -> Iterator[None]:
    """Report the progress of all loops in this context to `listener`."""
    before = _listening.set(listener)
    try:
        yield
    finally:
        _listening.reset(before)


def tracked(what: str, items: Collection[T]) -> Iterator[T]:
    """Yield the items of a long loop and report its progress."""
    listener = _listening.get()
    for done, item in enumerate(items):
        if listener is not None:
            listener(what, done, len(items))
        yield item
    if listener is not None:
        listener(what, len(items), len(items))
