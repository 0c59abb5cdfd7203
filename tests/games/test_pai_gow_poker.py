"""Pai gow poker, clause by clause (IB09 epigraph 16, AR10 epigraph 10.1.C, CM16 articles 7 to 9)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.cases import case
from tests.support.pai_gow_hands import outranks

from novamas.equipment.cards import DECK_53, cards, names
from novamas.games.pai_gow_poker.cloth import house_way
from novamas.games.pai_gow_poker.house_way import LOWS, house_setting, least_high
from novamas.games.pai_gow_poker.house_way import settings as ways_to_set
from novamas.hands import best_hand, ranking
from novamas.law import catalogue
from novamas.table.events import Dealt, Discarded, Noted, Said, Shown, Withdrew
from novamas.table.roles import CROUPIER, RAIL
from novamas.testing import Rehearsal
from novamas.testing.rehearsal import Noticed, faults_of, opened

FRAME = catalogue.under("IB09")["pai_gow_poker"]

SLUG = "pai_gow_poker"
NORMS = ("IB09", "AR10", "CM16")
BANK = "Ks Kd 9c 7h 5d 3s 2c"  # by the house way: kings, and nine-seven low
HIGHS = {"superior": "As Ad 5h 3d 2h", "igualdad": "Kh Kc 5h 3d 2h", "inferior": "Qs Qd 5h 3d 2h"}
LOW = {"superior": "8d Ts", "igualdad": "7c 9d", "inferior": "4d 6s"}
WINNER = f"{HIGHS['superior']} {LOW['superior']}"
WIN = f"{WINNER}; s1 set_hand 1 8dTs; {BANK}"  # what follows the dice where seat 1 wins


def pai_gow(*lines: str, norm: str = "IB09", **choices: Any) -> Rehearsal:
    """Return a rehearsal table. The croupier sets the hand as soon as all its cards are seen."""
    table = Rehearsal(opened(SLUG, norm, **choices))
    table.at_once = frozenset({"set_bank"})
    table.play(*lines)
    return table


def won(table: Rehearsal, seat: int = 1) -> int:
    """Return the winnings of a player so far, including stakes that can be taken back."""
    return table.won(seat) + table.phase.free(seat)


def played(table: Rehearsal, high: str, low_stands: str) -> Noticed:
    """Let seat 1 bet 1000 and hold hands that compare in this way with the croupier's."""
    low = LOW[low_stands]
    laid = low.replace(" ", "")
    return table.play(f"s1 bet casilla:1 1000; 1-1-6; {HIGHS[high]} {low}; s1 set_hand 1 {laid}; {BANK}")


# ---------------------------------------------------------------- what is won and lost


@pytest.mark.parametrize(
    "norm",
    [
        case("IB09.16.I.8 IB09.16.VI.4 IB09.16.VI.7 IB09.16.VII.29", "IB09"),
        case("AR10.10-1-C.I.7 AR10.10-1-C.V.3.a.1 AR10.10-1-C.V.2.3 AR10.10-1-C.III.2.2", "AR10"),
        case("CM16.8.1.5 CM16.9.2.a.1 CM16.9.3.1 CM16.9.1.2", "CM16"),
    ],
)
def test_a_winner_is_paid_even_money_less_the_commission_and_keeps_his_stake(norm: str) -> None:
    most = Fraction(1, 10) if norm == "CM16" else Fraction(1, 20)
    for rate in (Fraction(0), Fraction(1, 40), most):
        table = pai_gow(norm=norm, seats=1, commission=rate)
        assert f"La comisión es del {100 * rate} por ciento." in table.play("croupier hagan_juego").said
        told = table.play("s1 bet casilla:1 1000; 1-1-6", WIN)
        paid = told.payments[1, "casilla:1"]
        assert paid.returned == 2000 - 1000 * rate
        assert paid.stays
        back = Withdrew(1, "casilla:1", 1000, table.felt.course.keeps)
        assert table.play("s1 withdraw casilla:1 1000") == (back,)
    assert faults_of(SLUG, norm, commission=most + Fraction(1, 1000)).keys() == {"choice_too_high"}


