"""A shoe as a frozen value: the unseen cards, and the number of cards that have left it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import groupby
from math import gcd, prod
from operator import itemgetter

import msgspec

from novamas.errors import InvalidInput


class Shoe(msgspec.Struct, frozen=True, gc=False):
    """A shoe, or a deck held in the hand. The next card may be any unseen card.

    A card dealt or burned face down takes a place, but it stays among the unseen cards because its identity
    is not known. It is drawn from them when it is first seen.
    """

    left: bytes
    """The unseen cards, sorted by number."""
    size: int
    """The number of cards loaded, in which cards shuffled back into the shoe count again."""
    dealt: int = 0
    """The number of places used, which is the place of the next card."""
    cut: int = 0
    """The number of cards before the cut card, or 0 if there is none."""

    @classmethod
    def of(cls, deck: Iterable[int], *, decks: int = 1, cut: int = 0) -> Shoe:
        """Return a full shoe of `decks` decks, with the cut card after `cut` cards."""
        left = bytes(sorted(tuple(deck) * decks))
        if not 0 <= cut <= len(left):
            raise InvalidInput("cut_outside", cut=cut, size=len(left))
        return cls(left=left, size=len(left), cut=cut)

    @property
    def total(self) -> int:
        return len(self.left)

    def at(self, n: int) -> int:
        """Return the card that a draw of the number n takes."""
        return self.left[n]

    def items(self) -> Iterable[tuple[int, int]]:
        return ((card, len(list(same))) for card, same in groupby(self.left))

    def may_bring(self, what: int) -> bool:
        return 0 <= what < 256 and what in self.left

    @property
    def undealt(self) -> int:
        """The number of cards in the shoe."""
        return self.size - self.dealt

    @property
    def blanks(self) -> int:
        """The number of cards that have left the shoe unseen."""
        return self.dealt - (self.size - len(self.left))

    @property
    def has_reached_cut(self) -> bool:
        """Whether the cut card has come to the mouth of the shoe."""
        return 0 < self.cut <= self.dealt

    def take(self, card: int) -> Shoe:
        """Return the shoe after this card was dealt and seen."""
        size, dealt = self.size, self.dealt
        if dealt >= size:
            raise _empty()
        return Shoe(self._without(card), size, dealt + 1, self.cut)

    def skip(self) -> Shoe:
        """Return the shoe after a card was dealt or burned unseen."""
        if self.dealt >= self.size:
            raise _empty()
        return Shoe(self.left, self.size, self.dealt + 1, self.cut)

    def put_back(self) -> Shoe:
        """Return the shoe after the last card that left it, still unseen, was put back on top."""
        if self.blanks < 1:
            raise InvalidInput("no_blank")
        return Shoe(self.left, self.size, self.dealt - 1, self.cut)

    def turn(self, card: int) -> Shoe:
        """Return the shoe after a card that was dealt unseen is turned over and is this one."""
        if self.blanks < 1:
            raise InvalidInput("no_blank")
        return Shoe(self._without(card), self.size, self.dealt, self.cut)

    def mix_in(self, cards: Iterable[int] = (), *, blanks: int = 0) -> Shoe:
        """Return the shoe after cards that had left it, seen or unseen, were shuffled back into it.

        They get new places when dealt again. Cards on the table keep their own.
        """
        seen = bytes(cards)
        back = len(seen) + blanks
        if blanks > self.blanks or back > self.dealt:
            raise InvalidInput("not_out")
        return Shoe(bytes(sorted(self.left + seen)), self.size + back, self.dealt, self.cut)

    def _without(self, card: int) -> bytes:
        left = self.left
        place = left.find(card)
        if place < 0:
            raise InvalidInput("card_not_left", number=card)
        return left[:place] + left[place + 1 :]


class PlaceDraws(Shoe, frozen=True, gc=False):
    """The draw of the card at one place, after seen cards were mixed back into the shoe.

    A card that was mixed back cannot be at a place that had left the shoe before. The weight of an unseen
    card is the number of ways to fill the other places if this card is here.
    """

    weights: tuple[int, ...] = ()  # of each card in `left`

    @property
    def total(self) -> int:
        return sum(self.weights)

    def at(self, n: int) -> int:
        """Return the card that a draw of the number n takes."""
        for card, weight in zip(self.left, self.weights, strict=True):
            n -= weight
            if n < 0:
                return card
        raise IndexError(n)

    def items(self) -> Iterable[tuple[int, int]]:
        both = zip(self.left, self.weights, strict=True)
        return ((card, sum(weight for _, weight in same)) for card, same in groupby(both, itemgetter(0)))

    def may_bring(self, what: int) -> bool:
        return any(card == what and weight for card, weight in zip(self.left, self.weights, strict=True))


def place_draws(shoe: Shoe, mixed: Mapping[int, int], blanks: Collection[int], place: int) -> PlaceDraws:
    """Return the possible draws of the card at `place`.

    `mixed` gives the first place at which each mixed card can be. `blanks` are the places of the unseen cards
    on the table. Unseen cards elsewhere left the shoe before those.
    """
    elsewhere = shoe.blanks - len(blanks)
    others = sorted([0] * elsewhere + [each for each in blanks if each != place])
    firsts = [mixed.get(card, 0) for card in shoe.left]
    weights = []
    for own in firsts:
        fitting = [
            sum(first <= other for first in firsts) - (own <= other) - nth for nth, other in enumerate(others)
        ]
        weights.append(prod(fitting) if own <= place else 0)
    common = gcd(*weights)
    return PlaceDraws(shoe.left, shoe.size, shoe.dealt, shoe.cut, tuple(each // common for each in weights))


def _empty() -> InvalidInput:
    return InvalidInput("shoe_empty")
