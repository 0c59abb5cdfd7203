"""Audit of hand histories with injected faults: each one is found, and the audit continues."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.histories.hand_files import ANTES, STUD, evening

from novamas.histories.phh import BOARD, CALL, FOLD, HOLE, RAISE, SHOW, Action, History, write_histories
from novamas.histories.replay import replay_history
from novamas.histories.writer import exported_hands
from novamas.house.audit import AuditReport, audit
from novamas.house.audit.departures import Kind
from novamas.house.audit.followed_hand import FollowedHand

CHOICES: dict[str, Any] = {"ante": 0, "small_blind": 100, "big_blind": 200, "rake": Fraction(0)}


def played(slug: str, **choices: Any) -> list[History]:
    """Return hands that were played to their end, with their final stacks."""
    played = [
        hand for seed in range(6) for hand in exported_hands(evening(slug, seed, 4, **choices)).histories
    ]
    clean = [hand for hand in played if replay_history(hand).departure is None and hand.finishing]
    assert len(clean) > 8
    return clean


@pytest.fixture(scope="module")
def hands() -> list[History]:
    return played("holdem", **CHOICES)


CIRCLES = {
    "holdem": CHOICES,
    "omaha": {**CHOICES, "limit": "bote_con_limite"},
    "seven_stud": STUD,
    "cubierto": {**ANTES, "limit": "bote_sin_limite"},
}
# A board is dealt only where there is one; five-card stud and synthetic poker have no variant in the format.
NO_BOARD = ("seven_stud", "cubierto")


def audited(hands: list[History], folder: Path) -> AuditReport:
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


def raise_out_of_turn(hand: History, rng: Random) -> tuple[History, Kind] | None:
    for nth, action in enumerate(hand.actions):
        if action.does == RAISE:
            return edited(hand, nth, replace(action, by=action.by % hand.count + 1)), "unlawful_bet"
    return None


def cut_short(hand: History, rng: Random) -> tuple[History, Kind] | None:
    """Return the hand without its last actions, but with the final stacks."""
    for left in range(len(hand.actions) - 1, 0, -1):
        one = FollowedHand(replace(hand, actions=hand.actions[:left], finishing=None), "AR10")
        if not one.followed().is_over and not one.found:
            return replace(hand, actions=hand.actions[:left]), "missing_step"
    return None


def too_much_taken(hand: History, rng: Random) -> tuple[History, Kind] | None:
    """Return the hand with a rake as large as the whole pot that was won."""
    assert hand.finishing is not None
    gains = [after - (before or 0) for after, before in zip(hand.finishing, hand.stacks, strict=True)]
    won = max(range(hand.count), key=lambda seat: gains[seat])
    if None in hand.stacks or gains[won] <= 0:
        return None
    less = [after - gains[won] if seat == won else after for seat, after in enumerate(hand.finishing)]
    return replace(hand, finishing=tuple(less)), "wrong_payout"


PLANTERS = (
    *(wrong_stack, too_much_taken, too_small_a_raise, too_large_a_raise, raise_out_of_turn, out_of_turn),
    *(card_twice, cut_short),
)


@pytest.mark.parametrize("slug", CIRCLES)
def test_every_planted_error_is_found_and_the_audit_goes_on(slug: str, tmp_path: Path, soak: bool) -> None:
    hands = played(slug, **CIRCLES[slug])
    clean = audited(hands, tmp_path)
    assert clean.is_clean, clean.departures[:2]
    assert clean.money.rounds == len(hands)
    for planter in PLANTERS:
        if planter is not card_twice or slug not in NO_BOARD:
            assert planted(planter, hands, tmp_path, most=3 if soak else 1) > 0


def planted(planter: Planter, hands: list[History], folder: Path, *, most: int) -> int:
    """Inject the error where possible and check that only it is found. Return the number of hands."""
    tried = 0
    for nth, hand in enumerate(hands):
        spoiled = planter(hand, Random(nth))
        if spoiled is None or tried == most:
            continue
        tried += 1
        wrong, kind = spoiled
        if kind == "below_limit":  # the final stacks are those of the raise as it was made
            wrong = followed(wrong)
        found = audited([*hands[:nth], wrong, *hands[nth + 1 :]], folder)
        assert [(one.kind, one.round) for one in found.departures] == [(kind, str(nth + 1))], found.departures
        assert found.money.rounds == len(hands)
    return tried


# ---------------------------------------------------------------- several in one hand


def told(found: AuditReport) -> list[tuple[str, int | None]]:
    return [(one.kind, one.seat) for one in found.departures]


def followed(hand: History) -> History:
    """Return an unlawful hand with the stacks that result from its actions."""
    bare = replace(hand, finishing=None)
    return replace(bare, finishing=FollowedHand(bare, "AR10").followed().stacks)


def with_small_raise(hands: list[History]) -> tuple[History, int]:
    """Return a hand in which a player raises by one céntimo, and the player's number."""
    for hand in hands:
        raises = [nth for nth, action in enumerate(hand.actions) if action.does == RAISE]
        for nth in reversed(raises):
            action = hand.actions[nth]
            spoiled = edited(hand, nth, replace(action, cents=201))
            one = FollowedHand(replace(spoiled, finishing=None), "AR10")
            one.followed()
            if len(one.found) == 1 and one.found[0].code == "below_minimum" and one.is_over:
                return spoiled, action.by
    raise AssertionError("no hand in which it can be planted")


