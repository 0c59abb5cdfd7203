"""Five stud, clause by clause: the deals, who speaks, limits, its own irregularities."""

from __future__ import annotations

import pytest
from tests.circle import BOTH, Circle, happened, noted, paid, returned

from novamas.kit.cards import cards
from novamas.rounds.circle.acts import Check, Deal, Fold, Match, RaiseTo
from novamas.rounds.circle.incidents.bets import CardsExposed
from novamas.rounds.circle.incidents.deals import AbsentAtTurn
from novamas.rounds.circle.incidents.stud import (
    BothHoleCardsExposed,
    BurnedWrongly,
    CoveredCardsShown,
    HoleCardExposed,
    WrongPlayerNamed,
)
from novamas.rounds.circle.phases.stud import open_rank
from novamas.table.events import Burned, Dealt, Shown
from novamas.table.people import CHANCE

FIRST = "7c 8c 9c Tc Ks Qs Js As"  # covered 7, 8, 9, 10 of clubs; open king, queen, jack, ace of spades
either = pytest.mark.parametrize("norm", BOTH)


def dealt(norm: str, cards: str = FIRST, **given: object) -> Circle:
    table = Circle("five_stud", norm, **given)  # type: ignore[arg-type] # choices
    table.do(Deal(), cards)
    return table


@either
@pytest.mark.law("AR10.10-2-B-d.II.1", "AR10.10-2-B-d.III.2", "AR10.10-2-B-d.III.3", "AR10.10.2.b.7")
@pytest.mark.law("IB09.12-2-d.II.1", "IB09.12-2-d.III.1")
def test_after_the_ante_one_covered_and_one_open_card_of_thirty_two(norm: str) -> None:
    table = Circle("five_stud", norm)
    table.do(Deal())
    assert table.felt.cloth == 400
    assert table.phase.draws().total == 32
    told = table.do(FIRST)
    assert [(event.to, event.up) for event in told if isinstance(event, Dealt)] == [
        *((1, False), (2, False), (3, False), (4, False), (1, True), (2, True), (3, True), (4, True))
    ]


@either
@pytest.mark.law("AR10.10-2-B-d.III.5", "AR10.10-2-B-d.III.6", "AR10.10-2-B-d.III.7", "AR10.10-2-B-d.I.2")
@pytest.mark.law("IB09.12-2-d.III.2", "IB09.12-2-d.III.3", "IB09.12-2-d.III.4", "IB09.12-2-d.I.1")
def test_three_more_open_cards_and_four_intervals_in_all(norm: str) -> None:
    table = dealt(norm)
    intervals, burned = 0, 0
    while not table.phase.rest:
        if table.name == "Interval":
            intervals += 1
            street = table.felt.street
            while table.name == "Interval" and table.felt.street == street:
                seat = table.turn
                assert isinstance(seat, int)
                offered = table.offered(seat)
                act = Check(seat) if "check" in offered else Match(seat) if "match" in offered else None
                told = table.do(act or RaiseTo(seat, 200))
                burned += sum(isinstance(event, Burned) for event in told)
        elif table.name == "Dealing":
            assert len(table.felt.players) == 4
            table.step()
        else:
            assert all(len(table.felt.held(seat)) == 5 for seat in (1, 2, 3, 4))
            assert sum(held.up for held in table.felt.held(1)) >= 4
            break
    assert intervals == 4
    assert burned == (3 if norm == "AR10" else 0)


def test_cards_are_not_burned_with_six_players_nor_where_the_house_does_not_want_it() -> None:
    def burned(seats: int, burn: bool) -> int:
        table = Circle("five_stud", "AR10", purses=(10_000,) * seats, burn=burn)
        table.do(Deal())
        return sum(isinstance(event, Burned) for event in table.finish())

    table = Circle("five_stud", "AR10", purses=(10_000,) * 6, burn=True)
    table.do(Deal())
    assert not table.felt.burns(1)
    five = Circle("five_stud", "AR10", purses=(10_000,) * 5, burn=True)
    five.do(Deal())
    assert five.felt.burns(1)
    assert burned(5, False) == 0


