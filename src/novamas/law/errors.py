"""Errors of a query to the law: an unknown clause or name, an unknown day, missing figures."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from novamas.errors import NovamasError, quoted

UNFORESEEN = (  # exceptions that malformed figures of a third-party pack cause in the engine
    *(AssertionError, AttributeError, LookupError, ArithmeticError, ValueError, TypeError),
    *(RecursionError, StopIteration, SyntaxError, MemoryError),
    msgspec.MsgspecError,
)


class LawError(NovamasError):
    """Raised when the law included in novamas has no answer to a query."""


class UnknownClause(LawError):
    """Raised when no clause has the given id."""


class UnknownName(LawError):
    """Raised when no norm, jurisdiction, game or language has the given name."""


class NotInForce(LawError):
    """Raised when a norm exists but is not in force in that place or on that day."""


class DayNotKnown(LawError):
    """Raised when the result depends on the day a norm came into force, and that day is not known."""


class UnknownEdition(LawError):
    """Raised when no figures of the law have the given pin."""


class NoFigures(LawError):
    """Raised when novamas does not include the text of the norm that gives the figures."""


def nearest(name: object, known: Iterable[str]) -> tuple[str, ...]:
    """Return up to three known names that are similar to a mistyped one."""
    from difflib import get_close_matches  # imported here, because most runs never need it

    return tuple(get_close_matches(quoted(name), list(known), n=3, cutoff=0.6))