@pytest.mark.law("IB09.16.I.6", "AR10.10-1-C.I.5", "CM16.8.1.3")
@pytest.mark.parametrize("norm", NORMS)
def test_a_void_bet_stays_or_is_taken_back(norm: str) -> None:
    table = pai_gow(norm=norm, seats=1)
    told = played(table, "superior", "inferior")
    assert told.payments[1, "casilla:1"].returned == 1000
    assert table.chips(1, "casilla:1") == 1000
    table.play("croupier hagan_juego")
    assert table.felt.played == (1,)
    table.play("s1 withdraw casilla:1 1000")
    assert table.felt.cloth == 0


@pytest.mark.law("IB09.16.I.9", "IB09.16.VI.5", "IB09.16.VII.30", "AR10.10-1-C.I.8", "AR10.10-1-C.V.3.b.1")
@pytest.mark.law("AR10.10-1-C.VI.29", "CM16.8.1.6", "CM16.9.2.b.1")
@pytest.mark.parametrize("norm", NORMS)
def test_a_loser_loses_his_stake_and_his_cards(norm: str) -> None:
    table = pai_gow(norm=norm, seats=1)
    told = played(table, "inferior", "inferior")
    assert told.payments[1, "casilla:1"].returned == 0
    assert len(told.of(Discarded)) == 7
    assert table.felt.cloth == 0


@pytest.mark.parametrize(("rounding", "fee"), [("up", 34), ("down", 35), ("half_up", 34), ("half_even", 34)])
def test_a_fraction_of_a_centimo_of_the_commission_is_rounded(rounding: str, fee: int) -> None:
    """A commission of 17/500 on 1,001 céntimos, which is 34.034, is rounded to whole céntimos."""
    table = pai_gow(seats=1, rounding=rounding, commission=Fraction(17, 500), chip=1)
    told = table.play("s1 bet casilla:1 1001; 1-1-6", WIN)
    assert told.payments[1, "casilla:1"].returned == 2002 - fee


# ---------------------------------------------------------------- bets


@pytest.mark.law("IB09.16.VI.1", "IB09.16.VII.3", "AR10.10-1-C.V.2.1", "AR10.10-1-C.VI.3", "IB09.16.IV.3")
@pytest.mark.law("CM16.8.5.1")
@pytest.mark.parametrize("norm", NORMS)
def test_bets_before_the_deal_within_the_limits_on_ones_own_box(norm: str) -> None:
    table = pai_gow(norm=norm, seats=2, minimum=1000, maximum=2000, chip=100)
    table.refused("s1 bet casilla:1 1000", "not_open")
    table.play("croupier hagan_juego")
    table.refused("s1 bet casilla:1 900", "below_minimum")
    table.refused("s1 bet casilla:1 2100", "above_maximum")
    table.refused("s1 bet casilla:1 1050", "broken_chip")
    table.refused("s1 bet casilla:3 1000", "no_such_bet")
    table.refused("s1 bet casilla:2 1000", "one_area_only", table.felt.course.one_area)
    table.play("s1 bet casilla:1 1000; s1 bet casilla:1 1000")
    table.refused("s1 bet casilla:1 100", "above_maximum")
    table.play("croupier no_va_mas")
    table.refused("s2 bet casilla:2 1000", "no_va_mas")
    table.refused("s1 withdraw casilla:1 1000", "no_va_mas")


def test_a_late_bet_is_given_back() -> None:
    table = pai_gow("s1 bet casilla:1 500; croupier no_va_mas", seats=2)
    told = table.play("floor late_bet seat=2 bet=casilla:2 cents=700")
    assert Withdrew(2, "tarde:casilla:2", 700, "IB09.16.VII.4") in told
    assert table.felt.cloth == 500


def test_without_bets_nothing_is_dealt() -> None:
    table = pai_gow("croupier no_va_mas", seats=1)
    assert table.at == "Waiting"
    table.play("croupier hagan_juego yes; croupier no_va_mas")
    assert table.at == "Closed"


# ---------------------------------------------------------------- hands, dice and positions


