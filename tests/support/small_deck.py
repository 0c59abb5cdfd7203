"""Banked poker with a small deck, which the walk can evaluate, and many rounds on the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable

from msgspec.structs import replace

from novamas.equipment.chance import Scripted, Seeded
from novamas.equipment.shoe import Shoe
from novamas.table.deeds import Deed
from novamas.table.ledger import Ledger
from novamas.table.phases import AnyPhase
from novamas.table.roles import CHANCE, CROUPIER, FLOOR
from novamas.table.session import Session


def with_deck(phase: AnyPhase, deck: Iterable[int]) -> AnyPhase:
    """Return the phase before the first card, with only these cards in the deck."""
    return replace(phase, felt=replace(phase.felt, shoe=Shoe.of(deck)))


def ready_to_deal(opening: AnyPhase, *bets: Deed) -> AnyPhase:
    """Place the bets and close betting."""
    session = Session(opening, Scripted(()), automatic=())
    for bet in bets:
        session.do(bet)
    while session.phase.turn is CROUPIER:
        session.do(next(iter(session.phase.offers(CROUPIER))).act)
    assert session.phase.turn in (CHANCE, FLOOR)
    return session.phase


def unordered(phase: AnyPhase) -> Hashable:
    """Return a key that is equal for phases that differ only in the order of the cards."""
    piles = tuple(
        (pile.owner, tuple(sorted((-1 if held.card is None else held.card, held.up) for held in pile.cards)))
        for pile in phase.felt.piles
    )
    fields = tuple(getattr(phase, name) for name in phase.__struct_fields__ if name != "felt")
    left = phase.felt.shoe.left if phase.felt.shoe else b""
    return type(phase).__name__, piles, phase.felt.chips, fields, left, getattr(phase.felt, "bought", ())


def nets(
    opening: AnyPhase, bets: Iterable[Deed], decide: Callable[[AnyPhase], Deed], rounds: int, seed: int
) -> Counter[int]:
    """Return the distribution of seat 1's net win in rounds with these bets, played by `decide`."""
    source, found = Seeded(seed), Counter[int]()
    start = ready_to_deal(opening, *bets)
    staked = start.felt.of(1)
    for _ in range(rounds):
        phase, ledger = start, Ledger()
        while not phase.rest:
            if phase.turn is CHANCE:
                phase, events = phase.drawn(source.draw(phase.draws()))
            else:
                phase, events = phase.after(decide(phase))
            ledger.enter(events)
        found[ledger.players[1] - staked] += 1
    return found
