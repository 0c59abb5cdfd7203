"""Coups on the engine in games with a passing bank. The kernel's tables make the decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
