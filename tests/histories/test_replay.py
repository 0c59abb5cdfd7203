"""Hand histories are replayed on the engine: each action and the finishing stacks are checked."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.histories.hand_files import HANDS, departs, edited, hand

from novamas.equipment.cards import cards
from novamas.histories.phh import Action, read_histories
from novamas.histories.replay import replay_history
from novamas.table.events import Dealt, Payment, Shown


@pytest.mark.parametrize("norm", ["AR10", "none"])
@pytest.mark.parametrize(
    ("name", "stacks"),
    [
        ("side-pot", (20_600, 14_800, 18_200, 7_400)),
        ("pot-limit", (9_900, 12_300, 7_800, 10_000)),
        ("fixed-limit", (4_900, 5_100, 5_000, 5_000)),
    ],
)
def test_lawful_hands_end_as_they_say(name: str, stacks: tuple[int, ...], norm: str) -> None:
    played = replay_history(hand(name), norm)
    assert played.departure is None
    assert played.stacks == stacks == played.history.finishing
    assert played.is_over


@pytest.mark.law("AR10.10-2.VII.2")
def test_a_norm_wants_four_players_and_the_mechanics_do_not() -> None:
    assert departs(hand("heads-up")).code == "fewer_than_four"
    assert departs(hand("heads-up")).clause == "AR10.10-2.VII.2"
    assert replay_history(hand("heads-up"), "none").stacks == (9_400, 10_600)


def test_straddles_and_uneven_antes_only_without_a_norm() -> None:
    assert departs(hand("straddle")).code == "straddles"
    uneven = replace(hand("side-pot"), antes=(0, 200, 0, 0), finishing=None)
    assert departs(uneven).code == "antes_differ"
    assert replay_history(uneven, "none").departure is None
    assert replay_history(hand("straddle"), "none").departure is None


@pytest.mark.law("IB09.12-2-b.II.2")
def test_where_bets_by_position_are_not_known_a_hand_with_blinds_departs() -> None:
    assert departs(hand("side-pot"), "IB09").clause == "IB09.12-2-b.II.2"


def test_an_unfinished_hand_and_all_in_before_the_flop() -> None:
    first, second = replay_history(hand("evening")), replay_history(hand("evening", 1))
    assert (first.is_over, first.departure) == (False, None)
    assert (second.is_over, second.departure) == (True, None)
    assert second.stacks == (3_900, 7_100, 3_900, 1_500)


@pytest.mark.parametrize(
    ("name", "number", "action", "code"),
    [
        ("side-pot", 6, Action(4, "cbr", cents=300), "below_minimum"),
        ("side-pot", 6, Action(4, "cbr", cents=30_000), "above_maximum"),
        ("side-pot", 5, Action(4, "cc"), "not_your_turn"),
        ("side-pot", 12, Action(1, "sd"), "no_such_action"),
        ("side-pot", 11, Action(1, "cc"), "not_your_turn"),
        ("side-pot", 21, Action(2, "sm", same=True), "nothing_to_show"),
        ("side-pot", 21, Action(1, "sm", cards=(0, 1)), "other_cards"),
        ("pot-limit", 5, Action(3, "cbr", cents=800), "above_maximum"),
        ("fixed-limit", 6, Action(4, "cbr", cents=500), "not_the_fixed_limit"),
        ("fixed-limit", 14, Action(2, "cbr", cents=200), "not_the_fixed_limit"),
    ],
)
@pytest.mark.parametrize("norm", ["AR10", "none"])
def test_an_action_that_may_not_be_done_is_named(
    name: str, number: int, action: Action, code: str, norm: str
) -> None:
    found = departs(edited(hand(name), number, action), norm)
    assert (found.code, found.action) == (code, number)
    assert str(found.problem).startswith(f"Action {number}, “")
    assert found.clause is None or found.clause in str(found.problem)
    assert norm == "AR10" or found.clause is None


@pytest.mark.law("AR10.10-2.VII.3.2")
def test_the_order_of_showing_is_the_norms_and_is_free_without_one() -> None:
    whole = hand("fixed-limit")
    turned = replace(whole, actions=(*whole.actions[:-2], whole.actions[-1], whole.actions[-2]))
    assert departs(turned).code == "not_your_turn"
    assert replay_history(turned, "none").departure is None


def test_stacks_that_do_not_come_out_are_a_departure() -> None:
    wrong = replace(hand("side-pot"), finishing=(20_500, 14_800, 18_300, 7_400))
    assert departs(wrong).code == "other_stack"
    assert departs(wrong).problem.figures == {"player": "p1", "ours": 20_600, "given": 20_500}


@pytest.mark.law("AR10.10-2.II.a.1")
def test_the_house_may_take_a_twentieth_of_the_pot_out_of_what_is_won() -> None:
    whole = hand("pot-limit")  # a pot of 4,500 for the second player
    assert replay_history(replace(whole, finishing=(9_900, 12_075, 7_800, 10_000))).departure is None
    greedy = departs(replace(whole, finishing=(9_900, 12_000, 7_800, 10_000)))
    assert (greedy.code, greedy.clause) == ("house_took_too_much", "AR10.10-2.II.a.1")
    loser = departs(replace(whole, finishing=(9_900, 12_300, 7_700, 10_000)))
    assert loser.code == "other_stack"


def test_cards_that_nobody_was_due_are_a_departure() -> None:
    whole = hand("heads-up")
    more = replace(whole, actions=(*whole.actions, Action(0, "db", cards=(0,))))
    assert departs(more, "none").code == "cards_left_over"
    assert departs(edited(whole, 5, Action(0, "db", cards=(0, None, 4))), "none").code == "card_unknown"
    twice = edited(whole, 5, Action(0, "db", cards=(0, 1, 50)))  # an ace that was dealt
    twice = edited(twice, 2, Action(0, "dh", to=2, cards=(50, 46)))
    assert departs(twice, "none").code == "cannot_be_drawn"


def test_cards_that_are_shown_but_never_told_leave_the_result_open() -> None:
    whole = hand("straddle")
    secret = edited(whole, len(whole.actions), Action(3, "sm", cards=(None, None)))
    played = replay_history(replace(secret, finishing=(1, 1, 1)), "none")
    assert played.unknown == (3,)
    assert not played.is_over
    assert not played.is_checked
    assert played.departure is None


def test_a_stack_that_is_not_known_is_not_checked() -> None:
    whole = hand("pot-limit")
    unknown = replace(whole, stacks=(None, *whole.stacks[1:]), finishing=(5, 12_300, 7_800, 10_000))
    assert replay_history(unknown).departure is None


@pytest.mark.parametrize("norm", ["AR10", "IB09", "none"])
@pytest.mark.parametrize(
    ("name", "number", "stacks"),
    [
        ("seven-stud", 1, (9_900, 6_200, 9_900, 7_000)),
        ("draw", 0, (9_900, 9_900, 8_100, 12_100)),
        ("draw", 1, (9_900, 9_900, 9_900, 9_900)),
        ("draw", 2, (11_500, 8_700, 9_900, 9_900)),
    ],
)
def test_seven_stud_and_draw_end_as_they_say(
    name: str, number: int, stacks: tuple[int, ...], norm: str
) -> None:
    played = replay_history(hand(name, number), norm)
    assert played.departure is None
    assert played.stacks == stacks
    assert played.is_checked


@pytest.mark.law("AR10.10-2-B-a.III.3")
def test_a_bring_in_below_the_least_bet_is_known_to_no_norm() -> None:
    part = hand("seven-stud")
    for norm, clause in (("AR10", "AR10.10-2.VI.3.1"), ("IB09", "IB09.12.VI.3.1")):
        found = departs(part, norm)
        assert (found.code, found.action, found.clause) == ("below_minimum", 5, clause)
    played = replay_history(part, "none")
    assert played.is_checked
    assert played.stacks == (9_900, 4_700, 9_900, 15_500)


@pytest.mark.parametrize("norm", ["AR10", "IB09"])
@pytest.mark.law("IB09.12-2-a.II.1.1", "AR10.10-2-B-a.II.1.1")
def test_bets_of_one_and_two_are_lawful_because_a_stud_may_be_played_without_limit(norm: str) -> None:
    whole = hand("seven-stud", 1)
    doubled = replace(whole, big_bet=800, actions=whole.actions[:15], finishing=None)
    assert replay_history(doubled, norm).departure is None


@pytest.mark.parametrize(
    ("name", "hand_number", "number", "action", "code"),
    [
        ("seven-stud", 0, 7, Action(4, "cbr", cents=600), "not_the_fixed_limit"),  # completed to 400
        ("seven-stud", 0, 18, Action(4, "cbr", cents=400), "not_the_fixed_limit"),  # the small bet, too late
        ("seven-stud", 0, 5, Action(1, "pb"), "not_your_turn"),  # a king is not the lowest
        ("seven-stud", 0, 13, Action(4, "pb"), "below_minimum"),
        ("seven-stud", 0, 30, Action(4, "sm", cards=(0, 1, 2, 3)), "other_cards"),
        ("draw", 0, 7, Action(3, "cbr", cents=100), "below_minimum"),
        ("draw", 0, 6, Action(2, "cbr", cents=400), "no_openers"),
        ("draw", 0, 5, Action(1, "cbr", cents=400), "card_unknown"),
        ("draw", 0, 12, Action(3, "sd", cards=(51,)), "other_cards"),
        ("draw", 0, 12, Action(4, "sd"), "not_your_turn"),
        ("draw", 0, 11, Action(3, "sd"), "not_now"),
        ("draw", 2, 5, Action(1, "cbr", cents=400), "not_the_fixed_limit"),
    ],
)
def test_what_may_not_be_done_in_seven_stud_or_draw_is_named(
    name: str, hand_number: int, number: int, action: Action, code: str
) -> None:
    found = departs(edited(hand(name, hand_number), number, action), "none")
    assert (found.code, found.action) == (code, number)


def test_equals_speak_as_the_history_says_where_no_norm_decides() -> None:
    """Two deuces are open. The format lets the suit decide, a norm the distance to the mano."""
    whole = hand("seven-stud", 1)
    equal = edited(whole, 1, Action(0, "dh", to=1, cards=(None, None, 1)))  # the two of diamonds
    assert departs(equal).code == "not_your_turn"
    assert replay_history(equal, "none").is_checked


def test_who_opens_an_interval_may_fold_where_no_norm_keeps_him() -> None:
    whole = hand("seven-stud", 1)
    folds = replace(whole, actions=(*whole.actions[:12], Action(4, "f")), finishing=None)
    assert departs(folds).code == "may_not_fold"
    assert replay_history(folds, "none").stacks == (9_900, 4_500, 9_900, 8_700)


def test_a_draw_is_played_with_the_deck_that_its_cards_ask_for() -> None:
    """Four players play with 32 cards. A deuce needs 52 cards, which only one of the norms allows."""
    whole = hand("draw")
    low = edited(whole, 2, Action(0, "dh", to=2, cards=cards("2c 8d 9h Js Ac")))
    assert replay_history(low, "AR10").is_checked
    assert replay_history(low, "none").is_checked
    assert not replay_history(low, "IB09").is_checked


def test_blinds_are_for_games_that_have_them() -> None:
    with_blinds = replace(hand("draw"), blinds=(100, 200, 0, 0))
    assert departs(with_blinds, "none").code == "no_blinds"


@pytest.mark.parametrize("code", ["NS", "FB", "N2L1D"])
def test_variants_that_are_not_replayed_say_so(code: str) -> None:
    found = departs(replace(hand("side-pot"), variant=code))
    assert found.code == "variant_not_played"
    assert found.problem.figures["variant"] == code


def test_no_clause_is_told_without_a_norm() -> None:
    events = [event for _, events in replay_history(hand("side-pot"), "none").events for event in events]
    assert events
    assert not any(getattr(event, "clause", "") for event in events)
    assert not any(event.clauses for event in events if isinstance(event, Payment))


def test_cards_that_the_history_does_not_know_are_told_as_unknown() -> None:
    events = [event for _, events in replay_history(hand("fixed-limit")).events for event in events]
    dealt = {seat: [e.card for e in events if isinstance(e, Dealt) and e.to == seat] for seat in (1, 2)}
    assert dealt == {1: [None, None], 2: [50, 45]}


def test_who_renounces_is_not_shown() -> None:
    played = replay_history(hand("side-pot"))
    shown = [event.owner for _, events in played.events for event in events if isinstance(event, Shown)]
    assert shown == [1, 3]


ALL_HANDS = [each for path in sorted(HANDS.iterdir()) for _, each in read_histories(path)]


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_whatever_a_history_says_it_is_replayed_or_departs(data: st.DataObject) -> None:
    """Damaged lines cause one sentence at most, and chips are conserved."""
    history = data.draw(st.sampled_from(ALL_HANDS))
    lines = list(history.actions)
    made_up = st.builds(
        Action,
        st.integers(1, history.count),
        st.sampled_from(["cc", "f", "cbr", "sm", "pb", "sd"]),
        cents=st.sampled_from([0, 100, 200, 400, 1_000, 10_000]),
    )
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["leave out", "double", "exchange", "make up", "unknown"])):
            case "leave out":
                del lines[place]
            case "double":
                lines.insert(place, lines[place])
            case "exchange":
                other = data.draw(st.integers(0, len(lines) - 1))
                lines[place], lines[other] = lines[other], lines[place]
            case "make up":
                lines[place] = data.draw(made_up)
            case _:
                lines[place] = replace(lines[place], cards=(None,) * data.draw(st.integers(1, 9)))
    changed = replace(history, actions=tuple(lines), finishing=None)
    for norm in ("AR10", "none"):
        played = replay_history(changed, norm)
        if played.is_over:
            assert sum(played.stacks) + played.carried == sum(stack for stack in history.stacks if stack)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"min_bet": 0, "blinds": (0,) * 4}, "no_least_bet"),
        ({"stacks": (), "antes": (), "blinds": ()}, "no_players"),
        ({"stacks": (100,), "antes": (0,), "blinds": (0,)}, "no_players"),
    ],
)
@pytest.mark.parametrize("norm", ["AR10", "none"])
def test_hands_that_cannot_be_set_up(change: dict[str, Any], code: str, norm: str) -> None:
    assert departs(replace(hand("side-pot"), **change), norm).code == code
