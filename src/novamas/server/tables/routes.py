"""Tables in play over HTTP: open tables, books, events, and records of closed tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, cast

import msgspec
from litestar import Controller, Litestar, Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.di import Provide
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta
from msgspec.structs import replace

from novamas.errors import InvalidInput, NovamasError
from novamas.hall.clock import SECOND
from novamas.hall.hall import Hall
from novamas.hall.people.persons import Person
from novamas.hall.people.rights import may, roles_at
from novamas.hall.scheduler import Scheduler
from novamas.hall.subscribers import check_eyes
from novamas.hall.tables.commands import sits_first
from novamas.hall.tables.records import record_lines
from novamas.hall.tables.round_views import StateView, round_seen
from novamas.hall.tables.seeds import Seeds
from novamas.hall.tables.table import LiveTable
from novamas.hall.text import says
from novamas.hall.views import table_info
from novamas.money import Cents
from novamas.protocol.messages import WhyMessage
from novamas.protocol.notices import NumberedHallEvent
from novamas.protocol.pace import Pace
from novamas.protocol.requests import RequestBody
from novamas.protocol.schema import GameView
from novamas.protocol.tables import OpenTableRequest, SeatInfo, SeedCommitment, TableInfo
from novamas.record.signatures import House, SignedReceipt
from novamas.server.app_state import AppState
from novamas.server.error_responses import REFUSED, language_of
from novamas.server.requests import Part
from novamas.server.settings import Settings
from novamas.server.tables.books import BooksInfo, books_of
from novamas.server.tables.connection import live
from novamas.server.tables.context import IdentifyCaller, Playing, TableLimits, TablesContext
from novamas.server.tables.fill_routes import BankOfHouse, BankOfTable
from novamas.server.tables.history_routes import HistoryRoutes
from novamas.server.tables.operator_routes import HouseTables
from novamas.server.tables.own_tables import OwnTables, make_room
from novamas.server.tables.payloads import why_message
from novamas.server.tables.sharing import SharedRounds
from novamas.server.tables.tasks import TableVerified, Verified, by_worker
from novamas.store import Store
from novamas.store.encryption import Cipher
from novamas.table.events import Payment
from novamas.table.roles import read_who, write_who
from novamas.words import Voice, voice_for

PATH = "/api/tables"
MAX_LISTED = 100
JUST_NOW = 60 * SECOND  # after the last request of a person, a table is still listed
JSON_LINES = "application/jsonl"

AnyRequest = Request[Any, Any, State]


class SitRequest(RequestBody, frozen=True, kw_only=True):
    """The seat to take and the chips to bring. The defaults are a free seat and the table's offer."""

    seat: Annotated[int, Meta(ge=1, le=9999)] | None = None
    cents: Annotated[int, Meta(ge=1, le=10**12)] | None = None


class TableRequest(RequestBody, frozen=True, kw_only=True):
    """A table to open: a game under a norm, the choices of the house, and bots for its seats."""

    game: Annotated[str, Meta(max_length=60)]
    norm: Annotated[str, Meta(max_length=20)] | None = None
    choices: Mapping[Annotated[str, Meta(max_length=60)], Any] = {}
    name: Annotated[str, Meta(max_length=60)] = ""
    pace: Pace | None = None
    public: bool = True
    practice: bool = False  # for the caller alone with bots, with free chips
    sit: SitRequest | None = None  # the caller takes a seat at once
    bots: Annotated[Mapping[int, Annotated[str, Meta(max_length=40)]], Meta(max_length=60)] = {}
    promise: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")] | None = None
    player_seed: Annotated[str, Meta(min_length=1, max_length=200)] | None = None


class Listed(msgspec.Struct, frozen=True):
    """The public tables, the newest first."""

    tables: tuple[TableInfo, ...]


class Purse(msgspec.Struct, frozen=True):
    """The balance of a wallet. Chips at tables are not included."""

    cents: Cents


class Noticed(msgspec.Struct, frozen=True):
    """All events after a state, from one viewpoint."""

    since: int
    number: int
    events: tuple[NumberedHallEvent, ...]


class StatePayload(msgspec.Struct, frozen=True):
    """One state of a round: the events before it, the table, and the reasons for payments."""

    number: int
    moment: int
    events: tuple[NumberedHallEvent, ...]
    says: tuple[str, ...]
    view: GameView
    seats: tuple[SeatInfo, ...]
    payments: tuple[WhyMessage, ...]


class RoundPayload(msgspec.Struct, frozen=True):
    """A round from one viewpoint, or the part of it after a given state."""

    table: TableInfo
    round: int
    eyes: str
    states: tuple[StatePayload, ...]
    more: bool


