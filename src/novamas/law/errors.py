"""Errors of a request to the law: an unknown clause or name, a day or figures without an answer."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from novamas.errors import NovamasError, quoted

UNFORESEEN = (  # exceptions with which the engine meets figures that a stranger wrote
    *(AssertionError, AttributeError, LookupError, ArithmeticError, ValueError, TypeError),
    *(RecursionError, StopIteration, SyntaxError, MemoryError),
    msgspec.MsgspecError,
)


class LawError(NovamasError):
    """Raised when the law that novamas includes has no answer."""


class UnknownClause(LawError):
    """Raised when no clause has the id."""


class UnknownName(LawError):
    """Raised when no norm, jurisdiction, game or language has the name."""


class NotInForce(LawError):
    """Raised when the norm exists, but is not in force there or on that day."""


class DayNotKnown(LawError):
    """Raised when the result depends on a norm's day of entry into force, and that day is not known."""


class UnknownEdition(LawError):
    """Raised when no figures of the law have the pin."""


class NoFigures(LawError):
    """Raised when the text of the norm, as far as novamas includes it, does not give the figures."""


def nearest(name: object, known: Iterable[str]) -> tuple[str, ...]:
    """Return up to three names similar to a mistyped one."""
    from difflib import get_close_matches  # imported here, because most runs never need it

    return tuple(get_close_matches(quoted(name), list(known), n=3, cutoff=0.6))
