"""How to play, told in two forms: the whole table of best play, and a rule that a person can remember."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from novamas.equipment.cards import RANK_LETTERS, rank, suit

Coded: TypeAlias = Mapping[str, object]  # a code, and figures by their names
SUITED = ":suited"  # after the ranks of cards that are all of one suit


def hand_label(cards: Iterable[int]) -> str:
    """The ranks of a hand from the highest: "Q-6-4"."""
    return "-".join(RANK_LETTERS[each - 2] for each in sorted(map(rank, cards), reverse=True))


def kind_label(cards: Sequence[int]) -> str:
    """The ranks of a hand, and whether it is of one suit: "Q-6-4:suited"."""
    return hand_label(cards) + SUITED * (len(set(map(suit, cards))) == 1)


def coded(code: str, **figures: object) -> Coded:
    """Hands that advice speaks of, as `novamas.words` will tell them."""
    return {"code": code, **figures}


ANY_HAND = coded("any_hand")  # of a rule that says to do always the same


def or_better(cards: Iterable[int]) -> Coded:
    """A hand of these ranks and all that beat it."""
    return coded("hand_or_better", hand=hand_label(cards))


def rule(least: Coded, cost: Fraction, *, best: str = "go", otherwise: str = "fold") -> Mapping[str, Any]:
    """Do one thing with these hands and the other with the rest: what that costs against best play."""
    return {"best": best, "otherwise": otherwise, "from": least, "cost": str(cost), "worth": {}}


def row(when: Mapping[str, str], best: str, worth: Mapping[str, Fraction], hands: int) -> Mapping[str, Any]:
    """One line of the whole table: a situation, how many hands are in it, and what each act is worth."""
    worths = {f"s1 {act}": str(value) for act, value in worth.items()}
    return {"when": dict(when), "hands": hands, "best": best, "worth": worths}


def by_choice(choice: str, edges: Mapping[str, Fraction]) -> Mapping[str, Any]:
    """The edge of a bet under each value of a choice of the house."""
    return {"best": "", "worth": {}, "choice": choice, "edges": {to: str(edge) for to, edge in edges.items()}}


def whole_table(rows: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """All lines of best play, for programs; people are told the rules."""
    return {"best": "", "worth": {}, "table": list(rows)}


def whole_chart(rows: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """What to do by hand and by the card that the bank shows, as people put it on one page."""
    return {"best": "", "worth": {}, "chart": list(rows)}
