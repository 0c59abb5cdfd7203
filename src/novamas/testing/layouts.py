"""Checks of layouts: all chips, cards, offers and payments have a place in the drawing."""

from __future__ import annotations

from collections.abc import Iterator

from novamas.table.events import POT, Events, Payment
from novamas.table.layout import Layout, Pot, Spot
from novamas.table.offers import Offer, OneOf
from novamas.table.phases import AnyPhase, offers
from novamas.table.roles import FLOOR
from novamas.testing.random_play import who_may_act


def clauses_of(layout: Layout) -> Iterator[tuple[str, ...]]:
    """Yield the clauses of each element of a drawing."""
    yield from (spot.clauses for spot in layout.spots)
    yield from (prize.clauses for spot in layout.spots for prize in spot.prizes)
    yield from (pot.clauses for pot in layout.pots)
    yield from (marker.clauses for marker in layout.markers)


def has_its_places(layout: Layout, phase: AnyPhase) -> None:
    """Check that chips, jackpots, cards and offered bets have a place in the drawing."""
    felt = phase.felt
    assert layout.seats == phase.seats()
    for seat, bet, _ in felt.chips:
        assert layout.place_of(bet, seat), (bet, seat)
    for jackpot in felt.jackpots:
        assert isinstance(layout.place_of(jackpot.name, POT), Pot), jackpot
    for pile in felt.piles:
        assert layout.cards_of(pile.owner), pile.owner
    for who in (*who_may_act(phase), FLOOR):
        for offer in offers(phase, who):
            for bet in bets_of(offer):
                assert layout.place_of(bet, who if isinstance(who, int) else POT), (bet, who)


def bets_of(offer: Offer) -> Iterator[str]:
    """Yield the bets that an offer names."""
    dial = offer.dials.get("bet")
    if isinstance(dial, OneOf):
        yield from dial.values
    elif isinstance(bet := getattr(offer.act, "bet", None), str):
        yield bet


def pays_as_drawn(layout: Layout, events: Events, *, each_at_once: bool) -> None:
    """Check each payment: it has a place, the rate of that place, and its turn in the layout's order.

    If the bets of one player are paid together, the order is checked separately for each player.
    """
    turn: dict[int, int] = {}
    for paid in events:
        if not isinstance(paid, Payment):
            continue
        place = layout.place_of(paid.bet, paid.seat)
        assert place, paid
        assert paid.against is None or layout.place_of(paid.against[1], paid.against[0]), paid
        if paid.rate is not None and paid.rate > 0:
            assert isinstance(place, Spot), paid
            jackpot = layout.place_of(place.kind, POT)
            assert paid.rate in rates_of(place) or isinstance(jackpot, Pot), (paid, place)
            whose = paid.seat if each_at_once else POT
            assert place.order >= turn.get(whose, place.order), paid
            turn[whose] = place.order


def rates_of(spot: Spot) -> set[object]:
    """Return all rates, to 1, that a spot can pay."""
    return {spot.pays, *(prize.pays for prize in spot.prizes)}
