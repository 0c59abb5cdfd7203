"""Irregularities at circle poker, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.cases import case, cited
from tests.support.circle import BOTH, circle

from novamas.equipment.cards import card
from novamas.table.events import Dealt, Discarded, Noted, Staked
from novamas.table.roles import CHANCE, FLOOR
from novamas.testing.rehearsal import Rehearsal

HANDS = "As Ks Qs 2h Ad Kd Qd 7c"
either = pytest.mark.parametrize("norm", BOTH)


def dealt(norm: str, *deeds: Any, **given: Any) -> Rehearsal:
    table = circle(norm=norm, **given)
    table.play("croupier deal", HANDS, *deeds)
    return table


# ---------------------------------------------------------------- the deal

MISDEALS = [
    cited("IB09.12.VIII.1.3", "order"),
    cited("IB09.12.VIII.1.4", "too_few"),
    cited("IB09.12.VIII.1.5", "too_many"),
    cited("IB09.12.VIII.1.6", "seen_card"),
    cited("IB09.12.VIII.1.7", "face_up"),
    cited("IB09.12.VIII.1.8", "missing_cards"),
    cited("IB09.12.VIII.1.9", "defective_deck"),
    cited("AR10.10-2.VIII.1.a.1", "order"),
    cited("AR10.10-2.VIII.1.b.1", "too_few"),
    cited("AR10.10-2.VIII.1.b.1", "too_many"),
    cited("AR10.10-2.VIII.1.c.1", "seen_card"),
    cited("AR10.10-2.VIII.1.d.1", "face_up"),
    cited("AR10.10-2.VIII.1.e.1", "missing_cards"),
    cited("AR10.10-2.VIII.1.e.1", "defective_deck"),
]


@pytest.mark.parametrize(("clause", "cause"), MISDEALS)
def test_a_misdeal_starts_the_same_hand_again_by_its_clause(clause: str, cause: str) -> None:
    table = circle(norm=clause[:4])
    table.play("croupier deal", "As Ks Qs")
    assert table.play(f"floor misdeal {cause}").happened == clause
    assert table.felt.piles == ()
    assert table.felt.cloth == 400  # the antes stay
    assert table.felt.mano == 1
    assert table.phase.draws().total == 52


@pytest.mark.parametrize(
    "norm", [case("IB09.12.VIII.1.1 IB09.12.VIII.1.2", "IB09"), case("AR10.10-2.VIII.1.1", "AR10")]
)
def test_in_no_other_case_is_a_deal_a_misdeal(norm: str) -> None:
    table = circle(norm=norm)
    table.play("croupier deal", "As Ks Qs")
    listed = {str(one.values[1]) for one in MISDEALS if str(one.values[0]).startswith(norm)}
    assert len(listed) == 7
    for cause in (*sorted(listed), "any_exposed", "left_table"):
        assert table.may(f"floor misdeal {cause}") is (cause in listed)


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
    assert table.felt.on(2, "apuesta") == 600  # the bet is lost


@either
@pytest.mark.law("AR10.10-2.VIII.1.e.1", "IB09.12.VIII.1.8", "IB09.12.VIII.1.9")
def test_a_defective_deck_found_before_payment_voids_the_hand(norm: str) -> None:
    table = dealt(norm, "s1 raise_to 600; s2 match; s3,s4 fold", "9c 8c 3d")
    told = table.play("floor deck_found_wrong defective_deck")
    assert table.felt.purses == (10_000,) * 4
    assert not told.paid
    assert table.at == "Between"


@either
@pytest.mark.parametrize("cause", ["defective_deck", "missing_cards"])
@pytest.mark.law("AR10.10-2.VIII.1.e.1", "IB09.12.VIII.1.9")
@pytest.mark.law("IB09.12.VIII.1.8")
def test_a_defective_deck_found_after_payment_changes_nothing(norm: str, cause: str) -> None:
    table = dealt(norm, "s1 raise_to 600; s2 match; s3,s4 fold", "9c 8c 3d")
    if norm == "AR10" and cause == "missing_cards":
        cause = "defective_deck"  # Aragón has no clause of its own on missing cards
    before = table.fork()
    assert before.may(f"floor deck_found_wrong {cause}")
    told = table.finish()
    purses = table.felt.purses
    assert sum(told.paid.values()) > 0
    table.refused(f"floor deck_found_wrong {cause}", "cannot_have_happened")
    table.refused(f"floor misdeal {cause}", "cannot_have_happened")
    assert table.felt.purses == purses != (10_000,) * 4


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
@pytest.mark.law("AR10.10-2.VIII.1.d.1", "IB09.12.VIII.1.7")
def test_cards_found_face_up_after_the_first_deal_void_the_hand_and_one_alone_does_not(norm: str) -> None:
    clause = "AR10.10-2.VIII.1.d.1" if norm == "AR10" else "IB09.12.VIII.1.7"
    table = dealt(norm, "s1 raise_to 600; s2,s3,s4 match")
    assert table.at == "Dealing"
    table.refused("floor misdeal face_up", "cannot_have_happened")
    void = table.fork()
    told = void.play("floor deck_found_wrong face_up")
    assert told.happened == clause
    assert void.felt.purses == (10_000,) * 4
    betting = dealt(norm, "s1 raise_to 600")
    assert betting.play("floor deck_found_wrong face_up").happened == clause
    assert betting.felt.purses == (10_000,) * 4
    one = dealt(norm, "s1 raise_to 600; floor one_card_face_up")
    assert one.at == "SetAside"
    told = one.play("Kc")
    assert [(event.owner, event.card) for event in told.of(Discarded)] == [("shoe", card("Kc"))]
    assert one.turn == 2  # the betting continues in the same place
    one.play("s2,s3,s4 match")
    assert not one.phase.draws().may_bring(card("Kc"))


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
    table = circle(norm=norm, purses=(10_000,) * 5)
    table.play("s3 leave; croupier deal")
    for place in (1, 2, 4, 5):
        table.refused(f"floor dealt_to_vacant_place {place}", "cannot_have_happened")
    table.play("floor dealt_to_vacant_place 3", "As Ks")
    assert len(table.felt.held("vacante")) == 1  # its turn is between its neighbours
    assert table.felt.shoe.dealt == 3
    told = table.play("Qs 2h Ad Kd Qd 7c")
    assert table.felt.held("vacante") == ()
    assert [event.owner for event in told.of(Discarded)] == ["vacante"] * 2
    assert table.felt.shoe.dealt == 10
    assert [held.place for held in table.felt.held(4)] == [3, 8]
    assert [held.place for held in table.felt.held(1)] == [0, 5]


@pytest.mark.parametrize(
    ("slug", "choices", "hands", "vacant", "first"),
    [
        ("holdem", {}, 0, 5, [1, 2, 3, 4, "vacante"]),
        ("holdem", {}, 2, 5, [3, 4, "vacante", 1, 2]),
        ("holdem", {"ante": 0, "small_blind": 100, "big_blind": 200}, 4, 5, ["vacante", 1, 2, 3, 4]),
        ("holdem", {"ante": 0, "small_blind": 100, "big_blind": 200}, 1, 5, [2, 3, 4, "vacante", 1]),
        ("five_stud", {}, 2, 5, [1, 2, 3, 4, "vacante"]),
    ],
)
@pytest.mark.law("AR10.10-2.VIII.2.c.1")
def test_a_vacant_place_has_its_turn_wherever_the_deal_begins(
    slug: str, choices: dict[str, int], hands: int, vacant: int, first: list[int | str]
) -> None:
    table = circle(slug, "AR10", purses=(10_000,) * 5, **choices)
    table.play(f"s{vacant} leave")
    for _ in range(hands - bool(choices)):
        table.play("croupier deal")
        table.finish()
    table.play("croupier deal")
    told = table.play(f"floor dealt_to_vacant_place {vacant}")
    while len(table.felt.piles) < 5:
        told += table.step()
    assert [event.to for event in told.of(Dealt)][:5] == first


@either
@pytest.mark.law("AR10.10-2.VIII.2.c.1", "IB09.12.VIII.2.c.1")
def test_a_player_who_rests_is_dealt_in_by_mistake_and_an_open_card_is_seen(norm: str) -> None:
    table = circle("seven_stud", norm, purses=(10_000,) * 5)
    table.play("s5 rest; croupier deal; floor dealt_to_vacant_place 5", "2c 3c 4c 5c 6c 7c 8c 9c Ks Qs Ts 2s")
    assert [held.card for held in table.felt.held("vacante")] == [None, None]
    told = table.play("2d")  # the third card of each is face up, and so is this one
    assert [event.card for event in told.of(Discarded)] == [None, None, card("2d")]
    assert table.at == "Interval"
    assert table.turn == 4  # a two face up that no one plays does not speak


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
@pytest.mark.law("AR10.10-2.VIII.3.f.1", "IB09.12.VIII.3.f.1")
def test_a_call_out_of_turn_stands_and_may_not_be_raised_by_its_owner(norm: str) -> None:
    clause = "AR10.10-2.VIII.3.f.1" if norm == "AR10" else "IB09.12.VIII.3.f.1"
    table = dealt(norm)
    table.refused("floor called_out_of_turn 3", "cannot_have_happened")  # there is nothing to call
    table.play("s1 raise_to 600")
    assert table.play("floor called_out_of_turn 3").happened == clause
    assert table.felt.on(3, "apuesta") == 600
    assert table.turn == 2
    raised = table.fork()
    table.play("s2 match")
    table.refused("s3 raise_to 1200", "barred_from_raising", clause)
    table.play("s3 check; s4 match")
    assert table.felt.cloth == 400 + 4 * 600
    raised.play("s2 raise_to 1200")
    raised.refused("s3 raise_to 3000", "barred_from_raising", clause)
    raised.play("s3,s4,s1 match")
    assert raised.felt.cloth == 400 + 4 * 1_200


@either
@pytest.mark.law("AR10.10-2.VIII.3.f.1", "IB09.12.VIII.3.f.1", "AR10.10-2.VII.2.12", "IB09.12.VII.2.15")
def test_a_call_out_of_turn_may_be_for_all_a_player_has(norm: str) -> None:
    table = circle(norm=norm, purses=(10_000, 10_000, 400, 10_000), rake=0)
    table.play("croupier deal", HANDS, "s1 raise_to 600; floor called_out_of_turn 3")
    assert (table.felt.on(3, "apuesta"), table.felt.purses[2]) == (300, 0)
    table.play("s2,s4 match")
    assert table.turn is CHANCE


@either
@pytest.mark.law("AR10.10-2.VII.2.8", "IB09.12.VII.2.8")
def test_an_unclear_bet_is_made_once_it_is_in_the_pot_and_nobody_objects(norm: str) -> None:
    clause = "AR10.10-2.VII.2.8" if norm == "AR10" else "IB09.12.VII.2.8"
    table = dealt(norm, "s1 raise_to 600")
    told = table.play("floor unclear_bet seat=2 cents=600 objects=yes")
    assert told.happened == clause
    assert told.noted == ["no_bet_made"]
    assert (table.turn, table.felt.on(2, "apuesta")) == (2, 0)
    table.play("floor unclear_bet seat=2 cents=600 objects=no")
    assert (table.turn, table.felt.on(2, "apuesta")) == (3, 600)
    told = table.play("floor unclear_bet seat=3 cents=1500 objects=no")
    assert [(event.seat, event.cents, event.clause) for event in told.of(Staked)] == [(3, 1_500, clause)]
    table.refused("s4 check", "bet_pending")
    table.refused("floor unclear_bet seat=4 cents=1600 objects=no", "below_minimum")
    table.play("s4,s1,s2 match")
    assert table.felt.cloth == 400 + 4 * 1_500


@pytest.mark.law("IB05.12.V.4.34")
def test_an_unclear_bet_of_the_first_norm() -> None:
    table = circle("sintetico", "IB05")
    table.play("croupier deal")
    table.until("Interval")
    assert table.play("floor unclear_bet seat=1 cents=300 objects=no").happened == "IB05.12.V.4.34"
    assert table.felt.on(1, "apuesta") == 300


@either
@pytest.mark.law("AR10.10-2.VIII.3.c.1", "IB09.12.VIII.3.c.1")
def test_too_few_chips_may_only_be_completed(norm: str) -> None:
    table = dealt(norm, "s1 raise_to 600; floor too_few_chips seat=2 cents=400")
    assert table.turn == 2
    assert table.verbs(2) == {"match", "fold"}
    clause = "AR10.10-2.VIII.3.c.1" if norm == "AR10" else "IB09.12.VIII.3.c.1"
    table.refused("s2 raise_to 1200", "barred_from_raising", clause)
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
    assert table.finish().paid == {1: 300}  # the player plays for all of it, as the others do


@pytest.mark.law("AR10.10-2.VIII.3.j.1")
def test_in_aragon_a_skipped_player_speaks_before_two_have_acted_after_him() -> None:
    table = dealt("AR10", "s1 raise_to 600; floor turn_skipped 2; s3 match")
    assert table.verbs(2) == {"claim_turn"}
    table.refused("s4 claim_turn", "not_skipped", "AR10.10-2.VIII.3.i.1")
    told = table.play("s2 claim_turn")
    assert [(note.code, note.clause) for note in told.of(Noted)] == [("speaks_now", "AR10.10-2.VIII.3.j.1")]
    assert table.turn == 2


@pytest.mark.parametrize(
    ("slug", "norm", "clause", "acted"),
    [
        ("holdem", "AR10", "AR10.10-2.VIII.3.i.2", "s3,s4 match"),
        ("holdem", "IB09", "IB09.12.VIII.3.i.2", "s3 match"),
        ("sintetico", "IB05", "IB05.12.V.5.3.i.2", "s3 match"),
    ],
)
@pytest.mark.law("AR10.10-2.VIII.3.i.2", "IB09.12.VIII.3.i.2", "IB05.12.V.5.3.i.2", "AR10.10-2.VIII.3.j.1")
@pytest.mark.law("IB09.12.VIII.3.i.1")
def test_on_who_was_skipped_and_said_nothing_in_time_the_floor_rules(
    slug: str, norm: str, clause: str, acted: str
) -> None:
    table = circle(slug, norm)
    table.play("croupier deal")
    table.until("Interval")
    table.play("s1 raise_to 600; floor turn_skipped 2", acted)
    assert (table.at, table.turn) == ("SkippedTurn", FLOOR)
    table.refused("s2 claim_turn", clause=clause)
    assert [offer.clause for offer in table.phase.offers(FLOOR)] == [clause] * 2
    speaks = table.fork()
    told = table.play("floor rule_on_turn 2 no")
    assert [(note.code, note.clause) for note in told.of(Noted)][:1] == [("does_not_speak", clause)]
    assert 2 not in table.felt.players  # the player faced a bet
    speaks.play("floor rule_on_turn 2 yes")
    assert speaks.turn == 2
    assert speaks.verbs(2) >= {"match", "fold"}


@pytest.mark.law("AR10.10-2.VIII.3.i.2", "AR10.10-2.VIII.3.j.1")
def test_who_faced_no_bet_when_he_was_skipped_has_passed() -> None:
    table = dealt("AR10", "floor turn_skipped 1; s2,s3 check; floor rule_on_turn 1 no; s4 check")
    assert 1 in table.felt.players
    assert table.turn is CHANCE


@pytest.mark.parametrize(
    ("slug", "norm", "clause"),
    [("holdem", "IB09", "IB09.12.VIII.3.i.2"), ("sintetico", "IB05", "IB05.12.V.5.3.i.2")],
)
@pytest.mark.law("IB09.12.VIII.3.i.1", "IB09.12.VIII.3.i.2", "IB05.12.V.5.3.i.1", "IB05.12.V.5.3.i.2")
def test_in_the_balearics_a_skipped_player_tells_it_at_once_and_the_floor_rules(
    slug: str, norm: str, clause: str
) -> None:
    table = circle(slug, norm)
    table.play("croupier deal")
    table.until("Interval")
    table.play("s1 raise_to 600; floor turn_skipped 2; s2 claim_turn")
    assert table.at == "SkippedTurn"
    assert table.offered(FLOOR)[0] == "floor rule_on_turn 2 yes"
    out = table.fork()
    told = table.play("floor rule_on_turn 2 yes")
    assert [(note.code, note.clause) for note in told.of(Noted)] == [("speaks_now", clause)]
    assert table.turn == 2
    out.play("floor rule_on_turn 2 no")
    assert 2 not in out.felt.players


@either
def test_who_was_skipped_and_loses_his_hand_has_no_turn_to_claim(norm: str) -> None:
    table = dealt(norm, "s1 raise_to 600; floor turn_skipped 2; floor cards_touch seat=2 other=3")
    assert table.verbs(2) == {"leave"}
    table.play("s4 match")
    assert table.turn is CHANCE


@pytest.mark.law("AR10.10-2.VIII.3.ll.1", "AR10.10-2.VIII.3.ll.2")
def test_who_was_told_a_wrong_amount_may_change_his_bet() -> None:
    table = dealt("AR10", "s1 raise_to 600; s2 match")
    assert table.play("floor wrong_amount_told 2").returned == {2: 600}
    assert table.turn == 2
    table.play("s2 fold")
    table.refused("floor wrong_amount_told 2", "cannot_have_happened")
