"""Lototrot over HTTP, for outlets and the central office."""

from __future__ import annotations

from asyncio import to_thread
from datetime import date, datetime
from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody
from msgspec import Meta

from novamas.errors import InvalidInput, quoted
from novamas.money import Cents
from novamas.pools.lototrot.days import Closed, Decided, Deposited, Paid, State
from novamas.pools.lototrot.payment import Damage
from novamas.pools.lototrot.programme import Programme
from novamas.pools.lototrot.programme_file import read_programme
from novamas.pools.lototrot.races import Cause, Declaration, Draw
from novamas.pools.lototrot.reports import Accounts, DayReport, report_accounts, report_day
from novamas.pools.lototrot.settlement import Settlement
from novamas.pools.lototrot.setup import Form
from novamas.pools.lototrot.tickets import Ticket
from novamas.protocol.requests import Amount, Line, Number, RequestBody
from novamas.server.error_responses import REFUSED
from novamas.server.pools.auth import Served
from novamas.server.requests import DoneBody, Key, Part

LONGEST_FORECAST = 2000


class ColumnsRequest(RequestBody, frozen=True):
    """A bet to register: the race day, the horses and the amount paid in céntimos.

    The horses are given race by race, as in `3/1,4/7/2/5/6/1`.
    """

    day: date
    forecast: Annotated[str, Meta(max_length=LONGEST_FORECAST)]
    paid: Amount


class PaymentRequest(RequestBody, frozen=True):
    """A ticket to pay: its code, any damage, and the payee if it is paid by cheque."""

    code: Line
    day: date | None = None
    damage: tuple[Damage, ...] = ()
    payee: Line = ""


class DepositRequest(RequestBody, frozen=True):
    """A damaged ticket to deposit until it is inspected."""

    code: Line
    damage: tuple[Damage, ...]


class DecisionRequest(RequestBody, frozen=True):
    """The result of the inspection of a deposited ticket, and the inspector."""

    code: Line
    legitimate: bool
    by: Line
    payee: Line = ""


class DayRequest(RequestBody, frozen=True):
    """A race day to open, described by the organiser's programme in TOML."""

    programme: str


class CloseRequest(RequestBody, frozen=True):
    """The confirmed start time of the first race. With null the sale ends now."""

    started: Annotated[datetime, Meta(tz=True)] | None = None


class WithdrawalRequest(RequestBody, frozen=True):
    """A horse that does not start in a race."""

    race: Number
    number: Number


class ResultRequest(RequestBody, frozen=True):
    """The stewards' final result of a race, and the day of their decision."""

    race: Number
    winners: tuple[Number, ...]
    on: date | None = None


class DeclarationRequest(RequestBody, frozen=True):
    """Races to declare without a result. By default these are all races that have none yet."""

    cause: Cause
    races: tuple[Number, ...] = ()


class DrawRequest(RequestBody, frozen=True):
    """A public draw and the controller who certifies it."""

    race: Number
    controller: Line
    words: Line | None = None
    ordered: Line = ""


class DayPayload(msgspec.Struct, frozen=True):
    """A race day as outlets display it."""

    state: State
    programme: Programme
    price: Cents
    prize_share: str
    form: Form


class Won(msgspec.Struct, frozen=True):
    """The prize that a ticket won on a settled race day."""

    code: str
    cents: Cents


class Lapsed(msgspec.Struct, frozen=True):
    """The unclaimed prizes of a race day. They are added to a later prize for seven winners (7/7)."""

    day: date
    cents: Cents


def read_day(text: str) -> date:
    """Return the day that a path contains."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidInput("unreadable_day", given=quoted(text)) from None


class LototrotOutlets(Controller):
    """Routes for outlets, which sell, show and pay tickets."""

    path = "/"
    tags = ("lototrot",)

    @get("/days/{day:str}", responses=REFUSED, sync_to_thread=True)
    def show_day(self, pools: Served, day: Part) -> DayPayload:
        """Return a race day with its programme, its price, and whether bets are still taken."""
        found = pools.lototrot.office.day(read_day(day))
        rules = found.rules
        return DayPayload(found.state, found.programme, rules.price, str(rules.prize_share), rules.form)

    @post("/outlets/{outlet:str}/sales", responses=REFUSED, may="sell")
    async def sell(self, pools: Served, outlet: Part, data: JSONBody[ColumnsRequest], key: Key) -> Ticket:
        """Register a bet for its price. A repeated key returns the same ticket."""
        act = await to_thread(pools.lototrot.selling, outlet, data.day, data.forecast, data.paid, key)
        return await pools.counter.run_async(act)

    @get("/tickets/{code:str}", responses=REFUSED, sync_to_thread=True)
    def show_ticket(self, pools: Served, code: Part) -> Ticket:
        """Return a ticket as the organiser's books have it. The books prevail over the printed ticket."""
        return pools.lototrot.ticket(code)

    @get("/tickets/{code:str}/won", responses=REFUSED, sync_to_thread=True)
    def show_won(self, pools: Served, code: Part) -> Won:
        """Return the prize that a ticket won on a settled race day."""
        return Won(code, pools.lototrot.won_by(code))

    @post("/outlets/{outlet:str}/payments", responses=REFUSED, may="pay")
    async def pay(self, pools: Served, outlet: Part, data: JSONBody[PaymentRequest], key: Key) -> Paid:
        """Pay a ticket to its bearer, or refund a ticket that was registered too late."""
        act = pools.lototrot.paying(
            outlet, data.code, key, day=data.day, damage=data.damage, payee=data.payee
        )
        return await pools.counter.run_async(act)

    @post("/outlets/{outlet:str}/deposits", responses=REFUSED, may="pay", sync_to_thread=True)
    def deposit(self, pools: Served, outlet: Part, data: JSONBody[DepositRequest], key: Key) -> Deposited:
        """Take a damaged ticket into deposit until it is inspected."""
        return pools.lototrot.deposit(outlet, data.code, data.damage, key)


