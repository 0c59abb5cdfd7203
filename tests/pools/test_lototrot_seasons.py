"""Random seasons of Lototrot on a store: the books are valid, and every céntimo is accounted for."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.pools.day_at_the_races import DAY, FIRST, NOON, programme, rules
from tests.store.databases import Clock

from novamas.errors import NovamasError
from novamas.pools.lototrot.days import account_of
from novamas.pools.lototrot.office import Office
from novamas.pools.lototrot.outlets import Outlets
from novamas.pools.lototrot.races import Cause
from novamas.pools.lototrot.tickets import Ticket
from novamas.pools.payment_terms import CENTRAL
from novamas.store import PUBLIC, Store, open_store, verify

HORSES = 3  # few, so that someone wins
NUMBERS = st.integers(1, HORSES)
MARKS = st.sets(NUMBERS, min_size=1, max_size=2).map(lambda numbers: ",".join(map(str, sorted(numbers))))
FORECASTS = st.lists(MARKS, min_size=7, max_size=7).map("/".join)
CAUSES: st.SearchStrategy[Cause] = st.sampled_from(get_args(Cause))


class Season:
    """An office that works day after day."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        clock.now = NOON - timedelta(days=1)
        self.office = Office(store)
        self.outlets = Outlets(self.office)
        self.keys = count()
        self.taken = self.given = 0
        for outlet in ("palma-1", "inca-1"):
            self.office.authorise(outlet, "Bar")

    def sell(self, day: date, outlet: str, forecast: str) -> Ticket:
        columns = 1
        for race in forecast.split("/"):
            columns *= len(race.split(","))
        ticket = self.outlets.sell(outlet, day, forecast, 70 * columns, str(next(self.keys)))
        self.taken += ticket.cents
        return ticket

    def pay(self, ticket: Ticket) -> None:
        if self.outlets.won_by(ticket.code):
            self.given += self.outlets.pay(CENTRAL, ticket.code, str(next(self.keys)), payee="X").cents

    def come(self, ticket: Ticket) -> None:
        """Present a ticket for payment, sometimes too late or a second time."""
        try:
            self.pay(ticket)
        except NovamasError as refusal:
            if refusal.code not in ("already_paid", "claim_lapsed"):
                raise

    def check(self) -> None:
        found = verify(self.store)
        assert found.breach is None
        assert found.balances.get(PUBLIC, 0) == self.given - self.taken
        kept = sum(cents for account, cents in found.balances.items() if account != PUBLIC)
        assert kept == self.taken - self.given
        assert min(found.balances.values(), default=0) >= self.given - self.taken


@settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_season_of_any_days_loses_nothing(data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        clock = Clock()
        with open_store(Path(folder) / "books.sqlite", clock=clock) as store:
            season = Season(store, clock)
            sold: list[Ticket] = []
            for number in range(data.draw(st.integers(1, 4))):
                sold += one_day(season, DAY + timedelta(days=20 * number), data)
                if sold:
                    for ticket in data.draw(st.lists(st.sampled_from(sold), max_size=4, unique=True)):
                        season.come(ticket)
                season.check()


def one_day(season: Season, day: date, data: st.DataObject) -> list[Ticket]:
    """Run a day from its programme to the order of payment."""
    office, clock = season.office, season.clock
    clock.now = NOON + (day - DAY)
    office.open_day(programme(day, HORSES), rules(price=70))
    outlets = st.sampled_from(["palma-1", "inca-1"])
    bets = data.draw(st.lists(st.tuples(outlets, FORECASTS), max_size=5))
    tickets = [season.sell(day, outlet, forecast) for outlet, forecast in bets]
    clock.now = FIRST + (day - DAY) + timedelta(hours=4)
    office.close_day(day, FIRST + (day - DAY))
    for race in range(1, 8):
        out = data.draw(st.sets(NUMBERS, max_size=HORSES - 1))
        for number in out:
            office.withdraw(day, race, number)
        running = sorted(set(range(1, HORSES + 1)) - out)
        winners = data.draw(st.sets(st.sampled_from(running), max_size=2))
        if winners:
            office.enter_result(day, race, winners)
        else:
            office.declare(day, data.draw(CAUSES), [race])
            office.draw(day, race, "M. Riera")
    found = office.settle_day(day)
    prizes = [prize.cents for prize in found.prizes if prize.winners]
    assert prizes == sorted(prizes, reverse=True)
    assert found.paid_out == sum(season.outlets.won_by(ticket.code) for ticket in tickets)
    office.order_payment(day)
    clock.now += timedelta(days=1)
    return tickets


# ---------------------------------------------------------------- many at once


def test_whoever_sells_while_the_day_is_closed_has_sold_before_it_or_not_at_all(
    store: Store, clock: Clock
) -> None:
    clock.now = NOON
    season = Season(store, clock)
    clock.now = NOON
    season.office.open_day(programme(), rules(price=70))

    def sell(seller: int) -> int:
        sold = 0
        for number in range(40):
            outlet = "palma-1" if seller % 2 else "inca-1"
            try:
                season.outlets.sell(outlet, DAY, "1/1/1/1/1/1/1", 70, f"{seller}/{number}")
            except NovamasError as refusal:
                if refusal.code != "selling_closed":
                    raise
                break
            sold += 1
        return sold

    with ThreadPoolExecutor(4) as sellers:
        selling = [sellers.submit(sell, seller) for seller in range(4)]
        closed = season.office.close_day(DAY)
        sold = sum(one.result() for one in selling)
    with store.reading() as books:
        assert books.balance(account_of("stakes", DAY)) == 70 * sold
        for book, head in closed.heads.items():
            assert books.head(book) == head  # nothing came after
    assert verify(store).breach is None


def test_a_ticket_is_paid_once_though_many_ask_at_once(store: Store, clock: Clock) -> None:
    season = Season(store, clock)
    clock.now = NOON
    season.office.open_day(programme(), rules(price=70))
    ticket = season.sell(DAY, "palma-1", "1/1/1/1/1/1/1")
    clock.now = FIRST + timedelta(minutes=5)
    season.office.close_day(DAY, FIRST)
    for race in range(1, 8):
        season.office.enter_result(DAY, race, [1])
    season.office.settle_day(DAY)
    season.office.order_payment(DAY)
    clock.now = datetime(2026, 11, 21, 9, tzinfo=UTC)

    def pay(number: int) -> str:
        place = ("palma-1", "inca-1", CENTRAL)[number % 3]
        try:
            season.outlets.pay(place, ticket.code, f"p{number}")
        except NovamasError as refusal:
            return refusal.code
        return "paid"

    with ThreadPoolExecutor(6) as asking:
        answers = list(asking.map(pay, range(6)))
    assert sorted(answers) == ["already_paid"] * 5 + ["paid"]
    assert verify(store).breach is None
