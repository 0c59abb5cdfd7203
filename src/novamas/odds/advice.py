"""Building blocks of advice: simple rules that people can remember, and complete strategy tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from novamas.equipment.cards import RANK_LETTERS, rank, suit

Coded: TypeAlias = Mapping[str, object]  # a code, and values by name
SUITED = ":suited"  # follows the ranks if all cards are of one suit


def hand_label(cards: Iterable[int]) -> str:
    """Return the ranks of a hand, highest first, as in "Q-6-4"."""
    return "-".join(RANK_LETTERS[each - 2] for each in sorted(map(rank, cards), reverse=True))


def kind_label(cards: Sequence[int]) -> str:
    """Return the ranks of a hand. If all cards are of one suit, add ":suited", as in "Q-6-4:suited"."""
    return hand_label(cards) + SUITED * (len(set(map(suit, cards))) == 1)


def coded(code: str, **figures: object) -> Coded:
    """Return a description of hands as a code with values. `novamas.words` turns it into text."""
    return {"code": code, **figures}


ANY_HAND = coded("any_hand")  # of a rule that is the same for every hand


def or_better(cards: Iterable[int]) -> Coded:
    """Return the code for "these ranks, or any hand that beats them"."""
    return coded("hand_or_better", hand=hand_label(cards))


def rule(least: Coded, cost: Fraction, *, best: str = "go", otherwise: str = "fold") -> Mapping[str, Any]:
    """Return a simple rule with its cost, which is its loss against best play.

    With the hands `least` the player does `best`, and with all others `otherwise`.
    """
    return {"best": best, "otherwise": otherwise, "from": least, "cost": str(cost), "worth": {}}


def row(when: Mapping[str, str], best: str, worth: Mapping[str, Fraction], hands: int) -> Mapping[str, Any]:
    """Return a row of a strategy table: a situation, its number of hands, and the value of each act."""
    worths = {f"s1 {act}": str(value) for act, value in worth.items()}
    return {"when": dict(when), "hands": hands, "best": best, "worth": worths}


def by_choice(choice: str, edges: Mapping[str, Fraction]) -> Mapping[str, Any]:
    """Return the edge of a bet for each value that the house may choose."""
    return {"best": "", "worth": {}, "choice": choice, "edges": {to: str(edge) for to, edge in edges.items()}}


def whole_table(rows: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return the complete strategy table. It is meant for software, while people get the rules."""
    return {"best": "", "worth": {}, "table": list(rows)}


def whole_chart(rows: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return a strategy chart of one page: the best act by the player's hand and the bank's up card."""
    return {"best": "", "worth": {}, "chart": list(rows)}
