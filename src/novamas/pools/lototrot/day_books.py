"""Access to the books of a day: tickets sold, lapsed prizes, transfers of a settlement."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

import msgspec

from novamas.money import Cents
from novamas.pools.lototrot import days
from novamas.pools.lototrot.days import OFFICE, Day, account_of, subject_of
from novamas.pools.lototrot.settlement import Settlement
from novamas.store import Entry, ReadTransaction, Transfer, WriteTransaction
from novamas.store.entries import moment

SALE = msgspec.json.Decoder(days.Sale)


def transfers(*moved: tuple[str, str, Cents]) -> tuple[Transfer, ...]:
    """Return the transfers whose amount is not zero."""
    return tuple(Transfer(source, target, cents) for source, target, cents in moved if cents)


def sold_since(books: ReadTransaction, book: str, day: date, since: datetime) -> Iterator[Entry]:
    """Yield the tickets of a day that an outlet registered at the time `since` or later."""
    head = books.head(book)
    number = head.number if head else 0
    while number and (entry := books.entry(book, number)) is not None and entry.moment >= moment(since):
        if (entry.kind, entry.subject) == ("sale", subject_of(day)):
            yield entry
        number -= 1


def forecasts_of(books: ReadTransaction, closed: Day) -> Iterator[str]:
    """Yield the written forecast of each ticket of a closed day, except late tickets."""
    assert closed.closed is not None
    started, decode = closed.closed.started, SALE.decode
    end = moment(started) if started else None
    for sale in books.entries(subject=subject_of(closed.day), kind="sale"):
        if end is None or sale.moment < end:
            yield decode(sale.body).forecast


def lapse_prizes(books: WriteTransaction, day: date, last: date) -> Cents:
    """Move the unclaimed prizes of a day to the account of lapsed prizes. Return the total."""
    cents = books.balance(account_of("prizes", day))
    if cents:
        moved = transfers((account_of("prizes", day), account_of("lapsed", day), cents))
        books.append(
            OFFICE, "lapsed", days.Lapsed(day, last, cents), subject=subject_of(day), transfers=moved
        )
    return cents


def shared_out(settlement: Settlement) -> Iterator[tuple[str, str, Cents]]:
    """Yield the transfers of a settlement: first the organiser's part, then the prizes and the funds."""
    stakes = account_of("stakes", settlement.day)
    yield stakes, days.ORGANISER, settlement.organiser
    seven, reserve = (
        settlement.left.seven - settlement.brought.seven,
        settlement.left.reserve - settlement.brought.reserve,
    )
    sources = {stakes: settlement.prize_money, days.SEVEN: max(-seven, 0), days.RESERVE: max(-reserve, 0)}
    targets = {
        account_of("prizes", settlement.day): settlement.paid_out,
        days.SEVEN: max(seven, 0),
        days.RESERVE: max(reserve, 0),
    }
    assert sum(sources.values()) == sum(targets.values())
    for source in sources:
        for target in targets:
            cents = min(sources[source], targets[target])
            sources[source] -= cents
            targets[target] -= cents
            yield source, target, cents
