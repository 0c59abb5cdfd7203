"""Lototrot over HTTP: what outlets and the central office ask for."""

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
from novamas.server.error_responses import REFUSED
from novamas.server.pools.auth import Served
from novamas.server.requests import Amount, DoneBody, Key, Line, Number, Part, RequestBody

LONGEST_FORECAST = 2000


class ColumnsRequest(RequestBody, frozen=True):
    """A bet: the day, the horses race by race (`3/1,4/7/2/5/6/1`), and what is paid for it, in céntimos."""

    day: date
    forecast: Annotated[str, Meta(max_length=LONGEST_FORECAST)]
    paid: Amount


class PaymentRequest(RequestBody, frozen=True):
    """A ticket that is presented: its code, what damage it shows, and to whom a cheque is made out."""

    code: Line
    day: date | None = None
    damage: tuple[Damage, ...] = ()
    payee: Line = ""


class DepositRequest(RequestBody, frozen=True):
    """A damaged ticket that is left for a later control."""

    code: Line
    damage: tuple[Damage, ...]


class DecisionRequest(RequestBody, frozen=True):
    """What the control of a deposited ticket found, and who controlled it."""

    code: Line
    legitimate: bool
    by: Line
    payee: Line = ""


class DayRequest(RequestBody, frozen=True):
    """A day that is to be opened: its programme as the organiser writes it, in TOML."""

    programme: str


class CloseRequest(RequestBody, frozen=True):
    """The confirmed start of the first race; nothing where selling ends now."""

    started: Annotated[datetime, Meta(tz=True)] | None = None


class WithdrawalRequest(RequestBody, frozen=True):
    """A horse that does not start."""

    race: Number
    number: Number


class ResultRequest(RequestBody, frozen=True):
    """The stewards' definitive result of a race, and the day on which they set it."""

    race: Number
    winners: tuple[Number, ...]
    on: date | None = None


class DeclarationRequest(RequestBody, frozen=True):
    """Races that have no result: all that have none yet, unless some are named."""

    cause: Cause
    races: tuple[Number, ...] = ()


class DrawRequest(RequestBody, frozen=True):
    """A draw in public, before the controller who certifies it."""

    race: Number
    controller: Line
    words: Line | None = None
    ordered: Line = ""


class DayPayload(msgspec.Struct, frozen=True):
    """A day as outlets display it."""

    state: State
    programme: Programme
    price: Cents
    prize_share: str
    form: Form


class Won(msgspec.Struct, frozen=True):
    """What a ticket of a settled day has won."""

    code: str
    cents: Cents


class Lapsed(msgspec.Struct, frozen=True):
    """What nobody claimed of a day's prizes, and goes to the next 7/7."""

    day: date
    cents: Cents


def read_day(text: str) -> date:
    """A day as it stands in an address."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidInput("unreadable_day", given=quoted(text)) from None


class LototrotOutlets(Controller):
    """What outlets ask for: to sell, to show, to pay."""

    path = "/"
    tags = ("lototrot",)

    @get("/days/{day:str}", responses=REFUSED, sync_to_thread=True)
    def show_day(self, pools: Served, day: Part) -> DayPayload:
        """A day: its programme, its price, and whether bets are taken."""
        found = pools.lototrot.office.day(read_day(day))
        rules = found.rules
        return DayPayload(found.state, found.programme, rules.price, str(rules.prize_share), rules.form)

    @post("/outlets/{outlet:str}/sales", responses=REFUSED, may="sell")
    async def sell(self, pools: Served, outlet: Part, data: JSONBody[ColumnsRequest], key: Key) -> Ticket:
        """Register a bet against its price; asked again under the same key, the same ticket."""
        act = await to_thread(pools.lototrot.selling, outlet, data.day, data.forecast, data.paid, key)
        return await pools.counter.answer(act)

    @get("/tickets/{code:str}", responses=REFUSED, sync_to_thread=True)
    def show_ticket(self, pools: Served, code: Part) -> Ticket:
        """A ticket as the organiser's books have it, which prevail."""
        return pools.lototrot.ticket(code)

    @get("/tickets/{code:str}/won", responses=REFUSED, sync_to_thread=True)
    def show_won(self, pools: Served, code: Part) -> Won:
        """What a ticket of a settled day has won."""
        return Won(code, pools.lototrot.won_by(code))

    @post("/outlets/{outlet:str}/payments", responses=REFUSED, may="pay")
    async def pay(self, pools: Served, outlet: Part, data: JSONBody[PaymentRequest], key: Key) -> Paid:
        """Pay a ticket to its bearer, or refund one that was registered too late."""
        act = pools.lototrot.paying(
            outlet, data.code, key, day=data.day, damage=data.damage, payee=data.payee
        )
        return await pools.counter.answer(act)

    @post("/outlets/{outlet:str}/deposits", responses=REFUSED, may="pay", sync_to_thread=True)
    def deposit(self, pools: Served, outlet: Part, data: JSONBody[DepositRequest], key: Key) -> Deposited:
        """Take a damaged ticket for a later control."""
        return pools.lototrot.deposit(outlet, data.code, data.damage, key)