@either
@pytest.mark.law("AR10.10-2-B-d.III.4", "IB09.12-2-d.III.5")
def test_the_highest_open_hand_speaks_and_the_nearest_to_the_mano_among_equals(norm: str) -> None:
    table = dealt(norm)
    assert table.turn == 4  # the ace
    equal = dealt(norm, "7c 8c 9c Tc Ks Kd Js Kh")
    assert equal.turn == 1
    pair = dealt(norm)
    pair.do(RaiseTo(4, 200), Match(1), Match(2), Match(3), "7d 8d Jc 7h")
    assert pair.turn == 3  # a pair of jacks before an ace


def test_open_hands_rank_by_pairs_then_card_by_card() -> None:
    order = ["As Kd Qh Jc", "7s 7d 8h 9c", "8s 8d 7h 7c", "7s 7d 7h 8c", "7s 7d 7h 7c"]
    ranks = [open_rank(cards(text)) for text in order]
    assert ranks == sorted(ranks)
    assert open_rank(cards("As Kd")) > open_rank(cards("Ac Qd"))


@pytest.mark.law("AR10.10-2-B-d.III.4", "AR10.10-2-B-d.IV.1")
def test_in_aragon_the_first_to_speak_must_bet() -> None:
    table = dealt("AR10")
    assert table.offered(4) == {"raise_to"}
    assert table.refusal(Check(4)) == ("must_bet", "AR10.10-2-B-d.III.4")
    assert table.refusal(Fold(4)) == ("may_not_fold", "AR10.10-2-B-d.III.4")
    free = dealt("IB09")
    assert free.offered(4) == {"check", "fold", "raise_to"}


@pytest.mark.law("AR10.10-2-B-d.III.3", "AR10.10-2-B-d.III.1")
def test_in_aragon_the_cards_always_begin_at_the_first_place() -> None:
    table = Circle("five_stud", "AR10")
    for mano in (1, 2):
        table.do(Deal())
        assert table.felt.mano == mano
        assert table.felt.players == (1, 2, 3, 4)
        table.finish()
    other = Circle("five_stud", "IB09")
    other.do(Deal())
    other.finish()
    other.do(Deal())
    assert other.felt.players == (2, 3, 4, 1)


@pytest.mark.law("AR10.10-2-B-d.IV.1", "AR10.10-2-B-d.IV.2")
def test_limits_go_by_tiers_and_an_open_pair_lifts_them() -> None:
    table = dealt("AR10", limit="split_limit")
    assert table.refused(RaiseTo(4, 250)).most == 200
    table.do(RaiseTo(4, 200), Match(1), Match(2), Match(3), "7d 8d 7h 9d")
    assert table.refused(RaiseTo(4, 250)).most == 200  # no pair: still the lower limit
    table.do(Check(4), Check(1), Check(2), Check(3))
    while table.name == "Dealing":
        table.step()
    seat = table.turn
    assert isinstance(seat, int)
    assert table.refused(RaiseTo(seat, 1_050)).most == 1_000
    pair = dealt("AR10", limit="split_limit")
    pair.do(RaiseTo(4, 200), Match(1), Match(2), Match(3), "7d 8d Jc 7h")
    assert pair.refused(RaiseTo(3, 1_050)).most == 1_000
    pair.do(RaiseTo(3, 300))  # above the lower limit: all raises now follow the higher
    refusal = pair.refused(RaiseTo(4, 1_250))
    assert (refusal.least, refusal.most) == (1_300, 1_300)


@pytest.mark.law("AR10.10-2-B-d.IV.3", "AR10.10-2.VII.2.4")
def test_a_player_may_raise_three_times_in_an_interval_unless_two_are_left() -> None:
    table = dealt("AR10", limit="split_limit")
    table.do(RaiseTo(4, 200))  # a bet is no raise
    level = 200
    for _ in range(3):
        for seat in (1, 4):
            level += 200
            table.do(RaiseTo(seat, level))
            if seat == 1:
                table.do(Match(2), Match(3))
    assert table.refusal(RaiseTo(1, level + 200)) == ("raised_enough", "AR10.10-2.VII.2.4")
    two = dealt("AR10", limit="split_limit")
    two.do(RaiseTo(4, 200), RaiseTo(1, 400), Fold(2), Fold(3))
    for seat in (4, 1) * 4:
        two.do(RaiseTo(seat, two.phase.talk.level + 200))  # type: ignore[attr-defined]


