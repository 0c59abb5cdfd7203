"""A demonstration round that bots play from a seed. No real chips are at stake."""

from __future__ import annotations

from collections.abc import Iterator

from novamas.bots.bettor import Pause
from novamas.bots.buy_ins import bots_cash
from novamas.bots.minds import USUAL, mind_at
from novamas.equipment.chance import Seeded
from novamas.money import Cents
from novamas.table.deeds import Deed
from novamas.table.events import Events, Payment, RoundOver
from novamas.table.game import Table
from novamas.table.roles import NOBODY
from novamas.table.session import Session

PLAYERS = 3
MAX_DEEDS = 400  # a round has fewer; a table on which no round ends is abandoned


def played(opened: Table, seed: int) -> Iterator[tuple[str, Deed, Events]]:
    """Yield the deeds of the first round in which a player is paid, each with its phase and events."""
    players, session, has_paid = Players(opened, seed), Session(opened.opening, Seeded(seed)), False
    for _deed in range(MAX_DEEDS):
        phase = session.phase
        deed = players.next_deed(session)
        if deed is None or phase.turn is NOBODY:
            return
        events = session.do(deed)
        yield phase.tag(), deed, events
        has_paid = has_paid or any(isinstance(event, Payment) for event in events)
        if has_paid and any(isinstance(event, RoundOver) for event in events):
            return


class Players:
    """The bots of the round. Each may stake once per phase, and acts when the table waits for it."""

    def __init__(self, opened: Table, seed: int) -> None:
        seats = range(1, min(PLAYERS, opened.opening.seats()) + 1)
        self._minds = {seat: mind_at(opened, seat, f"round.{seed}", USUAL) for seat in seats}
        self._cash = bots_cash(opened)
        self._moment, self._since = opened.opening.tag(), 0
        self._asked: set[int] = set()  # seats that were offered a stake in this phase

    def next_deed(self, session: Session) -> Deed | None:
        """Return the next deed: a bot's stake, or the act for which the table waits."""
        phase = session.phase
        if phase.tag() != self._moment:
            self._moment, self._since, self._asked = phase.tag(), session.number, set()
        if phase.pause and (stake := self._propose(session)) is not None:
            return stake
        if not isinstance(phase.turn, int):
            return session.next_deed()
        mind, view = self._minds.get(phase.turn), session.view(phase.turn)
        return mind.answer(view, self._has(session, phase.turn)) if mind else view.offers[0].act

    def _propose(self, session: Session) -> Deed | None:
        for seat in sorted(self._minds.keys() - self._asked):
            self._asked.add(seat)
            pause = Pause(session.view(seat), self._since, self._has(session, seat), must=True)
            if (stake := self._minds[seat].propose(pause)) is not None:
                return stake
        return None

    def _has(self, session: Session, seat: int) -> Cents:
        """Return the money that a seat can stake: its chips at the table, or the cash that it brought."""
        purses = session.phase.felt.purses
        return purses[seat - 1] if purses else self._cash
