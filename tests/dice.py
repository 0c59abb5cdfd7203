"""A craps table for tests: open it, take the dice, bet, throw a chosen total, look at what was paid."""

from __future__ import annotations

from typing import Any

from tests.wheels import faults_of as faults_of_game
from tests.wheels import of_kind, opened, payments

from novamas.games.craps.acts import Reduce, TakeDice
from novamas.kit.chance import Scripted
from novamas.kit.dice import TWO_DICE, points
from novamas.law import Fault
from novamas.rounds.banked import Bet, NoVaMas, Withdraw
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Events, Payment
from novamas.table.people import Who
from novamas.table.refusals import Refusal
from novamas.table.session import Session

EASY = {4: 13, 6: 15, 8: 26, 10: 46}  # throws of these totals that are no doubles


def faults_of(**choices: Any) -> dict[str, Fault]:
    return faults_of_game("craps", "IB05", **choices)


def throw_of(total: int) -> int:
    """A throw with this total, not of doubles where that can be."""
    return EASY.get(total) or next(throw for throw in TWO_DICE.throws if points(throw) == total)


class Craps:
    """A session at a craps table with nobody automatic; if it is `ready`, seat 1 has taken the dice."""

    def __init__(self, *, ready: Any = True, **choices: Any) -> None:
        self.table = opened("craps", "IB05", **choices)
        self.session = Session(self.table.opening, Scripted(()), automatic=())
        if ready:
            self.do(TakeDice(1))

    @property
    def felt(self) -> Any:
        return self.session.phase.felt

    @property
    def phase(self) -> str:
        return type(self.session.phase).__name__

    def waits_for(self) -> Who:
        return self.session.phase.turn

    @property
    def won(self) -> dict[int, int]:
        return dict(self.session.ledger.players)

    def do(self, deed: Deed) -> Events:
        return self.session.do(deed)

    def why_not(self, deed: Deed) -> Refusal | None:
        return self.session.why_not(deed)

    def refused(self, deed: Deed) -> Refusal:
        refusal = self.session.why_not(deed)
        assert refusal is not None, f"{deed} is lawful"
        return refusal

    def bet(self, seat: int, bet: str, cents: int) -> Craps:
        self.do(Bet(seat, bet, cents))
        return self

    def withdraw(self, seat: int, bet: str) -> Events:
        return self.do(Withdraw(seat, bet))

    def reduce(self, seat: int, bet: str, cents: int) -> Events:
        return self.do(Reduce(seat, bet, cents))

    def close(self) -> Craps:
        """«Ya no va más»; the shooter first puts down what he owes."""
        if self.felt.shooter_must_bet:
            self.bet(self.felt.shooter, "win", self.felt.rules.minimum)
        self.do(NoVaMas())
        return self

    def fall(self, throw: int) -> Events:
        return self.do(Drawn(what=throw))

    def throw(self, throw: int) -> dict[tuple[int, str], Payment]:
        """The betting closes and these faces come: what was decided, by seat and bet."""
        return payments(self.close().fall(throw))

    def roll(self, *totals: int) -> dict[tuple[int, str], Payment]:
        """One throw after the other with these totals: what the last of them decided."""
        paid: dict[tuple[int, str], Payment] = {}
        for total in totals:
            if self.phase == "Offering":
                self.do(TakeDice(self.felt.shooter))
            paid = self.throw(throw_of(total))
        return paid


__all__ = ["Craps", "faults_of", "of_kind", "payments", "throw_of"]