@pytest.mark.law("AR10.10-2-B-d.III.8")
def test_who_raised_last_shows_first() -> None:
    table = dealt("AR10", limit="bote_sin_limite")
    table.do(RaiseTo(4, 200), RaiseTo(1, 600), Fold(2), Match(3), Match(4))
    raiser = 0
    while table.name != "Showdown":
        if table.turn is CHANCE:
            table.step()
            continue
        seat = table.turn
        assert isinstance(seat, int)
        last = table.felt.street == 3 and not table.phase.talk.level  # type: ignore[attr-defined]
        table.do(
            RaiseTo(seat, 200) if last else Match(seat) if "match" in table.offered(seat) else Check(seat)
        )
        raiser = seat if last else raiser if table.felt.street == 3 else 0
    assert table.turn == raiser


# ---------------------------------------------------------------- irregularities


@pytest.mark.law("AR10.10-2-B-d.V.1.1")
def test_both_first_cards_exposed_void_the_deal() -> None:
    table = Circle("five_stud", "AR10")
    table.do(Deal(), "7c 8c 9c Tc Ks")
    table.do(BothHoleCardsExposed(seat=1))
    assert table.felt.piles == ()
    assert table.felt.cloth == 400
    one = Circle("five_stud", "AR10")
    one.do(Deal(), "7c 8c")
    one.do(HoleCardExposed(seat=2), "9c Tc Ks Qs Js As")
    assert [held.up for held in one.felt.held(2)] == [True, False]


@pytest.mark.law("AR10.10-2-B-d.V.2.a.1")
def test_a_wrong_player_who_bets_first_has_bet() -> None:
    table = dealt("AR10")
    assert happened(table.do(WrongPlayerNamed(seat=2, cents=200))) == "AR10.10-2-B-d.V.2.a.1"
    assert table.felt.on(2, "apuesta") == 200
    assert table.turn == 3
    assert "fold" in table.offered(3)


@pytest.mark.law("AR10.10-2-B-d.V.2.b.1")
def test_cards_burned_wrongly_do_not_void_the_hand() -> None:
    table = dealt("AR10")
    assert table.refused(BurnedWrongly()).code == "cannot_have_happened"
    table.do(RaiseTo(4, 200), Match(1), Match(2), Match(3))
    before = table.phase
    assert noted(table.do(BurnedWrongly())) == ["the burned cards are put right; the hand goes on"]
    assert table.phase == before


@pytest.mark.law("AR10.10-2-B-d.V.3.a.1", "AR10.10-2-B-d.V.3.b.1")
def test_a_covered_card_that_is_shown_is_covered_again_or_costs_the_hand() -> None:
    table = dealt("AR10")
    told = table.do(CoveredCardsShown(seat=4))
    assert [event.owner for event in told if isinstance(event, Shown)] == [4]
    assert [held.up for held in table.felt.held(4)] == [False, True]
    assert happened(told) == "AR10.10-2-B-d.V.3.a.1"
    table.do(RaiseTo(4, 200))
    told = table.do(CoveredCardsShown(seat=2))
    assert happened(told) == "AR10.10-2-B-d.V.3.b.1"
    assert 2 not in table.felt.players
    other = dealt("IB09")  # only the general rule
    other.do(CardsExposed(seat=2))
    assert all(held.up for held in other.felt.held(2))


@pytest.mark.law("AR10.10-2-B-d.V.3.c.1")
def test_who_is_absent_loses_his_ante_and_his_forced_bet() -> None:
    table = dealt("AR10", rake=0)
    told = table.do(AbsentAtTurn(seat=4))
    assert happened(told) == "AR10.10-2-B-d.V.3.c.1"
    assert table.felt.on(4, "apuesta") == 200
    assert table.felt.players == (1, 2, 3)
    assert table.turn == 1  # the next highest card speaks
    assert "fold" in table.offered(1)
    table.do(Match(1), Fold(2), Fold(3))
    told = table.finish()
    assert paid(told) == {1: 800}
    assert returned(told) == {}
