"""Both pools for practice chips over HTTP. Each person with a guest pass has private pools.

The organiser's pools are at `/lototrot` and `/promotrot`, for authorised outlets. Bets with
practice chips do not enter their books.
"""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable
from datetime import date
from typing import Annotated, Any

from litestar import Controller, Request, get, post
from litestar.datastructures import State
from litestar.params import FromQuery, JSONBody
from msgspec import Meta

from novamas.errors import NovamasError
from novamas.hall.people.persons import Admitted
from novamas.hall.pools.issues import Terminal
from novamas.hall.pools.issues_payload import TerminalPayload, terminal_payload
from novamas.hall.pools.season import Seasons, usual_rules
from novamas.hall.pools.season_payload import QuotePayload, SeasonPayload, quoted, season_payload
from novamas.pools.payment_terms import PaidAt, local_day
from novamas.pools.promotrot.vouchers import Takes
from novamas.protocol.requests import Line, Number, RequestBody
from novamas.server.error_responses import REFUSED, spoken
from novamas.server.people import with_pass
from novamas.server.tables.context import TablesContext
from novamas.store import Store
from novamas.words import Voice

LONGEST_FORECAST = 2000

Asking = Request[Any, Admitted, State]
Forecast = Annotated[str, Meta(max_length=LONGEST_FORECAST)]
OwnKey = Annotated[str, Meta(pattern=r"^[!-~]{1,100}$")]  # idempotency key


class BetRequest(RequestBody, frozen=True):
    """A bet on the open race day: the horses, race by race (`3/1,4/7/2/5/6/1`)."""

    forecast: Forecast
    key: OwnKey


class RunRequest(RequestBody, frozen=True):
    """The race day whose races are to be run."""

    day: date


class PrizeRequest(RequestBody, frozen=True):
    """A ticket to pay, the place of payment, and the payee if it is paid by cheque."""

    code: Line
    place: PaidAt = "outlet"
    payee: Line = ""


class PlanRequest(RequestBody, frozen=True):
    """The plan from which an issue is to be published."""

    plan: Line


class EndRequest(RequestBody, frozen=True):
    """An issue to end."""

    issue: Line


class OwnTicketRequest(RequestBody, frozen=True):
    """A virtual ticket to buy from an issue."""

    issue: Line
    key: OwnKey


class ActRequest(RequestBody, frozen=True):
    """A virtual ticket to play: its code, and the first cell or the horse that the player picks."""

    ticket: Line
    act: Number


class OwnVoucherRequest(RequestBody, frozen=True):
    """A voucher to redeem: the place of payment, and whether in money or in kind."""

    voucher: Line
    place: PaidAt = "outlet"
    takes: Takes = "money"


def _voice(request: Asking, game: str) -> Voice:
    return spoken(request, game)


async def _welcomed(request: Asking) -> str:
    """Return the caller's id. A new caller gets practice chips first."""
    tables: TablesContext = request.app.state.tables
    person = request.auth.person.id
    if not await to_thread(tables.hall.purses.was_welcomed, person):
        await tables.hall.purses.welcome(person, tables.limits.welcome)
    return person


