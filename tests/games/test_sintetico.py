"""Synthetic poker under its three norms, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from tests.support.cases import case
from tests.support.circle import circle

from novamas.equipment.cards import card
from novamas.hands import Category
from novamas.law import FaultySetup, catalogue, set_up
from novamas.table.events import Dealt, Discarded, Noted, Shown
from novamas.table.offers import Range
from novamas.table.roles import FLOOR
from novamas.testing.rehearsal import Rehearsal, opened, rehearse

NORMS = ("IB05", "IB09", "AR10")
every = pytest.mark.parametrize("norm", NORMS)
HANDS = "As Ks Qs 8h Ad Kd Qd 9c"  # aces, kings, queens, nine-eight


def dealt(norm: str, *deeds: Any, common: str = "Tc", **given: Any) -> Rehearsal:
    table = circle("sintetico", norm, **{"rake": 0, **given})
    table.play("croupier deal", HANDS, common, *deeds)
    return table


def faults(norm: str, **choices: Any) -> set[tuple[str, str | None]]:
    with pytest.raises(FaultySetup) as raised:
        opened("sintetico", norm, **choices)
    return {(fault.code, fault.clause) for fault in raised.value.faults}


# ---------------------------------------------------------------- the course


@pytest.mark.parametrize(
    "norm",
    [
        case("IB05.12.V.4.14 IB05.12.II.1.1", "IB05"),
        case("IB09.12-2-e.II.1", "IB09"),
        case("AR10.10-2-B-e.IV.2 AR10.10-2-B-e.II.1 AR10.10.2.b.8", "AR10"),
    ],
)
def test_who_wants_cards_lays_the_ante_before_they_are_dealt_of_twenty_eight(norm: str) -> None:
    table = circle("sintetico", norm, purses=(10_000,) * 5)
    table.play("s3 leave")
    told = table.play("croupier deal")
    assert not told.of(Dealt)
    assert table.felt.players == (1, 2, 4, 5)
    ante = 200 if norm == "IB05" else 100  # the minimum bet that was set, or at most half of it
    assert [table.felt.on(seat, "bote") for seat in (1, 2, 3, 4, 5)] == [ante, ante, 0, ante, ante]
    assert table.phase.draws().total == 28


@pytest.mark.parametrize(
    "norm",
    [
        case("IB05.12.V.4.16 IB05.12.V.4.18", "IB05"),
        case("IB09.12-2-e.IV.1", "IB09"),
        case("AR10.10-2-B-e.IV.3 AR10.10-2-B-e.IV.4", "AR10"),
    ],
)
def test_two_covered_cards_each_and_the_first_common_one_face_up(norm: str) -> None:
    table = circle("sintetico", norm)
    table.play("croupier deal")
    told = table.play(HANDS, "Tc")
    assert [(event.to, event.up) for event in told.of(Dealt)][:8] == [
        (seat, False) for seat in (1, 2, 3, 4)
    ] * 2
    board = table.felt.held("board")
    assert [held.up for held in board] == ([True, *[False] * 4] if norm == "IB05" else [True])
    assert table.felt.cards("board")[0] == card("Tc")


@pytest.mark.parametrize(
    "norm",
    [
        case("IB05.12.V.4.16 IB05.12.V.4.19", "IB05"),
        case("IB09.12-2-e.IV.2", "IB09"),
        case("AR10.10-2-B-e.IV.5", "AR10"),
    ],
)
def test_the_mano_speaks_first_and_then_those_to_his_right(norm: str) -> None:
    for mano in (1, 2):
        table = dealt(norm)
        for _ in range(1, mano):
            table.finish()
            table.play("croupier deal", HANDS, "Tc")
        assert table.felt.mano == mano
        spoke = [table.turn]
        for _ in range(3):
            table.whoever("check")
            spoke.append(table.turn)
        assert spoke == [(mano + step - 1) % 4 + 1 for step in range(4)]


@every
@pytest.mark.law(
    "IB05.12.V.4.20", "IB09.12-2-e.IV.3", "IB09.12-2-e.IV.4", "AR10.10-2-B-e.IV.6", "AR10.10-2-B-e.IV.7"
)
def test_who_made_the_highest_bet_opens_the_next_interval(norm: str) -> None:
    table = dealt(norm, "s1 check; s2 raise_to 200; s3 raise_to 600; s4,s1,s2 match", "Jc")
    assert table.felt.cards("board") == (card("Tc"), card("Jc"))
    assert table.turn == 3
    table.play("s3,s4,s1,s2 check", "9d")
    assert table.turn == (3 if norm == "AR10" else 1)  # no one bet: the same opener, or the mano
    first = table.turn
    assert isinstance(first, int)
    table.until("Showdown")
    assert len(table.felt.cards("board")) == 5
    assert table.felt.street == 4


@every
@pytest.mark.law("IB05.12.V.4.21", "IB05.12.V.4.44", "IB09.12-2-e.IV.5", "AR10.10-2-B-e.IV.8")
def test_who_made_the_last_bet_shows_first_and_the_pot_is_paid(norm: str) -> None:
    table = dealt(norm)
    for drawn in ("Jc", "8d", "9h", "Th"):
        while table.at == "Interval":
            seat = table.turn
            assert isinstance(seat, int)
            table.play(f"s{seat} check")
        table.play(drawn)
    first = table.turn
    assert first == 1
    table.play("s1 check; s2 raise_to 200; s3 match; s4 fold; s1 match")
    assert table.turn == 2
    assert all(not held.up for held in table.felt.held(1))
    told = table.play("s2,s3,s1 show; croupier pay_pot")
    assert [event.owner for event in told.of(Shown)] == [2, 3, 1]
    winner = 3 if norm == "IB05" else 1
    assert told.paid == {
        winner: 1_400 if norm == "IB05" else 1_000
    }  # in the first norm one queen makes a straight with the table


@pytest.mark.law("IB05.12.I.2", "IB09.12-2-e.I.1", "AR10.10-2-B-e.I.2")
def test_both_own_cards_play_except_in_the_first_norm() -> None:
    for norm, category in (("IB05", Category.POQUER), ("IB09", Category.FULL), ("AR10", Category.FULL)):
        table = dealt(norm, common="Ts")
        for drawn in ("Tc", "Td", "Th", "8d"):
            for _ in range(4):
                table.step()
            table.play(drawn)
        assert table.felt.hand_of(1).category is category


@every
@pytest.mark.law(
    "AR10.10-2-B-e.IV.9", "IB09.12-2-e.II.1", "IB05.12.II.1.2", "IB09.12-2-e.II.2", "AR10.10-2-B-e.II.2"
)
def test_the_flush_beats_the_full_and_the_ace_stands_before_the_eight(norm: str) -> None:
    table = dealt(norm)
    order = table.felt.ranking.shape.order
    assert order.index(Category.COLOR) < order.index(Category.FULL)
    assert table.felt.ranking.shape.lowest_rank == 8


# ---------------------------------------------------------------- resto


@pytest.mark.law("IB05.12.V.3.3", "IB05.12.V.3.4", "IB05.12.V.3.5", "IB09.12-2-e.III.1", "IB09.12-2-e.III.2")
@pytest.mark.law("IB09.12-2-e.III.a.1", "IB09.12-2-e.III.b.1", "AR10.10-2-B-e.III.1")
def test_the_resto_and_its_replacements_go_by_a_scale() -> None:
    assert faults("IB05", least_resto=4_900) == {("resto_off_scale", "IB05.12.V.3.4")}
    assert faults("IB05", least_more=900) == {("replacement_off_scale", "IB05.12.V.3.5")}
    assert faults("IB09", most_resto=40_050) == {("resto_off_scale", "IB09.12-2-e.III.a.1")}
    assert faults("IB09", most_more=20_050) == {("replacement_off_scale", "IB09.12-2-e.III.b.1")}
    assert opened("sintetico", "AR10", most_resto=100_000)
    for norm in ("IB05", "IB09"):
        table = circle("sintetico", norm, purses=(10_000, 10_000, 10_000, 10_000, 0))
        assert "buy" not in table.verbs(1)  # the stack is not exhausted
        assert table.refused("s5 buy 950").least == 1_000  # a replacement
        table.play("s1 leave")
        assert (table.refused("s1 buy 1000").least or 0) >= 4_000  # another beginning
    assert "buy" in circle("sintetico", "AR10").verbs(1)
    assert "buy" not in circle("sintetico", "AR10", replenish=True).verbs(1)


@pytest.mark.law("IB05.12.V.3.1", "IB05.12.V.3.2", "AR10.10-2-B-e.III.1", "AR10.10-2-B-e.III.2")
def test_bets_lie_within_the_limits_of_the_table() -> None:
    table = dealt("IB05")
    assert table.refused("s1 raise_to 1050").most == 1_000
    table.play("s1 raise_to 1000")
    assert table.refused("s2 raise_to 2050").most == 2_000
    assert faults("IB05", authorised_minimum=250, minimum=200) == {("minimum_too_low", "IB05.12.V.3.2")}
    assert faults("IB05", authorised_maximum=900) == {("maximum_too_high", "IB05.12.V.3.2")}
    assert faults("AR10", authorised_maximum=900) == {("maximum_too_high", "AR10.10-2-B-e.III.1")}
    assert faults("AR10", lacks=["limits_shown"]) == {("no_limits_shown", "AR10.10-2-B-e.III.2")}


@pytest.mark.law("IB05.12.II.3.1", "IB05.12.II.3.2")
def test_the_house_takes_three_per_cent_at_most() -> None:
    assert {code for code, _ in faults("IB05", charge="sesion")} == {"choice_not_offered"}
    table = dealt(
        "IB05",
        "s1 raise_to 1000; s2 match; s3,s4 fold",
        rake=opened("sintetico", "IB05").chosen["rake"],
    )
    told = table.finish()
    assert told.raked == 50  # 3 % of 2 400 is 72


# ---------------------------------------------------------------- IB05: its own general rules


@pytest.mark.law("IB05.12.II.2.1", "IB05.12.II.2.2", "IB05.12.II.2.3", "IB05.12.II.2.4", "IB05.12.III.1")
@pytest.mark.law("IB05.12.III.2", "IB05.12.IV.1")
def test_the_table_of_the_first_norm() -> None:
    assert faults("IB05", lacks=["numbered_places", "slots"], croupiers=0, chief=False) == {
        ("no_numbered_places", "IB05.12.II.2.1"),
        ("no_slots", "IB05.12.II.2.4"),
        ("too_few_croupiers", "IB05.12.III.1"),
        ("no_chief", "IB05.12.III.2"),
    }
    assert {code for code, _ in faults("IB05", seats=11)} == {"choice_too_high"}


@pytest.mark.law(
    "IB05.12.IV.2", "IB05.12.IV.3", "IB05.12.III.1.2", "IB05.12.V.4.1", "IB05.12.V.4.2", "IB05.12.V.4.3"
)
@pytest.mark.law("AR10.10-2-B-e.IV.1", "AR10.10-2-B-e.IV.3")
def test_places_by_lot_the_mano_first_and_newcomers_afterwards() -> None:
    for norm in ("IB05", "AR10"):
        drawn = rehearse("sintetico", norm, seats=5)
        drawn.play("s1,s2,s3 buy 5000")
        assert not drawn.may("croupier draw_places")
        drawn.play("s4 buy 5000; croupier draw_places; 1 0 0 0")
        assert drawn.felt.party.places == (2, 1, 3, 4, 0)
        drawn.play("s5 buy 5000; croupier assign_place 5 5; croupier deal")
        assert drawn.felt.mano == 2
    table = circle("sintetico", "IB05")
    for mano in (1, 2, 3):
        table.play("croupier deal")
        assert table.felt.mano == mano
        table.finish()


@pytest.mark.law("IB05.12.IV.4", "IB05.12.IV.7", "IB05.12.IV.8", "IB05.12.V.4.46")
def test_rests_table_stakes_and_what_is_not_allowed() -> None:
    table = circle("sintetico", "IB05", purses=(10_000,) * 5)
    table.play("s2 rest")
    for _ in range(2):
        table.play("croupier deal")
        assert 2 not in table.felt.players
        table.refused("s3 buy 5000", "hand_has_begun", "IB05.12.V.4.46")
        table.finish()
    table.play("croupier deal")
    assert 2 not in table.felt.party.places
    table.finish()
    told = table.play("floor misconduct seat=1 what=joint_pot; floor misconduct seat=1 what=sharing_the_pot")
    assert len(told.said) == 2
    assert "expel" not in table.verbs(FLOOR)  # this norm knows warnings only


@pytest.mark.law("IB05.12.III.2.3", "IB05.12.V.4.35")
def test_nobody_bets_out_of_turn_or_raises_what_he_has_just_bet() -> None:
    table = dealt("IB05", "s1 check; s2 raise_to 200")
    for deed in ("s4 check", "s4 raise_to 400", "s1 match"):
        table.refused(deed, "not_your_turn")
    table.refused("s2 raise_to 400", "string_bet", "IB05.12.V.4.35")
    assert table.felt.on(2, "apuesta") == 200


@pytest.mark.law("IB05.12.V.4.27", "IB05.12.V.4.28")
def test_who_checked_holds_back_until_somebody_bets_and_must_then_call() -> None:
    table = dealt("IB05", "s1 check; s2 raise_to 200")
    table.refused("s3 check", "bet_pending", "IB05.12.V.4.27")
    table.play("s3,s4 match")
    assert table.verbs(1) == {"match", "fold", "raise_to"}
    table.refused("s1 check", "bet_pending", "IB05.12.V.4.27")


@pytest.mark.law("IB05.12.V.4.29", "IB05.12.V.4.30")
def test_a_call_equals_the_bet_and_a_raise_makes_the_others_act_again() -> None:
    table = dealt("IB05", "s1 check; s2 raise_to 200; s3 match")
    assert table.felt.on(3, "apuesta") == 200
    assert table.refused("s4 raise_to 350").least == 400
    table.play("s4 raise_to 500")
    assert table.felt.on(4, "apuesta") == 500
    for seat in (1, 2, 3):
        assert table.turn == seat
        table.play(f"s{seat} match")
    assert table.at == "Dealing"


@pytest.mark.law("IB05.12.V.4.23", "IB05.12.V.4.25")
def test_who_folds_puts_his_cards_away_face_down_and_forfeits_his_bets() -> None:
    table = dealt("IB05", "s1 raise_to 200; s2 match; s3 raise_to 600; s4 match; s1 match")
    told = table.play("s2 fold")
    assert [event.card for event in told.of(Discarded)] == [None, None]
    table.play("Jc")
    assert table.felt.on(2, "bote") == 400  # the ante and the bet stay
    table.until("Showdown")
    assert 2 not in table.finish().paid


@pytest.mark.law("IB05.12.V.4.15", "IB05.12.V.4.34")
def test_all_bets_are_gathered_in_the_pot() -> None:
    table = dealt("IB05", "s1 raise_to 200; s2,s3,s4 match")
    table.play("Jc")
    assert all(bet == "bote" for _, bet, _ in table.felt.chips)
    assert table.felt.cloth == 4 * (200 + 200)


@pytest.mark.law("IB05.12.V.4.31", "IB05.12.V.4.32", "IB05.12.V.4.37", "IB05.12.V.4.39", "IB05.12.V.4.41")
def test_pots_of_the_first_norm() -> None:
    table = dealt("IB05", "s1 raise_to 1000; s2,s3 match; s4 fold", purses=(10_000, 600, 10_000, 10_000))
    table.until("Reading")
    told = table.play("floor announced_wrongly; croupier pay_pot")
    assert told.said[0] == "Las cartas hablan."
    assert set(told.pots) == {"bote_1", "bote_2"}
    alone = dealt("IB05", "s1 raise_to 1000; s2,s3 fold")
    assert alone.play("s4 fold").returned == {1: 1_000}
    assert alone.play("croupier pay_pot").paid == {1: 800}
    tied = circle("sintetico", "IB05", rake=0)
    tied.play("croupier deal", "9s 9d 9h 8c Qs Qd 8h 8d", "As")
    for drawn in ("Ks", "Js", "Ts", "Ad"):
        for _ in range(4):
            tied.step()
        tied.play(drawn)
    for _ in range(4):
        tied.step()
    assert sum(tied.finish().paid.values()) == 800


@pytest.mark.law("IB05.12.V.3.1")
@pytest.mark.parametrize("maximum", [325, 1025, 1030])
def test_no_amount_is_offered_that_no_chips_can_make(maximum: int) -> None:
    """A maximum that chips cannot make is rounded down, at the first bet and at every raise."""
    table = dealt("IB05", maximum=maximum)
    for _ in range(3):
        phase: Any = table.phase
        (dial,) = [
            offer.dials["cents"] for offer in table.phase.offers(table.turn) if offer.act.verb() == "raise_to"
        ]
        assert isinstance(dial, Range)
        assert dial.fits(dial.most)
        assert dial.most % table.felt.rules.chip == 0
        assert dial.most <= phase.talk.level + maximum < dial.most + table.felt.rules.chip
        table.play(f"s{table.turn} raise_to {dial.most}")


# ---------------------------------------------------------------- the ante


@pytest.mark.law("IB05.12.V.4.14")
def test_the_ante_is_the_minimum_bet_that_was_set() -> None:
    """The ante is exactly the minimum bet, by default and by choice."""
    frame = catalogue.under("IB05")["sintetico"]
    for ante, codes in ((100, {"ante_not_the_minimum"}), (200, set()), (250, {"ante_not_the_minimum"})):
        found = [
            fault for fault in set_up(frame, {"minimum": 200, "ante": ante}).faults if fault.choice == "ante"
        ]
        assert {fault.code for fault in found} == codes
        assert {fault.clause for fault in found} <= {"IB05.12.V.4.14"}
    table = circle("sintetico", "IB05")
    assert table.felt.rules.ante == table.felt.rules.minimum == 200
    table.play("floor change_minimum 400; croupier deal")
    assert [table.felt.on(seat, "bote") for seat in (1, 2, 3, 4)] == [400] * 4


# ---------------------------------------------------------------- another minimum


@pytest.mark.law("IB05.12.V.3.3", "IB05.12.V.3.4", "IB05.12.V.3.5")
@pytest.mark.law("IB09.12-2-e.III.a.1", "IB09.12-2-e.III.b.1")
@pytest.mark.parametrize(("norm", "clause"), [("IB05", "IB05.12.V.3.4"), ("IB09", "IB09.12-2-e.III.a.1")])
def test_another_minimum_keeps_what_is_bought_on_the_scale_of_the_law(norm: str, clause: str) -> None:
    table = circle("sintetico", norm)
    before = table.felt.rules
    told = table.play(f"floor change_minimum {2 * before.minimum}")
    rules = table.felt.rules
    assert (rules.least_resto, rules.most_resto) == (2 * before.least_resto, 2 * before.most_resto)
    assert (rules.least_more, rules.most_more) == (2 * before.least_more, 2 * before.most_more)
    (note,) = told.of(Noted)
    assert (note.code, note.clause) == ("resto_changed", clause)
    assert note.figures == {"least": rules.least_resto, "most": rules.most_resto}
    table.play("s4 leave")
    refusal = table.refused(f"s4 buy {before.least_resto}", "below_minimum")
    assert refusal.least == rules.least_resto


def test_in_aragon_the_house_sets_the_resto_freely_and_it_stays() -> None:
    table = circle("sintetico", "AR10")
    before = table.felt.rules
    assert not table.play(f"floor change_minimum {2 * before.minimum}").of(Noted)
    assert table.felt.rules == replace(before, minimum=2 * before.minimum)
