"""How far a long count has come: who counts goes through `tracked`, and whoever wants to show it listens."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Listener: TypeAlias = Callable[[str, int, int], None]  # what is gone through, how many are done, of how many

_listening: ContextVar[Listener | None] = ContextVar("listening", default=None)


@contextmanager
def on_progress(listener: Listener) -> Iterator[None]:
    """Whatever is counted in here is told to this listener."""
    before = _listening.set(listener)
    try:
        yield
    finally:
        _listening.reset(before)


def tracked(what: str, items: Collection[T]) -> Iterator[T]:
    """Go through these things, each of which takes a while."""
    listener = _listening.get()
    for done, item in enumerate(items):
        if listener is not None:
            listener(what, done, len(items))
        yield item
    if listener is not None:
        listener(what, len(items), len(items))
