"""What can go wrong at a table of circle poker, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest
from tests.circle import BOTH, circle

from novamas.kit.cards import card
from novamas.table.events import Discarded, Noted, Shown
from novamas.table.people import CHANCE, FLOOR, RAIL
from novamas.testing.rehearsal import Rehearsal

HANDS = "As Ks Qs 2h Ad Kd Qd 7c"
either = pytest.mark.parametrize("norm", BOTH)


def dealt(norm: str, *deeds: Any, **given: Any) -> Rehearsal:
    table = circle(norm=norm, **given)
    table.play("croupier deal", HANDS, *deeds)
    return table


# ---------------------------------------------------------------- the deal

MISDEALS = {
    "IB09": {
        "order": "IB09.12.VIII.1.3",
        "too_few": "IB09.12.VIII.1.4",
        "too_many": "IB09.12.VIII.1.5",
        "seen_card": "IB09.12.VIII.1.6",
        "face_up": "IB09.12.VIII.1.7",
        "missing_cards": "IB09.12.VIII.1.8",
        "defective_deck": "IB09.12.VIII.1.9",
    },
    "AR10": {
        "order": "AR10.10-2.VIII.1.a.1",
        "too_few": "AR10.10-2.VIII.1.b.1",
        "too_many": "AR10.10-2.VIII.1.b.1",
        "seen_card": "AR10.10-2.VIII.1.c.1",
        "face_up": "AR10.10-2.VIII.1.d.1",
        "missing_cards": "AR10.10-2.VIII.1.e.1",
        "defective_deck": "AR10.10-2.VIII.1.e.1",
    },
}


@either
@pytest.mark.law("AR10.10-2.VIII.1.1", "AR10.10-2.VIII.1.a.1", "AR10.10-2.VIII.1.b.1", "AR10.10-2.VIII.1.c.1")
@pytest.mark.law("AR10.10-2.VIII.1.d.1", "AR10.10-2.VIII.1.e.1", "IB09.12.VIII.1.1", "IB09.12.VIII.1.2")
@pytest.mark.law("IB09.12.VIII.1.3", "IB09.12.VIII.1.4", "IB09.12.VIII.1.5", "IB09.12.VIII.1.6")
@pytest.mark.law("IB09.12.VIII.1.7", "IB09.12.VIII.1.8", "IB09.12.VIII.1.9")
def test_a_misdeal_starts_the_same_hand_again_with_its_antes(norm: str) -> None:
    for cause, clause in MISDEALS[norm].items():
        table = circle(norm=norm)
        table.play("croupier deal", "As Ks Qs")
        assert table.play(f"floor misdeal {cause}").happened == clause
        assert table.felt.piles == ()
        assert table.felt.cloth == 400
        assert table.felt.mano == 1
        assert table.phase.draws().total == 52


@either
@pytest.mark.law("AR10.10-2.VIII.1.b.1", "AR10.10-2.VIII.1.1", "IB09.12.VIII.1.4", "IB09.12.VIII.1.5")
def test_too_many_cards_found_as_the_betting_begins_are_a_misdeal_and_bets_go_back(norm: str) -> None:
    table = dealt(norm)
    table.play("floor misdeal too_many")
    assert table.turn is CHANCE
    table = dealt(norm, "s1 raise_to 600")
    if norm == "IB09":  # only before the betting starts
        table.refused("floor misdeal too_many", "cannot_have_happened")
        return
    assert table.play("floor misdeal too_many").returned == {1: 600}
    assert table.felt.cloth == 400


@pytest.mark.law("AR10.10-2.VIII.3.k.2")
def test_after_two_have_acted_a_wrong_number_of_cards_voids_that_hand_alone() -> None:
    table = dealt("AR10", "s1 raise_to 600")
    table.refused("floor wrong_number_of_cards 3", "cannot_have_happened")
    table.play("s2 match")
    table.refused("floor misdeal too_few", "cannot_have_happened")
    assert table.play("floor wrong_number_of_cards 2").happened == "AR10.10-2.VIII.3.k.2"
    assert table.felt.players == (1, 3, 4)
    assert table.felt.on(2, "apuesta") == 600  # what he bet is lost


@either
@pytest.mark.law("AR10.10-2.VIII.1.e.1", "IB09.12.VIII.1.8", "IB09.12.VIII.1.9")
def test_a_defective_deck_found_before_payment_voids_the_hand(norm: str) -> None:
    table = dealt(norm, "s1 raise_to 600; s2 match; s3,s4 fold", "9c 8c 3d")
    told = table.play("floor deck_found_wrong defective_deck")
    assert table.felt.purses == (10_000,) * 4
    assert not told.paid
    assert table.at == "Between"


@either
@pytest.mark.law("AR10.10-2.VIII.1.d.1", "IB09.12.VIII.1.7")
def test_one_card_face_up_is_set_aside_and_the_next_replaces_it(norm: str) -> None:
    table = circle(norm=norm)
    table.play("croupier deal", "As")
    told = table.play("floor one_card_face_up", "Kc")
    assert [(event.owner, event.card) for event in told.of(Discarded)] == [("shoe", card("Kc"))]
    table.play("Ks Qs 2h Ad Kd Qd 7c")
    assert table.felt.cards(2) == (card("Ks"), card("Kd"))


@either
@pytest.mark.law("AR10.10-2.VII.1.5", "IB09.12.VII.1.5")
def test_a_card_exposed_in_the_cut_makes_them_shuffle_again(norm: str) -> None:
    table = circle(norm=norm)
    table.play("croupier deal")
    told = table.play("floor exposed_in_cut")
    assert told.said == ["Se baraja de nuevo."]
    table.play("As")
    table.refused("floor exposed_in_cut", "cannot_have_happened")


@either
@pytest.mark.law("AR10.10-2.VIII.2.b.1", "AR10.10-2.VIII.2.b.2", "IB09.12.VIII.2.b.1", "IB09.12.VIII.2.b.2")
def test_an_absent_player_is_out_when_his_turn_comes(norm: str) -> None:
    table = circle(norm=norm)
    table.play("croupier deal", "As Ks")
    table.play("floor dealt_to_absent 2", "Qs 2h Ad Kd Qd 7c", "s1 check")
    assert table.turn == 2
    table.play("floor absent_at_turn 2")
    assert table.felt.players == (1, 3, 4)
    assert table.felt.on(2, "bote") == 100
    assert table.turn == 3


@either
@pytest.mark.law("AR10.10-2.VIII.2.c.1", "IB09.12.VIII.2.c.1")
def test_a_vacant_place_that_is_dealt_in_stays_in_until_the_deal_ends(norm: str) -> None:
    table = circle(norm=norm)
    table.play("croupier deal; floor dealt_to_vacant_place", "As Ks Qs 2h")
    assert len(table.felt.held("vacante")) == 1
    assert table.felt.shoe.dealt == 5
    told = table.play("Ad Kd Qd 7c")
    assert table.felt.held("vacante") == ()
    assert [event.owner for event in told.of(Discarded)] == ["vacante"] * 2
    assert table.felt.shoe.dealt == 10


# ---------------------------------------------------------------- bets


@either
@pytest.mark.law("AR10.10-2.VIII.3.f.1", "IB09.12.VIII.3.f.1")
def test_a_bet_out_of_turn_stands_and_may_not_be_raised_by_its_owner(norm: str) -> None:
    table = dealt(norm, "floor bet_out_of_turn seat=3 cents=600; s1 raise_to 1200; s2 match")
    assert table.turn == 3
    table.refused("s3 raise_to 3000", "barred_from_raising")
    assert table.verbs(3) == {"match", "fold"}
    table.play("s3,s4 match")
    assert table.felt.cloth == 400 + 4 * 1_200


@either
@pytest.mark.law("AR10.10-2.VIII.3.c.1", "IB09.12.VIII.3.c.1")
def test_too_few_chips_may_only_be_completed(norm: str) -> None:
    table = dealt(norm, "s1 raise_to 600; floor too_few_chips seat=2 cents=400")
    assert table.turn == 2
    assert table.verbs(2) == {"match", "fold"}
    table.play("s2 match")
    assert table.felt.on(2, "apuesta") == 600
    folds = dealt(norm, "s1 raise_to 600; floor too_few_chips seat=2 cents=400; s2 fold")
    assert folds.felt.on(2, "apuesta") == 400


@either
@pytest.mark.law("AR10.10-2.VIII.3.d.1", "IB09.12.VIII.3.d.1")
def test_a_larger_chip_without_a_word_is_a_call(norm: str) -> None:
    table = dealt(norm, "s1 raise_to 600")
    assert table.play("floor large_chip seat=2 cents=1000").returned == {2: 400}
    assert table.felt.on(2, "apuesta") == 600
    assert table.turn == 3


@either
@pytest.mark.law("AR10.10-2.VIII.3.g.1", "IB09.12.VIII.3.g.1")
def test_who_had_not_laid_his_ante_lays_it_or_takes_no_part(norm: str) -> None:
    table = dealt(norm)
    table.play("floor ante_not_laid seat=2 lays=yes")
    assert table.felt.on(2, "bote") == 100
    table.play("floor ante_not_laid seat=3 lays=no")
    assert table.felt.players == (1, 2, 4)
    assert table.felt.purses[2] == 10_000
    assert table.felt.cloth == 300


@either
@pytest.mark.law("AR10.10-2.VIII.3.g.2", "IB09.12.VIII.3.g.2")
def test_where_nobody_knows_whose_ante_is_missing_the_pot_is_smaller(norm: str) -> None:
    table = dealt(norm, rake=0)
    table.play("floor ante_missing 1; s1,s2,s3,s4 check", "9c 8c 3d")
    for drawn in ("4h", "Jd"):
        table.play("s1,s2,s3,s4 check", drawn)
    assert table.finish().paid == {1: 300}  # he plays for all of it, as the others do


@pytest.mark.law("AR10.10-2.VIII.3.j.1")
def test_in_aragon_a_skipped_player_speaks_before_two_have_acted_after_him() -> None:
    table = dealt("AR10", "s1 raise_to 600; floor turn_skipped 2; s3 match")
    assert table.verbs(2) == {"claim_turn"}
    table.play("s2 claim_turn")
    assert table.turn == 2
    late = dealt("AR10", "s1 raise_to 600; floor turn_skipped 2; s3,s4 match")
    assert 2 not in late.felt.players  # he faced a bet
    passed = dealt("AR10", "floor turn_skipped 1; s2,s3,s4 check")
    assert 1 in passed.felt.players  # nobody had bet: he has passed
    assert passed.turn is CHANCE


@pytest.mark.law("IB09.12.VIII.3.i.1")
def test_in_the_balearics_a_skipped_player_speaks_at_once() -> None:
    table = dealt("IB09", "s1 raise_to 600; floor turn_skipped 2")
    table.play("s2 claim_turn")
    assert table.turn == 2
    late = dealt("IB09", "s1 raise_to 600; floor turn_skipped 2; s3 match")
    assert 2 not in late.felt.players


@pytest.mark.law("AR10.10-2.VIII.3.ll.1", "AR10.10-2.VIII.3.ll.2")
def test_who_was_told_a_wrong_amount_may_change_his_bet() -> None:
    table = dealt("AR10", "s1 raise_to 600; s2 match")
    assert table.play("floor wrong_amount_told 2").returned == {2: 600}
    assert table.turn == 2
    table.play("s2 fold")
    table.refused("floor wrong_amount_told 2", "cannot_have_happened")


# ---------------------------------------------------------------- cards


@either
@pytest.mark.law("AR10.10-2.VIII.3.h.1", "IB09.12.VIII.3.h.1")
def test_cards_that_touch_void_both_hands_and_the_chips_stay(norm: str) -> None:
    table = dealt(norm, "s1 raise_to 600; s2 match; floor cards_touch seat=1 other=2")
    assert table.felt.players == (3, 4)
    assert table.felt.on(1, "apuesta") == 600
    assert table.turn == 3
    table.play("s3 fold")
    assert table.finish().paid == {4: 1_550}  # 400 and 1 200, less 50
    two = dealt(norm, "s1 raise_to 600; s2,s3 fold")
    told = two.play("floor cards_touch seat=4 other=1")
    assert two.felt.purses == (10_000,) * 4  # nobody is left to win: all goes back
    assert told.happened in ("AR10.10-2.VIII.3.h.1", "IB09.12.VIII.3.h.1")


@either
@pytest.mark.law("AR10.10-2.VIII.3.b.1", "AR10.10-2.VIII.3.b.2", "IB09.12.VIII.3.b.1")
def test_who_mixes_his_cards_with_the_discards_loses_unless_they_are_rebuilt(norm: str) -> None:
    table = dealt(norm, "s1 raise_to 600; s2 fold; s3 match")
    table.play("floor mixed_with_discards seat=1 rebuilt=yes")
    assert 1 in table.felt.players
    table.play("floor mixed_with_discards seat=1 rebuilt=no; s4 fold")
    assert table.felt.players == (3,)
    assert list(table.finish().paid) == [3]


@either
@pytest.mark.law("AR10.10-2.VIII.3.e.1", "AR10.10-2.VIII.3.l.1", "IB09.12.VIII.3.e.1")
def test_who_exposes_his_cards_plays_on(norm: str) -> None:
    table = dealt(norm)
    told = table.play("floor shows_cards 2")
    assert [event.owner for event in told.of(Shown)] == [2]
    assert table.phase.view(RAIL).held(2)[0].card == card("Ks")
    table.play("s1,s2 check")
    assert 2 in table.felt.players


@either
@pytest.mark.law("AR10.10-2.VIII.2.a.1", "AR10.10-2.VII.3.4", "IB09.12.VIII.2.a.1", "IB09.12.VII.3.3")
def test_a_hand_announced_wrongly_does_not_change_who_wins(norm: str) -> None:
    table = dealt(norm, "s1 raise_to 200; s2 match; s3,s4 fold", "9c 8c 3d")
    for drawn in ("4h", "Jd"):
        table.play("s1,s2 check", drawn)
    table.play("s1,s2 check; s1,s2 show")
    told = table.play("floor announced_wrongly; croupier pay_pot")
    assert told.said == ["Las cartas hablan."]
    assert told.pots == {"bote": {1: 800}}


def test_incidents_are_told_to_the_floor_at_their_moment() -> None:
    table = circle(norm="AR10")
    assert table.verbs(FLOOR) == {"change_minimum", "conduct", "misconduct", "onlooker"}
    table.play("croupier deal")
    assert table.verbs(FLOOR) >= {"exposed_in_cut", "dealt_to_vacant_place", "dealt_to_absent"}
    (noted,) = table.play("floor dealt_to_absent 1").of(Noted)
    assert (noted.code, noted.figures) == ("absent", {"seat": 1})
