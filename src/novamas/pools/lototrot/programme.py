"""The programme of a day: seven races at one or more racecourses, and the numbers of their horses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime

import msgspec

from novamas.errors import Figure
from novamas.law import Fault, FaultySetup, law
from novamas.pools.lototrot.setup import SLUG, Rules
from novamas.pools.payment_terms import local_day

MAX_NUMBER = 60  # more horses than any race has: the marks of a race fit into a word of 64 bits


class Horse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A horse of the official list of starters, with its number in the official programme."""

    number: int
    name: str


class Race(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One race of the bet. It has the number that the racecourse's own programme gives it."""

    racecourse: str
    number: int
    starts: datetime
    horses: tuple[Horse, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the horses in this race, in ascending order."""
        return tuple(sorted(horse.number for horse in self.horses))


@law("IB05.14.I.5.2", "IB05.14.III.5.5-1.1")
class Programme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The races that the organiser chose for a day's bet, in the order in which outlets display them."""

    day: date
    races: tuple[Race, ...]
    closes: datetime  # selling ends then, or at the confirmed start of the first race if that is earlier
    approval: str = ""  # reference of the approval by the Federación Balear de Trote
    displayed: datetime | None = None  # when outlets began to display it

    @property
    def racecourses(self) -> tuple[str, ...]:
        """The racecourses of the day, without repetition."""
        return tuple(dict.fromkeys(race.racecourse for race in self.races))

    @property
    def first_start(self) -> datetime:
        """The scheduled start of the first race."""
        return min(race.starts for race in self.races)


def check_programme(programme: Programme, rules: Rules) -> None:
    """Raise `FaultySetup` with every fault if bets may not be taken on the programme."""
    if faults := tuple(programme_faults(programme, rules)):
        raise FaultySetup(faults, SLUG)


@law("IB05.14.III.5.5-2.1", "IB05.14.I.5.1", "IB05.14.III.7.2", "IB05.14.III.4.1")
def programme_faults(programme: Programme, rules: Rules) -> Iterator[Fault]:
    """Yield every fault for which bets may not be taken on a programme. No fault hides another."""
    held = rules.law
    if len(programme.races) != held.races.count:
        values = {"races": len(programme.races), "wanted": held.races.count}
        yield Fault("races", "wrong_number_of_races", held.races.counted, values)
    times = Counter((race.racecourse, race.number) for race in programme.races)
    for (racecourse, number), count in times.items():
        if count > 1:
            repeated: dict[str, Figure] = {"racecourse": racecourse, "number": number}
            yield Fault("races", "race_twice", held.races.listed, repeated)
    for order, race in enumerate(programme.races, 1):
        yield from _race_faults(order, race, programme.day, rules)
    if local_day(programme.closes) != programme.day:
        yield Fault("closes", "closes_on_another_day", held.closing.clause)
    if not programme.approval.strip():
        yield Fault("approval", "not_approved", held.races.listed)
    if programme.displayed is None or programme.displayed >= programme.closes:
        yield Fault("displayed", "not_displayed", held.races.listed)


def _race_faults(order: int, race: Race, day: date, rules: Rules) -> Iterator[Fault]:
    """Yield the faults of one race of a programme."""
    listed, numbered = rules.law.races.listed, rules.law.races.numbered
    if not race.racecourse.strip() or race.number < 1:
        yield Fault("races", "race_unnamed", listed, {"race": order})
    if local_day(race.starts) != day:
        yield Fault("races", "race_of_another_day", listed, {"race": order})
    if not race.horses:
        yield Fault("races", "race_without_runner", listed, {"race": order})
    for number, count in Counter(race.numbers).items():
        if not 1 <= number <= MAX_NUMBER:
            values = {"race": order, "number": number, "most": MAX_NUMBER}
            yield Fault("races", "horse_badly_numbered", numbered, values)
        if count > 1:
            yield Fault("races", "number_twice", numbered, {"race": order, "number": number})
    for horse in race.horses:
        if not horse.name.strip():
            yield Fault("races", "horse_unnamed", listed, {"race": order, "number": horse.number})
