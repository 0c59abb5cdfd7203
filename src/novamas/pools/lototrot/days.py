"""The state of a Lototrot day, computed from the books.

The office's book holds the organiser's actions, such as opening a day, withdrawing a horse or settling the
bets. An outlet's book holds its tickets and its payments. Values that follow from the entries are not
stored a second time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from fractions import Fraction
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from novamas.errors import NovamasError
from novamas.law import Frame
from novamas.law.default import ours
from novamas.law.errors import UnknownEdition
from novamas.money import Cents
from novamas.pools.lototrot.hits import Winning, columns_by_category
from novamas.pools.lototrot.payment import Damage, Means
from novamas.pools.lototrot.programme import Programme, Race
from novamas.pools.lototrot.races import Declaration, Draw, Result, result_of, winning_marks
from novamas.pools.lototrot.settlement import Settlement
from novamas.pools.lototrot.setup import SLUG, Form, Rules, law_of
from novamas.pools.lototrot.tickets import Forecast, read_forecast
from novamas.pools.mixing import Mixed
from novamas.pools.payment_terms import local_day
from novamas.store import Entry, Head, ReadTransaction

OFFICE = f"office/{SLUG}"
SEVEN = f"seven/{SLUG}"
RESERVE = f"reserve/{SLUG}"
ORGANISER = f"organiser/{SLUG}"

State = Literal["open", "closed", "settled", "paying"]


def subject_of(day: date) -> str:
    """Return the subject that all entries of a day share."""
    return f"{SLUG}/{day.isoformat()}"


def account_of(purpose: Literal["stakes", "refunds", "prizes", "deposits", "lapsed"], day: date) -> str:
    """Return the name of an account of a day."""
    return f"{purpose}/{SLUG}/{day.isoformat()}"


# ---- entry bodies


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of an entry."""


class LawKept(Body, frozen=True):
    """A copy of the law that applies to some days.

    With this copy an old day can still be settled and paid after the law has changed.
    """

    norm: str
    game: str
    figures: Mapping[str, Any]


class Opened(Body, frozen=True):
    """The opening of a day for bets: its programme, and the rules that the organiser chose."""

    programme: Programme
    price: Cents
    prize_share: str
    form: Form
    law: str  # pin of the law in force


class Entered(Body, frozen=True):
    """The stewards' result of a race, and the day on which they decided it."""

    race: int
    winners: tuple[int, ...]
    on: date


class Outlet(Body, frozen=True):
    """The grant or withdrawal of an outlet's authorisation to sell and pay."""

    outlet: str
    establishment: str


class Sale(Body, frozen=True):
    """A sold ticket: its forecast and the amount paid."""

    forecast: str
    cents: Cents


class Closed(Body, frozen=True):
    """The end of selling: the start of the first race, if any, and the head of each outlet's book."""

    started: datetime | None
    heads: dict[str, Head]
    late: tuple[str, ...]  # codes of the tickets registered after the start
    refunds: Cents


class Postponed(Body, frozen=True):
    """A new, later end of selling, because the first race is delayed."""

    closes: datetime


class Recalled(Body, frozen=True):
    """The recall of the first race's start. Sales continue, and no ticket counts as late."""

    closes: datetime
    refunds: Cents  # no longer due


class MixedIn(Body, frozen=True):
    """A nonce mixed into the seed of a declared race, after a restore of the books."""

    race: int
    mixed: Mixed


class PublicDraw(Body, frozen=True):
    """A public draw of a race that did not use the office's seed, certified by the controller."""

    race: int
    at: datetime
    winner: int
    controller: str
    how: str
    ordered: str = ""


class BroughtIn(Body, frozen=True):
    """Money from earlier days that is added to the funds: to the 7/7 fund and to the reserve."""

    seven: Cents
    reserve: Cents
    why: str


class Withdrawal(Body, frozen=True):
    """The withdrawal of a horse from its race."""

    race: int
    number: int


class Ordered(Body, frozen=True):
    """The order to pay the prizes of a day."""

    day: date
    cents: Cents


class Paid(Body, frozen=True):
    """The payment of a prize, or the refund of a stake, to the bearer of a ticket."""

    code: str
    day: date
    cents: Cents
    means: Means
    payee: str = ""


class Deposited(Body, frozen=True):
    """The deposit of a damaged ticket, which is examined later."""

    code: str
    day: date
    cents: Cents
    damage: tuple[Damage, ...]


class Decided(Body, frozen=True):
    """The decision on a deposited ticket, and the person who made it."""

    code: str
    day: date
    cents: Cents
    legitimate: bool
    by: str
    means: Means | None = None
    payee: str = ""


class Lapsed(Body, frozen=True):
    """The lapse of prizes that were not claimed in time."""

    day: date
    last: date
    cents: Cents


class Announced(Body, frozen=True):
    """An announcement to the public, and how it was made."""

    what: str
    means: str
    clause: str


class Noted(Body, frozen=True):
    """A breach of a rule of conduct."""

    rule: str
    who: str
    words: str


for _kind in (
    *(LawKept, Opened, Entered, Outlet, Sale, Closed, Withdrawal, Ordered, Paid, Deposited, Decided, Lapsed),
    *(Announced, Noted, Declaration, Draw, Settlement, Postponed, Recalled, PublicDraw, BroughtIn, MixedIn),
):
    msgspec.json.Decoder(
        _kind
    )  # at import, in one thread: msgspec may crash if two threads first use a type at the same time

