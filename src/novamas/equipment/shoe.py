"""The cards that are still to come, as a value: what nobody has seen, and how many places have been used."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

import msgspec

from novamas.errors import InvalidInput


class Shoe(msgspec.Struct, frozen=True, gc=False):
    """A shoe, or a deck in the hand: the next card is any of those not yet seen.

    A card dealt or burned face down takes a place but stays among those left, since nobody knows which it is;
    it is drawn from them when somebody first sees it.
    """

    left: bytes
    """The cards nobody has seen, in order of their numbers."""
    size: int
    """How many cards the shoe was loaded with, those counted again that were shuffled back into it."""
    dealt: int = 0
    """How many places have been used: the place of the next card."""
    cut: int = 0
    """How many cards lie before the cut card; 0 where there is none."""

    @classmethod
    def of(cls, deck: Iterable[int], *, decks: int = 1, cut: int = 0) -> Shoe:
        """A full shoe of so many decks, with the cut card after so many cards."""
        left = bytes(sorted(tuple(deck) * decks))
        if not 0 <= cut <= len(left):
            raise InvalidInput("cut_outside", cut=cut, size=len(left))
        return cls(left=left, size=len(left), cut=cut)

    @property
    def total(self) -> int:
        return len(self.left)

    def at(self, n: int) -> int:
        return self.left[n]

    def items(self) -> Iterable[tuple[int, int]]:
        return ((card, len(list(same))) for card, same in groupby(self.left))

    def may_bring(self, what: int) -> bool:
        return 0 <= what < 256 and what in self.left

    @property
    def undealt(self) -> int:
        """How many cards lie in the shoe."""
        return self.size - self.dealt

    @property
    def blanks(self) -> int:
        """How many cards have left the shoe without being seen."""
        return self.dealt - (self.size - len(self.left))

    @property
    def has_reached_cut(self) -> bool:
        """Whether the cut card has come to the mouth of the shoe."""
        return 0 < self.cut <= self.dealt

    def take(self, card: int) -> Shoe:
        """The shoe after this card was dealt face up."""
        size, dealt = self.size, self.dealt
        if dealt >= size:
            raise _empty()
        return Shoe(self._without(card), size, dealt + 1, self.cut)

    def skip(self) -> Shoe:
        """The shoe after a card was dealt or burned unseen."""
        if self.dealt >= self.size:
            raise _empty()
        return Shoe(self.left, self.size, self.dealt + 1, self.cut)

    def turn(self, card: int) -> Shoe:
        """The shoe after a card dealt unseen was turned up, and is this one."""
        if self.blanks < 1:
            raise InvalidInput("no_blank")
        return Shoe(self._without(card), self.size, self.dealt, self.cut)

    def mix_in(self, cards: Iterable[int] = (), *, blanks: int = 0) -> Shoe:
        """The shoe after cards that had left it, seen or not, were shuffled back in with the others.

        They come out again at places of their own: what lies on the table keeps the place it came from.
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


def _empty() -> InvalidInput:
    return InvalidInput("shoe_empty")