@pytest.mark.law("IB09.16.VII.2", "AR10.10-1-C.VI.2", "IB09.16.VII.8", "IB09.16.VII.9", "AR10.10-1-C.VI.8")
@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize(("everywhere", "bettors", "hands"), [(False, 6, 7), (False, 2, 3), (True, 2, 7)])
def test_as_many_hands_as_play_and_the_rest_is_counted(
    norm: str, everywhere: bool, bettors: int, hands: int
) -> None:
    table = pai_gow(norm=norm, all_positions=everywhere)
    assert "shuffled_and_cut" in table.play("croupier hagan_juego").noted
    table.play(*(f"s{seat} bet casilla:{seat} 500" for seat in range(1, bettors + 1)))
    told = table.play("croupier make_hands")
    assert told.noted == ["hands_made"]
    assert told.of(Noted)[0].figures == {"hands": hands, "size": 7, "left": 53 - 7 * hands}
    dealt = table.play("1-1-1; croupier place_hands").of(Dealt)
    assert len(dealt) == 7 * hands
    assert {event.card for event in dealt} == {None}


@pytest.mark.law("IB09.16.VII.9", "AR10.10-1-C.VI.8")
def test_a_wrong_count_of_what_is_left_voids_the_deal() -> None:
    table = pai_gow("s1 bet casilla:1 500; croupier no_va_mas", seats=1)
    right = 53 - 14
    table.refused(f"floor wrong_leftover {right}", "cannot_have_happened")
    told = table.play(f"floor wrong_leftover {right + 1}")
    assert told.noted == ["shuffled_and_cut"]
    assert table.at == "Stacking"
    assert table.chips(1, "casilla:1") == 500


DICE = ["1-1-1", "1-1-2", "1-1-6", "1-2-6", "1-6-6", "3-5-5", "3-6-6", "4-6-6", "6-6-6"]


def with_six_bets(norm: str, direction: str = "clockwise") -> Rehearsal:
    table = pai_gow(norm=norm, count_direction=direction)
    table.play(*(f"s{seat} bet casilla:{seat} 500" for seat in range(1, 7)))
    return table


def first_hand(dice: str, direction: str) -> int:
    """Return the box to which the dice give the first hand, counted from the bank, which is 0."""
    points = sum(map(int, dice.split("-")))
    return (points - 1) % 7 if direction == "clockwise" else -(points - 1) % 7


@pytest.mark.parametrize(
    "norm", [case("IB09.16.VII.4", "IB09"), case("AR10.10-1-C.VI.4", "AR10"), pytest.param("CM16")]
)
@pytest.mark.parametrize("direction", ["clockwise", "anticlockwise"])
@pytest.mark.parametrize("dice", DICE)
def test_the_sum_of_three_dice_thrown_after_no_va_mas_says_whose_is_the_first_hand(
    norm: str, direction: str, dice: str
) -> None:
    table = with_six_bets(norm, direction)
    table.play("croupier no_va_mas")
    table.refused("s1 bet casilla:1 500", "no_va_mas")
    first = first_hand(dice, direction)
    whose = f"la casilla {first}" if first else "la banca"
    assert f"{sum(map(int, dice.split('-')))}: la primera mano es para {whose}." in table.play(dice).said


@pytest.mark.parametrize(
    "norm", [case("IB09.16.VII.5", "IB09"), case("AR10.10-1-C.VI.5", "AR10"), pytest.param("CM16")]
)
@pytest.mark.parametrize("dice", DICE)
def test_with_seven_positions_the_bank_is_one_eight_or_fifteen(norm: str, dice: str) -> None:
    told = with_six_bets(norm).play(dice)
    own = any("para la banca." in said for said in told.said)
    assert own is (sum(map(int, dice.split("-"))) in (1, 8, 15))


@pytest.mark.parametrize(
    "norm",
    [
        case("IB09.16.VII.6 IB09.16.VII.7", "IB09"),
        case("AR10.10-1-C.VI.6 AR10.10-1-C.VI.7", "AR10"),
        pytest.param("CM16"),
    ],
)
@pytest.mark.parametrize("direction", ["clockwise", "anticlockwise"])
@pytest.mark.parametrize("dice", DICE)
def test_hands_are_placed_clockwise_from_where_the_dice_point(norm: str, direction: str, dice: str) -> None:
    table = with_six_bets(norm, direction)
    dealt = table.play(dice, "croupier place_hands").of(Dealt)
    first = first_hand(dice, direction)
    order = [(first + step) % 7 for step in range(7)]
    assert [event.to for event in dealt] == [box or "croupier" for box in order for _ in range(7)]
    assert [event.place for event in dealt] == list(range(49))


