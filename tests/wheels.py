"""A wheel table for tests: open it, bet, spin a chosen number, look at what was paid."""

from __future__ import annotations

from typing import Any

from novamas.games import game
from novamas.kit.chance import Scripted
from novamas.law import Fault, Faulty, catalogue
from novamas.rounds.banked import Bet, HaganJuego, NoVaMas, Withdraw
from novamas.rounds.wheel.phases import AnnounceLimits, Launch
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Event, Events, Payment
from novamas.table.game import Table, open_table
from novamas.table.refusals import Refusal
from novamas.table.session import Session


def opened(slug: str, norm: str, **choices: Any) -> Table:
    return open_table(game(slug), catalogue.under(norm)[slug], choices)


def faults_of(slug: str, norm: str, **choices: Any) -> dict[str, Fault]:
    """The faults of a table that may not be opened, by their codes."""
    try:
        opened(slug, norm, **choices)
    except Faulty as faulty:
        return {fault.code: fault for fault in faulty.faults}
    return {}


class Wheel:
    """A session at a wheel table with nobody automatic."""

    def __init__(self, slug: str, norm: str, **choices: Any) -> None:
        self.table = opened(slug, norm, **choices)
        self.session = Session(self.table.opening, Scripted(()), automatic=())

    @property
    def felt(self) -> Any:
        return self.session.phase.felt

    @property
    def phase(self) -> str:
        return type(self.session.phase).__name__

    def do(self, deed: Deed) -> Events:
        return self.session.do(deed)

    def why_not(self, deed: Deed) -> Refusal | None:
        return self.session.why_not(deed)

    def refused(self, deed: Deed) -> Refusal:
        refusal = self.session.why_not(deed)
        assert refusal is not None, f"{deed} is lawful"
        return refusal

    def open(self, *, last: bool = False) -> Wheel:
        self.do(HaganJuego(last=last))
        return self

    def bet(self, seat: int, bet: str, cents: int) -> Wheel:
        self.do(Bet(seat, bet, cents))
        return self

    def withdraw(self, seat: int, bet: str) -> Events:
        return self.do(Withdraw(seat, bet))

    def close(self) -> Wheel:
        self.do(Launch())
        self.do(NoVaMas())
        return self

    def fall(self, code: int) -> Events:
        return self.do(Drawn(what=code))

    def spin(self, code: int) -> dict[tuple[int, str], Payment]:
        """The betting closes and the ball falls: what was decided, by seat and bet."""
        return payments(self.close().fall(code))

    def empty_spins(self, count: int, code: int = 1) -> None:
        for _ in range(count):
            self.open().spin(code)

    def announce(self, minimum: int, minimum_simple: int) -> Events:
        return self.do(AnnounceLimits(minimum=minimum, minimum_simple=minimum_simple))


def payments(events: Events) -> dict[tuple[int, str], Payment]:
    return {(event.seat, event.bet): event for event in events if isinstance(event, Payment)}


def of_kind(events: Events, kind: type[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]