class TableRoutes(Controller):
    """Routes of tables. Play itself uses the socket."""

    path = "/"
    tags = ("tables",)
    security = ({"pass": []},)

    @get("/", responses=REFUSED)
    async def show_open(self, tables: Playing, game: FromQuery[str | None] = None) -> Listed:
        """Return the public tables, the newest first."""
        hall = tables.hall
        found = await asyncio.to_thread(hall.open_tables)
        infos: list[TableInfo] = []
        for one in (one for one in found if one.is_public):
            if len(infos) == MAX_LISTED:
                break
            table = await hall.table(one.table)
            if game in (None, table.game.slug) and _has_people(hall, table):
                infos.append(table_info(table, ""))
        return Listed(tuple(infos))

    @get("/chips", responses=REFUSED)
    async def show_chips(self, request: AnyRequest, tables: Playing) -> Purse:
        """Return the caller's balance. A new caller gets practice chips first."""
        person, given = (await tables.identify(request)).id, tables.limits.welcome
        await tables.hall.purses.welcome(person, given)
        return Purse(await asyncio.to_thread(tables.hall.purses.of, person))

    @post("/chips", responses=REFUSED, status_code=200)
    async def refill(self, request: AnyRequest, tables: Playing) -> Purse:
        """Refill the caller's practice chips up to the first gift. Possible once a day."""
        person, given = (await tables.identify(request)).id, tables.limits.welcome
        await tables.hall.purses.welcome(person, given)
        return Purse(await tables.hall.purses.refill(person, given))

    @post("/promises", responses=REFUSED)
    async def promise(self, request: AnyRequest, tables: Playing) -> SeedCommitment:
        """Return a commitment to a new seed. The player may then add a seed of their own."""
        await tables.identify(request)
        return await tables.hall.commitments.commit()

    @post("/", responses=REFUSED)
    async def open(self, request: AnyRequest, tables: Playing, data: JSONBody[TableRequest]) -> TableInfo:
        """Open a table. A faulty set-up is refused with all its faults."""
        person, limits = await tables.identify(request), tables.limits
        pace = data.pace or _pace_for(person, limits.pace, practice=data.practice)
        if pace.step_ms is not None and pace.step_ms < limits.least_step_ms:
            raise InvalidInput("pace_too_fast", given=pace.step_ms, least=limits.least_step_ms)
        await make_room(tables.hall, person.id, limits.tables_per_person)
        fields = {
            name: getattr(data, name) for name in OpenTableRequest.__struct_fields__ if hasattr(data, name)
        }
        opening = OpenTableRequest(**fields | {"pace": pace})
        if data.sit is None:
            return table_info(await tables.hall.open(opening, person.id), person.id)
        purse = None
        if not data.practice:
            await tables.check_purse(person.id, data.sit.cents or 1)
            purse = await asyncio.to_thread(tables.hall.purses.of, person.id)
        first = sits_first(person.id, person.called, data.sit.seat, data.sit.cents, purse=purse)
        return table_info(await tables.hall.open(opening, person.id, first), person.id)

    @get("/{table:str}", responses=REFUSED)
    async def show(self, request: AnyRequest, tables: Playing, table: Part) -> TableInfo:
        """Return a table and its seats."""
        person = await tables.identify(request)
        return table_info(await tables.hall.table(table), person.id)

    @get("/{table:str}/books", responses=REFUSED)
    async def show_books(self, request: AnyRequest, tables: Playing, table: Part) -> BooksInfo:
        """Return the accounts of a table's bank.

        Owner and staff may see them at any time, everyone once the table is closed.
        """
        person = await tables.identify(request)
        found = await tables.hall.table(table)
        is_owner = found.opened.owner == person.id
        if found.closed is None and not may(roles_at(found, person.id), "read_books", own=is_owner):
            raise NovamasError("not_your_table", table=table)
        return await asyncio.to_thread(books_of, tables.hall.store, found)

    @get("/{table:str}/events", responses=REFUSED)
    async def show_events(
        self,
        request: AnyRequest,
        tables: Playing,
        table: Part,
        eyes: FromQuery[str] = "rail",
        since: FromQuery[Annotated[int, Meta(ge=0, le=2**53)]] = 0,
    ) -> Noticed:
        """Return all events after a state, from a viewpoint that the caller has. Hidden cards stay hidden."""
        person = await tables.identify(request)
        hall = tables.hall
        found, began = await hall.publisher.events_since(table, person.id, read_who(eyes), since)
        number = found[-1].number if found else hall.loaded.number_of(table) or 0
        return Noticed(began, number, tuple(found))

    @get("/{table:str}/rounds/{round:int}", responses=REFUSED)
    async def show_round(
        self,
        request: AnyRequest,
        tables: Playing,
        table: Part,
        round: FromPath[int],
        eyes: FromQuery[str] = "rail",
        since: FromQuery[Annotated[int, Meta(ge=0, le=2**53)]] = 0,
    ) -> RoundPayload:
        """Return a round state by state, as the caller saw it.

        A closed table can be seen from every viewpoint.
        """
        person, viewpoint = await tables.identify(request), read_who(eyes)
        found, hall = await tables.hall.table(table), tables.hall
        if found.closed is None:
            check_eyes(found, person.id, viewpoint)
        async with tables.rereading:
            seen = await asyncio.to_thread(round_seen, hall.store, hall.seeds, found, viewpoint, round, since)
        language = language_of(request.headers.get("accept-language", ""))
        voice = voice_for(language, law=hall.law).under(found.table.frame)
        states = tuple(_state(one, found, voice) for one in seen.states)
        return RoundPayload(table_info(found, person.id), round, write_who(viewpoint), states, seen.more)

    @get("/{table:str}/record", responses=REFUSED, media_type=JSON_LINES)
    async def show_record(self, request: AnyRequest, tables: Playing, table: Part) -> Response[str]:
        """Return a closed table's record as JSON Lines. It is chained and sealed, and has the seed."""
        await tables.identify(request)
        text = await asyncio.to_thread(_record, tables, table)
        headers = {"content-disposition": f'attachment; filename="{table}.jsonl"'}
        return Response(text, headers=headers)

    @get("/{table:str}/receipt", responses=REFUSED)
    async def show_receipt(self, request: AnyRequest, tables: Playing, table: Part) -> SignedReceipt:
        """Return a signed receipt of the table so far, which the caller can keep. It shows no card."""
        await tables.identify(request)
        found = await tables.hall.table(table)
        if tables.house is None:
            raise NovamasError("house_does_not_sign")
        return tables.house.signed_receipt(table, found.state.record.lines, found.receipt)

    @get("/{table:str}/verify", responses=REFUSED)
    async def verify(self, request: AnyRequest, tables: Playing, table: Part) -> Verified:
        """Replay a closed table's record from its seed, and return the result of each proof."""
        person = await tables.identify(request)
        language = language_of(request.headers.get("accept-language", ""))
        record = await asyncio.to_thread(_record, tables, table)
        task = TableVerified(record, house=tables.house.public if tables.house else None)
        found: Verified = await by_worker(tables.jobs, task, language, person.id, Verified)
        return found


