"""Tasks about tables for worker processes: hints, verification of records, and results."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar, Final, Generic, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from novamas.errors import NovamasError
from novamas.hall.tables.opening import table_at
from novamas.hall.tables.table import LiveTable
from novamas.house.advice import hint
from novamas.house.audit.audit import Setup, audit
from novamas.house.audit.payload import ChanceTestsPayload, HoldPayload
from novamas.house.audit.payload import report_payload as audit_content
from novamas.house.coach import coach, coach_as_bot
from novamas.law import Library
from novamas.law.texts import Language
from novamas.money import Cents, Rounding, times
from novamas.protocol.messages import CoachAnswer, CoachedBet, D, ProblemMessage
from novamas.record import Header, read_record
from novamas.record.replay import opened, replay
from novamas.server.catalogue.file_tasks import RECORD, RecordTask
from novamas.server.catalogue.file_tasks import written as file_of
from novamas.server.catalogue.jobs import Jobs
from novamas.server.catalogue.tasks import Queue, Task
from novamas.table.deeds import Deed
from novamas.table.roles import Who
from novamas.table.wire import reader, types_of, written
from novamas.words import Voice
from novamas.words.proofs import proved
from novamas.words.typed_acts import typed

Advice: TypeAlias = tuple[str, ...]
COACH_SECONDS: Final = 2.5  # that a player waits for exact advice


class TableHint(Task, frozen=True):
    """A request for a hint.

    The worker gets only the view of one viewpoint, so it cannot use hidden cards.
    """

    queue: ClassVar[Queue] = "advice"
    header: Header
    view: bytes

    def content(self, voice: Voice) -> Advice:
        """Return the lines of the hint."""
        table = table_at(self.header, voice.law)
        view = reader(types_of(table.game)["view"], voice.law).decode(self.view)
        return tuple(hint(table, view, voice.under(table.frame)))


def hint_request(table: LiveTable, eyes: Who) -> TableHint:
    """Return the task that computes a hint for the present state."""
    return TableHint(table.opened.header, written(table.view(eyes)))


class CoachedBy(Struct, Generic[D], frozen=True):
    """A worker's answer as the coach. Its type depends on the deeds of the game."""

    advised: D | None
    answers: tuple[CoachAnswer[D], ...]
    lies: tuple[CoachedBet, ...]
    is_exact: bool
    says: tuple[str, ...]
    as_bot: bool = False


class TableCoach(Task, frozen=True):
    """A request to the coach. The worker gets only the view of one viewpoint."""

    queue: ClassVar[Queue] = "advice"
    header: Header
    view: bytes
    has: Cents
    as_bot: bool = False  # only what a bot would do, which needs no worker

    def content(self, voice: Voice) -> CoachedBy[Deed]:
        """Return the advised act, the cost of each other act, and the house edge of the player's bets."""
        table = table_at(self.header, voice.law)
        view = reader(types_of(table.game)["view"], voice.law).decode(self.view)
        own = voice.under(table.frame)
        found = (coach_as_bot if self.as_bot else coach)(table, view, has=self.has)
        if found.advised is None:
            says: tuple[str, ...] = ()
        elif self.as_bot:
            says = (own.say("hints.as_bot", act=typed(found.advised, own)),)
        else:
            says = tuple(hint(table, view, own))
        stake = sum(chips.cents for chips in view.chips if chips.seat == view.eyes)
        return CoachedBy(
            advised=found.advised,
            answers=tuple(
                CoachAnswer(
                    act=one.act,
                    says=typed(one.act, own),
                    cents=None if one.cost is None else times(1, one.cost, Rounding.HALF_UP),
                    percent=None if one.cost is None or not stake else float(100 * one.cost / stake),
                )
                for one in found.weighed
            ),
            lies=tuple(
                CoachedBet(
                    bet=one.bet,
                    says=own.bet(one.bet),
                    cents=one.cents,
                    edge=str(one.edge),
                    percent=float(100 * one.edge),
                    loses=times(one.cents, one.edge, Rounding.HALF_UP),
                )
                for one in found.lying
            ),
            is_exact=found.is_exact,
            says=says,
            as_bot=self.as_bot,
        )


