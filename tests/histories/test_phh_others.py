"""Histories of other programs: an ante paid by one player, cards shown twice, posted bets."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from typing import Any

import pytest
from msgspec.structs import replace
from tests.histories.hand_files import departs, edited

from novamas.equipment.cards import cards
from novamas.histories.phh import Action, History, history_of, write_history
from novamas.histories.replay import replay_history


def big_blind_ante(**changes: Any) -> History:
    """Return a hand in which the big blind pays all antes. The third player is all-in and wins, or not."""
    hand = History(
        variant="NT",
        antes=(0, 200, 0, 0),
        blinds=(100, 200, 0, 0),
        min_bet=200,
        stacks=(10_000, 10_000, 2_000, 10_000),
        actions=(
            *(Action(0, "dh", to=seat, cards=cards(own)) for seat, own in enumerate(HOLES, start=1)),
            Action(3, "cbr", cents=2_000),
            *(Action(4, "f"), Action(1, "f"), Action(2, "cc")),
            *(Action(3, "sm", cards=cards("As Ah")), Action(2, "sm", cards=cards("Ks Kh"))),
            *(Action(0, "db", cards=cards(board)) for board in ("2c 7d 9h", "3s", "Jd")),
        ),
    )
    return replace(hand, **changes)


HOLES = ("8c 9c", "Ks Kh", "As Ah", "5d 6d")


@pytest.mark.parametrize("trims", [False, None])
def test_an_ante_for_all_is_in_the_pot_that_all_play_for(trims: bool | None) -> None:
    """The ante is not a side pot of the player who paid it: a stake of 2,000 wins the pot of 4,300."""
    played = replay_history(big_blind_ante(trims=trims), "none")
    assert played.departure is None
    assert played.stacks == (9_900, 7_800, 4_300, 10_000)


def test_an_ante_for_all_does_not_go_back_when_others_are_all_in() -> None:
    """Two players stake more than a third. The ante belongs to the main pot in any case."""
    actions = list(big_blind_ante().actions)
    actions[5:8] = [Action(4, "cbr", cents=10_000), Action(1, "f"), Action(2, "cc")]
    actions[10:10] = [Action(4, "sm", cards=cards("5d 6d"))]
    played = replay_history(big_blind_ante(trims=False, actions=tuple(actions)), "none")
    assert played.departure is None
    assert played.stacks == (9_900, 15_600, 6_300, 200)


def test_an_ante_that_nobody_matches_goes_back_where_it_is_trimmed() -> None:
    played = replay_history(big_blind_ante(trims=True), "none")
    assert played.stacks == (9_900, 8_000, 4_100, 10_000)


def test_who_has_less_than_the_ante_plays_for_all_antes_unless_they_are_trimmed() -> None:
    short = big_blind_ante(
        antes=(500,) * 4,
        stacks=(10_000, 10_000, 300, 10_000),
        actions=(
            *big_blind_ante().actions[:4],
            *(Action(4, "cc"), Action(1, "f"), Action(2, "cc")),
            *(Action(0, "db", cards=cards(board)) for board in ("2c 7d 9h",)),
            *(Action(2, "cc"), Action(4, "cc"), Action(0, "db", cards=cards("3s"))),
            *(Action(2, "cc"), Action(4, "cc"), Action(0, "db", cards=cards("Jd"))),
            *(Action(2, "cc"), Action(4, "cc")),
            *(Action(seat, "sm", same=True) for seat in (2, 4, 3)),
        ),
    )
    untrimmed, trimmed = replay_history(short, "none"), replay_history(replace(short, trims=True), "none")
    assert (untrimmed.departure, trimmed.departure) == (None, None)
    assert untrimmed.stacks[2] == 500 * 3 + 300
    assert trimmed.stacks[2] == 300 * 4


def ante_takes_all(**changes: Any) -> History:
    """Return a hand in which the ante takes all 150 of the big blind. Two others stake 2,000."""
    dealt = big_blind_ante().actions[:4]
    hand = big_blind_ante(
        stacks=(10_000, 150, 2_000, 10_000),
        actions=(
            *dealt,
            *(Action(3, "cbr", cents=2_000), Action(4, "cc"), Action(1, "f")),
            *(Action(seat, "sm", same=True) for seat in (3, 4, 2)),
            *(Action(0, "db", cards=cards(board)) for board in ("2c 7d 9h", "3s", "Jd")),
        ),
    )
    return replace(hand, **changes)


def holding(*own: str) -> tuple[Action, ...]:
    """Return the same hand with other cards for the players."""
    dealt = (Action(0, "dh", to=seat, cards=cards(each)) for seat, each in enumerate(own, start=1))
    return (*dealt, *ante_takes_all().actions[4:])


@pytest.mark.parametrize("trims", [False, None])
def test_who_is_all_in_for_the_ante_of_all_plays_for_it_alone(trims: bool | None) -> None:
    """By hand: the ante of 150 is the main pot of three players, 100 + 2,000 + 2,000 that of two."""
    aces_third = replay_history(ante_takes_all(trims=trims), "none")
    assert aces_third.departure is None
    assert aces_third.stacks == (9_900, 0, 150 + 4_100, 8_000)
    aces_second = replay_history(
        ante_takes_all(trims=trims, actions=holding("8c 9c", "As Ah", "Ks Kh", "5d 6d")), "none"
    )
    assert aces_second.departure is None
    assert aces_second.stacks == (9_900, 150, 4_100, 8_000)


def test_a_split_of_the_ante_of_all_leaves_the_side_pot_to_who_played_for_it() -> None:
    shared = replay_history(ante_takes_all(actions=holding("8c 9c", "As Ks", "Qs Th", "Ah Kh")), "none")
    assert shared.departure is None
    assert shared.stacks == (9_900, 100, 0, 8_000 + 4_100 + 50)  # the chip is of 50: the odd one goes first


def test_nobody_but_who_is_all_in_for_it_plays_for_the_ante_of_all() -> None:
    """All others fold to a raise. The uncalled part is returned, and two players compete for the ante."""
    actions = (
        *big_blind_ante().actions[:4],
        *(Action(3, "cbr", cents=2_000), Action(4, "f"), Action(1, "f")),
        *(Action(seat, "sm", same=True) for seat in (3, 2)),
        *(Action(0, "db", cards=cards(board)) for board in ("2c 7d 9h", "3s", "Kd")),
    )
    played = replay_history(ante_takes_all(actions=actions), "none")
    assert played.departure is None
    assert played.stacks == (9_900, 150, 2_000 + 100, 10_000)  # three kings


@pytest.mark.law("AR10.10-2.VII.1.7")
def test_no_norm_knows_an_ante_for_all() -> None:
    assert departs(big_blind_ante(trims=False)).code == "antes_differ"
    assert departs(big_blind_ante(trims=False)).clause == "AR10.10-2.VII.1.7"


def test_a_player_may_be_shown_twice() -> None:
    """Cards shown at the all-in and again at the end must be the same. Open cards stay open."""
    whole = big_blind_ante(antes=(0,) * 4)
    ends = replay_history(whole, "none").stacks
    for again in (
        Action(3, "sm", cards=cards("As Ah")),
        Action(3, "sm", cards=cards("Ah As")),
        Action(3, "sm", same=True),
        Action(3, "sm"),
        Action(3, "sm", cards=(None, None)),
    ):
        for place in (10, 12, len(whole.actions)):
            twice = (*whole.actions[:place], again, *whole.actions[place:])
            for norm in ("none", "AR10"):
                played = replay_history(replace(whole, actions=twice), norm)
                assert (played.departure, played.stacks, played.is_over) == (None, ends, True)
    other = replace(whole, actions=(*whole.actions, Action(3, "sm", cards=cards("Ac Ad"))))
    assert departs(other, "none").code == "other_cards"
    hides = edited(whole, 10, Action(2, "sm"))
    hides = replace(hides, actions=(*hides.actions, Action(2, "sm", cards=cards("Ks Kh"))))
    assert departs(hides, "none").code == "nothing_to_show"


def posted(**changes: Any) -> History:
    """Return a hand in which the fourth player joins with a posted big blind. The third acts first."""
    hand = History(
        variant="NT",
        antes=(0,) * 4,
        blinds=(100, 200, 0, 0),
        posts=(0, 0, 0, 200),
        min_bet=200,
        stacks=(10_000,) * 4,
        actions=(
            *(Action(0, "dh", to=seat, cards=cards(own)) for seat, own in enumerate(HOLES, start=1)),
            *(Action(3, "f"), Action(4, "cc"), Action(1, "f"), Action(2, "cc")),
            *(Action(0, "db", cards=cards("2c 7d 9h")), Action(2, "cbr", cents=400), Action(4, "f")),
        ),
        finishing=(9_900, 10_300, 10_000, 9_800),
    )
    return replace(hand, **changes)


def test_a_posted_bet_is_a_bet_that_changes_no_turn() -> None:
    assert replay_history(posted(), "none").is_checked
    raised = edited(posted(), 6, Action(4, "cbr", cents=600))
    assert replay_history(replace(raised, finishing=None), "none").stacks == (9_900, 10_700, 10_000, 9_400)
    assert departs(edited(posted(), 5, Action(4, "cc")), "none").code == "not_your_turn"
    short = replay_history(posted(stacks=(10_000, 10_000, 10_000, 150), finishing=None), "none")
    assert departs(short.history, "none").action == 6  # all in with the posted bet, without a decision


@pytest.mark.law("AR10.10-2.VII.1.7")
def test_no_norm_knows_a_posted_bet() -> None:
    found = departs(posted())
    assert (found.code, found.clause) == ("posted_bets", "AR10.10-2.VII.1.7")


def test_posted_bets_are_written_as_negative_blinds() -> None:
    assert "blinds_or_straddles = [1, 2, 0, -2]" in write_history(posted())
    text = write_history(posted(trims=False))
    assert history_of(tomllib.loads(text, parse_float=Decimal), "here") == posted(trims=False)
