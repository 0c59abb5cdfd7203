"""Hold'em and omaha, clause by clause: the cards, the deals, the hands."""

from __future__ import annotations

import pytest
from tests.support.circle import BOTH, circle

from novamas.table.events import Burned, Dealt

either = pytest.mark.parametrize("norm", BOTH)


@either
@pytest.mark.law("AR10.10-2-B-c.I.1", "AR10.10-2-B-c.II.1", "IB09.12-2-c.II.1", "IB09.12.II.1.1")
@pytest.mark.law("AR10.10.2.b.6", "AR10.10-2.III.1.1")
def test_hold_em_gives_two_covered_cards_of_fifty_two(norm: str) -> None:
    table = circle("holdem", norm)
    table.play("croupier deal")
    assert table.phase.draws().total == 52
    told = table.play("As Ks Qs 2h Ad Kd Qd 7c")
    assert [(event.to, event.up) for event in told.of(Dealt)] == [
        (seat, False) for seat in (1, 2, 3, 4, 1, 2, 3, 4)
    ]
    assert table.at == "Interval"


@either
@pytest.mark.law("AR10.10-2-B-b.I.1", "AR10.10-2-B-b.II.1", "AR10.10-2-B-b.II.2", "AR10.10.2.b.5")
@pytest.mark.law("IB09.12-2-b.II.1", "IB09.12-2-b.II.2")
def test_omaha_gives_four_covered_cards_one_at_a_time(norm: str) -> None:
    table = circle("omaha", norm)
    table.play("croupier deal")
    assert table.felt.cloth == 400
    assert table.phase.draws().total == 52
    told = table.play("2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h")
    assert table.at == "Dealing"
    told += table.play("5s")
    assert [event.to for event in told.of(Dealt)] == [1, 2, 3, 4] * 4
    assert not any(event.up for event in told.of(Dealt))
    assert table.turn == 1


@either
@pytest.mark.parametrize(("slug", "own"), [("holdem", 2), ("omaha", 4)])
@pytest.mark.law("AR10.10-2-B-b.II.3", "AR10.10-2-B-b.II.4", "AR10.10-2-B-b.II.5", "AR10.10-2-B-c.II.1")
@pytest.mark.law("IB09.12-2-b.II.3", "IB09.12-2-b.II.4", "IB09.12-2-b.II.5", "IB09.12-2-c.II.1")
def test_three_common_cards_then_one_and_one_each_after_a_burned_card(slug: str, norm: str, own: int) -> None:
    table = circle(slug, norm)
    table.play("croupier deal")
    while table.at == "Dealing":
        table.step()
    opened = []
    for _ in range(4):
        told = table.play("s1,s2,s3,s4 check")
        opened.append(sum(isinstance(event, Burned) for event in told))
        before = len(table.felt.held("board"))
        while table.at == "Dealing":
            table.step()
        opened.append(len(table.felt.held("board")) - before)
    assert opened == [1, 3, 1, 1, 1, 1, 0, 0]
    assert table.at == "Showdown"
    assert table.felt.shoe.dealt == 4 * own + 5 + 3
    assert all(held.up for held in table.felt.held("board"))


@either
@pytest.mark.law("AR10.10-2-B-c.I.2", "AR10.10-2-B-b.I.2", "IB09.12-2-c.I.1", "IB09.12-2-b.I.1")
def test_hold_em_may_play_the_board_and_omaha_may_not(norm: str) -> None:
    board = "Ts Js Qs Ks As"
    holdem = circle("holdem", norm, rake=0)
    holdem.play("croupier deal", "2c 2d 3h 3s 4c 4d 5h 5s", "s1,s2,s3,s4 check")
    holdem.play(board[:8], "s1,s2,s3,s4 check", board[9:11], "s1,s2,s3,s4 check", board[12:])
    assert holdem.finish().paid == {1: 100, 2: 100, 3: 100, 4: 100}
    omaha = circle("omaha", norm, rake=0)
    omaha.play("croupier deal", "2c 2d 3h 3s 4c 4d 5h 5s 6c 6d 7h 7s 9s 8s Ah Ac", "s1,s2,s3,s4 check")
    omaha.play(board[:8], "s1,s2,s3,s4 check", board[9:11], "s1,s2,s3,s4 check", board[12:])
    assert omaha.finish().paid == {4: 400}  # the only player with two spades in the hand


@either
def test_who_leaves_the_hand_gets_no_more_cards(norm: str) -> None:
    table = circle("omaha", norm)
    table.play("croupier deal")
    while table.at == "Dealing":
        table.step()
    table.play("s1 fold; s2 check")
    assert table.felt.held(1) == ()