@pytest.mark.parametrize(
    "norm",
    [
        case("IB09.16.I.2 IB09.16.IV.2", "IB09"),
        case("AR10.10-1-C.I.2 AR10.10-1-C.IV.2", "AR10"),
        case("CM16.7.2 CM16.ANX1.1.e.2", "CM16"),
    ],
)
def test_each_player_gets_seven_cards_and_makes_a_hand_of_two_and_one_of_five(norm: str) -> None:
    table = with_six_bets(norm)
    dealt = table.play("1-1-6; croupier place_hands").of(Dealt)
    assert [event.place for event in dealt] == list(range(49))  # from the top, one by one
    assert Counter(event.to for event in dealt) == dict.fromkeys(["croupier", 1, 2, 3, 4, 5, 6], 7)
    table = at_setting(WINNER, norm=norm)
    table.refused("s1 set_hand 1 8d", "not_listed")
    table.refused("s1 set_hand 1 8dTsAs", "not_listed")
    table.play("s1 set_hand 1 8dTs")
    assert table.felt.low(1) == cards("8d Ts")


# ---------------------------------------------------------------- setting

TWO_PAIRS = "Ks Kd 9c 9h 5d 3s 2c"


def at_setting(seven: str, **choices: Any) -> Rehearsal:
    """Return a table where seat 1 has seen seven cards and must set them."""
    return pai_gow("s1 bet casilla:1 500; 1-1-6", seven, seats=1, **choices)


@pytest.mark.law("IB09.16.VII.15", "AR10.10-1-C.VI.14", "AR10.10-1-C.I.2", "CM16.7.2", "CM16.8.4.1")
@pytest.mark.parametrize("norm", NORMS)
def test_the_high_hand_must_outrank_the_low_one(norm: str) -> None:
    table = at_setting(TWO_PAIRS, norm=norm)
    table.refused("s1 set_hand 1 KdKs", "foul_hand", table.felt.course.outranking)
    table.refused("s1 set_hand 1 AsKd", "not_listed")
    table.refused("s1 set_hand 1 2c", "not_listed")
    table.refused("s1 set_as_house 2", "not_your_hand")
    ways = table.felt.splits(cards(TWO_PAIRS))
    assert "9c9h" in ways
    assert len(ways) == 20  # all but kings low
    table.play("s1 set_hand 1 9c9h")
    assert table.at == "Ready"


@given(st.lists(st.sampled_from(DECK_53), min_size=7, max_size=7, unique=True))
@settings(max_examples=150, deadline=None)
def test_fast_strengths_agree_with_the_hands(seven: list[int]) -> None:
    """Check each way to set a hand: its strength, and whether the high hand outranks the low one."""
    held = tuple(sorted(seven))
    high, low_strength = ways_to_set(held)
    five, two = ranking(SLUG), ranking(SLUG, variant="low")
    for way, places in enumerate(LOWS):
        mine = best_hand(two, [held[place] for place in places])
        rest = best_hand(five, [card for place, card in enumerate(held) if place not in places])
        assert (high[way], low_strength[way]) == (rest.strength, mine.strength)
        assert (high[way] >= least_high()[low_strength[way]]) is outranks(rest, mine)


@given(
    st.lists(st.sampled_from(DECK_53), min_size=7, max_size=7, unique=True),
    st.sampled_from(["usual", "simple"]),
)
@settings(max_examples=300, deadline=None)
def test_every_hand_has_a_right_setting_by_each_house_way(seven: list[int], way: str) -> None:
    held = tuple(sorted(seven))
    chosen = house_setting(held, house_way(FRAME, way))
    high, low_strength = ways_to_set(held)
    assert chosen >= 0
    assert high[chosen] >= least_high()[low_strength[chosen]]