def test_every_stack_that_differs_is_told(hands: list[History], tmp_path: Path) -> None:
    assert hands[0].finishing is not None
    first, second, *others = hands[0].finishing
    found = audited([replace(hands[0], finishing=(first - 50, second + 50, *others))], tmp_path)
    assert told(found) == [("wrong_payout", 1), ("wrong_payout", 2)]
    assert [(one.cents, one.gained) for one in found.departures] == [(50, "house"), (50, "player")]
    assert found.undecided == 0


def test_a_raise_by_too_little_is_played_and_what_departs_after_it_is_told(
    hands: list[History], tmp_path: Path
) -> None:
    spoiled, seat = with_small_raise(hands)
    right = followed(spoiled)
    assert told(audited([right], tmp_path)) == [("below_limit", seat)]
    assert right.finishing is not None
    wrong = replace(right, finishing=(*right.finishing[:-1], right.finishing[-1] + 700))
    found = audited([wrong], tmp_path)
    assert told(found) == [("below_limit", seat), ("wrong_payout", right.count)]
    assert found.departures[1].cents == 700
    assert found.undecided == 0


def test_what_is_added_out_of_turn_is_left_out_and_the_rest_is_held_against_nobody(
    hands: list[History], tmp_path: Path
) -> None:
    hand = hands[0]
    nth = next(nth for nth, action in enumerate(hand.actions) if action.does in (CALL, FOLD, RAISE))
    other = hand.actions[nth].by % hand.count + 1
    more = (*hand.actions[:nth], Action(by=other, does=FOLD), *hand.actions[nth:])
    found = audited([replace(hand, actions=more)], tmp_path)
    assert told(found) == [("unlawful_act", other)]
    assert found.undecided == 0
    assert hand.finishing is not None
    first, *others = hand.finishing
    found = audited([replace(hand, actions=more, finishing=(first + 100, *others))], tmp_path)
    # the stack may follow from it, because the hand is undecided
    assert told(found) == [("unlawful_act", other)]
    assert found.undecided == 1


def test_other_cards_shown_and_a_wrong_stack_are_both_told(hands: list[History], tmp_path: Path) -> None:
    for hand in hands:
        nth = next(
            (nth for nth, action in enumerate(hand.actions) if action.does == SHOW and action.cards), None
        )
        if nth is not None:
            break
    assert nth is not None
    assert hand.finishing is not None
    action = hand.actions[nth]
    named = {card for one in hand.actions for card in one.cards or ()}
    free = next(card for card in range(52) if card not in named)
    assert action.cards is not None
    spoiled = edited(hand, nth, replace(action, cards=(free, *action.cards[1:])))
    assert told(audited([spoiled], tmp_path)) == [("card_out_of_order", action.by)]
    first, *others = hand.finishing
    wrong = replace(spoiled, finishing=(first + 100, *others))
    assert told(audited([wrong], tmp_path)) == [("card_out_of_order", action.by), ("wrong_payout", 1)]


def test_after_a_card_that_cannot_have_come_nobody_knows_who_won(
    hands: list[History], tmp_path: Path
) -> None:
    for hand in hands:
        planted = card_twice(hand, Random(1))
        if planted is not None:
            break
    assert planted is not None
    assert hand.finishing is not None
    first, *others = hand.finishing
    found = audited([replace(planted[0], finishing=(first + 100, *others))], tmp_path)
    assert [one.kind for one in found.departures] == ["impossible_card"]
    assert found.undecided == 1


def test_errors_in_several_hands_are_all_told(hands: list[History], tmp_path: Path) -> None:
    spoiled = [wrong_stack(hand, Random(0))[0] if nth % 2 else hand for nth, hand in enumerate(hands)]  # type: ignore[index]
    found = audited(spoiled, tmp_path)
    assert found.kinds == {"wrong_payout": len(hands) // 2}
    assert {one.cents for one in found.departures} == {100}
    assert {one.gained for one in found.departures} == {"player"}