def coach_request(table: LiveTable, eyes: Who) -> TableCoach:
    """Return the task that asks the coach about the present state."""
    has = table.chips_of(eyes) if isinstance(eyes, int) else 0
    return TableCoach(table.opened.header, written(table.view(eyes)), has)


class Verified(Struct, frozen=True):
    """The verification of a closed table's record: each fact, as data and as a sentence."""

    holds: bool
    deeds: int
    draws: int
    chance: str
    chain: str
    sealed: bool
    signed: str
    house: str | None  # public key of the house that signed it
    commitment: str | None
    seed: str | None
    receipt: str
    says: tuple[str, ...]


class TableVerified(RecordTask, frozen=True):
    """A request to replay the record of a closed table from its seed."""

    def content(self, voice: Voice) -> Verified:
        """Return the result of each proof."""
        record, checked = self.read(voice.law)
        header = record.header
        return Verified(
            holds=checked.broken is None and checked.chance == "agrees" and checked.sealed,
            deeds=len(checked.done),
            draws=checked.draws,
            chance=checked.chance,
            chain=checked.chain,
            sealed=checked.sealed,
            signed=checked.signed,
            house=checked.house,
            commitment=header.commitment,
            seed=record.seed,
            receipt=record.chain.seal.last if record.chain.seal else "",
            says=tuple(proved(checked, header, voice.at(header.game))),
        )


class Result(Struct, frozen=True):
    """A table's actual and expected hold in its finished rounds, with the tests of chance.

    An alarm means that chance alone does not explain the result, so another cause must be found.
    """

    rounds: int
    holds: tuple[HoldPayload, ...]
    tests: ChanceTestsPayload
    alarm: bool


class TableResult(Task, frozen=True):
    """A request to compare a table's actual hold with the expected hold.

    The present round does not count.
    """

    queue: ClassVar[Queue] = "short"
    lines: str

    def content(self, voice: Voice) -> Result:
        """Return the hold, the interval in which it is expected, and the tests of chance."""
        rounds, lines = self._finished(voice.law)
        report = audit([file_of(RECORD, lines)], Setup(law=voice.law))
        payload = audit_content(report, voice)
        return Result(rounds, payload.holds, payload.tests, any(test.alarm for test in payload.tests.all))

    def _finished(self, law: Library) -> tuple[int, str]:
        """Return the number of finished rounds and the record up to their end."""
        record = read_record(file_of(RECORD, self.lines), law=law)
        session, finished, last = opened(record), 0, 1
        for done in replay(record, session):
            if session.rounds > finished:
                finished, last = session.rounds, done.line
        return finished, "".join(self.lines.splitlines(keepends=True)[:last])


class _Failed(Struct, frozen=True):
    error: ProblemMessage


async def coached(jobs: Jobs, task: TableCoach, voice: Voice, asker: str, kind: Any) -> Any:
    """Return the advice of the coach. If it takes long, return that of a bot: the player decides now.

    The exact advice is still computed, so that it is there when it is asked for again.
    """
    job = await jobs.ask(task, voice.language, "json", asker, waits=COACH_SECONDS)
    if job.outcome is not None and job.outcome.status == 200:
        return msgspec.json.decode(job.outcome.body, type=kind)
    return await asyncio.to_thread(replace(task, as_bot=True).content, voice)


async def by_worker(jobs: Jobs, task: Task, language: Language, asker: str, kind: Any) -> Any:
    """Run a task in a worker process and return its result.

    Raise an error if the caller has too many jobs, or if the task takes too long.
    """
    job = await jobs.ask(task, language, "json", asker)
    if job.outcome is None:
        jobs.cancel(job.id)
        raise NovamasError("job_too_long", seconds=round(jobs.limits.waits_at(task.queue)))
    if job.outcome.status == 200:
        return msgspec.json.decode(job.outcome.body, type=kind)
    error = msgspec.json.decode(job.outcome.body, type=_Failed).error
    says = error.says.removesuffix(f" ({error.clause})")  # the clause is cited where the error is shown
    raise NovamasError(error.code, text_key="central_refused", clause=error.clause, says=says)
