"""Reports of Lototrot: the figures of one day, and the balances of all accounts."""

from __future__ import annotations

from datetime import date

import msgspec

from novamas.money import Cents
from novamas.pools.codes import outlet_of
from novamas.pools.lototrot import days
from novamas.pools.lototrot.days import Closed, Sale, State, account_of, read_day, subject_of
from novamas.pools.lototrot.office import Office
from novamas.pools.lototrot.payment import first_day, last_day
from novamas.pools.lototrot.races import Draw, Result
from novamas.pools.lototrot.settlement import Settlement

_SALE = msgspec.json.Decoder(Sale)


class Sold(msgspec.Struct, frozen=True):
    """The sales of one outlet for a day."""

    tickets: int
    cents: Cents


class DayReport(msgspec.Struct, frozen=True):
    """All figures of a day."""

    day: date
    state: State
    price: Cents
    prize_share: str
    sold: dict[str, Sold]  # by outlet
    closed: Closed | None
    withdrawn: dict[int, tuple[int, ...]]  # by race
    results: tuple[Result, ...]
    draws: tuple[Draw, ...]
    settlement: Settlement | None
    first_day: date | None  # of payment
    last_day: date | None
    waiting: Cents  # prizes not claimed yet
    deposits: Cents  # prizes of tickets deposited for a control
    lapsed: Cents  # lapsed prizes not yet added to a day's 7/7
    refunds: Cents  # stakes of late tickets not claimed yet


class Accounts(msgspec.Struct, frozen=True):
    """The accounts that carry money from day to day, and the state of every day."""

    seven: Cents
    reserve: Cents
    organiser: Cents
    days: tuple[tuple[date, State], ...]


def report_day(office: Office, day: date) -> DayReport:
    """Return the report of a day, from one snapshot of the books."""
    with office.store.reading() as books:
        found = read_day(books, day, office.frame)
        tickets: dict[str, int] = {}
        cents: dict[str, Cents] = {}
        for sale in books.entries(subject=subject_of(day), kind="sale"):
            outlet = outlet_of(sale)
            tickets[outlet] = tickets.get(outlet, 0) + 1
            cents[outlet] = cents.get(outlet, 0) + _SALE.decode(sale.body).cents
        set_on = found.established if not found.without_result else None
        return DayReport(
            day=day,
            state=found.state,
            price=found.rules.price,
            prize_share=str(found.rules.prize_share),
            sold={outlet: Sold(count, cents[outlet]) for outlet, count in tickets.items()},
            closed=found.closed,
            withdrawn={race: tuple(sorted(numbers)) for race, numbers in found.withdrawn.items()},
            results=tuple(found.results[race] for race in sorted(found.results)),
            draws=tuple(found.draws[race] for race in sorted(found.draws)),
            settlement=found.settlement,
            first_day=first_day(day, set_on) if set_on else None,
            last_day=last_day(set_on, found.rules) if set_on else None,
            waiting=books.balance(account_of("prizes", day)),
            deposits=books.balance(account_of("deposits", day)),
            lapsed=books.balance(account_of("lapsed", day)),
            refunds=books.balance(account_of("refunds", day)),
        )


def report_accounts(office: Office) -> Accounts:
    """Return the balances of the funds and the organiser's part, and the state of each day."""
    with office.store.reading() as books:
        opened = sorted(days.days_opened(books))
        return Accounts(
            seven=books.balance(days.SEVEN),
            reserve=books.balance(days.RESERVE),
            organiser=books.balance(days.ORGANISER),
            days=tuple((day, books.state(subject_of(day))) for day in opened),  # type: ignore[misc]
        )
