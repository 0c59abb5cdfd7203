"""A day of Lototrot as the books have it: what was entered of it, and what follows from that.

The office's book has what the organiser did (a day opened, a horse withdrawn, a result, a settlement), an
outlet's book has its tickets and what it paid. Nothing that follows from entries is stored a second time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from fractions import Fraction
from typing import Any, Literal

import msgspec

from novamas.errors import NovamasError
from novamas.law import Frame
from novamas.law.errors import UnknownEdition
from novamas.law.frames import entries as games_of
from novamas.law.frames import pinned
from novamas.money import Cents
from novamas.pools.lototrot.hits import Winning, columns_by_category
from novamas.pools.lototrot.payment import Damage, Means
from novamas.pools.lototrot.programme import Programme, Race
from novamas.pools.lototrot.races import Declaration, Draw, Result, result_of, winning_marks
from novamas.pools.lototrot.settlement import Settlement
from novamas.pools.lototrot.setup import SLUG, Form, Rules, law_of
from novamas.pools.lototrot.tickets import Forecast, read_forecast
from novamas.pools.payment_terms import local_day
from novamas.store import Entry, Head, ReadTransaction

OFFICE = f"office/{SLUG}"
SEVEN = f"seven/{SLUG}"
RESERVE = f"reserve/{SLUG}"
ORGANISER = f"organiser/{SLUG}"

State = Literal["open", "closed", "settled", "paying"]


def subject_of(day: date) -> str:
    """What all entries of a day are about."""
    return f"{SLUG}/{day.isoformat()}"


def account_of(purpose: Literal["stakes", "refunds", "prizes", "deposits", "lapsed"], day: date) -> str:
    """An account of a day."""
    return f"{purpose}/{SLUG}/{day.isoformat()}"


# ---- what entries say


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an entry says."""


class LawKept(Body, frozen=True):
    """The figures of the law by which days are run, so that an old day can be settled and paid for ever."""

    norm: str
    game: str
    figures: Mapping[str, Any]


class Opened(Body, frozen=True):
    """A day on which bets are taken: its programme, and the rules that the organiser chose."""

    programme: Programme
    price: Cents
    prize_share: str
    form: Form
    law: str  # by its pin


class Entered(Body, frozen=True):
    """The stewards' result of a race, and the day on which they set it."""

    race: int
    winners: tuple[int, ...]
    on: date


class Outlet(Body, frozen=True):
    """An establishment that may sell and pay, or may no more."""

    outlet: str
    establishment: str


class Sale(Body, frozen=True):
    """A ticket: what is bet on, and what was paid for it."""

    forecast: str
    cents: Cents


class Closed(Body, frozen=True):
    """Selling has ended: when the first race started, if it did, and how far each outlet's book went."""

    started: datetime | None
    heads: dict[str, Head]
    late: tuple[str, ...]  # tickets that were registered after the start, by their codes
    refunds: Cents


class Withdrawal(Body, frozen=True):
    """A horse that does not start."""

    race: int
    number: int


class Ordered(Body, frozen=True):
    """The prizes of a day are to be paid."""

    day: date
    cents: Cents


class Paid(Body, frozen=True):
    """A prize that was paid to the bearer of a ticket, or a stake that was refunded."""

    code: str
    day: date
    cents: Cents
    means: Means
    payee: str = ""


class Deposited(Body, frozen=True):
    """A damaged ticket that waits for a later control."""

    code: str
    day: date
    cents: Cents
    damage: tuple[Damage, ...]


class Decided(Body, frozen=True):
    """What the control of a deposited ticket found, and by whom."""

    code: str
    day: date
    cents: Cents
    legitimate: bool
    by: str
    means: Means | None = None
    payee: str = ""


class Lapsed(Body, frozen=True):
    """Prizes that nobody claimed in time."""

    day: date
    last: date
    cents: Cents


class Announced(Body, frozen=True):
    """What was announced to the public, and by which means."""

    what: str
    means: str
    clause: str


class Noted(Body, frozen=True):
    """What somebody did against a rule of conduct."""

    rule: str
    who: str
    words: str


for _kind in (
    *(LawKept, Opened, Entered, Outlet, Sale, Closed, Withdrawal, Ordered, Paid, Deposited, Decided, Lapsed),
    *(Announced, Noted, Declaration, Draw, Settlement),
):
    msgspec.json.Decoder(
        _kind
    )  # now, in one thread: msgspec may crash when two read a type for the first time

# ---- a day


