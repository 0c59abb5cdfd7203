"""Forecasts and tickets: which horses are bet on, what that costs, and all that a valid ticket says.

A forecast is written race by race, the numbers of a race with commas: `3/1,4/7/2/5/6/1` is two columns, one
with the 1 and one with the 4 in the second race.
"""

from __future__ import annotations

import re
from datetime import date
from math import prod
from typing import Literal, NoReturn

import msgspec

from novamas.errors import InvalidInput, NovamasError, quoted
from novamas.law import law
from novamas.money import Cents
from novamas.pools.codes import Code
from novamas.pools.lototrot.programme import MAX_NUMBER, Programme
from novamas.pools.lototrot.setup import SLUG, Form, Rules

_FORECAST = re.compile(r"[0-9]{1,3}(?:,[0-9]{1,3})*(?:/[0-9]{1,3}(?:,[0-9]{1,3})*)*")


@law("IB05.14.I.5.1", "IB05.14.I.5.2")
class Forecast(msgspec.Struct, frozen=True):
    """The numbers of the horses that are bet on, race by race, from the lowest."""

    marks: tuple[tuple[int, ...], ...]

    @property
    def columns(self) -> int:
        """How many single bets it is: one horse of each race, in every way."""
        return prod(len(marked) for marked in self.marks)

    @property
    def form(self) -> Form:
        """A single column, or several."""
        return "sencilla" if self.columns == 1 else "multiple"

    def __str__(self) -> str:
        return "/".join(",".join(map(str, marked)) for marked in self.marks)


def read_forecast(text: str, rules: Rules) -> Forecast:
    """A forecast as it is written; the order within a race does not matter."""
    plain = "".join(text.split())
    if len(text) > 2000 or not _FORECAST.fullmatch(plain):
        raise InvalidInput("forecast_unreadable", clause=rules.law.races.numbered, given=quoted(text))
    marks = tuple(tuple(sorted(map(int, race.split(",")))) for race in plain.split("/"))
    for order, marked in enumerate(marks, 1):
        if len(set(marked)) < len(marked):
            twice = next(number for number in marked if marked.count(number) > 1)
            raise NovamasError(
                "horse_marked_twice", clause=rules.law.races.numbered, race=order, number=twice
            )
    return Forecast(marks)


@law("IB05.14.I.5.1", "IB05.14.III.7.2", "IB05.14.III.5.5-2.1")
def check_forecast(forecast: Forecast, programme: Programme, rules: Rules) -> None:
    """Refuse a forecast that the programme or the form of the bets has no place for."""
    held = rules.law.races
    if len(forecast.marks) != len(programme.races):
        raise NovamasError(
            "forecast_of_other_races", clause=held.counted, races=len(forecast.marks), wanted=held.count
        )
    for order, (marked, race) in enumerate(zip(forecast.marks, programme.races, strict=True), 1):
        for number in marked:
            if number not in race.numbers:
                raise NovamasError(
                    "no_such_horse", clause=held.numbered, race=order, number=number, last=race.numbers[-1]
                )
        if rules.form == "sencilla" and len(marked) > 1:
            raise NovamasError("one_horse_a_race", clause=held.listed, race=order, horses=len(marked))


@law("IB05.14.III.2.1")
def price_of(forecast: Forecast, rules: Rules) -> Cents:
    """What a forecast costs: the price of a column, for each of its columns."""
    return forecast.columns * rules.price


class RaceOnTicket(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A race as a ticket names it."""

    order: int
    racecourse: str
    number: int


@law("IB05.14.II.3.1")
class Ticket(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All the elements of a bet, as they stand on the ticket that proves it."""

    code: str
    racecourses: tuple[str, ...]
    outlet: str
    day: date
    races: tuple[RaceOnTicket, ...]
    forecast: str
    form: Form
    game: str
    cents: Cents


@law("IB05.14.II.1.1", "IB05.14.II.1.2")
def ticket_of(code: Code, forecast: Forecast, programme: Programme, rules: Rules) -> Ticket:
    """The ticket that is given to the bettor once he has paid: it states all the elements of his bet."""
    races = tuple(
        RaceOnTicket(order, race.racecourse, race.number) for order, race in enumerate(programme.races, 1)
    )
    return Ticket(
        code=str(code),
        racecourses=programme.racecourses,
        outlet=code.outlet,
        day=programme.day,
        races=races,
        forecast=str(forecast),
        form=forecast.form,
        game=SLUG,
        cents=price_of(forecast, rules),
    )


@law("IB05.14.II.3.1")
def check_elements(ticket: Ticket, rules: Rules) -> None:
    """Refuse a ticket that lacks any of the elements without which it is not valid: all are named."""
    present = {
        "code": bool(ticket.code),
        "racecourses": bool(ticket.racecourses) and all(ticket.racecourses),
        "outlet": bool(ticket.outlet),
        "races": [race.order for race in ticket.races] == [*range(1, rules.law.races.count + 1)],
        "forecast": len(ticket.forecast.split("/")) == len(ticket.races) and all(ticket.forecast.split("/")),
        "game": ticket.game == SLUG,
        "cents": ticket.cents > 0,
    }
    if missing := tuple(f"element_{element}" for element, is_there in present.items() if not is_there):
        raise NovamasError("ticket_lacks_elements", clause=rules.law.ticket.elements, missing=missing)


Wish = Literal["return", "modify", "extend", "correct", "claim"]  # of a bettor, with a ticket in his hand


@law("IB05.14.III.1.1-2.1", "IB05.14.III.1.1-4.1")
def refuse_change(wish: Wish, rules: Rules) -> NoReturn:
    """Answer a bettor who wants a registered ticket returned or changed, or claims an error in issuing it."""
    held = rules.law.ticket
    if wish == "claim":
        raise NovamasError("ticket_was_taken", clause=held.accepted)
    raise NovamasError("ticket_is_fixed", clause=held.fixed)


@law("IB05.14.III.1.1-5.1")
def differences(shown: Ticket, recorded: Ticket) -> tuple[str, ...]:
    """The elements in which a ticket differs from the organiser's data on it, which prevail."""
    return tuple(
        element
        for element in Ticket.__struct_fields__
        if getattr(shown, element) != getattr(recorded, element)
    )


def mask_of(numbers: tuple[int, ...]) -> int:
    """Numbers of horses as the bits of a word."""
    assert all(1 <= number <= MAX_NUMBER for number in numbers)
    return sum(1 << number for number in numbers)