class LototrotOfPlay(Controller):
    """Routes of Lototrot for practice chips, in the caller's own season."""

    path = "/api/pools/lototrot"
    tags = ("pools of play",)
    security = ({"pass": []},)
    guards = (with_pass,)

    @get("/", responses=REFUSED)
    async def show(self, request: Asking) -> SeasonPayload:
        """Return the caller's season: wallet, carried amount, and the last race days with their tickets."""
        return await self._after(request, lambda _seasons, _person: None)

    @get("/quote", responses=REFUSED)
    async def quote(self, request: Asking, forecast: FromQuery[Forecast]) -> QuotePayload:
        """Return the price of a forecast on the open race day, and its exact probability of winning."""
        store: Store = request.app.state.store
        season = await to_thread(Seasons(store).of, request.auth.person.id)
        if season.open is None:
            raise NovamasError("no_day_of_play", clause=usual_rules().law.races.chosen)
        return await to_thread(quoted, season.open, forecast)

    @post("/days", responses=REFUSED)
    async def open_day(self, request: Asking) -> SeasonPayload:
        """Open the next race day, unless one is already open."""
        return await self._after(request, lambda seasons, person: seasons.open_day(person))

    @post("/tickets", responses=REFUSED)
    async def sell(self, request: Asking, data: JSONBody[BetRequest]) -> SeasonPayload:
        """Buy a ticket for the open race day. A repeated key returns the same ticket."""
        return await self._after(
            request, lambda seasons, person: seasons.sell(person, data.forecast, data.key)
        )

    @post("/runs", responses=REFUSED)
    async def run(self, request: Asking, data: JSONBody[RunRequest]) -> SeasonPayload:
        """Run the races of a race day, reveal the seed and compute the prizes."""
        return await self._after(request, lambda seasons, person: seasons.run(person, data.day))

    @post("/payments", responses=REFUSED)
    async def pay(self, request: Asking, data: JSONBody[PrizeRequest]) -> SeasonPayload:
        """Pay a ticket's prize into the wallet. The amount decides where and how it may be paid."""
        return await self._after(
            request, lambda seasons, person: seasons.pay(person, data.code, data.place, data.payee)
        )

    async def _after(self, request: Asking, act: Callable[[Seasons, str], None]) -> SeasonPayload:
        """Apply an update to the caller's season and return the season after it."""
        store: Store = request.app.state.store
        tables: TablesContext = request.app.state.tables
        seasons, person = Seasons(store), await _welcomed(request)

        def done() -> SeasonPayload:
            act(seasons, person)
            purse, first = tables.hall.purses.of(person), local_day(store.now())
            return season_payload(seasons.of(person), purse, first, _voice(request, "lototrot"))

        return await to_thread(done)


class PromotrotOfPlay(Controller):
    """Routes of Promotrot for practice chips, at the caller's own terminal."""

    path = "/api/pools/promotrot"
    tags = ("pools of play",)
    security = ({"pass": []},)
    guards = (with_pass,)

    @get("/", responses=REFUSED)
    async def show(self, request: Asking) -> TerminalPayload:
        """Return the caller's terminal: wallet, issues, tickets and unpaid vouchers."""
        return await self._after(request, lambda _terminal, _person: None)

    @post("/issues", responses=REFUSED)
    async def publish(self, request: Asking, data: JSONBody[PlanRequest]) -> TerminalPayload:
        """Publish the next issue of a plan with a commitment to its seed, unless one is open."""
        return await self._after(request, lambda terminal, person: terminal.publish(person, data.plan))

    @post("/tickets", responses=REFUSED)
    async def sell(self, request: Asking, data: JSONBody[OwnTicketRequest]) -> TerminalPayload:
        """Buy the next ticket of an issue. A repeated key returns the same ticket."""
        return await self._after(
            request, lambda terminal, person: terminal.sell(person, data.issue, data.key)
        )

    @post("/plays", responses=REFUSED)
    async def play(self, request: Asking, data: JSONBody[ActRequest]) -> TerminalPayload:
        """Play a virtual ticket. Idempotent."""
        return await self._after(
            request, lambda terminal, person: terminal.play(person, data.ticket, data.act)
        )

    @post("/payments", responses=REFUSED)
    async def pay(self, request: Asking, data: JSONBody[OwnVoucherRequest]) -> TerminalPayload:
        """Pay a voucher into the wallet, or exchange it for a prize in kind."""
        return await self._after(
            request, lambda terminal, person: terminal.pay(person, data.voucher, data.place, data.takes)
        )

    @post("/ends", responses=REFUSED)
    async def end(self, request: Asking, data: JSONBody[EndRequest]) -> TerminalPayload:
        """End an issue, reveal its seed, and recompute every ticket from the seed."""
        return await self._after(request, lambda terminal, person: terminal.end(person, data.issue))

    async def _after(self, request: Asking, act: Callable[[Terminal, str], None]) -> TerminalPayload:
        """Apply an update to the caller's terminal and return the terminal after it."""
        tables: TablesContext = request.app.state.tables
        terminal, person = Terminal(request.app.state.store), await _welcomed(request)

        def done() -> TerminalPayload:
            act(terminal, person)
            purse = tables.hall.purses.of(person)
            return terminal_payload(terminal.issues(person), purse, _voice(request, "promotrot"))

        return await to_thread(done)