HOUSE = [  # the ranks that go low, the joker's as an ace's
    ("As Kd Qc 9h 7d 5s 2c", "QK"),
    ("As Ad Qc 9h 7d 5s 2c", "9Q"),
    ("6s 6d 3c 3h Kd 9s 7c", "9K"),
    ("6s 6d 3c 3h Qd 9s 7c", "33"),
    ("Ks Kd 3c 3h Ad 9s 7c", "9A"),
    ("Ks Kd 9c 9h Ad 5s 2c", "99"),
    ("As Ad 3c 3h Kd 9s 7c", "33"),
    ("8s 8d 5c 5h 3d 3s Ac", "88"),
    ("9s 9d 9c Kh 7d 5s 2c", "7K"),
    ("As Ad Ac Kh 7d 5s 2c", "KA"),
    ("9s 9d 9c Kh Kd 5s 2c", "KK"),
    ("9s 9d 9c 5h 5d 5s 2c", "99"),
    ("3s 4d 5c 6h 7d Ks Qc", "QK"),
    ("2s 5s 9s Js Ks Kd 7c", "7K"),
    ("4s 4d 4c 4h Qd 9s 7c", "9Q"),
    ("8s 8d 8c 8h Qd 9s 7c", "88"),
    ("8s 8d 8c 8h Ad 9s 7c", "9A"),
    ("Ks Kd Kc Kh Td Ts 7c", "TT"),
    ("Ks Kd Kc Kh 9d 9s 7c", "KK"),
    ("As Ad Ac Ah Jk 9s 7c", "AA"),
    ("As Ad Ac Ah Jk Ks Kc", "KK"),
    ("Jk Kd Qc 9h 7d 5s 2c", "QK"),
]


@pytest.mark.parametrize(("seven", "wanted"), HOUSE)
def test_the_usual_house_way(seven: str, wanted: str) -> None:
    held = tuple(sorted(cards(seven)))
    two = [held[place] for place in LOWS[house_setting(held, house_way(FRAME, "usual"))]]
    assert sorted(names(two).replace("Jk", "As").split()[n][0] for n in range(2)) == sorted(wanted)


def test_the_simple_house_way_splits_every_two_pairs_and_keeps_every_four() -> None:
    simple = house_way(FRAME, "simple")
    for seven, wanted in (("6s 6d 3c 3h Ad 9s 7c", "3c 3h"), ("Ks Kd Kc Kh 9d 8s 7c", "8s 9d")):
        held = tuple(sorted(cards(seven)))
        assert {held[place] for place in LOWS[house_setting(held, simple)]} == set(cards(wanted))
    three_aces = tuple(sorted(cards("As Ad Ac Kh 7d 5s 2c")))
    assert {three_aces[place] for place in LOWS[house_setting(three_aces, simple)]} == set(cards("Kh 7d"))


@pytest.mark.law("IB09.16.VII.18", "AR10.10-1-C.VI.17")
@pytest.mark.parametrize(("norm", "clause"), [("IB09", "IB09.16.VII.18"), ("AR10", "AR10.10-1-C.VI.17")])
def test_the_croupier_turns_his_cards_once_all_are_set_and_makes_two_hands_face_up(
    norm: str, clause: str
) -> None:
    table = at_setting(WINNER, norm=norm)
    table.at_once = frozenset()
    assert not any(held.up or held.card is not None for held in table.felt.held("croupier"))
    table.play("s1 set_hand 1 8dTs")
    for turned, name in enumerate(BANK.split(), 1):
        (shown,) = table.play(name).of(Shown)
        assert (shown.owner, shown.cards, shown.clause) == ("croupier", cards(name), clause)
        assert sum(held.up for held in table.felt.held("croupier")) == turned
    assert "croupier" in table.felt.lie_open
    assert not table.events.payments
    table.refused("s1 set_as_house 1", "bank_exposed")
    table.refused("croupier set_bank 3s5d", "not_the_house_way", clause)
    said, *compared = table.play("croupier set_bank 7h9c")
    assert said == Said(CROUPIER, "El croupier: pareja de reyes y carta mayor, nueve.", clause)
    assert Noticed(compared).payments[1, "casilla:1"].returned == 975


def test_the_house_way_changes_what_is_paid() -> None:
    nets = {}
    for way in ("usual", "simple"):
        table = at_setting("Ts Td 4c 4h 5d 2s 8c", house_way=way)
        table.play("s1 set_hand 1 4c4h; 6s 6d 3c 3h Ad 9s 7c")
        nets[way] = won(table)
    assert nets == {"usual": 0, "simple": 475}


