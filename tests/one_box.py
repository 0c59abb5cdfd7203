"""A table of trijoker or of a hold'em, for tests: open it, bet, deal chosen cards, see what was paid."""

from __future__ import annotations

from typing import Any

from novamas.kit.cards import card
from novamas.kit.chance import Scripted
from novamas.rounds.banked.acts import Bet, HaganJuego, NoVaMas, Withdraw
from novamas.table.deeds import Act, Deed, Drawn
from novamas.table.events import Events, Noted, Payment, Said, Withdrew
from novamas.table.refusals import Refusal
from novamas.table.session import Session
from novamas.testing.rehearsal import opened


class OneBox:
    """A session with nobody automatic."""

    def __init__(self, slug: str, norm: str, **choices: Any) -> None:
        self.table = opened(slug, norm, **choices)
        self.session = Session(self.table.opening, Scripted(()), automatic=())

    @property
    def felt(self) -> Any:
        return self.session.phase.felt

    @property
    def phase(self) -> str:
        return type(self.session.phase).__name__

    def do(self, *deeds: Deed) -> Events:
        """These deeds one after the other, and all that is noticed."""
        return tuple(event for deed in deeds for event in self.session.do(deed))

    def refused(self, deed: Deed) -> Refusal:
        refusal = self.session.why_not(deed)
        assert refusal is not None, f"{deed} is lawful"
        return refusal

    def offered(self, seat: int) -> list[Act]:
        return [offer.act for offer in self.session.offers(seat) if isinstance(offer.act, Act)]

    def open(self, *, last: bool = False) -> OneBox:
        self.do(HaganJuego(last=last))
        return self

    def bet(self, seat: int, cents: int) -> OneBox:
        self.do(Bet(seat, self.felt.main, cents))
        return self

    def withdraw(self, seat: int, bet: str) -> Events:
        """All that a player has on a bet."""
        return self.do(Withdraw(seat, bet, self.felt.on(seat, bet)))

    def close(self) -> Events:
        return self.do(NoVaMas())

    def draw(self, cards: str) -> Events:
        """These cards come, one after the other."""
        return self.do(*(Drawn(what=card(word)) for word in cards.split()))

    def dealt(self, cards: str, **stakes: int) -> OneBox:
        """A round with these bets, by seat (`s1=500`), and these cards for the players, one by one."""
        self.open()
        for seat, cents in stakes.items():
            self.bet(int(seat[1:]), cents)
        self.close()
        self.draw(cards)
        return self

    def won(self, seat: int) -> int:
        """What a seat has won so far, what it has on the cloth not counted as lost."""
        return self.session.ledger.players[seat] + int(self.felt.of(seat))


def paid(events: Events) -> dict[tuple[int, str], Payment]:
    """What was decided, by seat and bet."""
    return {(event.seat, event.bet): event for event in events if isinstance(event, Payment)}


def returned(events: Events) -> dict[tuple[int, str], int]:
    """What went back unlost and unwon, by seat and bet."""
    return {(event.seat, event.bet): event.cents for event in events if isinstance(event, Withdrew)}


def said(events: Events) -> list[str]:
    return [event.words for event in events if isinstance(event, Said)]


def noted(events: Events) -> list[str]:
    return [event.what for event in events if isinstance(event, Noted)]
