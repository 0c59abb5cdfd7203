"""Forecasts and tickets: the horses bet on, the price, and all elements of a valid ticket.

A forecast is written race by race, with commas between the numbers of a race. `3/1,4/7/2/5/6/1` has two
columns, one with number 1 and one with number 4 in the second race. A column is a single bet, with one
horse in each race.
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
    """The numbers of the horses bet on, race by race, in ascending order."""

    marks: tuple[tuple[int, ...], ...]

    @property
    def columns(self) -> int:
        """The number of columns: all combinations of one marked horse in each race."""
        return prod(len(marked) for marked in self.marks)

    @property
    def form(self) -> Form:
        """The type of bet: "sencilla" for a single column, "multiple" for several."""
        return "sencilla" if self.columns == 1 else "multiple"

    def __str__(self) -> str:
        return "/".join(",".join(map(str, marked)) for marked in self.marks)


def read_forecast(text: str, rules: Rules) -> Forecast:
    """Return the forecast that a text states. The order of the numbers within a race does not matter."""
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
    """Raise if a forecast does not fit the programme, or the organiser does not take this type of bet."""
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
    """Return the price of a forecast: the price of one column times the number of columns."""
    return forecast.columns * rules.price


class RaceOnTicket(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A race as a ticket shows it."""

    order: int
    racecourse: str
    number: int


@law("IB05.14.II.3.1")
class Ticket(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All elements of a bet, as printed on the ticket that proves the bet."""

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
    """Return the ticket that the bettor gets after payment. It states all elements of the bet."""
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
    """Raise if a ticket lacks an element that the law requires. The error names all missing elements."""
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


# Requests of a bettor who holds a ticket.
TicketRequest = Literal["return", "modify", "extend", "correct", "claim"]


@law("IB05.14.III.1.1-2.1", "IB05.14.III.1.1-4.1")
def refuse_change(request: TicketRequest, rules: Rules) -> NoReturn:
    """Raise the refusal of a bettor's request to return or change a ticket, or to correct an error in it."""
    held = rules.law.ticket
    if request == "claim":
        raise NovamasError("ticket_was_taken", clause=held.accepted)
    raise NovamasError("ticket_is_fixed", clause=held.fixed)


@law("IB05.14.III.1.1-5.1")
def differences(shown: Ticket, recorded: Ticket) -> tuple[str, ...]:
    """Return the elements in which a ticket differs from the organiser's data, which prevail."""
    return tuple(
        element
        for element in Ticket.__struct_fields__
        if getattr(shown, element) != getattr(recorded, element)
    )


def mask_of(numbers: tuple[int, ...]) -> int:
    """Return a bit mask in which each horse's number sets one bit."""
    assert all(1 <= number <= MAX_NUMBER for number in numbers)
    return sum(1 << number for number in numbers)
