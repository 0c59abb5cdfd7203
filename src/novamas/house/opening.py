"""Which table is meant: a game, where and when or under which norm, and the set-up as people write it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from novamas.errors import InvalidInput, NovamasError
from novamas.games import GAMES
from novamas.games import game as game_named
from novamas.law import Edition, Frame, catalogue, norms
from novamas.law.choices import read_choice
from novamas.law.frames import Listed, entries
from novamas.pools import POOLS
from novamas.table.game import Table, open_table


def homes(game: str) -> tuple[str, ...]:
    """The norms that have a game, the newest first, those that have it whole before the others."""
    found = [norm for norm in reversed(norms()) if game in entries(norm)]
    return tuple(sorted(found, key=lambda norm: entries(norm)[game].stage != "whole"))


def edition_of(norm: str | None, region: str | None, on: date | None) -> Edition | None:
    """The catalogue of a norm, or of a region on a day; nothing where neither is given."""
    if region and norm:
        raise NovamasError("norm_or_place")
    if on and not region:
        raise NovamasError("day_without_place")
    if region:
        return catalogue.at(region, on)
    return catalogue.under(norm) if norm else None


def frame_of(
    game: str, norm: str | None = None, *, region: str | None = None, on: date | None = None
) -> Frame:
    """The lawful frame of a game; unless told otherwise, of the newest norm that has it whole."""
    edition = edition_of(norm, region, on)
    if edition is None:
        edition = catalogue.under(next(iter(homes(game)), next(iter(norms()))))
    return edition[game]


def frame_to_play(
    game: str, norm: str | None = None, *, region: str | None = None, on: date | None = None
) -> Frame:
    """The lawful frame of a game that can be played here, not only read about."""
    check_table(game)
    return frame_of(game, norm, region=region, on=on)


def check_table(game: str) -> None:
    """Refuse a game that nobody plays at a table: there is none of that name, or it is a pool."""
    if game in POOLS:
        raise NovamasError("is_a_pool", game=game, command=f"novamas {game}")
    game_named(game)


def is_playable(frame: Frame | Listed) -> bool:
    """Can a game be played here under this law: have we built it, and are all its rules at hand?"""
    return frame.game in (*GAMES, *POOLS) and frame.can_be_played


def fewest_seats(frame: Frame) -> int:
    """The least seats at which a game may be played: one against the house, more among players."""
    option = frame.options.get("seats")
    return max(1, int(option.least or 1)) if option else 1


def read_day(text: str | None) -> date | None:
    """A day as it is typed: 2011-05-31."""
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidInput("unreadable_day", given=text) from None


def read_choices(words: Iterable[str]) -> dict[str, str]:
    """The house's choices by their names, typed as name=value."""
    given: dict[str, str] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise InvalidInput("unreadable_choice", told_as="choice_not_named", given=word)
        given[name] = text
    return given


def open_as_written(frame: Frame, written: Mapping[str, object]) -> Table:
    """A table of this game with what people wrote of its set-up, or everything that is wrong with it."""
    return open_table(game_named(frame.game), frame, as_counted(frame, written))


def as_counted(frame: Frame, written: Mapping[str, object]) -> dict[str, object]:
    """What people wrote of a set-up, as the law counts it.

    What the house must state and nobody did is taken from the law's examples: people are trying the game.
    """
    options = frame.options
    given = {
        name: read_choice(options[name], value) if name in options else value
        for name, value in written.items()
    }
    return {**frame.examples, **given}
