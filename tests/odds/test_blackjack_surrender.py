"""Surrender if a black jack of the bank also takes the other half: odds and engine agree."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.odds.test_blackjack_odds import SHOES, STAKE, TERMS, CourseWalk, dealing

from novamas.odds.games.blackjack.analysis import Analyser, best_course
from novamas.odds.games.blackjack.basic_strategy import advice_against
from novamas.odds.games.blackjack.distribution import nets
from novamas.odds.games.blackjack.enumeration import TEN


@pytest.mark.parametrize("shoe", [SHOES["aces and twos"], (3, 0, 0, 0, 0, 2, 0, 0, 0, 9)])
def test_a_surrender_that_a_blackjack_may_take_whole_agrees_with_the_walk(shoe: tuple[int, ...]) -> None:
    analyser = Analyser(replace(TERMS, shoe=shoe, surrender_keeps_half=False))
    courses = {first: best_course(analyser.against(first)) for first in analyser.firsts}
    for held in courses[TEN].acts:  # surrendered at every chance, so that it is weighed
        if "surrender" in analyser.against(TEN).worth_of(*held):
            courses[TEN].acts[held] = "surrender"
    walked = CourseWalk(courses).result(dealing(shoe, surrender_keeps_half=False), STAKE)
    assert float(walked.mean) / STAKE == pytest.approx(
        analyser.expectation(lambda against: courses[against.first]), abs=1e-13
    )
    spread = nets(analyser, courses)
    assert sum(net * chance for net, chance in spread.items()) == pytest.approx(float(walked.mean) / STAKE)


def test_fewer_hands_are_given_up_where_the_half_is_not_safe() -> None:
    """Against a ten, only 15, 16 and eights are surrendered if the half is not safe: fewer than otherwise."""
    early, _ = advice_against(TERMS, TEN)
    late, _ = advice_against(replace(TERMS, surrender_keeps_half=False), TEN)
    assert set(early.surrenders) == {(14, False), (15, False), (16, False)}
    assert set(late.surrenders) == {(15, False), (16, False)}
    assert (set(early.surrenders_pairs), set(late.surrenders_pairs)) == ({6, 7}, {7})
    nine = (advice_against(terms, 8)[0] for terms in (TERMS, replace(TERMS, surrender_keeps_half=False)))
    assert len(set(nine)) == 1  # a nine makes no black jack
