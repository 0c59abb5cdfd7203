"""A round that players of the program play, for whoever wants to see how a game goes."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from typing import ClassVar

from novamas.house.why_told import payment_told
from novamas.kit.chance import Seeded
from novamas.kit.money import Cents
from novamas.live.opening import bots_cash
from novamas.players.betting import Pause
from novamas.players.minds import USUAL, mind_at
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
    session, has_paid = Session(opened.opening, Seeded(seed)), False
    company = Company(opened, session, seed)
    for _deed in range(MOST_DEEDS):
        phase = session.phase
        deed = company.next_deed()
        if deed is None or phase.turn is NOBODY:
            return
        events = session.do(deed)
        if session.phase.tag() != phase.tag():
            company.wait_anew()
        yield phase.tag(), deed, events
        has_paid = has_paid or any(isinstance(event, Payment) for event in events)
        if has_paid and any(isinstance(event, RoundOver) for event in events):
            return


class Company:
    """The players of a round: each stakes while he may, and answers when the table waits for him."""

    def __init__(self, opened: Table, session: Session, seed: int) -> None:
        seats = range(1, min(PLAYERS, opened.opening.seats()) + 1)
        self._minds = {seat: mind_at(opened, seat, f"round.{seed}", USUAL) for seat in seats}
        self._session, self._cash = session, bots_cash(opened)
        self._since, self._done = session.number, Counter[int]()

    def wait_anew(self) -> None:
        """From now on the table waits for something else."""
        self._since = self._session.number
        self._done.clear()

    def next_deed(self) -> Deed | None:
        """What somebody stakes of his own accord; then what whoever the table waits for does."""
        phase, session = self._session.phase, self._session
        wish = self._wish() if phase.pause else None
        if wish is not None or not isinstance(phase.turn, int):
            return wish or session.next_deed()
        mind = self._minds.get(phase.turn)
        if mind is None:
            return session.offers(phase.turn)[0].act
        return mind.answer(session.view(phase.turn), self._has(phase.turn))

    def _wish(self) -> Deed | None:
        """What the first does who wants to stake; where nobody does, somebody must."""
        for must in (False,) if self._session.phase.felt.chips else (False, True):
            for seat, mind in self._minds.items():
                view = self._session.view(seat)
                wish = mind.wish(Pause(view, self._since, self._has(seat), self._done[seat], must))
                if wish is not None:
                    self._done[seat] += 1
                    return wish
        return None

    def _has(self, seat: int) -> Cents:
        """All that a player could stake: the chips that he holds, or what he has brought."""
        purses = self._session.phase.felt.purses
        return purses[seat - 1] if purses else self._cash
