"""A pai gow table for tests: open it, bet, deal chosen cards or tiles, see what was paid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from novamas.kit.chance import Scripted
from novamas.rounds.banked.acts import Bet, HaganJuego, NoVaMas
from novamas.rounds.pai_gow.acts import PassBank, SetAsHouse, SetHand, TakeBank
from novamas.rounds.pai_gow.cloth import CROUPIER_HAND, bet_on
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Event, Events, Payment, Said
from novamas.table.people import CHANCE, CROUPIER
from novamas.table.refusals import Refusal
from novamas.table.session import Session
from novamas.testing.rehearsal import opened


class PaiGow:
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

    def open(self, *, banker: int | None = None, bank: int = 0, last: bool = False) -> PaiGow:
        """A round begins; this player takes the bank, those before him pass."""
        self.do(HaganJuego(last=last))
        while self.phase == "Offering":
            seat = self.felt.offered_next
            self.do(TakeBank(seat, bank) if seat == banker else PassBank(seat))
        return self

    def bet(self, seat: int, cents: int, box: int | None = None) -> PaiGow:
        self.do(Bet(seat, bet_on(box or seat), cents))
        return self

    def until(self, phase: str, hands: Mapping[int, tuple[int, ...]], dice: int = 116) -> Events:
        """Bets close, dice and hands come as given, everybody sets as the house; until this phase."""
        told: list[Event] = []
        if self.phase == "Betting":
            told.extend(self.do(NoVaMas()))
        while self.phase != phase:
            told.extend(self.do(self._next(hands, dice)))
        return tuple(told)

    def _next(self, hands: Mapping[int, tuple[int, ...]], dice: int) -> Deed:
        phase: Any = self.session.phase
        if phase.turn is CHANCE and self.phase == "Throwing":
            return Drawn(what=dice)
        if phase.turn is CHANCE:
            box = getattr(phase, "box", CROUPIER_HAND)
            return Drawn(what=hands[box][len(self.felt.known(box))])
        if phase.turn is CROUPIER or self.phase == "TakingUp":
            first: Deed = next(iter(phase.offers(phase.turn))).act
            return first
        return SetAsHouse(phase.turn, phase.box)

    def finish(
        self,
        hands: Mapping[int, tuple[int, ...]],
        lows: Mapping[int, str] | None = None,
        *,
        dice: int = 116,
    ) -> Events:
        """The round to its end; these boxes are set so, the others as the house sets."""
        told: list[Event] = []
        if self.phase == "Betting":
            told.extend(self.do(NoVaMas()))
        while self.phase not in ("Waiting", "Closed"):
            phase: Any = self.session.phase
            if self.phase == "Setting" and phase.box in (lows or {}):
                told.extend(self.do(SetHand(phase.turn, phase.box, (lows or {})[phase.box])))
            else:
                told.extend(self.do(self._next(hands, dice)))
        return tuple(told)

    @property
    def won(self) -> dict[int, int]:
        """What each seat has won so far, what it may take back included."""
        return {
            seat: self.session.ledger.players[seat] + self.session.phase.free(seat)
            for seat in range(1, self.felt.rules.seats + 1)
        }


def paid(events: Events) -> dict[tuple[int, str], Payment]:
    """What was decided, by seat and bet."""
    return {(event.seat, event.bet): event for event in events if isinstance(event, Payment)}


def said(events: Events) -> list[str]:
    """The words that were said."""
    return [event.words for event in events if isinstance(event, Said)]
