"""Citations of the law: `@law("IB05.00.AU.1")` marks the code that implements a clause."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from typing import TypeVar

NORM = r"[A-Z]{2}[0-9]{2}[A-Z]?"  # the name of a norm in any pack: two letters, the year, a letter if needed
CITATION = re.compile(rf"\b{NORM}(?:\.[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)+")
SPAN = re.compile(r"(\d+)-(\d+)")
LONGEST_SPAN = 200  # clauses: no list of a norm is longer

Cited = TypeVar("Cited", bound=Callable[..., object])


def law(*clauses: str) -> Callable[[Cited], Cited]:
    """Mark a function, method or class with the clauses it implements, and return it unchanged."""

    def mark(thing: Cited) -> Cited:
        already: tuple[str, ...] = vars(thing).get("__law__", ())
        thing.__law__ = clauses + already  # type: ignore[attr-defined]  # both accept attributes
        return thing

    return mark


def expand_ids(citation: str, known: Container[str]) -> tuple[str, ...]:
    """Return the ids that a citation means. `….2-4` means `….2`, `….3` and `….4`."""
    node, _, last = citation.rpartition(".")
    span = SPAN.fullmatch(last)
    if span is None or citation in known:
        return (citation,)
    first, last_of_all = int(span[1]), int(span[2])
    if last_of_all - first >= LONGEST_SPAN:  # too long to be a span: return it as it is, an unknown id
        return (citation,)
    return tuple(f"{node}.{number}" for number in range(first, last_of_all + 1))
