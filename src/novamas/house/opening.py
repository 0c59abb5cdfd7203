"""Which table is meant: a game, where and when or under which norm, and the set-up as people write it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from decimal import Decimal
from fractions import Fraction

from novamas.errors import NovamasError, Unreadable
from novamas.games import game as game_named
from novamas.kit.money import cents_of
from novamas.law import Edition, Fault, Faulty, Frame, Option, catalogue, check_options, norms
from novamas.law.frames import entries
from novamas.law.options import Value
from novamas.table.game import Table, open_table


def homes(game: str) -> tuple[str, ...]:
    """The norms that have a game, the newest first, those that have it whole before the others."""
    found = [norm for norm in reversed(norms()) if game in entries(norm)]
    return tuple(sorted(found, key=lambda norm: entries(norm)[game].stage != "whole"))


def edition_of(norm: str | None, region: str | None, on: date | None) -> Edition | None:
    """The catalogue of a norm, or of a region on a day; nothing where neither is given."""
    if region and norm:
        raise NovamasError("norm_or_place", "Give a norm or a region, not both.")
    if on and not region:
        raise NovamasError("day_without_place", "A day needs a place: give the region with it.")
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
    game_named(game)
    return frame_of(game, norm, region=region, on=on)


def fewest_seats(frame: Frame) -> int:
    """The least seats at which a game may be played: one against the house, more among players."""
    option = frame.options.get("seats")
    return max(1, int(option.least or 1)) if option else 1


def open_as_written(frame: Frame, written: Mapping[str, object]) -> Table:
    """A table of this game with what people wrote of its set-up, or everything that is wrong with it.

    What the house must state and nobody did is taken from the law's examples: people are trying the game.
    """
    return open_table(game_named(frame.game), frame, {**frame.examples, **read_setup(frame, written)})


def read_setup(frame: Frame, written: Mapping[str, object]) -> dict[str, object]:
    """The house's choices as people write them; everything that is wrong with them is said at once."""
    read: dict[str, object] = {}
    faults: list[Fault] = []
    for name, value in written.items():
        option = frame.options.get(name)
        try:
            read[name] = read_choice(option, value) if option else value
        except Unreadable as fault:
            faults.append(Fault(name, fault.code, fault.clause, fault.says))
    if faults:
        raise Faulty([*faults, *check_options(frame, read)])
    return read


def read_choice(option: Option, written: object) -> Value | object:
    """One choice as it is written: "2,50 €", Decimal("2.50") and 250 are the same amount, "1/20" a rate."""
    if option.unit == "cents" and isinstance(written, str | Decimal):
        with suppress(Unreadable):  # the option itself says what it must be
            return cents_of(written)
    if option.unit == "fraction" and isinstance(written, Decimal) and written.is_finite():
        return Fraction(written)
    if option.unit == "names" and isinstance(written, list | set | frozenset):
        return tuple(sorted(written, key=str) if isinstance(written, set | frozenset) else written)
    return option.read(written) if isinstance(written, str) else written
