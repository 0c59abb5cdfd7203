"""A round that players of the program play, for whoever wants to see how a game goes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import ClassVar

from novamas.house.why_told import payment_told
from novamas.kit.chance import Seeded
from novamas.players.minds import USUAL, Mind, mind_at
from novamas.record import Writer, header_of
from novamas.server.catalogue.tables import TableAsked
from novamas.server.catalogue.tasks import Desk, Task
from novamas.table.deeds import Deed
from novamas.table.events import Events, Payment, RoundOver
from novamas.table.game import Table
from novamas.table.notation import write
from novamas.table.people import NOBODY
from novamas.table.session import Session
from novamas.words import Words
from novamas.words.telling import tell_all

PLAYERS = 3
MOST_DEEDS = 400  # a round has less; a table at which nobody ends one is left


class RoundPlayed(Task, frozen=True):
    """A round at a table, with the luck that a number brings."""

    desk: ClassVar[Desk] = "short"
    table: TableAsked
    seed: int = 1

    def content(self, voice: Words) -> object:
        """Step by step what was done and noticed and why each bet was paid; and the record of it all."""
        opened = self.table.opened()
        spoken, written = voice.at(opened.game.slug), io.StringIO()
        writer = Writer(written, header_of(opened, number=self.seed))
        steps = list(self._steps(opened, writer, spoken))
        writer.seal()
        return {
            "game": opened.game.slug,
            "norm": opened.frame.norm,
            "seed": self.seed,
            "steps": steps,
            "record": written.getvalue(),
        }

    def _steps(self, opened: Table, writer: Writer, voice: Words) -> Iterator[dict[str, object]]:
        paid = 0
        for phase, deed, events in played(opened, self.seed):
            writer.deed(deed)
            payments = [event for event in events if isinstance(event, Payment)]
            yield {
                "phase": voice.phase(phase),
                "deed": write(deed),
                "events": events,
                "told": list(tell_all(events, voice)),
                "clauses": list(
                    dict.fromkeys(filter(None, (getattr(each, "clause", "") for each in events)))
                ),
                "payments": [
                    payment_told(paid + nth, 0, each, opened.frame, voice)
                    for nth, each in enumerate(payments, 1)
                ],
            }
            paid += len(payments)


def played(opened: Table, seed: int) -> Iterator[tuple[str, Deed, Events]]:
    """The deeds up to the end of a round in which somebody was paid, each with its moment and events."""
    seats = range(1, min(PLAYERS, opened.opening.seats()) + 1)
    minds = {seat: mind_at(opened, seat, f"round.{seed}", USUAL) for seat in seats}
    session, acted, has_paid = Session(opened.opening, Seeded(seed)), set[int](), False
    for _deed in range(MOST_DEEDS):
        phase = session.phase
        deed = _next(session, minds, acted)
        if deed is None or phase.turn is NOBODY:
            return
        events = session.do(deed)
        if session.phase.tag() != phase.tag():
            acted.clear()
        yield phase.tag(), deed, events
        has_paid = has_paid or any(isinstance(event, Payment) for event in events)
        if has_paid and any(isinstance(event, RoundOver) for event in events):
            return


def _next(session: Session, minds: dict[int, Mind], acted: set[int]) -> Deed | None:
    """Players stake once each while they may; then whoever the table waits for does what is offered first."""
    phase = session.phase
    if phase.pause:
        for seat in minds.keys() - acted:
            acted.add(seat)
            wish = minds[seat].wish(session.view(seat), session.number)
            if wish is not None:
                return wish
    if isinstance(phase.turn, int):
        mind = minds.get(phase.turn)
        return mind.answer(session.view(phase.turn)) if mind else session.offers(phase.turn)[0].act
    return session.next_deed()
