"""A catalogue task: a demo round that bots play."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import ClassVar, cast

from novamas.bots.demo_round import played
from novamas.house.why_payload import payment_payload
from novamas.record import Writer, header_of
from novamas.server.catalogue.game_payloads import DemoRound, RoundStep
from novamas.server.catalogue.table_query import TableQuery
from novamas.server.catalogue.tasks import Queue, Task
from novamas.table.events import AnyEvent, Payment
from novamas.table.game import Table
from novamas.table.notation import write
from novamas.words import Voice
from novamas.words.events import event_texts


class RoundPlayed(Task, frozen=True):
    """A request for a round at a table. Its random draws come from a seed."""

    queue: ClassVar[Queue] = "short"
    table: TableQuery
    seed: int = 1

    def content(self, voice: Voice) -> DemoRound:
        """Return the round step by step, with events and reasons for payments, and its record."""
        opened = self.table.opened(voice.law)
        spoken, record = voice.under(opened.frame), io.StringIO()
        writer = Writer(record, header_of(opened, number=self.seed))
        steps = tuple(self._steps(opened, writer, spoken))
        writer.seal()
        return DemoRound(
            game=opened.game.slug,
            norm=opened.frame.norm,
            seed=self.seed,
            steps=steps,
            record=record.getvalue(),
        )

    def _steps(self, opened: Table, writer: Writer, voice: Voice) -> Iterator[RoundStep]:
        paid = 0
        for phase, deed, events in played(opened, self.seed):
            writer.deed(deed)
            payments = [event for event in events if isinstance(event, Payment)]
            yield RoundStep(
                phase=voice.phase(phase),
                deed=write(deed),
                events=cast("tuple[AnyEvent, ...]", events),
                told=tuple(event_texts(events, voice)),
                clauses=tuple(dict.fromkeys(filter(None, (getattr(each, "clause", "") for each in events)))),
                payments=tuple(
                    payment_payload(paid + nth, 0, each, opened.frame, voice)
                    for nth, each in enumerate(payments, 1)
                ),
            )
            paid += len(payments)
