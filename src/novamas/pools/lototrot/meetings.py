"""Race days for practice with play money: their programmes, and the horses' chances to win.

The date alone determines the programme, so all players of a day bet on the same horses. The seed of the
day determines the winner of each race and the bets of simulated players. These players mark each horse
with its probability to win.
"""

from __future__ import annotations

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
FEWEST, MOST = 8, 12  # horses in a race
OTHERS = 2000  # columns bet by others on a day
FIRST_START, APART = time(17), timedelta(minutes=30)
DISPLAYED = timedelta(days=2)  # before the first start
APPROVAL = "práctica"

Weights = tuple[tuple[int, ...], ...]  # race by race, the weight of each horse


class Meeting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A race day for practice."""

    programme: Programme
    wins: Weights

    @property
    def field(self) -> Field:
        """The probability that each horse of each race wins."""
        return tuple(
            {number: Fraction(ways, sum(race)) for number, ways in enumerate(race, 1)} for race in self.wins
        )


class _Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    racecourses: tuple[str, ...]
    horses: tuple[str, ...]


@cache
def _names() -> _Names:
    text = files("novamas.pools").joinpath("data/trotters.toml").read_text("utf-8")
    return msgspec.toml.decode(text, type=_Names)


def meeting_on(day: date) -> Meeting:
    """Return the race day of this date."""
    source, names = Seeded(day.toordinal()), _names()
    horses = iter(shuffled(names.horses, source))
    racecourses = shuffled(names.racecourses, source)[:2]
    first_start = datetime.combine(day, FIRST_START, BALEARIC)
    races, wins = [], []
    for order in range(1, RACES + 1):
        runners = FEWEST + source.draw(UniformDraw(MOST - FEWEST + 1))
        named = tuple(Horse(number, next(horses)) for number in range(1, runners + 1))
        where, number = (racecourses[0], order) if order <= 4 else (racecourses[1], order - 4)
        races.append(Race(where, number, first_start + APART * (order - 1), named))
        wins.append(shuffled((place**2 for place in range(1, runners + 1)), source))
    programme = Programme(day, tuple(races), first_start, APPROVAL, first_start - DISPLAYED)
    return Meeting(programme, tuple(wins))


def results_of(meeting: Meeting, seed: str) -> tuple[Result, ...]:
    """Return the winner of each race, drawn from the day's seed followed by the text `races`."""
    source = RevealedSource(seed, "races")
    return tuple(Result(order, (_drawn(race, source),)) for order, race in enumerate(meeting.wins, 1))


def bets_of_others(meeting: Meeting, seed: str) -> Iterator[str]:
    """Yield columns of simulated players, drawn from the day's seed followed by the text `others`."""
    source = RevealedSource(seed, "others")
    for _column in range(OTHERS):
        yield "/".join(str(_drawn(race, source)) for race in meeting.wins)


def _drawn(race: tuple[int, ...], source: Source) -> int:
    """Draw the number of a horse. Each horse's probability is its weight."""
    way = source.draw(UniformDraw(sum(race)))
    return next(number for number, up_to in enumerate(accumulate(race), 1) if way < up_to)
