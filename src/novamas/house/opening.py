"""The choice of a table: game, norm or region and day, and the set-up as a user writes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from novamas.errors import InvalidInput, NovamasError
from novamas.games import game as game_named
from novamas.games import known_games
from novamas.law import Edition, Frame, Library, library
from novamas.law.choices import read_choice
from novamas.law.frames import Listed
from novamas.pools.names import POOLS
from novamas.table.game import Table, open_table


def homes(game: str, law: Library | None = None) -> tuple[str, ...]:
    """Return the norms that have a game: first our own, then those of packs.

    In both groups, norms that have the whole game come first, and newer norms before older ones.
    """
    law = law or library()
    found = [norm for norm in reversed(tuple(law.norms)) if game in law.entries(norm)]
    return tuple(
        sorted(found, key=lambda norm: (not law.is_ours(norm), law.entries(norm)[game].stage != "whole"))
    )


def edition_of(
    norm: str | None,
    region: str | None,
    on: date | None,
    *,
    at_terminal: bool = False,
    law: Library | None = None,
) -> Edition | None:
    """Return the catalogue of a norm, or of a region on a day. Return None if neither is given.

    At the terminal an error names the options `--norm`, `--in` and `--on`.
    """
    if region and norm:
        raise NovamasError("norm_or_place", text_key="norm_and_in" if at_terminal else "norm_or_place")
    if on and not region:
        raise NovamasError(
            "day_without_place", text_key="on_without_in" if at_terminal else "day_without_place"
        )
    law = law or library()
    if region:
        return law.at(region, on)
    return law.under(norm) if norm else None


def frame_of(
    game: str,
    norm: str | None = None,
    *,
    region: str | None = None,
    on: date | None = None,
    at_terminal: bool = False,
    law: Library | None = None,
) -> Frame:
    """Return the legal frame of a game. The default is the newest norm that has the whole game."""
    law = law or library()
    edition = edition_of(norm, region, on, at_terminal=at_terminal, law=law)
    return (edition or usual_edition(game, law))[game]


def usual_edition(game: str, law: Library) -> Edition:
    """Return the catalogue of the newest norm that has the whole game, or else of any that has it."""
    return law.under(next(iter(homes(game, law)), next(iter(law.norms))))


def frame_to_play(
    game: str,
    norm: str | None = None,
    *,
    region: str | None = None,
    on: date | None = None,
    at_terminal: bool = False,
    law: Library | None = None,
) -> Frame:
    """Return the legal frame of a game that can be played at a table."""
    check_table(game)
    return frame_of(game, norm, region=region, on=on, at_terminal=at_terminal, law=law)


def check_table(game: str) -> None:
    """Raise `NovamasError` if there is no such game, or if it is a pool without tables."""
    if game in POOLS:
        raise NovamasError("is_a_pool", game=game, command=f"novamas {game}")
    game_named(game)


def is_playable(frame: Frame | Listed) -> bool:
    """Return whether novamas has this game with all its rules under this law."""
    return frame.game in (*known_games(), *POOLS) and frame.can_be_played


def fewest_seats(frame: Frame) -> int:
    """Return the fewest seats that a game needs: one if it is banked, or else several."""
    option = frame.options.get("seats")
    return max(1, int(option.least or 1)) if option else 1


def read_day(text: str | None) -> date | None:
    """Return a day that a user typed as 2011-05-31."""
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidInput("unreadable_day", given=text) from None


def read_choices(words: Iterable[str]) -> dict[str, str]:
    """Return the choices of the house that a user typed as name=value, by their names."""
    given: dict[str, str] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise InvalidInput("unreadable_choice", text_key="choice_not_named", given=word)
        given[name] = text
    return given


def open_as_written(frame: Frame, written: Mapping[str, object]) -> Table:
    """Open a table with a set-up as a user wrote it. Raise `FaultySetup` with all its faults."""
    return open_table(game_named(frame.game), frame, as_counted(frame, written))


def as_counted(frame: Frame, written: Mapping[str, object]) -> dict[str, object]:
    """Convert a set-up that a user wrote to the units of the law.

    If a choice that the house must state is missing, it is taken from the law's examples. So users can
    easily try a game.
    """
    options = frame.options
    given = {
        name: read_choice(options[name], value, frame.currency) if name in options else value
        for name, value in written.items()
    }
    return {**frame.examples, **given}
