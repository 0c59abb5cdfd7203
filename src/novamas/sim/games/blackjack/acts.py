"""Tables of a player's acts at black jack: with the first two cards, later hands and split hands.

Hands have the same numbers as in the odds' analyser. A table of acts can therefore hold every
decision that it finds best, for each first card of the bank.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.games.blackjack.setup import Rules
from novamas.odds.games.blackjack.analysis import Course, best_course
from novamas.odds.games.blackjack.basic_strategy import analysed, basic_strategy
from novamas.odds.games.blackjack.bets import terms_of
from novamas.odds.games.blackjack.enumeration import ACE, VALUES, hands
from novamas.odds.games.blackjack.kernels import DOUBLE, HIT, STAND

BASIC, LIKE_THE_BANK = "basic", "bank"
SPLIT, GIVE_UP, EVEN_MONEY = 3, 4, 5  # acts that the analyser does not have
ACTS = {
    "stand": STAND,
    "hit": HIT,
    "double": DOUBLE,
    "split": SPLIT,
    "surrender": GIVE_UP,
    "even_money": EVEN_MONEY,
}


class Acts(NamedTuple):
    """The player's acts, for each first card of the bank."""

    first: NDArray[np.int8]  # with these first two cards
    later: NDArray[np.int8]  # with this later hand
    split: NDArray[np.int8]  # with this hand of a split pair of this value


def acts_of(rules: Rules, strategy: str) -> Acts:
    """Return a strategy's acts for every hand."""
    if strategy == LIKE_THE_BANK:
        return as_the_bank(rules)
    terms = terms_of(rules)
    if strategy == BASIC:
        return of_courses(basic_strategy(terms).courses)
    analyser = analysed(terms)
    return of_courses({first: best_course(analyser.against(first)) for first in analyser.firsts})


def nothing_but_stand() -> Acts:
    """Return tables in which every act is to stand. The caller then fills them."""
    many = len(hands().size)
    return Acts(
        np.zeros((10, 10, 10), np.int8), np.zeros((10, many), np.int8), np.zeros((10, 10, many), np.int8)
    )


def of_courses(courses: Mapping[int, Course]) -> Acts:
    """Return the analyser's strategies as tables of acts."""
    pairs = [hands().of(value, value) for value in VALUES]
    acts = nothing_but_stand()
    for first, course in courses.items():
        for (one, other), act in course.acts.items():
            acts.first[first, one, other] = acts.first[first, other, one] = ACTS[act]
        acts.later[first] = course.played.acts
        for value, split in course.splits.items():
            acts.split[first, value] = split.played.acts
            if value == ACE:
                acts.split[first, value] = STAND  # a single card on each ace
            if split.resplit:
                acts.split[first, value, pairs[value]] = SPLIT
    return acts


def as_the_bank(rules: Rules) -> Acts:
    """Return the acts of a player who draws like the bank and never raises the stake."""
    draws = (hands().points < rules.bank_stands_on).astype(np.int8) * HIT
    first = np.array([[draws[hands().of(one, other)] for other in VALUES] for one in VALUES], np.int8)
    shape = (10, 10, len(draws))
    return Acts(np.tile(first, (10, 1, 1)), np.tile(draws, (10, 1)), np.broadcast_to(draws, shape).copy())
