"""Covered poker, clause by clause: decks, opening, blank hands, its own irregularities."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.cases import case
from tests.support.circle import BOTH, circle

from novamas.equipment.cards import card, cards
from novamas.families.circle.draw import deck_size
from novamas.families.circle.phases.hand import Interval
from novamas.hands import Category
from novamas.law import FaultySetup, catalogue
from novamas.table.events import Burned, Dealt, Discarded, Noted
from novamas.table.roles import RAIL
from novamas.testing.rehearsal import Noticed, Rehearsal, in_turn, opened

either = pytest.mark.parametrize("norm", BOTH)


FOUR = in_turn("Js Jh 9c 8c 7c", "Qd Td 8d 7d 9h", "Ks Kh Qc Tc 8s", "As Ah Qs Ts 7s")
NOTHING = in_turn("Js Th 9c 8c Kc", "Qd Td 8d 7d Ah", "Ks Qh Jc 9d 7h", "As Kh Qs 8s 7s")


def dealt(norm: str, given: str = FOUR, **choices: Any) -> Rehearsal:
    table = circle("cubierto", norm, **{"rake": 0, **choices})
    table.play("croupier deal", given)
    return table


# ---------------------------------------------------------------- cards


@pytest.mark.law("IB09.12-1.I.1", "IB09.12-1.I.2", "IB09.12-1.I.4", "IB09.12-1.I.5", "IB09.12-1.I.3")
@pytest.mark.law("AR10.10-2-A.II.1", "AR10.10-2-A.II.2")
def test_the_deck_hangs_on_the_number_of_players() -> None:
    assert [deck_size(catalogue.under("IB09")["cubierto"], players) for players in range(4, 9)] == [
        32,
        32,
        52,
        52,
        52,
    ]
    assert [deck_size(catalogue.under("AR10")["cubierto"], players) for players in range(4, 10)] == [
        32,
        36,
        40,
        44,
        48,
        52,
    ]
    table = dealt("IB09")
    assert table.felt.ranking.shape.deck == 32
    assert table.felt.ranking.shape.lowest_rank == 7
    six = circle("cubierto", "IB09", purses=(10_000,) * 6)
    six.play("croupier deal")
    assert six.phase.draws().total == 52
    chosen = circle("cubierto", "AR10", deck="48")
    chosen.play("croupier deal")
    assert chosen.phase.draws().total == 48
    with pytest.raises(FaultySetup) as raised:
        opened("cubierto", "AR10", seats=7, deck="32")
    assert [fault.code for fault in raised.value.faults] == ["deck_too_small"]
    for norm, seats in (("IB09", 9), ("AR10", 10), ("IB09", 3)):
        with pytest.raises(FaultySetup):
            opened("cubierto", norm, seats=seats)


@either
@pytest.mark.law("IB09.12-1.I.5", "IB09.12.VI.1.h.1", "AR10.10-2.VI.1.h.1")
def test_the_low_ace_comes_before_the_seven_and_five_figures_are_a_hand(norm: str) -> None:
    table = dealt(norm, in_turn("As 7d 8d 9h Tc", "Js Jh Qc Kc Ac", "Ks 9c 8s 7h Qs", "Qh Th 9d 8c 7c"))
    assert table.felt.hand_of(1).category is Category.ESCALERA
    assert table.felt.hand_of(2).category is Category.FIGURAS
    assert table.felt.hand_of(1).ranks[0] == 10


@either
@pytest.mark.law("IB09.12-1.II.1", "AR10.10-2-A.III.1", "AR10.10.2.b.2")
def test_after_the_ante_five_covered_cards_each(norm: str) -> None:
    table = circle("cubierto", norm)
    table.play("croupier deal")
    assert table.felt.cloth == 400
    told = table.play(FOUR)
    assert [event.to for event in told.of(Dealt)] == [1, 2, 3, 4] * 5
    assert not any(event.up for event in told.of(Dealt))
    assert isinstance(table.phase, Interval)


# ---------------------------------------------------------------- opening


@pytest.mark.parametrize(
    ("clause", "norm"),
    [
        case("IB09.12-1.II.2 IB09.12-1.II.a.1", "IB09.12-1.II.a.1", "IB09"),
        case("AR10.10-2-A.III.2 AR10.10-2-A.III.a.1", "AR10.10-2-A.III.a.1", "AR10"),
    ],
)
def test_from_the_mano_on_each_may_open_with_jacks_or_better_or_pass(clause: str, norm: str) -> None:
    table = dealt(norm)
    assert table.turn == table.felt.mano == 1
    assert table.verbs(1) == {"check", "fold", "raise_to"}
    table.play("s1 check")
    refusal = table.refused("s2 raise_to 200", "no_openers", clause)
    assert refusal.figures == {"pair": "jotas"}
    table.play("s2 check; s3 raise_to 300")


@pytest.mark.parametrize(
    "norm",
    [
        case("IB09.12-1.II.b.1 IB09.12-1.II.b.2", "IB09"),
        case("AR10.10-2-A.III.b.1 AR10.10-2-A.III.b.2", "AR10"),
    ],
)
def test_who_passes_with_jacks_or_without_may_cover_or_raise_later(norm: str) -> None:
    table = dealt(norm)
    table.play("s1 check; s2 check; s3 raise_to 300; s4 match")  # the first holds jacks, the second nothing
    assert table.verbs(1) == {"match", "fold", "raise_to"}
    table.play("s1 raise_to 600")
    assert table.verbs(2) == {"match", "fold", "raise_to"}
    table.play("s2 match")


@pytest.mark.parametrize("norm", [case("IB09.12-1.II.3", "IB09"), case("AR10.10-2-A.III.3", "AR10")])
def test_when_one_passes_the_next_may_open_or_pass_and_so_on(norm: str) -> None:
    table = dealt(norm)
    for seat in (1, 2, 3):
        assert table.turn == seat
        assert {"check", "fold"} <= table.verbs(seat)
        assert ("raise_to" in table.verbs(seat)) is (seat != 2)  # the player has no pair of jacks
        table.play(f"s{seat} check")
    table.play("s4 raise_to 200")
    assert table.turn == 1


@pytest.mark.parametrize("norm", [case("IB09.12-1.II.4", "IB09"), case("AR10.10-2-A.III.4", "AR10")])
def test_once_the_pot_is_open_anybody_may_fold_cover_or_raise_without_a_combination(norm: str) -> None:
    table = dealt(norm)
    table.play("s1 raise_to 300")
    assert table.verbs(2) == {"match", "fold", "raise_to"}
    table.play("s2 raise_to 600; s3 match; s4 fold")  # the second holds nothing
    assert table.turn == 1


@either
@pytest.mark.law("IB09.12-1.II.5", "IB09.12-1.II.6", "IB09.12-1.II.7", "IB09.12-1.II.8")
@pytest.mark.law("AR10.10-2-A.III.5", "AR10.10-2-A.III.6", "AR10.10-2-A.III.7", "AR10.10-2-A.III.8")
def test_blank_hands_ask_for_more_and_the_pot_grows(norm: str) -> None:
    table = circle("cubierto", norm, rake=0)
    asked = ((11, "damas"), (12, "reyes"), (13, "ases"), (14, "ases"), (14, "ases"))
    for blank, (pair, higher) in enumerate(asked):
        table.play("croupier deal", NOTHING)
        assert table.felt.least_pair == pair
        assert table.felt.cloth == 400 * (blank + 1)
        first = table.felt.mano
        assert first == blank % 4 + 1
        told = Noticed(event for _ in range(4) for event in table.whoever("check"))
        assert "Mano en blanco." in told.said
        (noted,) = told.of(Noted)
        assert (noted.code, noted.figures) == ("blank_hand", {"pair": higher})
        assert table.at == "Between"
    table.play(
        "croupier deal", in_turn("Ks Kh Qc Tc 8s", "As Ah Qs Ts 7s", "Js Jh 9c 8c 7c", "Qd Td 8d 7d 9h")
    )
    assert table.turn == table.felt.mano == 2
    table.refused("s2 raise_to 200", "no_openers")  # kings are not enough now
    table.play("s2 check; s3 raise_to 200; s4,s1,s2 fold")
    assert table.finish().paid == {3: 2_400}
    table.play("croupier deal", NOTHING)
    assert table.felt.least_pair == 11


@either
@pytest.mark.law("IB09.12-1.II.6", "AR10.10-2-A.III.6")
def test_a_pot_carried_over_is_for_those_who_laid_it(norm: str) -> None:
    table = circle("cubierto", norm, purses=(10_000,) * 5, rake=0)
    table.play("s5 leave; croupier deal", NOTHING, "s1,s2,s3,s4 check")
    table.play("s5 buy 5000")
    table.step()  # the newcomer is led to the seat
    refusal = table.refused("croupier end_game", "pot_to_win")
    assert refusal.clause in ("AR10.10-2.VII.2.2", "IB09.12.VII.2.2")
    table.play("croupier deal")
    assert 5 not in table.felt.players


# ---------------------------------------------------------------- irregularities


@either
@pytest.mark.law("AR10.10-2.VIII.3.l.1", "IB09.12.VIII.3.e.1")
def test_a_card_exposed_by_its_owner_while_cards_are_changed_is_shown_to_all(norm: str) -> None:
    clause = "AR10.10-2.VIII.3.l.1" if norm == "AR10" else "IB09.12.VIII.3.e.1"
    table = dealt(norm)
    table.play("s1 raise_to 200; s2,s3,s4 match")
    assert table.play("floor card_seen seat=3 card=1").happened == clause  # another is about to discard
    assert table.phase.view(RAIL).held(3)[0].card == card("Ks")
    table.play("s1 discard 345")
    assert table.play("floor card_seen seat=1 card=2").happened == clause  # and while waiting for cards
    assert [held.up for held in table.felt.held(1)] == [False, True]
    table.play("7h 9s Jd")
    assert table.turn == 2


@either
@pytest.mark.law("IB09.12-1.III.1.c.1", "AR10.10-2-A.IV.1.c.1")
def test_a_later_card_dealt_face_up_is_kept(norm: str) -> None:
    clause = "AR10.10-2-A.IV.1.c.1" if norm == "AR10" else "IB09.12-1.III.1.c.1"
    table = circle("cubierto", norm)
    table.play("croupier deal", "Js Qd Ks As Jh Td")
    table.refused("floor later_card_open 3", "cannot_have_happened")  # a first card: that is a misdeal
    told = table.play("floor later_card_open 2")
    assert (told.happened, told.shown) == (clause, [2])
    table.play("Kh Ah 9c 8d Qc Qs 8c 7d Tc Ts 7c 9h 8s 7s")
    assert [held.up for held in table.felt.held(2)] == [False, True, False, False, False]
    table.play("s1 raise_to 200; s2,s3,s4 match; s1 discard 345")
    table.refused("floor later_card_open 1", "cannot_have_happened")  # nothing has been given yet
    table.play("7h", "floor later_card_open 1")
    assert [held.up for held in table.felt.held(1)] == [False, False, True]


@either
@pytest.mark.law("IB09.12-1.III.1.c.1", "AR10.10-2-A.IV.1.c.1")
def test_the_last_card_of_the_deal_or_of_the_draw_may_come_face_up_too(norm: str) -> None:
    table = circle("cubierto", norm)
    table.play("croupier deal", "Js Qd Ks As Jh Td Kh Ah 9c 8d Qc Qs 8c 7d Tc Ts 7c 9h 8s 7s")
    assert table.at == "Interval"
    for seat in (1, 2, 3):
        table.refused(f"floor later_card_open {seat}", "cannot_have_happened")  # the fourth had the last card
    table.play("floor onlooker")  # which is no act of a player
    assert table.play("floor later_card_open 4").shown == [4]
    assert [held.up for held in table.felt.held(4)] == [False] * 4 + [True]
    table.refused("floor later_card_open 4", "cannot_have_happened")
    table.play("s1 raise_to 200")
    assert not table.may("floor later_card_open 4")
    table.play("s2,s3,s4 match; s1 discard 45", "9s 8h")
    assert (table.at, table.turn) == ("Discarding", 2)
    late = table.fork()
    assert table.play("floor later_card_open 1").shown == [1]
    assert table.phase.view(RAIL).held(1)[4].card == card("8h")
    late.play("s2 served")
    late.refused("floor later_card_open 1", "cannot_have_happened")  # the next player has acted
    late.play("s3 served; s4 discard 4", "Qh")
    assert (late.at, late.felt.street) == ("Interval", 1)
    assert late.play("floor later_card_open 4").shown == [4]


@either
@pytest.mark.law("AR10.10-2.VIII.1.d.1", "IB09.12.VIII.1.7")
def test_cards_found_face_up_while_cards_are_changed(norm: str) -> None:
    clause = "AR10.10-2.VIII.1.d.1" if norm == "AR10" else "IB09.12.VIII.1.7"
    table = dealt(norm)
    table.play("s1 raise_to 200; s2,s3,s4 match; s1 discard 345")
    void = table.fork()
    assert table.play("floor card_face_up_in_stub").happened == clause
    told = table.play("Kd")
    assert [(event.owner, event.card) for event in told.of(Discarded)] == [("shoe", card("Kd"))]
    table.play("9s 8h Jd")
    assert set(table.felt.cards(1)) == set(cards("Js Jh 9s 8h Jd"))
    assert void.play("floor deck_found_wrong face_up").happened == clause
    assert void.felt.purses == (10_000,) * 4


@either
@pytest.mark.law("IB09.12-1.III.3.1", "IB09.12-1.III.3.2", "IB09.12-1.III.3.3", "AR10.10-2-A.IV.3.1")
@pytest.mark.law("AR10.10-2-A.IV.3.2")
def test_who_cannot_prove_his_opening_cannot_win(norm: str) -> None:
    table = dealt(norm, in_turn("As Kd Qc Jh 9s", "Qd Td 8d 7d 9h", "Ks Qh Jc 9d 7h", "Ah Kh Qs 8s 7s"))
    table.play(
        "floor opened_unproved seat=1 cents=200; s2 match; s3,s4 fold; s1,s2 served",
        "s1 check",
        "s2 check",
    )
    told = table.finish()
    assert {"seat": 1} in [note.figures for note in told.of(Noted) if note.code == "false_play"]
    assert told.paid == {2: 800}  # ace high would have won


@either
@pytest.mark.law("IB09.12-1.III.3.4", "AR10.10-2-A.IV.3.3")
def test_a_false_opening_that_nobody_covers_leaves_the_pot_for_the_next_hand(norm: str) -> None:
    table = dealt(norm, NOTHING, rake=0)
    told = table.play("floor opened_unproved seat=1 cents=200; s2,s3,s4 fold; croupier pay_pot")
    assert not told.paid
    assert told.raked == 0
    assert table.felt.cloth == 600  # four antes, and the bet that no player covered
    assert table.at == "Between"
    table.play("croupier deal", NOTHING)
    assert table.felt.cloth == 1_000
    assert table.felt.least_pair == 11


@either
@pytest.mark.law("IB09.12-1.III.1.a.1", "IB09.12-1.III.1.a.2", "IB09.12-1.III.1.b.1", "IB09.12-1.III.1.b.2")
@pytest.mark.law("AR10.10-2-A.IV.1.1", "AR10.10-2-A.IV.1.a.1", "AR10.10-2-A.IV.1.b.1")
def test_a_wrong_count_is_put_right_unless_the_cards_were_seen(norm: str) -> None:
    for too_many in (True, False):
        table = dealt(norm)
        before = table.phase
        table.play(f"floor wrong_count seat=2 too_many={'yes' if too_many else 'no'} seen=no")
        assert table.phase == before
        clause = table.play(
            f"floor wrong_count seat=2 too_many={'yes' if too_many else 'no'} seen=yes"
        ).happened
        assert clause in ("IB09.12-1.III.1.a.2", "IB09.12-1.III.1.b.2", "AR10.10-2-A.IV.1.b.1")
        assert table.felt.piles == ()
        assert table.felt.cloth == 400


@either
@pytest.mark.law("IB09.12-1.III.1.c.1", "AR10.10-2-A.IV.1.c.1")
def test_a_first_card_face_up_is_a_misdeal(norm: str) -> None:
    table = circle("cubierto", norm)
    table.play("croupier deal", "As Kh", "floor first_card_open 2")
    assert table.felt.piles == ()


@either
@pytest.mark.law("IB09.12-1.III.2.1", "IB09.12-1.III.2.2", "IB09.12-1.III.2.3")
@pytest.mark.law("AR10.10-2-A.IV.2.1", "AR10.10-2-A.IV.2.2", "AR10.10-2-A.IV.2.3")
def test_a_deck_taken_away_too_early_is_found_or_shuffled_and_a_card_burned(norm: str) -> None:
    table = dealt(norm)
    table.play("s1 raise_to 200; s2,s3,s4 match")
    before = table.phase
    table.play("floor deck_taken_away yes")
    assert table.phase == before
    told = table.play("floor deck_taken_away no")
    assert sum(isinstance(event, Burned) for event in told) == 1
