"""Days at the races that are played for chips of play: their programme, and how likely each horse wins.

The programme of a day follows from its date alone, so that whoever plays the same day bets on the same
horses. The winners are drawn from the seed of the day, race by race; so are the bets of the others, who mark
each horse as often as it is likely to win.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import accumulate

import msgspec

from novamas.equipment.chance import RevealedSource, Seeded, Source, UniformDraw, shuffled
from novamas.pools.lototrot.odds import Field
from novamas.pools.lototrot.programme import Horse, Programme, Race
from novamas.pools.lototrot.races import Result
from novamas.pools.payment_terms import BALEARIC

RACES = 7
FEWEST, MOST = 8, 12  # horses of a race
OTHERS = 2000  # columns that others bet on a day
FIRST_START, APART = time(17), timedelta(minutes=30)
DISPLAYED = timedelta(days=2)  # before
APPROVAL = "práctica"

Weights = tuple[tuple[int, ...], ...]  # race by race, in how many ways each horse wins


class Meeting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A day at the races."""

    programme: Programme
    wins: Weights

    @property
    def field(self) -> Field:
        """How likely each horse of each race is to win."""
        return tuple(
            {number: Fraction(ways, sum(race)) for number, ways in enumerate(race, 1)} for race in self.wins
        )


class _Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    racecourses: tuple[str, ...]
    horses: tuple[str, ...]


@cache
def _names() -> _Names:
    text = files("novamas.pools").joinpath("data/trotters.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), _Names)


def meeting_on(day: date) -> Meeting:
    """The day at the races of a date."""
    source, names = Seeded(day.toordinal()), _names()
    horses = iter(shuffled(names.horses, source))
    racecourses = shuffled(names.racecourses, source)[:2]
    begins = datetime.combine(day, FIRST_START, BALEARIC)
    races, wins = [], []
    for order in range(1, RACES + 1):
        runners = FEWEST + source.draw(UniformDraw(MOST - FEWEST + 1))
        named = tuple(Horse(number, next(horses)) for number in range(1, runners + 1))
        where, number = (racecourses[0], order) if order <= 4 else (racecourses[1], order - 4)
        races.append(Race(where, number, begins + APART * (order - 1), named))
        wins.append(shuffled((place**2 for place in range(1, runners + 1)), source))
    programme = Programme(day, tuple(races), begins, APPROVAL, begins - DISPLAYED)
    return Meeting(programme, tuple(wins))


def results_of(meeting: Meeting, seed: str) -> tuple[Result, ...]:
    """The winner of each race, drawn from the seed of the day with the text `races`."""
    source = RevealedSource(seed, "races")
    return tuple(Result(order, (_drawn(race, source),)) for order, race in enumerate(meeting.wins, 1))


def bets_of_others(meeting: Meeting, seed: str) -> Iterator[str]:
    """The columns that others bet, drawn from the seed of the day with the text `others`."""
    source = RevealedSource(seed, "others")
    for _column in range(OTHERS):
        yield "/".join(str(_drawn(race, source)) for race in meeting.wins)


def _drawn(race: tuple[int, ...], source: Source) -> int:
    """The number of a horse, each as likely as its ways."""
    way = source.draw(UniformDraw(sum(race)))
    return next(number for number, up_to in enumerate(accumulate(race), 1) if way < up_to)
