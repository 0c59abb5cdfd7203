"""What a person may ask of the law in vain: no such clause, name, day or figure."""

from __future__ import annotations

from collections.abc import Iterable

from novamas.errors import NovamasError, quoted


class LawError(NovamasError):
    """The law we hold does not answer."""


class UnknownClause(LawError):
    """No clause has that id."""


class UnknownName(LawError):
    """No norm, jurisdiction or game goes by that name."""


class NotInForce(LawError):
    """The law exists, but not there or not on that day."""


class DayNotKnown(LawError):
    """Nobody has told us on which day the norm came into force, and it matters here."""


class UnknownEdition(LawError):
    """No figures of the law have that pin."""


class NoFigures(LawError):
    """The text we hold of the norm does not give those figures."""


def nearest(name: object, known: Iterable[str]) -> tuple[str, ...]:
    """The names nearest to a mistyped one: what may have been meant."""
    from difflib import get_close_matches  # here, because most runs never mistype

    return tuple(get_close_matches(quoted(name), list(known), n=3, cutoff=0.6))