class Day(msgspec.Struct, frozen=True):
    """All that the office has entered of a day."""

    day: date
    programme: Programme
    rules: Rules
    state: State
    closed: Closed | None = None
    withdrawn: Mapping[int, frozenset[int]] = {}  # by the order of the race
    declared: Mapping[int, Declaration] = {}
    draws: Mapping[int, Draw] = {}
    results: Mapping[int, Result] = {}  # of the stewards and of draws
    established: date | None = None  # when the last result was set
    settlement: Settlement | None = None

    def race(self, order: int) -> Race:
        """One of its races."""
        if not 1 <= order <= len(self.programme.races):
            clause, races = self.rules.law.races.counted, len(self.programme.races)
            raise NovamasError("no_such_race", clause=clause, race=order, races=races)
        return self.programme.races[order - 1]

    def out_of(self, order: int) -> frozenset[int]:
        """The horses that were withdrawn from a race."""
        return self.withdrawn.get(order, frozenset())

    @property
    def winning(self) -> Winning:
        """Race by race, the numbers that are hits; all races have a result."""
        return [
            winning_marks(self.results[order], race, self.out_of(order))
            for order, race in enumerate(self.programme.races, 1)
        ]

    @property
    def without_result(self) -> tuple[int, ...]:
        """The races that have no result yet."""
        return tuple(order for order in range(1, len(self.programme.races) + 1) if order not in self.results)

    def is_late(self, sale: Entry) -> bool:
        """Was a ticket registered after the first race had started?"""
        started = self.closed.started if self.closed else None
        return started is not None and sale.at >= started

    def forecast(self, sale: Entry) -> Forecast:
        """What a ticket forecasts."""
        return read_forecast(sale.read(Sale).forecast, self.rules)

    def won_by(self, sale: Entry) -> Cents:
        """What a ticket has won: it follows from its forecast and the settlement."""
        if self.settlement is None or self.is_late(sale):
            return 0
        return self.settlement.won_by(columns_by_category(self.forecast(sale), self.winning, self.rules.law))


def no_such_day(day: date, frame: Frame) -> NovamasError:
    """The error of a day that nobody opened."""
    return NovamasError("no_such_pool_day", clause=law_of(frame).races.chosen, day=day)


def read_day(books: ReadTransaction, day: date, frame: Frame) -> Day:
    """A day as the office's book has it."""
    subject = subject_of(day)
    state = books.state(subject)
    if state is None:
        raise no_such_day(day, frame)
    withdrawn: dict[int, frozenset[int]] = {}
    declared: dict[int, Declaration] = {}
    draws: dict[int, Draw] = {}
    results: dict[int, Result] = {}
    opened = closed = settlement = None
    established: date | None = None
    for entry in books.entries(subject=subject, book=OFFICE):
        match entry.kind:
            case "opened":
                opened = entry.read(Opened)
            case "closed":
                closed = entry.read(Closed)
            case "withdrawal":
                out = entry.read(Withdrawal)
                withdrawn[out.race] = withdrawn.get(out.race, frozenset()) | {out.number}
            case "declaration":
                told = entry.read(Declaration)
                declared[told.race] = told
            case "draw":
                draw = entry.read(Draw)
                draws[draw.race], results[draw.race] = draw, result_of(draw)
                established = max(established or day, local_day(draw.at))
            case "result":
                told_result = entry.read(Entered)
                results[told_result.race] = Result(told_result.race, told_result.winners)
                established = max(established or day, told_result.on)
            case "settlement":
                settlement = entry.read(Settlement)
    assert opened is not None
    return Day(
        day=day,
        programme=opened.programme,
        rules=rules_at(books, opened),
        state=state,  # type: ignore[arg-type]  # one of those that the office sets
        closed=closed,
        withdrawn=withdrawn,
        declared=declared,
        draws=draws,
        results=results,
        established=established,
        settlement=settlement,
    )


def rules_at(books: ReadTransaction, opened: Opened) -> Rules:
    """The rules of a day, under the law as it was then."""
    return Rules(frame_at(books, opened.law), opened.price, Fraction(opened.prize_share), opened.form)


def frame_at(books: ReadTransaction, pin: str) -> Frame:
    """The law with this pin: as we hold it now, or as the office kept it."""
    try:
        return pinned(pin)
    except UnknownEdition:
        kept = books.entry_of(OFFICE, law_key(pin))
        if kept is None:
            raise
        law = kept.read(LawKept)
        return Frame(law.game, law.norm, games_of(law.norm)[law.game], law.figures, {})


def law_key(pin: str) -> str:
    """The key of the entry that keeps the law with this pin."""
    return f"law/{pin}"


def days_opened(books: ReadTransaction) -> Iterator[date]:
    """All days that were ever opened, in the order of opening."""
    for entry in books.entries(kind="opened", book=OFFICE):
        yield date.fromisoformat(entry.subject.removeprefix(f"{SLUG}/"))
