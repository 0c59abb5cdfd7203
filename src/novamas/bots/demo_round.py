"""A round that bots play by a number, to show how a game goes; nobody's chips are at stake."""

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
MAX_DEEDS = 400  # a round has less; a table at which nobody ends one is left


def played(opened: Table, seed: int) -> Iterator[tuple[str, Deed, Events]]:
    """The deeds up to the end of a round in which somebody was paid, each with its moment and events."""
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
    """Those who play the round: they stake once each while they may, and answer when they are waited for."""

    def __init__(self, opened: Table, seed: int) -> None:
        seats = range(1, min(PLAYERS, opened.opening.seats()) + 1)
        self._minds = {seat: mind_at(opened, seat, f"round.{seed}", USUAL) for seat in seats}
        self._cash = bots_cash(opened)
        self._moment, self._since = opened.opening.tag(), 0
        self._asked: set[int] = set()  # whether they want to stake, since this moment of the round began

    def next_deed(self, session: Session) -> Deed | None:
        """What somebody wants to do, or whoever the table waits for does."""
        phase = session.phase
        if phase.tag() != self._moment:
            self._moment, self._since, self._asked = phase.tag(), session.number, set()
        if phase.pause and (wish := self._wish(session)) is not None:
            return wish
        if not isinstance(phase.turn, int):
            return session.next_deed()
        mind, view = self._minds.get(phase.turn), session.view(phase.turn)
        return mind.answer(view, self._has(session, phase.turn)) if mind else view.offers[0].act

    def _wish(self, session: Session) -> Deed | None:
        for seat in sorted(self._minds.keys() - self._asked):
            self._asked.add(seat)
            pause = Pause(session.view(seat), self._since, self._has(session, seat), must=True)
            if (wish := self._minds[seat].wish(pause)) is not None:
                return wish
        return None

    def _has(self, session: Session, seat: int) -> Cents:
        """What a seat may stake: its purse where the table has them, else what it brought."""
        purses = session.phase.felt.purses
        return purses[seat - 1] if purses else self._cash
