"""What takes a while at a table, done by a worker: advice, and the proof of a closed table's record."""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

import msgspec
from msgspec import Struct

from novamas.errors import NovamasError
from novamas.hall.tables.opening import table_at
from novamas.hall.tables.table import LiveTable
from novamas.house.advice import hint
from novamas.house.audit.audit import audit
from novamas.house.audit.payload import report_payload as audit_content
from novamas.house.payloads import ChanceTestsPayload, HoldPayload
from novamas.law.texts import Language
from novamas.protocol.messages import ProblemMessage
from novamas.record import Header, read_record
from novamas.record.replay import opened, replay
from novamas.server.catalogue.file_tasks import RECORD, RecordTask
from novamas.server.catalogue.file_tasks import written as file_of
from novamas.server.catalogue.jobs import Jobs
from novamas.server.catalogue.tasks import Desk, Task
from novamas.table.roles import Who
from novamas.table.wire import reader, types_of, written
from novamas.words import Voice
from novamas.words.proofs import proved

Advice: TypeAlias = tuple[str, ...]


class TableHint(Task, frozen=True):
    """The best that can be done at a table, by one pair of eyes; of more the worker knows nothing."""

    desk: ClassVar[Desk] = "short"
    header: Header
    view: bytes

    def content(self, voice: Voice) -> Advice:
        """Line by line."""
        table = table_at(self.header)
        view = reader(types_of(table.game)["view"]).decode(self.view)
        return tuple(hint(table, view, voice.at(table.game.slug)))


def hint_request(table: LiveTable, eyes: Who) -> TableHint:
    """Ask what would be best now."""
    return TableHint(table.opened.header, written(table.view(eyes)))


class Verified(Struct, frozen=True):
    """What was proved of the record of a closed table, each thing by itself; and in sentences."""

    holds: bool
    deeds: int
    draws: int
    chance: str
    chain: str
    sealed: bool
    signed: str
    house: str | None  # the key of who signed
    commitment: str | None
    seed: str | None
    receipt: str
    says: tuple[str, ...]


class TableVerified(RecordTask, frozen=True):
    """The record of a closed table, played again from its seed."""

    def content(self, voice: Voice) -> Verified:
        """What is proved of it."""
        record, checked = self.read()
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
    """What a table kept of what was staked in finished rounds, beside what it should; and how chance came.

    Where a test raises the alarm, chance alone is no explanation, and somebody must find another.
    """

    rounds: int
    holds: tuple[HoldPayload, ...]
    tests: ChanceTestsPayload
    alarm: bool


class TableResult(Task, frozen=True):
    """Actual against theoretical result of a table that goes on; of the round in play nothing is told."""

    desk: ClassVar[Desk] = "short"
    lines: str

    def content(self, voice: Voice) -> Result:
        """Its hold with the interval in which it should lie, and the tests of chance."""
        rounds, lines = self._finished()
        report = audit([file_of(RECORD, lines)])
        told = audit_content(report, voice)
        return Result(rounds, told.holds, told.tests, any(test.alarm for test in told.tests.all))

    def _finished(self) -> tuple[int, str]:
        """How many rounds have ended, and the lines up to there."""
        record = read_record(file_of(RECORD, self.lines))
        session, ended, last = opened(record), 0, 1
        for done in replay(record, session):
            if session.rounds > ended:
                ended, last = session.rounds, done.line
        return ended, "".join(self.lines.splitlines(keepends=True)[:last])


class _Failed(Struct, frozen=True):
    error: ProblemMessage


async def by_worker(jobs: Jobs, task: Task, language: Language, asker: str, kind: Any) -> Any:
    """What a worker answers; whoever asks for too much, or for what takes too long, is told so."""
    job = await jobs.ask(task, language, "json", asker)
    if job.outcome is None:
        jobs.cancel(job.id)
        raise NovamasError("job_too_long", seconds=round(jobs.limits.waits_at(task.desk)))
    if job.outcome.status == 200:
        return msgspec.json.decode(job.outcome.body, type=kind)
    error = msgspec.json.decode(job.outcome.body, type=_Failed).error
    says = error.says.removesuffix(f" ({error.clause})")  # it is cited where it is told
    raise NovamasError(error.code, told_as="central_refused", clause=error.clause, says=says)