# ---- a day


class Day(msgspec.Struct, frozen=True):
    """The state of a day, computed from the entries of the office's book."""

    day: date
    programme: Programme
    rules: Rules
    state: State
    closed: Closed | None = None
    withdrawn: Mapping[int, frozenset[int]] = {}  # by race, numbered from 1
    declared: Mapping[int, Declaration] = {}
    draws: Mapping[int, Draw] = {}
    results: Mapping[int, Result] = {}  # of the stewards and of draws
    established: date | None = None  # the day on which the last result was set
    settlement: Settlement | None = None

    def race(self, order: int) -> Race:
        """Return the n-th race of the day. Raise `no_such_race` if there is none."""
        if not 1 <= order <= len(self.programme.races):
            clause, races = self.rules.law.races.counted, len(self.programme.races)
            raise NovamasError("no_such_race", clause=clause, race=order, races=races)
        return self.programme.races[order - 1]

    def out_of(self, order: int) -> frozenset[int]:
        """Return the horses that were withdrawn from a race."""
        return self.withdrawn.get(order, frozenset())

    @property
    def winning(self) -> Winning:
        """The numbers of the horses that count as hits in each race. Every race must have a result."""
        return [
            winning_marks(self.results[order], race, self.out_of(order))
            for order, race in enumerate(self.programme.races, 1)
        ]

    @property
    def without_result(self) -> tuple[int, ...]:
        """The races that have no result yet."""
        return tuple(order for order in range(1, len(self.programme.races) + 1) if order not in self.results)

    def is_late(self, sale: Entry) -> bool:
        """Return whether a ticket was registered at or after the start of the first race."""
        started = self.closed.started if self.closed else None
        return started is not None and sale.at >= started

    def forecast(self, sale: Entry) -> Forecast:
        """Return the forecast of a ticket."""
        return read_forecast(sale.read(Sale).forecast, self.rules)

    def won_by(self, sale: Entry) -> Cents:
        """Return the prize of a ticket, computed from its forecast and the settlement."""
        if self.settlement is None or self.is_late(sale):
            return 0
        return self.settlement.won_by(columns_by_category(self.forecast(sale), self.winning, self.rules.law))


def no_such_day(day: date, frame: Frame) -> NovamasError:
    """Return the error for a day that was never opened."""
    return NovamasError("no_such_pool_day", clause=law_of(frame).races.chosen, day=day)


def read_day(books: ReadTransaction, day: date, frame: Frame) -> Day:
    """Return a day, read from the office's book."""
    subject = subject_of(day)
    state = books.state(subject)
    if state is None:
        raise no_such_day(day, frame)
    withdrawn: dict[int, frozenset[int]] = {}
    declared: dict[int, Declaration] = {}
    draws: dict[int, Draw] = {}
    results: dict[int, Result] = {}
    opened = closed = settlement = closes = None
    established: date | None = None
    for entry in books.entries(subject=subject, book=OFFICE):
        match entry.kind:
            case "opened":
                opened = entry.read(Opened)
            case "closed":
                closed = entry.read(Closed)
            case "postponed":
                closes = entry.read(Postponed).closes
            case "recalled":
                closed, closes = None, entry.read(Recalled).closes
            case "withdrawal":
                out = entry.read(Withdrawal)
                withdrawn[out.race] = withdrawn.get(out.race, frozenset()) | {out.number}
            case "declaration":
                declaration = entry.read(Declaration)
                declared[declaration.race] = declaration
            case "mixed":
                of_race = entry.read(MixedIn)
                before = declared[of_race.race]
                declared[of_race.race] = replace(before, mixed=(*before.mixed, of_race.mixed))
            case "draw":
                draw = entry.read(Draw)
                draws[draw.race], results[draw.race] = draw, result_of(draw)
                established = max(established or day, local_day(draw.at))
            case "public_draw":
                public = entry.read(PublicDraw)
                results[public.race] = Result(public.race, (public.winner,))
                established = max(established or day, local_day(public.at))
            case "result":
                entered = entry.read(Entered)
                results[entered.race] = Result(entered.race, entered.winners)
                established = max(established or day, entered.on)
            case "settlement":
                settlement = entry.read(Settlement)
    assert opened is not None
    return Day(
        day=day,
        programme=opened.programme if closes is None else replace(opened.programme, closes=closes),
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
    """Return the rules of a day, under the law that applied when the day was opened."""
    return Rules(frame_at(books, opened.law), opened.price, Fraction(opened.prize_share), opened.form)


def frame_at(books: ReadTransaction, pin: str) -> Frame:
    """Return the law with this pin: the installed edition, or the copy in the office's book."""
    try:
        return ours().pinned(pin)
    except UnknownEdition:
        entry = books.entry_of(OFFICE, law_key(pin))
        if entry is None:
            raise
        law = entry.read(LawKept)
        return Frame(ours(), law.game, law.norm, ours().entries(law.norm)[law.game], law.figures, {})


def law_key(pin: str) -> str:
    """Return the key of the entry that holds a copy of the law with this pin."""
    return f"law/{pin}"


def days_opened(books: ReadTransaction) -> Iterator[date]:
    """Yield every day that was ever opened, in the order of opening."""
    for entry in books.entries(kind="opened", book=OFFICE):
        yield date.fromisoformat(entry.subject.removeprefix(f"{SLUG}/"))
