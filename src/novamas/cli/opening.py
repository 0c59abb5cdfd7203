"""Which table is meant: a game, a norm and the house's choices, as people type them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from novamas.cli.language import _
from novamas.errors import NovamasError, Unreadable
from novamas.games import game as game_named
from novamas.law import Edition, Fault, Faulty, Frame, catalogue, check_options, norms
from novamas.law.frames import entries
from novamas.table.game import Table, open_table


def homes(game: str) -> tuple[str, ...]:
    """The norms that have a game, the newest first, those that have it whole before the others."""
    found = [norm for norm in reversed(norms()) if game in entries(norm)]
    return tuple(sorted(found, key=lambda norm: entries(norm)[game].stage != "whole"))


def frame_of(
    game: str, norm: str | None = None, *, jurisdiction: str | None = None, on: date | None = None
) -> Frame:
    """The lawful frame of a game; unless told otherwise, of the newest norm that has it whole."""
    edition = edition_of(norm, jurisdiction, on)
    if edition is None:
        edition = catalogue.under(next(iter(homes(game)), next(iter(norms()))))
    return edition[game]


def edition_of(norm: str | None, jurisdiction: str | None, on: date | None) -> Edition | None:
    """The catalogue of a norm, or of a place on a day; nothing where neither is given."""
    if jurisdiction and norm:
        raise NovamasError("norm_or_place", _("Give --norm or --in, not both."))
    if on and not jurisdiction:
        raise NovamasError("day_without_place", _("A day needs a place: give --in with --on."))
    if jurisdiction:
        return catalogue.at(jurisdiction, on)
    return catalogue.under(norm) if norm else None


def read_day(text: str | None) -> date | None:
    """A day as it is typed: 2011-05-31."""
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        says = _("{text!r} is not a day: write it as 2011-05-31.").format(text=text)
        raise Unreadable("unreadable_day", says) from None


def read_choices(frame: Frame, words: Iterable[str]) -> dict[str, object]:
    """The house's choices, typed as name=value; everything that is wrong with them is said at once."""
    given: dict[str, object] = {}
    faults: list[Fault] = []
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            says = _("{word!r} is not a choice: write it as name=value.").format(word=word)
            raise Unreadable("unreadable_choice", says)
        try:
            given[name] = frame.options[name].read(text) if name in frame.options else text
        except Unreadable as fault:
            faults.append(Fault(name, fault.code, fault.clause, fault.says))
    if faults:
        raise Faulty([*faults, *check_options(frame, given)])
    return given


def fewest_seats(game: str, norm: str | None) -> int:
    """The least seats at which a game may be played: one against the house, more among players."""
    option = frame_of(game, norm).options.get("seats")
    return max(1, int(option.least or 1)) if option else 1


def table_of(
    game: str, norm: str | None, choices: Iterable[str], defaults: Mapping[str, object] | None = None
) -> Table:
    """The table that was asked for; `defaults` stand in for the law's where the game has those choices.

    What the house must state and nobody did is taken from the law's examples: people are trying the game.
    """
    found = game_named(game)
    frame = frame_of(game, norm)
    first = {**frame.examples, **(defaults or {})}
    own = {name: value for name, value in first.items() if name in frame.options}
    return open_table(found, frame, {**own, **read_choices(frame, choices)})