class LototrotOffice(Controller):
    """Routes for the central office, which runs the race days."""

    path = "/"
    tags = ("lototrot office",)

    @get("/accounts", responses=REFUSED, sync_to_thread=True)
    def show_accounts(self, pools: Served) -> Accounts:
        """Return the amounts carried over between race days, and the state of each race day."""
        return report_accounts(pools.lototrot.office)

    @post("/days", responses=REFUSED, sync_to_thread=True)
    def open_day(self, pools: Served, data: JSONBody[DayRequest]) -> DayPayload:
        """Open a race day with its programme."""
        programme, rules = read_programme(data.programme)
        pools.lototrot.office.open_day(programme, rules)
        return DayPayload("open", programme, rules.price, str(rules.prize_share), rules.form)

    @get("/days/{day:str}/report", responses=REFUSED, sync_to_thread=True)
    def report(self, pools: Served, day: Part) -> DayReport:
        """Return the report of a race day."""
        return report_day(pools.lototrot.office, read_day(day))

    @post("/days/{day:str}/close", responses=REFUSED, sync_to_thread=True)
    def close(self, pools: Served, day: Part, data: JSONBody[CloseRequest]) -> Closed:
        """End the sale as of the confirmed start of the first race."""
        return pools.lototrot.office.close_day(read_day(day), data.started)

    @post("/days/{day:str}/withdrawals", responses=REFUSED, sync_to_thread=True)
    def withdraw(self, pools: Served, day: Part, data: JSONBody[WithdrawalRequest]) -> DoneBody:
        """Record that a horse does not start. Bets on it pass to the next horse that starts."""
        pools.lototrot.office.withdraw(read_day(day), data.race, data.number)
        return DoneBody()

    @post("/days/{day:str}/results", responses=REFUSED, sync_to_thread=True)
    def enter_result(self, pools: Served, day: Part, data: JSONBody[ResultRequest]) -> DoneBody:
        """Record the stewards' final result of a race."""
        pools.lototrot.office.enter_result(read_day(day), data.race, data.winners, on=data.on)
        return DoneBody()

    @post("/days/{day:str}/declarations", responses=REFUSED, sync_to_thread=True)
    def declare(
        self, pools: Served, day: Part, data: JSONBody[DeclarationRequest]
    ) -> tuple[Declaration, ...]:
        """Declare that races have no result, and commit to the seeds of their draws."""
        return pools.lototrot.office.declare(read_day(day), data.cause, data.races)

    @post("/days/{day:str}/draws", responses=REFUSED, sync_to_thread=True)
    def draw(self, pools: Served, day: Part, data: JSONBody[DrawRequest]) -> Draw:
        """Draw the winner of a race. A controller certifies the draw."""
        office = pools.lototrot.office
        return office.draw(read_day(day), data.race, data.controller, words=data.words, ordered=data.ordered)

    @post("/days/{day:str}/settlement", responses=REFUSED, sync_to_thread=True)
    def settle(self, pools: Served, day: Part) -> Settlement:
        """Compute the prizes of a race day."""
        return pools.lototrot.office.settle_day(read_day(day))

    @post("/days/{day:str}/order", responses=REFUSED, sync_to_thread=True)
    def order(self, pools: Served, day: Part) -> DoneBody:
        """Order that the prizes of a settled race day be paid."""
        pools.lototrot.office.order_payment(read_day(day))
        return DoneBody()

    @post("/days/{day:str}/lapse", responses=REFUSED, sync_to_thread=True)
    def lapse(self, pools: Served, day: Part) -> Lapsed:
        """Move the unclaimed prizes of a race day to a later prize for seven winners (7/7)."""
        meant = read_day(day)
        return Lapsed(meant, pools.lototrot.office.lapse(meant))

    @post("/decisions", responses=REFUSED, sync_to_thread=True)
    def decide(self, pools: Served, data: JSONBody[DecisionRequest]) -> Decided:
        """Decide about a deposited ticket, after the payment period."""
        return pools.lototrot.decide(data.code, legitimate=data.legitimate, by=data.by, payee=data.payee)
