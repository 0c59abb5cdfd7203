"""A field as somebody writes it, in TOML: race by race, how likely each horse wins, and is marked.

[[races]]
wins = ["1/2", "1/4", "1/4"]      # of the horses 1, 2 and 3; together one
marked = ["2/5", "2/5", "1/5"]    # by the public; without it, as they win
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from novamas.errors import InvalidInput
from novamas.pools.lototrot.odds import Field
from novamas.pools.lototrot.programme import MAX_NUMBER
from novamas.pools.lototrot.setup import Law


class Fields(NamedTuple):
    """How likely horses are to win, and how likely the public is to mark them."""

    wins: Field
    marked: Field


def equal_field(runners: int, held: Law) -> Fields:
    """Races in which so many horses run, each as likely as the others to win and to be marked."""
    if not 1 <= runners <= MAX_NUMBER:
        raise InvalidInput("runners_unfit", clause=held.races.numbered, given=runners, most=MAX_NUMBER)
    race = dict.fromkeys(range(1, runners + 1), Fraction(1, runners))
    every = (race,) * held.races.count
    return Fields(every, every)


def read_field(text: str, held: Law) -> Fields:
    """The field of a file, or what is wrong with it."""
    try:
        races = tomllib.loads(text).get("races")
    except (tomllib.TOMLDecodeError, RecursionError):
        raise InvalidInput("field_unreadable") from None
    if not isinstance(races, list) or len(races) != held.races.count:
        raise InvalidInput("field_of_other_races", clause=held.races.counted, wanted=held.races.count)
    wins = tuple(_race(number, race, "wins") for number, race in enumerate(races, 1))
    marked = tuple(_race(number, race, _named(race)) for number, race in enumerate(races, 1))
    return Fields(wins, marked)


def _race(number: int, race: Any, name: str) -> Mapping[int, Fraction]:
    """How likely the horses of a race are, which together are certain."""
    likely = race.get(name) if isinstance(race, Mapping) else None
    found = _chances(likely) if isinstance(likely, list) and 1 <= len(likely) <= MAX_NUMBER else []
    if not found or sum(found) != 1 or min(found) < 0:
        raise InvalidInput("field_race_unfit", race=number, field=name)
    return dict(enumerate(found, 1))


def _chances(written: Sequence[Any]) -> list[Fraction]:
    try:
        return [Fraction(str(each)) for each in written]
    except (ValueError, ZeroDivisionError):
        return []


def _named(race: Any) -> str:
    """Where it stands how the public marks a race."""
    return "marked" if isinstance(race, Mapping) and "marked" in race else "wins"
