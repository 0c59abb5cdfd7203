"""Check of the law that a record contains, against its edition and against today's figures.

A record of another edition is played under figures that may come from a stranger. Their format must be
that of our figures for the game, because the engine reads them. Their amounts are bounded, because they
determine how many cards a shoe or how many seats a table has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal, TypeAlias

from novamas.errors import Figure, InvalidInput, quoted
from novamas.law import FaultySetup, Frame
from novamas.law.errors import UNFORESEEN
from novamas.law.frames import pin_of
from novamas.table.game import Game

Law: TypeAlias = Literal["of_the_edition", "carried", "of_today"]  # under which a record is replayed

MAX_GROWTH = 100  # a carried amount, or list, is at most this many times as large as ours
MAX_SMALL = 100  # and an amount up to this is always allowed
MAX_TEXT = 1_000  # characters: three times the longest formula of today's figures
MAX_PARTS = 50_000  # ten times the parts of today's largest figures
MAX_DEPTH = 12
_FRACTION = re.compile(r"-?[0-9]{1,9}(?:/[0-9]{1,9})?")


def law_of(
    game: Game, now: Frame, norm: str, edition: str, figures: Mapping[str, Any] | None, path: str
) -> tuple[Frame, Law]:
    """Return the law of a record, and its kind. Raise if its figures do not belong to its edition.

    `now` is today's frame of the record's norm or, if the library does not have the norm, of the same game.
    """
    if figures is not None:
        check_figures(figures, now.figures, path, now.game)
    if edition == game.pin(now) and norm == now.norm:
        if figures is not None and pin_of(now.norm, now.game, figures) != now.pin:
            raise _not_of_edition(game, now, edition, pin_of(now.norm, now.game, figures), path)
        return now, "of_the_edition"
    if figures is None:
        return now, "of_today"  # an early record, which does not carry its law
    pin = pin_of(norm, now.game, figures)
    if edition != f"{pin[:16]}.{game.revision}":
        raise _not_of_edition(game, now, edition, pin, path)
    with playable(path, now.game):
        return Frame(now.law, now.game, norm, now.entry, figures, now.borrowed, now.texts), "carried"


def _not_of_edition(game: Game, now: Frame, edition: str, pin: str, path: str) -> InvalidInput:
    wanted, _, revision = edition.partition(".")
    return InvalidInput(
        "figures_not_of_edition",
        text_key="other_revision" if pin.startswith(wanted) and revision else "figures_not_of_edition",
        path=path,
        revision=quoted(revision),
        now=game.revision,
        pin=pin[:16],
    )


@contextmanager
def playable(path: str, game: str) -> Iterator[None]:
    """Turn an exception of the engine under a record's own law into an error that names this cause."""
    try:
        yield
    except (*UNFORESEEN, FaultySetup):
        raise InvalidInput("carried_law_unplayable", path=path, game=game) from None


# ---------------------------------------------------------------- form and size


def check_figures(figures: Mapping[str, Any], ours: Mapping[str, object], path: str, game: str) -> None:
    """Raise if figures of a record do not have the format of ours, or if one of them is out of bounds."""
    count = 0
    waiting: list[tuple[str, object, object, int]] = [("", figures, ours, 0)]
    while waiting:
        where, carried, own, depth = waiting.pop()
        count += 1
        if count > MAX_PARTS or depth > MAX_DEPTH or not _fits(carried, own):
            raise InvalidInput(
                "carried_law_wrong",
                path=path,
                game=game,
                field=quoted(where or "figures"),
                given=_given(carried),
                most=MAX_GROWTH,
            )
        for name, part, alike in _parts(carried, own):
            waiting.append((f"{where}.{name}" if where else name, part, alike, depth + 1))


def _parts(carried: object, own: object) -> Iterator[tuple[str, object, object]]:
    """Yield each part of a record's figure with the corresponding part of our figure, or None."""
    if isinstance(carried, Mapping):
        known = own if isinstance(own, Mapping) else {}
        for name, part in carried.items():
            yield name, part, known.get(name)
    elif isinstance(carried, list):
        alike = list(own) if isinstance(own, list | tuple) else []
        for at, part in enumerate(carried):
            yield str(at + 1), part, alike[min(at, len(alike) - 1)] if alike else None


def _fits(carried: object, own: object) -> bool:
    """Return whether a figure has the format of ours. If we have none, only its size is checked."""
    match carried:
        case bool():
            return own is None or isinstance(own, bool)
        case int():
            least = own if isinstance(own, int) else 0
            is_alike = own is None or (isinstance(own, int) and not isinstance(own, bool))
            return is_alike and min(least, 0) * MAX_GROWTH <= carried <= max(MAX_SMALL, least * MAX_GROWTH)
        case str():
            is_alike = own is None or isinstance(own, str)
            is_number = isinstance(own, str) and _FRACTION.fullmatch(own) is not None
            is_written = len(carried) <= MAX_TEXT and carried.isprintable()  # a half of a pair is not
            return is_alike and is_written and (not is_number or _is_fraction(carried))
        case list():
            is_alike = own is None or isinstance(own, list | tuple)
            return is_alike and len(carried) <= max(MAX_SMALL, MAX_GROWTH * len(own or ()))  # type: ignore[arg-type]
        case Mapping():
            return own is None or isinstance(own, Mapping)
    return False  # a float, or nothing: no figure is one


def _is_fraction(text: str) -> bool:
    return _FRACTION.fullmatch(text) is not None and not re.search(r"/0+$", text)


def _given(carried: object) -> Figure:
    if isinstance(carried, Mapping | list):
        return f"{type(carried).__name__} ({len(carried)})"
    return quoted(carried)
