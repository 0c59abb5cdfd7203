"""Past rounds of a table over HTTP: log, payments and reasons. For clients that join or reload."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, TypeAlias

import msgspec
from litestar import Controller, Request, get
from litestar.datastructures import State
from litestar.params import FromQuery
from msgspec import Meta

from novamas.hall.subscribers import check_eyes
from novamas.hall.tables.round_views import MAX_ROUNDS, PastRound, past_rounds
from novamas.hall.tables.table import LiveTable
from novamas.hall.text import says
from novamas.money import Cents
from novamas.protocol.messages import WhyMessage
from novamas.server.error_responses import REFUSED, language_of
from novamas.server.requests import Part
from novamas.server.tables.context import Playing, TablesContext
from novamas.server.tables.payloads import why_message
from novamas.table.events import Came, Payment
from novamas.table.results import Result
from novamas.table.roles import Who, read_who
from novamas.words import Voice, voice_for

AnyRequest: TypeAlias = Request[Any, Any, State]
RoundNumber: TypeAlias = Annotated[int, Meta(ge=1, le=2**53)]


class LogLine(msgspec.Struct, frozen=True):
    """The sentences of the log about one state."""

    number: int
    says: tuple[str, ...]


class RoundInfo(msgspec.Struct, frozen=True):
    """A round as one viewpoint saw it: its results, its log, and its payments with reasons."""

    round: int
    number: int  # of its last state
    moment: int  # microseconds since 1970 UTC
    is_over: bool
    came: tuple[Result, ...]
    log: tuple[LogLine, ...]
    payments: tuple[WhyMessage, ...]
    net: Cents | None  # of the caller's seat. Nothing: it had nothing in play


class History(msgspec.Struct, frozen=True):
    """Rounds of a table, the newest first, and whether earlier rounds exist."""

    rounds: tuple[RoundInfo, ...]
    more: bool


class HistoryRoutes(Controller):
    """Routes for the past rounds of a table."""

    path = "/"
    tags = ("tables",)
    security = ({"pass": []},)

    @get("/{table:str}/history", responses=REFUSED)
    async def show_history(
        self,
        request: AnyRequest,
        tables: Playing,
        table: Part,
        eyes: FromQuery[str] = "rail",
        before: FromQuery[RoundNumber | None] = None,
        limit: FromQuery[Annotated[int, Meta(ge=1, le=MAX_ROUNDS)]] = MAX_ROUNDS,
    ) -> History:
        """Return the last rounds and the present one, from a viewpoint that the caller has.

        A closed table can be seen from every viewpoint.
        """
        person, viewpoint = await tables.identify(request), read_who(eyes)
        found = await tables.hall.table(table)
        if found.closed is None:
            check_eyes(found, person.id, viewpoint)
        last = found.session.rounds + 1 if before is None else min(before - 1, found.session.rounds + 1)
        first = max(1, last - limit + 1)
        seen = await rounds_of(tables, found, viewpoint, first, last)
        language, frame = language_of(request.headers.get("accept-language", "")), found.table.frame
        voice = voice_for(language, law=frame.law).under(frame)
        infos = tuple(_info(one, found, viewpoint, voice) for one in reversed(seen))
        return History(infos, more=first > 1)


async def rounds_of(
    tables: TablesContext, table: LiveTable, eyes: Who, first: int, last: int
) -> list[PastRound]:
    """Return some rounds of a table, in order. Only one table is replayed at a time."""
    if last < first:
        return []
    hall = tables.hall
    async with tables.rereading:
        return await asyncio.to_thread(past_rounds, hall.store, hall.seeds, table, eyes, first, last)


def _info(round: PastRound, table: LiveTable, eyes: Who, voice: Voice) -> RoundInfo:
    by_state: dict[int, list[Any]] = {}
    for one in round.told:
        by_state.setdefault(one.number, []).append(one)
    lines = (LogLine(number, says(told, voice, eyes)) for number, told in by_state.items())
    payments = tuple(
        why_message("", (one.number, one.nth), one.event, table.table.frame, voice, eyes)
        for one in round.told
        if isinstance(one.event, Payment)
    )
    return RoundInfo(
        round=round.round,
        number=round.number,
        moment=round.moment,
        is_over=round.is_over,
        came=tuple(one.event.result for one in round.told if isinstance(one.event, Came)),
        log=tuple(line for line in lines if line.says),
        payments=payments,
        net=round.net,
    )