@pytest.mark.law(
    "IB09.16.VII.17", "AR10.10-1-C.VI.16", "IB09.16.VIII.1.1", "AR10.10-1-C.VII.1.1", "CM16.8.2.1"
)
@pytest.mark.parametrize("norm", NORMS)
def test_the_croupier_sees_his_cards_last_and_then_nobody_touches_his_own(norm: str) -> None:
    table = at_setting(TWO_PAIRS, norm=norm)
    assert table.felt.known(0) == ()
    assert table.refused("croupier expose").code in ("not_now", "not_your_turn")
    table.play("s1 set_as_house 1; s1 set_hand 1 2c3s")  # changed while the bank is face down
    table.play("croupier expose")
    table.refused("s1 set_as_house 1", "bank_exposed", table.felt.course.untouched)
    table.at_once = frozenset()
    shown = table.play("As Ad Ac Kh 7d 5h 2d")
    assert len(shown.of(Shown)) == 7
    table.refused("croupier set_bank 2d5h", "not_the_house_way")


def test_who_does_not_hold_cards_does_not_see_them() -> None:
    table = at_setting(TWO_PAIRS)
    own, other = table.session.view(1), table.session.view(RAIL)
    assert [held.card for held in own.held(1)] == list(cards(TWO_PAIRS))
    assert {held.card for pile in other.piles for held in pile.cards} == {None}
    assert {held.card for pile in table.session.view(CROUPIER).piles for held in pile.cards} == {None}


# ---------------------------------------------------------------- what goes wrong


@pytest.mark.law("IB09.16.VIII.3.1", "AR10.10-1-C.VII.3.1", "CM16.8.4.1")
@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("why", ["low_above_high", "wrong_count"])
def test_a_wrongly_set_hand_loses_even_what_would_have_won(norm: str, why: str) -> None:
    table = at_setting(WINNER, norm=norm)
    table.refused("floor foul_hand 2", "cannot_have_happened")
    table.play("s1 set_hand 1 8dTs")
    table.at_once = frozenset()
    seen = BANK if why == "wrong_count" else ""  # found only when the bank has been shown
    told = table.play(seen, f"floor foul_hand 1 {why}", "" if seen else BANK) + table.croupier()
    assert told.payments[1, "casilla:1"].clauses[0] == table.felt.course.foul
    assert won(table) == -500


def test_a_wrongly_set_hand_may_be_set_right_before_the_bank_shows_its_own() -> None:
    table = at_setting(WINNER)
    table.play("s1 set_as_house 1; floor foul_hand 1; s1 set_hand 1 8dTs", BANK)
    assert won(table) == 475


@pytest.mark.law("IB09.16.VIII.3.1")
def test_a_croupier_who_departs_from_the_house_way_sets_again() -> None:
    table = at_setting(WINNER)
    table.at_once = frozenset()
    table.play("s1 set_hand 1 8dTs", BANK)
    table.refused("floor wrong_house_way 7h9c", "not_listed")
    table.play("floor wrong_house_way 2c3s")
    table.croupier()
    assert won(table) == 475


@pytest.mark.law("IB09.16.IV.3", "IB09.16.VIII.2.1", "AR10.10-1-C.VII.2.1", "CM16.8.3.1", "AR10.10-1-C.IV.3")
@pytest.mark.parametrize("norm", NORMS)
def test_showing_cards_is_noted_and_the_hand_is_played(norm: str) -> None:
    table = at_setting(TWO_PAIRS, norm=norm)
    before = table.phase
    table.refused("floor shows_cards 2", "cannot_have_happened")  # who has none
    told = table.play("floor shows_cards 1")
    assert told.of(Noted)[0].clause == table.felt.course.silence
    assert table.phase == before


# ---------------------------------------------------------------- the limits of an open table


def test_only_castilla_la_mancha_lets_an_open_table_change_its_limits() -> None:
    table = pai_gow(norm="CM16", seats=1)
    played(table, "superior", "inferior")
    told = table.play("floor change_minimum 2000")
    assert Withdrew(1, "casilla:1", 1000, "CM16.8.1.3") in told
    table.refused("floor change_maximum 1900", "below_minimum")
    table.refused("floor change_maximum 50100", "above_maximum")
    table.play("floor change_maximum 3000; croupier hagan_juego")
    table.refused("s1 bet casilla:1 1900", "below_minimum")
    table.refused("s1 bet casilla:1 3100", "above_maximum")
    table.refused("floor change_minimum 500", "not_your_turn")
    pai_gow().refused("floor change_minimum 600", "not_your_turn")
