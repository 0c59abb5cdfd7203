"""Payloads of hands: the best hand of some cards, its rank among all hands, and equities."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from novamas.equipment import JOKER, name
from novamas.hands import Hand, HandPercentile, best_hand, hand_percentile, ranking
from novamas.hands.equity import Equities
from novamas.hands.rankings import Category
from novamas.law import Library
from novamas.words import Voice
from novamas.words.hands import hand_text

USUAL_GAMES = {52: "holdem", 53: "pai_gow_poker", 32: "five_stud", 28: "sintetico"}
OF_OTHER_DECKS = "cubierto"


def usual_game(deck: int | None, cards: tuple[int, ...]) -> str:
    """Return the game whose ranking applies by default. The deck or the number of cards decides."""
    if deck is None and len(cards) == 3:
        return "tres_cartas"
    if deck is None:
        deck = 53 if JOKER in cards else 52
    return USUAL_GAMES.get(deck, OF_OTHER_DECKS)


def hand_of(
    law: Library,
    own: tuple[int, ...],
    common: tuple[int, ...],
    game: str | None,
    norm: str | None,
    deck: int | None,
) -> tuple[Hand, HandPercentile, int]:
    """Return the best hand of some cards, its percentile, and the size of the hands it is ranked among."""
    chosen = ranking(game or usual_game(deck, own + common), norm, deck=deck, law=law)
    hand = best_hand(chosen, own, common)
    size = chosen.shape.cards if chosen.exactly else len(own) + len(common)
    return hand, hand_percentile(hand, size), size


class HandPayload(Struct, frozen=True, kw_only=True):
    """A hand with its clause and its rank among all hands of its size."""

    game: str
    norm: str
    deck: int
    category: Category
    name: str
    made_of: tuple[str, ...]
    strength: int
    clause: str
    tie_clause: str
    among_hands_of: int
    hands: int
    better: int
    equal: int
    worse: int
    kind: int
    kinds: int
    probability: Fraction
    probability_of_better: Fraction


def hand_payload(hand: Hand, found: HandPercentile, size: int, voice: Voice) -> HandPayload:
    """Return a hand and its percentile as a payload for JSON."""
    ranking = hand.ranking
    return HandPayload(
        game=ranking.game,
        norm=ranking.norm,
        deck=ranking.shape.deck,
        category=hand.category,
        name=hand_text(hand, voice),
        made_of=tuple(name(card) for card in hand.cards),
        strength=hand.strength,
        clause=hand.clause,
        tie_clause=ranking.tie_clause(hand.category),
        among_hands_of=size,
        hands=found.hands,
        better=found.better,
        equal=found.equal,
        worse=found.worse,
        kind=found.kind,
        kinds=found.kinds,
        probability=found.probability,
        probability_of_better=found.probability_of_better,
    )


class HandEquityPayload(Struct, frozen=True):
    """The share of the pot that one hand wins."""

    cards: tuple[str, ...]
    wins: Fraction
    ties: Fraction
    equity: Fraction
    equity_float: float
    se: float | None  # standard error, if it was sampled


class EquityPayload(Struct, frozen=True):
    """The share of the pot that each hand wins, and the number of cases counted."""

    game: str
    norm: str
    ways: int
    exact: bool
    hands: tuple[HandEquityPayload, ...]


def equity_payload(found: Equities, held: Sequence[tuple[int, ...]]) -> EquityPayload:
    """Return the equities of hands as a payload for JSON."""
    hands = (
        HandEquityPayload(
            cards=tuple(name(card) for card in cards),
            wins=each.wins,
            ties=each.ties,
            equity=each.share,
            equity_float=float(each.share),
            se=each.error,
        )
        for cards, each in zip(held, found.hands, strict=True)
    )
    return EquityPayload(found.game, found.norm, found.ways, found.is_exact, tuple(hands))
