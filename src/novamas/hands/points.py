"""Hands that count points: baccarat, blackjack, rows of treinta y cuarenta, the jackpot's sevens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

import msgspec

from novamas.equipment import rank, suit
from novamas.equipment.cards import DECK_52
from novamas.law import law

ACE = 14
# the ace counts one, court cards ten, the others their pips
_PIPS = tuple(1 if rank(card) == ACE else min(rank(card), 10) for card in DECK_52)


@law("IB05.07.VI.1.2", "IB05.07.VI.1.3", "IB05.08.VI.1")
def baccarat_points(cards: Iterable[int]) -> int:
    """Return the last digit of the sum of the pips. The ace counts one, tens and court cards zero."""
    return sum([_PIPS[card] for card in cards]) % 10


class BlackjackTotal(msgspec.Struct, frozen=True):
    """The value of a blackjack hand."""

    points: int
    is_soft: bool
    """Whether an ace counts eleven."""
    is_blackjack: bool
    """Whether it is a black jack: twenty-one with the first two cards."""

    @property
    def is_over(self) -> bool:
        """Whether the hand is over twenty-one and therefore loses."""
        return self.points > 21

    @property
    @law("IB05.03.V.1.a.16")
    def strength(self) -> int:
        """The points, 0 for a hand over twenty-one, 22 for a black jack, which beats any other 21."""
        if self.is_over:
            return 0
        return 22 if self.is_blackjack else self.points


@law("IB05.03.II.1.2", "IB05.03.V.1.c.8")
def blackjack_total(cards: Sequence[int], *, is_split: bool = False) -> BlackjackTotal:
    """Return the total of a hand. Court cards count ten.

    An ace counts eleven if the total stays within twenty-one, otherwise one. A split hand cannot be a black
    jack.
    """
    pips = [_PIPS[card] for card in cards]
    least = sum(pips)
    is_soft = least <= 11 and 1 in pips
    points = least + 10 if is_soft else least
    return BlackjackTotal(points, is_soft, points == 21 and len(cards) == 2 and not is_split)


@law("IB05.05.II.1.2")
def row_points(cards: Iterable[int]) -> int:
    """Return the points of a row: court cards count ten, the ace one, other cards their pips."""
    return sum([_PIPS[card] for card in cards])


@law("IB05.05.V.1.2", "IB05.05.V.3.5")
def is_row_complete(cards: Iterable[int]) -> bool:
    """Return whether a row is complete, at 31 or more. That it continues at exactly 30 is our reading."""
    return row_points(cards) >= 31


class Sevens(StrEnum):
    """Combinations of a box's first cards that win the jackpot of black jack, named as in the clause."""

    ONE = "siete"
    TWO_UNSUITED = "dos_sietes_de_distinto_palo"
    TWO_SUITED = "dos_sietes_del_mismo_palo"
    THREE_UNSUITED = "tres_sietes_de_distinto_palo"
    THREE_SUITED = "tres_sietes_del_mismo_palo"

    @property
    def clause(self) -> str:
        """The clause that pays this combination."""
        return _SEVENS_CLAUSES[self]


_SEVENS_CLAUSES = {
    Sevens.ONE: "AR10.7.e.a.1",
    Sevens.TWO_UNSUITED: "AR10.7.e.b.1",
    Sevens.TWO_SUITED: "AR10.7.e.c.1",
    Sevens.THREE_UNSUITED: "AR10.7.e.d.1",
    Sevens.THREE_SUITED: "AR10.7.e.e.1",
}


@law("AR10.7.e.a.1", "AR10.7.e.b.1", "AR10.7.e.c.1", "AR10.7.e.d.1", "AR10.7.e.e.1")
def jackpot_sevens(first_cards: Sequence[int], *, three_suits: bool = False) -> Sevens | None:
    """Return the sevens among a box's first three cards: the first card, the first two, or all three.

    It is our reading that three sevens "of different suits" are not all of one suit. With `three_suits`,
    each has a suit of its own. Other three sevens are paid as the first two.
    """
    sevens = 0
    while sevens < min(len(first_cards), 3) and rank(first_cards[sevens]) == 7:
        sevens += 1
    if sevens == 0:
        return None
    if sevens == 1:
        return Sevens.ONE
    suits = len({suit(card) for card in first_cards[:sevens]})
    if three_suits and sevens == 3 and suits == 2:
        sevens, suits = 2, len({suit(card) for card in first_cards[:2]})
    is_suited = suits == 1
    if sevens == 2:
        return Sevens.TWO_SUITED if is_suited else Sevens.TWO_UNSUITED
    return Sevens.THREE_SUITED if is_suited else Sevens.THREE_UNSUITED