class LototrotOffice(Controller):
    """What the central office does with days."""

    path = "/"
    tags = ("lototrot office",)

    @get("/accounts", responses=REFUSED, sync_to_thread=True)
    def show_accounts(self, pools: Served) -> Accounts:
        """What stays from day to day, and how each day stands."""
        return report_accounts(pools.lototrot.office)

    @post("/days", responses=REFUSED, sync_to_thread=True)
    def open_day(self, pools: Served, data: JSONBody[DayRequest]) -> DayPayload:
        """Open a day with its programme."""
        programme, rules = read_programme(data.programme)
        pools.lototrot.office.open_day(programme, rules)
        return DayPayload("open", programme, rules.price, str(rules.prize_share), rules.form)

    @get("/days/{day:str}/report", responses=REFUSED, sync_to_thread=True)
    def report(self, pools: Served, day: Part) -> DayReport:
        """All figures of a day."""
        return report_day(pools.lototrot.office, read_day(day))

    @post("/days/{day:str}/close", responses=REFUSED, sync_to_thread=True)
    def close(self, pools: Served, day: Part, data: JSONBody[CloseRequest]) -> Closed:
        """End selling at the confirmed start of the first race."""
        return pools.lototrot.office.close_day(read_day(day), data.started)

    @post("/days/{day:str}/withdrawals", responses=REFUSED, sync_to_thread=True)
    def withdraw(self, pools: Served, day: Part, data: JSONBody[WithdrawalRequest]) -> DoneBody:
        """A horse does not start: bets on it pass on."""
        pools.lototrot.office.withdraw(read_day(day), data.race, data.number)
        return DoneBody()

    @post("/days/{day:str}/results", responses=REFUSED, sync_to_thread=True)
    def enter_result(self, pools: Served, day: Part, data: JSONBody[ResultRequest]) -> DoneBody:
        """Enter the stewards' definitive result of a race."""
        pools.lototrot.office.enter_result(read_day(day), data.race, data.winners, on=data.on)
        return DoneBody()

    @post("/days/{day:str}/declarations", responses=REFUSED, sync_to_thread=True)
    def declare(
        self, pools: Served, day: Part, data: JSONBody[DeclarationRequest]
    ) -> tuple[Declaration, ...]:
        """Declare that races have no result, and promise the seeds of their draws."""
        return pools.lototrot.office.declare(read_day(day), data.cause, data.races)

    @post("/days/{day:str}/draws", responses=REFUSED, sync_to_thread=True)
    def draw(self, pools: Served, day: Part, data: JSONBody[DrawRequest]) -> Draw:
        """Draw the winner of a race, before the controller who certifies it."""
        office = pools.lototrot.office
        return office.draw(read_day(day), data.race, data.controller, words=data.words, ordered=data.ordered)

    @post("/days/{day:str}/settlement", responses=REFUSED, sync_to_thread=True)
    def settle(self, pools: Served, day: Part) -> Settlement:
        """Share out what was bet, step by step."""
        return pools.lototrot.office.settle_day(read_day(day))

    @post("/days/{day:str}/order", responses=REFUSED, sync_to_thread=True)
    def order(self, pools: Served, day: Part) -> DoneBody:
        """Order the payment of a settled day's prizes."""
        pools.lototrot.office.order_payment(read_day(day))
        return DoneBody()

    @post("/days/{day:str}/lapse", responses=REFUSED, sync_to_thread=True)
    def lapse(self, pools: Served, day: Part) -> Lapsed:
        """Take the prizes of a day that nobody claimed in time to the next 7/7."""
        meant = read_day(day)
        return Lapsed(meant, pools.lototrot.office.lapse(meant))

    @post("/decisions", responses=REFUSED, sync_to_thread=True)
    def decide(self, pools: Served, data: JSONBody[DecisionRequest]) -> Decided:
        """Decide on a deposited ticket, after the term of payment."""
        return pools.lototrot.decide(data.code, legitimate=data.legitimate, by=data.by, payee=data.payee)
