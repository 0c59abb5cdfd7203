"""Hands with points: baccarat, blackjack totals, rows of treinta y cuarenta, the jackpot's sevens."""

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
    """Cards count their pips, the ace one, tens and court cards zero. The tens of the sum are dropped."""
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
        """Whether it is over twenty-one, and so loses."""
        return self.points > 21

    @property
    @law("IB05.03.V.1.a.16")
    def strength(self) -> int:
        """0 over twenty-one, else the points, and 22 for a black jack, which beats any other 21."""
        if self.is_over:
            return 0
        return 22 if self.is_blackjack else self.points


@law("IB05.03.II.1.2", "IB05.03.V.1.c.8")
def blackjack_total(cards: Sequence[int], *, is_split: bool = False) -> BlackjackTotal:
    """Court cards count ten. An ace counts eleven if the total stays within twenty-one, else one.

    A split hand cannot be a black jack.
    """
    pips = [_PIPS[card] for card in cards]
    least = sum(pips)
    is_soft = least <= 11 and 1 in pips
    points = least + 10 if is_soft else least
    return BlackjackTotal(points, is_soft, points == 21 and len(cards) == 2 and not is_split)


@law("IB05.05.II.1.2")
def row_points(cards: Iterable[int]) -> int:
    """In a row of treinta y cuarenta, court cards count ten, the ace one, the others their pips."""
    return sum([_PIPS[card] for card in cards])


@law("IB05.05.V.1.2", "IB05.05.V.3.5")
def is_row_complete(cards: Iterable[int]) -> bool:
    """A row ends at 31 or more. That it continues at exactly 30 is a reading."""
    return row_points(cards) >= 31


class Sevens(StrEnum):
    """Combinations of a box's first cards that win the jackpot of black jack, as in the clause."""

    ONE = "siete"
    TWO_UNSUITED = "dos_sietes_de_distinto_palo"
    TWO_SUITED = "dos_sietes_del_mismo_palo"
    THREE_UNSUITED = "tres_sietes_de_distinto_palo"
    THREE_SUITED = "tres_sietes_del_mismo_palo"

    @property
    def clause(self) -> str:
        """The clause that pays it."""
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
    """Return the sevens among a box's first three cards in the order dealt: the first, the first two, all.

    Three sevens "of different suits" are three that are not all of one suit, or with `three_suits` three
    of which no two share a suit (a reading). Other three sevens are worth their first two.
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
