"""The handler of requests on the socket of a table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from novamas.errors import NovamasError
from novamas.hall.subscribers import PendingReply
from novamas.hall.tables import commands
from novamas.hall.tables.commands import Command
from novamas.hall.tables.seating import free_seat, offered_chips
from novamas.protocol.messages import (
    Act,
    ActNotOffered,
    Answer,
    AnyClientMessage,
    Bot,
    Close,
    Coach,
    CoachMessage,
    CostOfAct,
    Finish,
    Hello,
    Hint,
    HintMessage,
    LeaveRole,
    Look,
    NotOffered,
    NotOfferedMessage,
    Ping,
    Pong,
    Ready,
    RefusedMessage,
    Reply,
    SendAway,
    ServerMessage,
    SetPace,
    Sit,
    Stand,
    TakeRole,
    TopUp,
    WhatIf,
    WhatIfMessage,
    Why,
    WhyMessage,
    WhyNot,
    WhyNotMessage,
)
from novamas.protocol.tables import DeedsResult
from novamas.server.tables.payloads import clause_payload, problem, why_message
from novamas.server.tables.tasks import Advice, CoachedBy, by_worker, coach_request, coached, hint_request
from novamas.store import StoreFault
from novamas.store.entries import moment as moment_of
from novamas.table.act_costs import act_costs
from novamas.table.deeds import Deed
from novamas.table.events import Payment
from novamas.table.not_offered import not_offered
from novamas.table.phases import Incident
from novamas.table.refusals import Refusal
from novamas.table.roles import CROUPIER, FLOOR, RAIL, Role, Who, read_who, write_who
from novamas.words.events import event_texts
from novamas.words.problems import refused
from novamas.words.why import explain_refusal

if TYPE_CHECKING:
    from novamas.server.tables.connection import Connection

_LOG = logging.getLogger("novamas.server")
Arranging: TypeAlias = (
    Sit | TopUp | Stand | Ready | SetPace | Finish | Bot | TakeRole | LeaveRole | SendAway | Close
)
_ARRANGING = get_args(Arranging)


class RequestHandler:
    """A handler of the requests on one connection."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.hall = connection.hall
        self.table = connection.id
        self.person = connection.person
        self._again: asyncio.Task[None] | None = None  # a request that could not run at once

    def begin(self, request: Act[Deed] | Ready, answer: Callable[[ServerMessage | None], None]) -> None:
        """Begin what a message asks, if possible without a task.

        `answer` gets the reply once it is durable, or None if it was sent with the state that it led to.
        """
        if not self._begins(request, answer):
            self._answer_later(request, answer)

    def _answer_later(
        self, request: Act[Deed] | Ready, answer: Callable[[ServerMessage | None], None]
    ) -> None:
        """Answer a message in a task."""

        async def again() -> None:
            answer(await self.answer(request))

        self._again = asyncio.get_running_loop().create_task(again())

    def _begins(self, request: Act[Deed] | Ready, answer: Callable[[ServerMessage | None], None]) -> bool:
        """Begin what a message asks without a task. Return false if that is not possible."""
        person, voice = self.person.id, self.connection.voice

        def settle(found: DeedsResult | StoreFault | None) -> None:
            if isinstance(found, DeedsResult):
                answer(self._reply(request.id, found, has_receipt=is_act))
            elif found is not None:
                answer(RefusedMessage(request.id, problem(found, voice)))
            else:  # refused, or carried out before
                self._answer_later(request, answer)

        is_act = isinstance(request, Act)
        committed = partial(self._will_reply, request.id, has_receipt=is_act)
        if isinstance(request, Act):
            return self.hall.submit_soon(
                self.table,
                person,
                request.acts[0].by,
                request.acts,
                at=request.at,
                key=request.id,
                committed=committed,
                settle=settle,
            )
        table = self.hall.loaded.ready(self.table)
        if table is None or not (seats := table.seats_of(person)):
            return False
        return self.hall.submit_command_soon(
            self.table,
            person,
            commands.be_ready(person, seats[0]),
            asked=_content(request),
            key=request.id,
            committed=committed,
            settle=settle,
        )

    async def answer(self, request: AnyClientMessage) -> ServerMessage | None:
        """Carry out a request. Return the reply, or None if it was already sent.

        An error becomes a reply too.
        """
        id = "" if isinstance(request, Hello) else request.id
        try:
            return await self._answer(request)
        except NovamasError as wrong:
            return RefusedMessage(id, problem(wrong, self.connection.voice))
        except Exception as mistake:
            _LOG.error("%s at table %s", type(request).__name__, self.table, exc_info=mistake)
            return RefusedMessage(id, problem(NovamasError("our_mistake"), self.connection.voice))

    async def _answer(self, request: AnyClientMessage) -> ServerMessage | None:
        match request:
            case Act(id, at, acts):
                return await self._act(id, at, acts)
            case _ if isinstance(request, _ARRANGING):
                return await self._arrange(request)
            case _:
                return await self._answer_query(request)

    async def _planned(self, request: Arranging) -> tuple[Command, Who | None]:
        """Return the command for a table request, and the viewpoint that the caller gets by it.

        Only a caller who watched from the rail changes to this viewpoint.
        """
        person, called = self.person.id, self.person.called
        match request:
            case Sit(_, seat, cents, ready):
                table = await self.hall.table(self.table)
                seat = free_seat(table, person) if seat is None else seat
                cents = offered_chips(table, seat) if cents is None else cents
                if not table.opened.practice:
                    await self.connection.tables.check_purse(person, cents)
                return commands.sit(person, called, seat, cents, joins=ready), seat
            case TopUp(_, cents):
                return commands.top_up(person, cents), None
            case SetPace(_, speed):
                await self.connection.tables.remember_speed(person, speed)
                return commands.set_pace(person, speed), None
            case Finish():
                return commands.finish(person), None
            case Stand():
                return commands.stand(person, await self._seat()), None
            case Ready():
                return commands.be_ready(person, await self._seat()), None
            case Bot(_, seat, mind):
                return commands.seat_bot(person, seat, mind), None
            case TakeRole(_, role):
                return commands.take_role(person, called, Role(role)), Role(role)
            case LeaveRole(_, role):
                return commands.leave_role(person, Role(role)), None
            case SendAway(_, seat):
                return commands.stand(person, seat), None
            case Close():
                return commands.close(person), None

    async def _answer_query(self, request: AnyClientMessage) -> ServerMessage:
        """Answer a request that changes nothing at the table."""
        match request:
            case Look(id, eyes):
                await self.connection.look(read_who(eyes))
                return Answer(id, self._number, 1)
            case Why(id, number, nth):
                return await self._why(id, number, nth)
            case WhyNot(id, act):
                return await self._why_not(id, act)
            case NotOffered(id):
                return await self._not_offered(id)
            case WhatIf(id, act):
                return await self._what_if(id, act)
            case Hint(id):
                return await self._hint(id)
            case Coach(id):
                return await self._coach(id)
            case Ping(id):
                return Pong(id, self._number, moment_of(self.hall.store.now()))
            case _hello:
                raise NovamasError("hello_once")

    @property
    def _number(self) -> int:
        return self.hall.loaded.number_of(self.table) or 0

    async def _act(self, id: str, at: int, acts: tuple[Deed, ...]) -> Answer | None:
        """Carry out the acts of a message. The reply has their number and the first refusal."""
        committed = partial(self._will_reply, id)
        found = await self.hall.submit(
            self.table, self.person.id, acts[0].by, acts, at=at, key=id, committed=committed
        )
        return self._reply(id, found)

    def _will_reply(self, id: str, found: DeedsResult, *, has_receipt: bool = True) -> None:
        """Send the reply to a completed request together with the new state."""
        if found.refusal is None:
            self.connection.subscriber.reply = PendingReply(Reply(id, found.done), has_receipt)

    def _reply(self, id: str, found: DeedsResult, *, has_receipt: bool = True) -> Answer | None:
        """Return the reply to a request, or None if it was already sent with the new state."""
        subscriber = self.connection.subscriber
        sent, subscriber.reply, subscriber.replied = subscriber.replied, None, ""
        if sent == id:
            return None
        says = "" if found.refusal is None else refused(found.refusal, self.connection.voice)
        receipt = self._receipt(found.number) if found.done and has_receipt else ""
        return Answer(id, found.number, found.done, found.refusal, says, receipt)

    def _receipt(self, number: int) -> str:
        """Return the receipt of the record up to this number, or None if the table has a later state."""
        table = self.hall.loaded.ready(self.table)
        return table.receipt if table is not None and table.number == number else ""

    async def _arrange(self, request: Arranging) -> Answer:
        """Carry out a table command. Idempotent: a repeated request gets the first reply again."""
        person, content = self.person.id, _content(request)
        try:
            command, eyes = await self._planned(request)
        except NovamasError:
            again = await self.hall.find_reply(self.table, person, asked=content, key=request.id)
            if again is None:
                raise
            return Answer(request.id, again.number, again.done)
        found = await self.hall.submit_command(self.table, person, command, asked=content, key=request.id)
        if eyes is not None and self.connection.subscriber.eyes is RAIL:
            await self._look_as(eyes)
        return Answer(request.id, found.number, found.done)

    async def _look_as(self, eyes: Who) -> None:
        """Change to the viewpoint of a seat or role just taken, if the caller still has that place."""
        if (await self.hall.table(self.table)).may_speak_as(self.person.id, eyes):
            await self.connection.look(eyes)

    async def _seat(self) -> int:
        """Return the caller's seat."""
        seats = (await self.hall.table(self.table)).seats_of(self.person.id)
        if not seats:
            raise NovamasError("not_seated")
        return seats[0]

    # ------------------------------------------------------------ questions

    async def _why(self, id: str, number: int, nth: int) -> WhyMessage:
        person, eyes = self.person.id, self.connection.subscriber.eyes
        found, _ = await self.hall.publisher.events_since(self.table, person, eyes, max(0, number - 1))
        event = next((one.event for one in found if (one.number, one.nth) == (number, nth)), None)
        if not isinstance(event, Payment):
            raise NovamasError("no_payment_there", number=number, nth=nth)
        table = await self.hall.table(self.table)
        return why_message(id, (number, nth), event, table.table.frame, self.connection.voice, eyes)

    async def _why_not(self, id: str, act: Deed) -> WhyNotMessage:
        table, voice = await self.hall.table(self.table), self.connection.voice
        if not table.may_speak_as(self.person.id, act.by):
            figures = {"eyes": write_who(self.connection.subscriber.eyes), "by": write_who(act.by)}
            found = Refusal("not_yours", "", figures=figures)
            return WhyNotMessage(id, table.number, found, (refused(found, voice),))
        session = table.session
        refusal = session.why_not(act, act.by)
        if refusal is None:
            return WhyNotMessage(id, table.number, None, ())
        lines = explain_refusal(act, session.phase, refusal, table.table.frame, voice)
        return WhyNotMessage(id, table.number, refusal, tuple(line.strip() for line in lines))

    async def _not_offered(self, id: str) -> NotOfferedMessage:
        table, voice = await self.hall.table(self.table), self.connection.voice
        eyes = self.connection.subscriber.eyes
        if not table.may_speak_as(self.person.id, eyes):
            return NotOfferedMessage(id, table.number, ())
        found = tuple(
            ActNotOffered(one.act, one.refusal, refused(one.refusal, voice))
            for one in not_offered(table.session, table.game, eyes)
        )
        costs = tuple(
            CostOfAct(one.act, one.staked, one.back, one.lost, one.returned)
            for one in act_costs(table.session, eyes)
        )
        return NotOfferedMessage(id, table.number, found, costs)

    async def _what_if(self, id: str, act: Deed) -> WhatIfMessage:
        """Try an act of the croupier or the floor on a fork, and return its effects.

        A player gets no effects, because they could reveal something before a decision.
        """
        table, voice, eyes = await self.hall.table(self.table), self.connection.voice, act.by
        if eyes not in (CROUPIER, FLOOR) or not table.may_speak_as(self.person.id, eyes):
            figures = {"eyes": write_who(self.connection.subscriber.eyes), "by": write_who(act.by)}
            refusal: Refusal | None = Refusal("not_yours", "", figures=figures)
        else:
            refusal = table.session.why_not(act, eyes)
        if refusal is not None:
            return WhatIfMessage(id, table.number, refusal, says=(refused(refusal, voice),))
        if isinstance(act, Incident) and act.tells:
            return WhatIfMessage(id, table.number, is_hidden=True)
        fork = table.session.fork()
        events = tuple(event.seen_by(eyes) for event in fork.do(act))
        cited = dict.fromkeys(filter(None, (getattr(each, "clause", "") for each in events)))
        return WhatIfMessage(
            id,
            table.number,
            events=events,  # type: ignore[arg-type]  # events of a game
            says=tuple(event_texts(events, voice, me=eyes)),
            clauses=tuple(clause_payload(each, table.table.frame, voice) for each in cited),
            view=fork.view(eyes),
        )

    async def _coach(self, id: str) -> CoachMessage[Any]:
        table = await self.hall.table(self.table)
        task = coach_request(table, self.connection.subscriber.eyes)
        kind = CoachedBy[table.game.any_deed]  # type: ignore[name-defined]  # of this game
        found = await coached(self.connection.tables.jobs, task, self.connection.voice, self.person.id, kind)
        fields = {name: getattr(found, name) for name in CoachedBy.__struct_fields__}
        return CoachMessage(id=id, number=table.number, **fields)

    async def _hint(self, id: str) -> HintMessage:
        table, language = await self.hall.table(self.table), self.connection.voice.language
        task = hint_request(table, self.connection.subscriber.eyes)
        advice = await by_worker(self.connection.tables.jobs, task, language, self.person.id, Advice)
        return HintMessage(id, table.number, advice)


def _content(request: Arranging) -> bytes:
    """Return the encoded request without its id."""
    return msgspec.json.encode(replace(request, id=""))
