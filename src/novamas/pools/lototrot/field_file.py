"""Parser of field files (TOML): each horse's chance to win, and to be marked by the public.

Each race is a table of the file:

    [[races]]
    wins = ["1/2", "1/4", "1/4"]       # of horses 1, 2 and 3: the sum must be 1
    marked = ["2/5", "2/5", "1/5"]     # by the public: optional, by default equal to `wins`
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from tomllib import TOMLDecodeError
from typing import Any, NamedTuple

from novamas.errors import InvalidInput
from novamas.pools.lototrot.odds import Field
from novamas.pools.lototrot.programme import MAX_NUMBER
from novamas.pools.lototrot.setup import Law
from novamas.toml_text import load


class Fields(NamedTuple):
    """The probabilities that each horse wins, and that the public marks it."""

    wins: Field
    marked: Field


def equal_field(runners: int, held: Law) -> Fields:
    """Return races with this number of horses, each equally likely to win and to be marked."""
    if not 1 <= runners <= MAX_NUMBER:
        raise InvalidInput("runners_unfit", clause=held.races.numbered, given=runners, most=MAX_NUMBER)
    race = dict.fromkeys(range(1, runners + 1), Fraction(1, runners))
    every = (race,) * held.races.count
    return Fields(every, every)


def read_field(text: str, held: Law) -> Fields:
    """Return the horses' probabilities from a field file. Raise if the file is malformed."""
    try:
        races = load(text).get("races")
    except TOMLDecodeError:
        raise InvalidInput("field_unreadable") from None
    if not isinstance(races, list) or len(races) != held.races.count:
        raise InvalidInput("field_of_other_races", clause=held.races.counted, wanted=held.races.count)
    wins = tuple(_race(number, race, "wins") for number, race in enumerate(races, 1))
    marked = tuple(_race(number, race, _named(race)) for number, race in enumerate(races, 1))
    return Fields(wins, marked)


def _race(number: int, race: Any, name: str) -> Mapping[int, Fraction]:
    """Return the probabilities of the horses of a race. Raise if they do not add up to one."""
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
    """Return the key under which a race states the public's probabilities."""
    return "marked" if isinstance(race, Mapping) and "marked" in race else "wins"
