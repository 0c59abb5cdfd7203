"""The deal of banked poker from one deck: the next card, bets taken early, void rounds.

The cloth lists its hands as data in the order of the deal. A card that no one sees is dealt as a blank.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, ClassVar, Generic, NamedTuple, Protocol

from novamas.equipment.cards import DECK_52
from novamas.equipment.shoe import Shoe
from novamas.families.banked.cloth import C
from novamas.families.banked.phases import Drawing, end_round, give_back
from novamas.families.banked_poker.setup import PokerRules
from novamas.law import law
from novamas.table.events import Owner
from novamas.table.felt import Chips, Held
from novamas.table.moves import Moves
from novamas.table.phases import Step


class DealtHand(NamedTuple):
    """A hand of the round: its owner, its size, and the cards that are seen when they are dealt."""

    owner: Owner
    size: int
    is_seen: bool  # whether its player sees each card; otherwise the cards are blanks
    face_up: int = -1  # position of the one card dealt face up, counted from 0; -1 if there is none


class DealtFelt(Protocol):
    """The fields of a cloth that the deal needs."""

    of_the_round: ClassVar[tuple[str, ...]]  # fields that are emptied at the end of a round

    @property
    def chips(self) -> tuple[Chips, ...]: ...

    @property
    def taken(self) -> tuple[Chips, ...]: ...  # bets the bank has taken in this round

    @property
    def pack(self) -> int: ...  # number of the deck in use

    @property
    def rules(self) -> PokerRules: ...

    @property
    def hands(self) -> Iterable[DealtHand]: ...  # in the order of the deal

    def held(self, owner: Owner) -> tuple[Held, ...]: ...

    def on(self, seat: int, bet: str) -> int: ...

    def decide(self, moves: Moves[Any]) -> Step: ...  # the first decision after the deal


class Dealing(Drawing[C], Generic[C], frozen=True):
    """The croupier deals from the left, to each box and to the place in front of the croupier."""

    step: ClassVar[str] = "dealing"

    def drawn(self, what: int) -> Step:
        felt: Any = self.felt
        moves, hand = Moves(felt), next_hand(felt)
        assert hand is not None
        moves.deal(hand.owner, what, up=len(felt.held(hand.owner)) == hand.face_up)
        return deal_on(moves)


def fresh_deck(moves: Moves[Any]) -> None:
    """Bring a deck of fifty-two cards into play."""
    moves.use(Shoe.of(DECK_52))


def next_hand(felt: DealtFelt) -> DealtHand | None:
    """Return the hand that gets the next card, or None if all hands are complete.

    Cards are dealt one at a time around the table, or hand by hand if the shuffler deals whole hands.
    """
    fewest, found, in_batches = len(DECK_52), None, felt.rules.in_batches
    for hand in felt.hands:
        held = len(felt.held(hand.owner))
        if held < hand.size and held < fewest:
            if in_batches:
                return hand
            fewest, found = held, hand
    return found


def deal_on(moves: Moves[Any]) -> Step:
    """Continue the deal with blanks until a card must be seen, or until all hands are complete."""
    felt: DealtFelt = moves.felt
    while (hand := next_hand(felt)) is not None:
        if hand.is_seen or len(felt.held(hand.owner)) == hand.face_up:
            return moves.to(Dealing(moves.felt))
        moves.deal_blank(hand.owner)
        felt = moves.felt
    return felt.decide(moves)


def take(moves: Moves[Any], seat: int, bet: str, *clauses: str) -> None:
    """Take a bet for the bank before the round is settled, and note it in case the round becomes void."""
    felt: DealtFelt = moves.felt
    moves.change(taken=(*felt.taken, Chips(seat, bet, felt.on(seat, bet))))
    moves.collect(seat, bet, *clauses)


def void_round(moves: Moves[Any], clause: str) -> Step:
    """End a void round: return every bet, including those that the bank has already taken."""
    felt: DealtFelt = moves.felt
    give_back(moves, felt.chips, clause)
    return_taken(moves, felt.taken, clause)
    return end_round(moves)


def return_taken(moves: Moves[Any], taken: Iterable[Chips], clause: str) -> None:
    """Return stakes that the bank has already taken, at a rate of 0 because they win nothing."""
    for seat, bet, cents in taken:
        moves.award(seat, bet, cents, clause, rate=Fraction(0))


@law("IB05.11.II.1.3", "AR10.10-1-A.II.2.2")
def gather_cards(moves: Moves[Any]) -> None:
    """Put the deck away at the end of a round. If there are several decks, the next one is used."""
    felt: DealtFelt = moves.felt
    moves.use(None)
    moves.change(**dict.fromkeys(felt.of_the_round, ()), pack=felt.pack % felt.rules.packs + 1)
