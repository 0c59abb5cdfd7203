"""An office of Lototrot with two outlets and an open race day, for the tests of the pool."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
from tests.pools.day_at_the_races import DAY, FIRST, NOON, programme, rules, told_in_three
from tests.store.databases import Clock

from novamas.errors import NovamasError
from novamas.pools.lototrot.office import Office
from novamas.pools.lototrot.outlets import Outlets
from novamas.pools.lototrot.payment import Damage
from novamas.pools.lototrot.tickets import Ticket
from novamas.pools.payment_terms import CENTRAL
from novamas.store import Store

NEXT = DAY + timedelta(days=7)
ONES = "1/1/1/1/1/1/1"
TORN: tuple[Damage, ...] = ("tears",)


class Races:
    """An office with two outlets, an open day, and a clock."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self.clock.now = NOON
        self.office = Office(store)
        self.outlets = Outlets(self.office)
        self.office.authorise("palma-1", "Bar Trot, Palma")
        self.office.authorise("inca-1", "Café Sulky, Inca")
        self.office.open_day(programme(), rules())
        self.keys = 0

    def key(self) -> str:
        self.keys += 1
        return f"k{self.keys}"

    def sell(self, forecast: str = ONES, outlet: str = "palma-1", day: date = DAY) -> Ticket:
        columns = 1
        for race in forecast.split("/"):
            columns *= len(race.split(","))
        return self.outlets.sell(outlet, day, forecast, 100 * columns, self.key())

    def close(self, day: date = DAY) -> None:
        started = FIRST + (day - DAY)
        self.clock.now = max(self.clock.now, started + timedelta(minutes=1))
        self.office.close_day(day, started)

    def run(self, day: date = DAY, winner: int = 1) -> None:
        """Close a day, enter the same winner for all races, settle the bets and order the payment."""
        self.close(day)
        for race in range(1, 8):
            self.office.enter_result(day, race, [winner])
        self.office.settle_day(day)
        self.office.order_payment(day)

    def pay(self, ticket: Ticket, place: str = CENTRAL, **other: object) -> int:
        return self.outlets.pay(place, ticket.code, self.key(), **other).cents  # type: ignore[arg-type]

    def go_to(self, day: date) -> None:
        self.clock.now = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)


def refusal(act: Callable[[], object]) -> tuple[str, str | None]:
    with pytest.raises(NovamasError) as caught:
        act()
    told_in_three(caught.value)
    return caught.value.code, caught.value.clause
