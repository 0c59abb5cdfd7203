"""Coups on the engine in games with a passing bank. The kernel's tables make the decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.sim.engine import SEED, FromDeck

from novamas.equipment.shoe import Shoe
from novamas.families.passing_bank.acts import Carta, No
from novamas.families.passing_bank.cloth import full_shoe
from novamas.law import Frame
from novamas.sim.games.baccarat import ALWAYS
from novamas.sim.streams import below
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import RoundOver
from novamas.table.ledger import Ledger
from novamas.table.phases import AnyPhase, follow
from novamas.table.roles import CHANCE

# the number of words out of all that draw a card, or None if there is not a choice
Asks = Callable[[AnyPhase], int | None]


def coups(
    frame: Frame, block: int, seat: int, cards: int, served: Callable[[Shoe], AnyPhase], asks: Asks
) -> Iterator[int]:
    """Yield the net win of a seat in each coup, shoe after shoe. `cards` are skipped before a coup."""
    shoe = full_shoe(frame)
    source = FromDeck(SEED, block, shoe.left)
    while True:
        for _ in range(cards):
            shoe = shoe.skip()
        phase = served(shoe)
        before, ledger, is_over = phase.felt.of(seat), Ledger(), False
        while not is_over:
            phase, events = follow(phase, said(phase, source, asks))
            ledger.enter(events)
            is_over = any(isinstance(event, RoundOver) for event in events)
        yield ledger.players[seat] + phase.felt.of(seat) - before
        left = phase.felt.shoe
        shoe = full_shoe(frame) if left is None or left.has_reached_cut else left


def said(phase: AnyPhase, source: FromDeck, asks: Asks) -> Deed:
    if phase.turn is CHANCE:
        return Drawn(what=source.draw(phase.draws()))
    offers = {type(offer.act): offer.act for offer in phase.offers(phase.turn)}
    words = asks(phase) if Carta in offers and No in offers else None
    if words is None:
        return next(iter(offers.values()))
    draws = words == ALWAYS or (words > 0 and below(source.stream, ALWAYS) < words)
    return offers[Carta if draws else No]


class Coups:
    """Coups on the engine, shoe after shoe, that stop at the words of these phases.

    `seats` are those whose nets are compared. `cards` are skipped before a coup.
    """

    source: Any  # of the cards

    def __init__(
        self,
        frame: Frame,
        seats: tuple[int, ...],
        cards: int,
        served: Callable[[Shoe], AnyPhase],
        asks: tuple[type, ...],
    ) -> None:
        self.frame, self.seats, self.cards, self.served, self.asks = frame, seats, cards, served, asks
        self.shoe = full_shoe(frame)

    def begin(self) -> AnyPhase | None:
        """Return the first phase of the next coup in which a word is asked, or None."""
        shoe = self.shoe
        for _ in range(self.cards):
            shoe = shoe.skip()
        self.phase, self.ledger = self.served(shoe), Ledger()
        self.before = [self.phase.felt.of(seat) for seat in self.seats]
        return self._onward()

    def say(self, word: Deed) -> AnyPhase | None:
        """Return the next phase in which a word is asked, or None if the coup is over."""
        is_over = self._do(word)
        return None if is_over else self._onward()

    def nets(self) -> list[int]:
        """Return the net wins of the last coup."""
        felt = self.phase.felt
        now = [self.ledger.players[seat] + felt.of(seat) for seat in self.seats]
        return [after - once for after, once in zip(now, self.before, strict=True)]

    def _onward(self) -> AnyPhase | None:
        while not self._is_asked():
            deed = next(iter(self.phase.offers(self.phase.turn)), None)
            chance = self.phase.turn is CHANCE
            if self._do(Drawn(what=self.source.draw(self.phase.draws())) if chance else deed.act):  # type: ignore[union-attr]
                return None
        return self.phase

    def _is_asked(self) -> bool:
        offers = {type(offer.act) for offer in self.phase.offers(self.phase.turn)}
        return isinstance(self.phase, self.asks) and bool(offers & {Carta, No})

    def _do(self, deed: Deed) -> bool:
        """Do a deed. Return whether the coup is over."""
        self.phase, events = follow(self.phase, deed)
        self.ledger.enter(events)
        if not any(isinstance(event, RoundOver) for event in events):
            return False
        left = self.phase.felt.shoe
        self.shoe = full_shoe(self.frame) if left is None or left.has_reached_cut else left
        return True
