"""Hands dealt from one deck: whose card is next, what the bank takes, what becomes of a void round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic

from novamas.equipment.cards import DECK_52
from novamas.equipment.shoe import Shoe
from novamas.families.banked.phases import C, Cloth, Drawing, end_round, give_back
from novamas.table.events import Owner
from novamas.table.felt import Chips
from novamas.table.moves import Moves
from novamas.table.phases import AnyPhase, Step


class DealtCloth(Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of a game dealt from one deck. Each game makes its own of it."""

    public: ClassVar[tuple[str, ...]] = (*Cloth.public, "pack")
    of_the_round: ClassVar[tuple[str, ...]] = ("taken",)  # what is empty again after it

    taken: tuple[Chips, ...] = ()  # what the bank has taken in this round: given back if the round is void
    pack: int = 1  # which deck is in play

    @property
    def packs(self) -> int:
        """How many decks come into play by turns."""
        raise AssertionError("each table has its own decks")

    @property
    def in_batches(self) -> bool:
        """Does each hand get all its cards at once?"""
        return False

    @property
    def hands(self) -> Iterable[tuple[Owner, int]]:
        """Who gets cards in this round, in the order of the deal, and how many."""
        raise AssertionError("each game has its own hands")

    def is_blank(self, owner: Owner) -> bool:
        """Is the next card of this hand dealt without anybody seeing it?"""
        raise AssertionError("each game deals in its own way")

    def is_up(self, owner: Owner) -> bool:
        """Is the next card of this hand dealt face up?"""
        return False

    def dealing(self) -> AnyPhase:
        """The game's own `Dealing`, in which its incidents happen."""
        raise AssertionError("each game deals in its own way")

    def decide(self, moves: Moves[Any]) -> Step:
        """The cards are dealt: on to the decisions."""
        raise AssertionError("each game decides in its own way")

    def next_owner(self) -> Owner | None:
        """Who gets the next card: one by one round the table, or hand after hand."""
        fewest, found, in_batches = len(DECK_52), None, self.in_batches
        for owner, size in self.hands:
            many = len(self.held(owner))
            if many < size and many < fewest:
                if in_batches:
                    return owner
                fewest, found = many, owner
        return found

    def gather(self, moves: Moves[Any]) -> None:
        """The deck is put away and, where there are several, the next one comes."""
        moves.use(None)
        moves.change(**dict.fromkeys(self.of_the_round, ()), pack=self.pack % self.packs + 1)


class Dealing(Drawing[C], Generic[C], frozen=True):
    """The cards are dealt from the croupier's left, to every hand and before the croupier."""

    def drawn(self, what: int) -> Step:
        felt: Any = self.felt
        moves, owner = Moves(felt), felt.next_owner()
        moves.deal(owner, what, up=felt.is_up(owner))
        return deal_on(moves)


def fresh_deck(moves: Moves[Any]) -> None:
    """A deck of fifty-two cards comes into play."""
    moves.use(Shoe.of(DECK_52))


def deal_on(moves: Moves[Any]) -> Step:
    """The deal goes on: cards that nobody sees are laid at once, until one is to be seen or all are dealt."""
    felt: DealtCloth = moves.felt
    while (owner := felt.next_owner()) is not None:
        if not felt.is_blank(owner):
            return moves.to(felt.dealing())
        moves.deal_blank(owner)
        felt = moves.felt
    return felt.decide(moves)


def take(moves: Moves[Any], seat: int, bet: str, *clauses: str) -> None:
    """The bank takes a bet before the round is settled; it is remembered, in case the round is void."""
    felt: DealtCloth = moves.felt
    moves.change(taken=(*felt.taken, Chips(seat, bet, felt.on(seat, bet))))
    moves.collect(seat, bet, *clauses)


def void_round(moves: Moves[Any], clause: str) -> Step:
    """The round is void: every bet goes back, also what the bank has already taken."""
    felt: DealtCloth = moves.felt
    give_back(moves, felt.chips, clause)
    for seat, bet, cents in felt.taken:
        moves.award(seat, bet, cents, clause)
    return end_round(moves)
