"""A blackjack table for tests: make the shoe ready, bet, deal chosen cards, look at what was paid."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from novamas.games.blackjack.acts import Cut, Decline, PlaceCutCard, ShufflePacks
from novamas.games.blackjack.cloth import Cloth, main
from novamas.kit.cards import card
from novamas.kit.chance import Scripted
from novamas.rounds.banked.acts import Bet, HaganJuego, NoVaMas
from novamas.table.deeds import Act, Deed, Drawn
from novamas.table.events import Events, Payment
from novamas.table.phases import AnyPhase
from novamas.table.refusals import Refusal
from novamas.table.session import Session
from novamas.testing.rehearsal import opened

MINIMUM = 500
JACKPOT: dict[str, Any] = {"jackpot": True, "authorised": ("jackpot", "progressive")}


class Blackjack:
    """A session at a blackjack table with nobody automatic, ready for the first bets."""

    def __init__(self, norm: str = "IB05", **choices: Any) -> None:
        self.table = opened("blackjack", norm, **choices)
        self.session = Session(self.table.opening, Scripted(()), automatic=())
        self.make_ready()
        self.do(HaganJuego())

    def make_ready(self) -> None:
        if self.felt.rules.shuffler != "continuous":
            self.do(ShufflePacks(times=3))
            self.do(Cut(1))
            self.do(PlaceCutCard(behind=self.felt.rules.reserve))

    @property
    def phase(self) -> AnyPhase:
        return self.session.phase

    @property
    def at(self) -> str:
        """The name of the phase."""
        return type(self.phase).__name__

    @property
    def felt(self) -> Cloth:
        felt = self.session.phase.felt
        assert isinstance(felt, Cloth)
        return felt

    def do(self, deed: Deed) -> Events:
        return self.session.do(deed)

    def refused(self, deed: Deed) -> Refusal:
        refusal = self.session.why_not(deed)
        assert refusal is not None, f"{deed} is lawful"
        return refusal

    def may(self, deed: Deed) -> bool:
        return self.session.why_not(deed) is None

    def bet(self, seat: int = 1, cents: int = MINIMUM, place: int | None = None) -> Blackjack:
        self.do(Bet(seat, main(place or seat), cents))
        return self

    def draw(self, cards: str) -> Blackjack:
        """These cards come out of the shoe, one after another."""
        self.drawn(cards)
        return self

    def drawn(self, cards: str) -> Events:
        """These cards come out of the shoe: what is noticed."""
        told: list[Any] = []
        for name in cards.split():
            told.extend(self.do(Drawn(what=card(name))))
        return tuple(told)

    def deal(self, cards: str) -> Blackjack:
        """The betting closes and these cards are dealt: a round of hands, the bank, a round of hands."""
        self.do(NoVaMas())
        self.draw(cards)
        return self

    def decline(self) -> Blackjack:
        """Nobody wants what is proposed."""
        while self.at == "Proposing":
            assert isinstance(self.phase.turn, int)
            self.do(Decline(self.phase.turn))
        return self

    def play(self, *acts: type[Act]) -> Blackjack:
        """Whoever's turn it is does these acts."""
        for act in acts:
            assert isinstance(self.phase.turn, int), self.at
            self.do(act(self.phase.turn))
        return self

    def verbs(self, seat: int = 1) -> set[str]:
        """What a player may do now."""
        return {offer.act.verb() for offer in self.session.offers(seat)}

    def paid(self, bet: str = "mano:1", seat: int = 1) -> Payment:
        """The last payment of a bet."""
        return next(
            event
            for events in reversed(self.session.told)
            for event in events
            if isinstance(event, Payment) and (event.seat, event.bet) == (seat, bet)
        )

    def all_paid(self) -> list[tuple[int, str, int]]:
        """All payments in order: seat, bet, what came back."""
        return [(paid.seat, paid.bet, paid.returned) for paid in payments(self.session.told)]


def payments(told: Iterable[Events]) -> list[Payment]:
    return [event for events in told for event in events if isinstance(event, Payment)]


def round_of(cards: str, *acts: type[Act], bank: str = "", norm: str = "IB05", **choices: Any) -> Blackjack:
    """One player, one hand: these cards are dealt, he does these acts, and the bank draws."""
    table = Blackjack(norm, **{"places": 1, "seats": 1, **choices}).bet().deal(cards).decline()
    table.play(*acts)
    table.draw(bank)
    return table