def _has_people(hall: Hall, table: LiveTable) -> bool:
    """Return whether a person is connected to a table, or was active there just now."""
    is_new = hall.clock.tick() - table.ticks.touched < JUST_NOW
    return is_new or hall.publisher.has_subscribers(table.id)


def _pace_for(person: Person, usual: Pace, *, practice: bool) -> Pace:
    """Return the pace of a person's new table. At a practice table there is no time limit."""
    pace = replace(usual, speed=person.speed or usual.speed)
    return replace(pace, betting_ms=0, patience_ms=0) if practice else pace


def _state(seen: StateView, table: LiveTable, voice: Voice) -> StatePayload:
    eyes = seen.view.eyes
    payments = tuple(
        why_message("", (one.number, one.nth), one.event, table.table.frame, voice, eyes)
        for one in seen.events
        if isinstance(one.event, Payment)
    )
    return StatePayload(
        number=seen.number,
        moment=seen.moment,
        events=seen.events,
        says=says(seen.events, voice, eyes),
        view=cast("GameView", seen.view),
        seats=seen.seats,
        payments=payments,
    )


def _record(tables: TablesContext, table: str) -> str:
    with tables.hall.store.reading() as books:
        return "".join(record_lines(books, table, tables.house))


# ---------------------------------------------------------------- router and lifespan


def table_routes() -> Router:
    """Return all routes under `/api/tables`."""
    return Router(
        PATH,
        route_handlers=[
            HouseTables,
            OwnTables,
            HistoryRoutes,
            SharedRounds,
            BankOfHouse,
            BankOfTable,
            TableRoutes,
            live,
        ],
        dependencies={"tables": Provide(_tables, sync_to_thread=False)},
        type_encoders={Fraction: str},
    )


def _tables(state: State) -> TablesContext:
    found: TablesContext = state.tables
    return found


def _stop_soon(loop: asyncio.AbstractEventLoop, tables: TablesContext) -> None:
    """Stop the tables from a signal handler, which may interrupt any code."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(tables.stop)


def serving_tables(
    store: Store,
    cipher: Cipher,
    identify: IdentifyCaller,
    limits: TableLimits | None = None,
    house: House | None = None,
    running: AppState | None = None,
) -> Any:
    """Return the lifespan of the tables, which runs the scheduler.

    At shutdown it completes what has begun.
    """

    @asynccontextmanager
    async def serving(app: Litestar) -> AsyncIterator[None]:
        committed = running.metrics.committed if running else None
        minutes = (running.settings if running else Settings()).tables.abandoned_minutes
        law = running.law if running else None
        hall = Hall(store, Seeds(cipher), committed, abandoned=minutes * 60 * SECOND, law=law)
        scheduler = Scheduler(hall)
        app.state.tables = tables = TablesContext(hall, identify, app.state.dispatcher.jobs, limits, house)
        running_scheduler, loop = asyncio.create_task(scheduler.run()), asyncio.get_running_loop()
        if running is not None:
            running.when_stopping(partial(_stop_soon, loop, tables))
            running.measures.append(lambda: running.metrics.measure_tables(hall.loaded.known()))
        try:
            yield
        finally:
            tables.stop()
            await scheduler.stop()
            await running_scheduler
            await hall.shutdown()

    return serving
