"""Hand histories of circle poker, with errors planted in them: the audit finds each one and goes on."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.record.histories import evening

from novamas.house.auditing import Report, audit
from novamas.house.auditing.departures import Kind
from novamas.record.phh import BOARD, CALL, FOLD, HOLE, RAISE, Action, History, write_histories
from novamas.record.phh_replay import replay_history
from novamas.record.phh_writing import evening_of

CHOICES: dict[str, Any] = {"ante": 0, "small_blind": 100, "big_blind": 200, "rake": Fraction(0)}


@pytest.fixture(scope="module")
def hands() -> list[History]:
    """Hands that were played to their end, with the stacks that came of them."""
    played = [
        hand for seed in range(6) for hand in evening_of(evening("holdem", seed, 4, **CHOICES)).histories
    ]
    clean = [hand for hand in played if replay_history(hand).departure is None and hand.finishing]
    assert len(clean) > 8
    return clean


def audited(hands: list[History], folder: Path) -> Report:
    path = folder / "evening.phhs"
    path.write_text(write_histories(hands), "utf-8")
    return audit([path])


def edited(hand: History, number: int, action: Action) -> History:
    return replace(hand, actions=(*hand.actions[:number], action, *hand.actions[number + 1 :]))


Planter = Callable[[History, Random], tuple[History, Kind] | None]


def wrong_stack(hand: History, rng: Random) -> tuple[History, Kind] | None:
    assert hand.finishing is not None
    first, *others = hand.finishing
    return replace(hand, finishing=(first + 100, *others)), "wrong_payout"


def too_small_a_raise(hand: History, rng: Random) -> tuple[History, Kind] | None:
    found = [nth for nth, action in enumerate(hand.actions) if action.does == RAISE]
    return (
        (edited(hand, found[0], replace(hand.actions[found[0]], cents=1)), "below_limit") if found else None
    )


def too_large_a_raise(hand: History, rng: Random) -> tuple[History, Kind] | None:
    found = [nth for nth, action in enumerate(hand.actions) if action.does == RAISE]
    if not found:
        return None
    return edited(hand, found[0], replace(hand.actions[found[0]], cents=10**7)), "above_limit"


def out_of_turn(hand: History, rng: Random) -> tuple[History, Kind] | None:
    for nth, action in enumerate(hand.actions):
        if action.does in (CALL, FOLD):
            other = action.by % hand.count + 1
            return edited(hand, nth, replace(action, by=other)), "unlawful_act"
    return None


def card_twice(hand: History, rng: Random) -> tuple[History, Kind] | None:
    hole = next(action for action in hand.actions if action.does == HOLE)
    for nth, action in enumerate(hand.actions):
        if action.does == BOARD and action.cards and hole.cards and hole.cards[0] is not None:
            return edited(
                hand, nth, replace(action, cards=(hole.cards[0], *action.cards[1:]))
            ), "impossible_card"
    return None


PLANTERS = (wrong_stack, too_small_a_raise, too_large_a_raise, out_of_turn, card_twice)


def test_clean_hands_have_no_departure(hands: list[History], tmp_path: Path) -> None:
    found = audited(hands, tmp_path)
    assert found.is_clean, found.departures[:2]
    assert found.money.rounds == len(hands)


@pytest.mark.parametrize("planter", PLANTERS, ids=lambda planter: planter.__name__)
def test_every_planted_error_is_found_and_the_audit_goes_on(
    planter: Planter, hands: list[History], tmp_path: Path
) -> None:
    tried = 0
    for nth, hand in enumerate(hands):
        planted = planter(hand, Random(nth))
        if planted is None:
            continue
        tried += 1
        spoiled, kind = planted
        found = audited([*hands[:nth], spoiled, *hands[nth + 1 :]], tmp_path)
        assert [(one.kind, one.round) for one in found.departures] == [(kind, str(nth + 1))], found.departures
        assert found.money.rounds == len(hands)
        if tried == 3:
            break
    assert tried


def test_errors_in_several_hands_are_all_told(hands: list[History], tmp_path: Path) -> None:
    spoiled = [wrong_stack(hand, Random(0))[0] if nth % 2 else hand for nth, hand in enumerate(hands)]  # type: ignore[index]
    found = audited(spoiled, tmp_path)
    assert found.kinds == {"wrong_payout": len(hands) // 2}
    assert {one.cents for one in found.departures} == {100}
    assert {one.gained for one in found.departures} == {"player"}
