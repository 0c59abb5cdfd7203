"""A table of a card game played in coups, for tests: open it, bet, deal chosen cards, see what was paid."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from novamas.kit.cards import card
from novamas.kit.chance import Scripted
from novamas.rounds.banked import Bet, HaganJuego, NoVaMas, Withdraw
from novamas.rounds.coups import Shuffle
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Event, Events, Payment
from novamas.table.people import CHANCE, CROUPIER
from novamas.table.phases import AnyPhase
from novamas.table.refusals import Refusal
from novamas.table.session import Session
from novamas.testing.rehearsal import opened


def drawn(text: str) -> list[int]:
    """Cards in the order in which they come; the same may come again, for there are six decks."""
    return [card(word) for word in text.split()]


class Coups:
    """A session with nobody automatic."""

    def __init__(self, slug: str, *, phase: AnyPhase | None = None, **choices: Any) -> None:
        self.session = Session(phase or opened(slug, "IB05", **choices).opening, Scripted(()), automatic=())

    @property
    def felt(self) -> Any:
        return self.session.phase.felt

    @property
    def phase(self) -> str:
        return type(self.session.phase).__name__

    def do(self, *deeds: Deed) -> Events:
        """These deeds one after the other, and all that is noticed."""
        return tuple(event for deed in deeds for event in self.session.do(deed))

    def why_not(self, deed: Deed) -> Refusal | None:
        return self.session.why_not(deed)

    def refused(self, deed: Deed) -> Refusal:
        refusal = self.session.why_not(deed)
        assert refusal is not None, f"{deed} is lawful"
        return refusal

    def fork(self) -> Coups:
        """The same table, to go on in another way."""
        return Coups("", phase=self.session.phase)

    def shuffled(self) -> Coups:
        self.do(Shuffle())
        return self

    def open(self, *, last: bool = False) -> Coups:
        self.do(HaganJuego(last=last))
        return self

    def bet(self, seat: int, bet: str, cents: int) -> Coups:
        self.do(Bet(seat, bet, cents))
        return self

    def withdraw(self, seat: int, bet: str) -> Events:
        return self.do(Withdraw(seat, bet))

    def close(self) -> Events:
        return self.do(NoVaMas())

    def deal(self, cards: Iterable[int]) -> Events:
        """The croupier does what there is to do, and these cards come; until they have all come."""
        told: list[Event] = []
        waiting = list(cards)
        while waiting:
            phase = self.session.phase
            if phase.turn is CHANCE:
                told.extend(self.do(Drawn(what=waiting.pop(0))))
            else:
                assert phase.turn is CROUPIER
                told.extend(self.do(next(iter(phase.offers(CROUPIER))).act))
        return tuple(told)

    def coup(self, cards: str) -> Events:
        """The betting closes and these cards come."""
        return (*self.close(), *self.deal(drawn(cards)))


def paid(events: Events) -> dict[tuple[int, str], Payment]:
    """What was decided, by seat and bet."""
    return {(event.seat, event.bet): event for event in events if isinstance(event, Payment)}


def said(events: Events) -> list[str]:
    """The words that were said."""
    return [event.words for event in events if hasattr(event, "words")]
