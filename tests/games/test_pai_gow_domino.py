"""Pai gow dominoes, clause by clause (CM16, articles 10 to 13)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from novamas.equipment.pieces import piece_of_tile
from novamas.equipment.tiles import tiles
from novamas.games.pai_gow_domino.cloth import house_way, way_name
from novamas.games.pai_gow_domino.house_way import chosen, ways
from novamas.law import catalogue
from novamas.table.events import Dealt, Noted, Took, Withdrew
from novamas.testing import Rehearsal
from novamas.testing.rehearsal import Noticed, faults_of, opened

SLUG = "pai_gow_domino"
FRAME = catalogue.under("CM16")[SLUG]
LOWEST, HIGHEST = "1:2 4:6 5:5 1:1", "6:6 4:5 4:4 1:1"
BANK, HIGHER = "3:4 2:2 5:6 1:6", "6:6 4:5 1:3 1:5"


def domino(*lines: str, **choices: Any) -> Rehearsal:
    """Return a rehearsal table. The croupier sets the hand as soon as all its tiles are seen."""
    table = Rehearsal(opened(SLUG, "CM16", **choices))
    table.at_once = frozenset({"set_bank"})
    table.play(*lines)
    return table


def won(table: Rehearsal, seat: int = 1) -> int:
    """Return the winnings of a player so far, including stakes that can be taken back."""
    return table.won(seat) + table.phase.free(seat)


def pieces(text: str) -> tuple[int, ...]:
    """Return the numbers of these tiles."""
    return tuple(map(piece_of_tile, tiles(text)))


def stood(high: str, low: str, bank_high: str, bank_low: str) -> int:
    """Return the net win of a stake of 1000 with these two hands against the bank's, without commission."""
    felt = domino(seats=1).felt
    cards, bank = pieces(f"{high} {low}"), pieces(f"{bank_high} {bank_low}")
    case = felt.stands(cards, pieces(low), bank, pieces(bank_low))
    result = next(one.result for one in felt.cases.values() if (one.high, one.low) == case)
    return {"ganancia": 1000, "partida_nula": 0, "perdida": -1000}[result]


# ---------------------------------------------------------------- what the hands decide


@pytest.mark.law("CM16.11.2.1", "CM16.11.2.2", "CM16.11.2.3", "CM16.11.8.2")
@pytest.mark.parametrize(
    ("high", "low", "result", "cited"),
    [
        ("superior", "superior", "ganancia", "CM16.11.2.1 CM16.11.2.3"),
        ("superior", "inferior", "partida_nula", "CM16.11.2.2"),
        ("inferior", "superior", "partida_nula", "CM16.11.2.2"),
        ("superior", "igualdad", "partida_nula", "CM16.11.8.2 CM16.11.2.2"),
        ("igualdad", "superior", "partida_nula", "CM16.11.8.2 CM16.11.2.2"),
        ("inferior", "igualdad", "perdida", "CM16.11.8.2 CM16.11.2.1"),
        ("igualdad", "inferior", "perdida", "CM16.11.8.2 CM16.11.2.1"),
        ("igualdad", "igualdad", "perdida", "CM16.11.8.2 CM16.11.2.1"),
        ("inferior", "inferior", "perdida", "CM16.11.2.1"),
    ],
)
def test_what_each_case_is_decided_by(high: str, low: str, result: str, cited: str) -> None:
    (case,) = (each for each in domino().felt.cases.values() if (each.high, each.low) == (high, low))
    assert (case.result, case.cite) == (result, tuple(cited.split()))


@pytest.mark.law("CM16.3.b.1", "CM16.10.1", "CM16.11.2.1", "CM16.11.2.2", "CM16.11.8.2")
@pytest.mark.parametrize(
    ("hands", "net"),
    [
        (("6:6 4:5", "5:5 1:6", "4:4 1:1", "4:6 2:4"), 1000),  # Wong over Gong, 7 with Mooy over 6
        (("6:6 4:5", "4:6 2:4", "4:4 1:1", "5:5 1:6"), 0),
        (("4:4 1:1", "5:5 1:6", "6:6 4:5", "4:6 2:4"), 0),
        (("4:4 1:1", "4:6 2:4", "6:6 4:5", "5:5 1:6"), -1000),
        (("6:6 4:5", "4:6 1:6", "1:1 4:4", "4:6 1:6"), 0),  # low hands equal: the bank's
        (("1:1 4:4", "4:6 2:4", "1:1 4:4", "4:6 1:6"), -1000),
        (("1:1 4:4", "4:6 1:6", "1:1 4:4", "4:6 1:6"), -1000),
        (("1:1 4:4", "4:6 5:5", "6:6 3:5", "1:5 2:2"), -1000),  # zero against zero
    ],
)
def test_both_hands_must_beat_the_banks(hands: tuple[str, str, str, str], net: int) -> None:
    assert stood(*hands) == net


def paid_round(**choices: Any) -> tuple[Rehearsal, Noticed]:
    """Play a round in which seat 1 stakes 1000 and wins."""
    table = domino(seats=1, **choices)
    return table, table.play("s1 bet casilla:1 1000; 1-1-6", HIGHEST, "s1 set_as_house 1", LOWEST)


@pytest.mark.law("CM16.11.2.1", "CM16.11.2.3", "CM16.11.2.4", "CM16.12.5.1")
def test_a_winner_is_paid_even_money_less_the_commission_and_keeps_his_stake() -> None:
    for rate in (Fraction(0), Fraction(1, 20), Fraction(1, 10)):
        table, told = paid_round(commission=rate)
        paid = told.payments[1, "casilla:1"]
        assert paid.returned == 2000 - 1000 * rate
        assert paid.stays
        back = Withdrew(1, "casilla:1", 1000, "CM16.11.2.4")
        assert table.play("s1 withdraw casilla:1 1000") == (back,)
    assert faults_of(SLUG, "CM16", commission=Fraction(11, 100)).keys() == {"choice_too_high"}


@pytest.mark.parametrize(("rounding", "fee"), [("up", 33), ("down", 34), ("half_up", 33), ("half_even", 33)])
def test_a_fraction_of_a_centimo_of_the_commission_is_rounded(rounding: str, fee: int) -> None:
    _, told = paid_round(rounding=rounding, commission=Fraction(1, 30))
    assert told.payments[1, "casilla:1"].returned == 2000 - fee


@pytest.mark.law("CM16.12.5.1")
def test_the_commission_is_announced_before_the_bets() -> None:
    table = domino(commission=Fraction(3, 100))
    assert "La comisión es del 3 por ciento." in table.play("croupier hagan_juego").said
    assert table.at == "Betting"


# ---------------------------------------------------------------- setting


@pytest.mark.law("CM16.11.1.1")
def test_four_tiles_make_two_hands_in_at_most_three_ways() -> None:
    for text, many in (("6:6 4:5 1:3 1:5", 3), ("6:6 6:6 1:3 1:5", 2), ("6:6 6:6 1:3 1:3", 2)):
        found = ways(tiles(text))
        assert len(found) == many
        for way in found:
            assert sorted((*way.low.tiles, *way.high.tiles)) == sorted(tiles(text))
            assert way.low.strength <= way.high.strength


@pytest.mark.law("CM16.11.1.1", "CM16.12.4.3")
def test_only_who_plays_a_hand_sets_it() -> None:
    table = domino("s1 bet casilla:1 500; s2 bet casilla:1 500; 1-1-6", HIGHER, seats=2)
    table.refused("s2 set_as_house 1", "not_your_hand")
    table.refused("s1 set_hand 1 6:6+6:6", "not_listed")
    low = next(iter(table.felt.splits(pieces(HIGHER))))
    table.play(f"s1 set_hand 1 {low}")
    assert table.at == "Ready"
    table.play("s1 set_as_house 1; croupier expose")
    table.refused("s1 set_as_house 1", "bank_exposed")


HOUSE = [  # the low hand by worth and by the best high hand, computed by hand
    ("6:6 4:5 1:3 1:5", "1:3+1:5", "1:3+1:5"),  # 0 and Wong 78, against 46 + 16 and 23 + 33
    ("1:1 1:3 5:5 3:4", "1:1+1:3", "1:3+5:5"),  # 62 + 25 with 6 and 7 points, against 34 + 49 with 4 and 9
    ("1:1 5:5 3:6 2:3", "1:1+2:3", "5:5+2:3"),  # 77 + 49 with 7 and 9, against 46 + 78 with 5 and Wong
    ("6:6 6:6 1:3 1:5", "6:6+1:3", "1:3+1:5"),  # 0 and a pair 91, against 62 + 33: the pair is split by worth
    ("1:2 2:4 5:5 4:6", "5:5+4:6", "5:5+4:6"),  # 0 and the highest pair 91, against 62 + 16
]


@pytest.mark.parametrize(("four", "by_worth", "best_high"), HOUSE)
def test_the_two_house_ways(four: str, by_worth: str, best_high: str) -> None:
    held = tuple(sorted(tiles(four)))
    assert way_name(chosen(held, house_way(FRAME, "by_worth"))) == by_worth
    assert way_name(chosen(held, house_way(FRAME, "best_high"))) == best_high


def test_the_house_way_changes_what_is_paid() -> None:
    nets = {}
    for way in ("by_worth", "best_high"):
        table = domino("s1 bet casilla:1 1000; 1-1-6", seats=1, house_way=way)
        table.play("5:5 3:3 4:6 1:5; s1 set_as_house 1; 1:1 1:3 5:5 3:4")
        nets[way] = won(table)
    assert nets == {"by_worth": -1000, "best_high": 0}


# ---------------------------------------------------------------- bets and hands of one player


@pytest.mark.law("CM16.12.1.1", "CM16.12.2.1")
def test_two_hands_at_twice_the_minimum_each() -> None:
    table = domino("s1 bet casilla:1 500", seats=3)
    table.refused("s1 bet casilla:2 1000", "too_little_on_each", "CM16.12.2.1")
    table.play("s1 bet casilla:1 500")
    table.refused("s1 bet casilla:2 900", "below_minimum")
    table.play("s1 bet casilla:2 1000")
    table.refused("s1 bet casilla:3 1000", "too_many_hands", "CM16.12.1.1")
    assert table.felt.holders == (1, 1, 0)


@pytest.mark.law("CM16.12.1.1", "CM16.12.2.2")
def test_with_permission_three_hands_at_the_maximum_each() -> None:
    table = domino("s1 bet casilla:1 3000; s1 bet casilla:2 1000", seats=3, maximum=3000)
    table.refused("s1 bet casilla:3 3000", "too_many_hands")
    assert table.play("floor allow_three 1").of(Noted)[0].figures == {"seat": 1}
    assert table.refused("floor allow_three 1").code in ("not_now", "not_your_turn")
    table.refused("s1 bet casilla:3 3000", "too_little_on_each", "CM16.12.2.2")
    table.play("s1 bet casilla:2 2000")
    table.refused("s1 bet casilla:3 2900", "below_minimum")
    table.play("s1 bet casilla:3 3000")
    assert table.felt.holders == (1, 1, 1)


@pytest.mark.law("CM16.12.1.1")
@pytest.mark.parametrize("boxes", [(1, 2), (2,), (2, 3)])
def test_bets_on_others_hands_count_like_hands(boxes: tuple[int, ...]) -> None:
    table = domino("s2 bet casilla:2 500; s3 bet casilla:3 500", seats=3, maximum=1000)
    table.play(*(f"s1 bet casilla:{box} 1000" for box in boxes))
    others = [f"s1 bet casilla:{box} 1000" for box in (1, 2, 3) if box not in boxes]
    if len(boxes) == 2:
        assert all(table.refused(bet).code == "too_many_hands" for bet in others)
    else:
        table.play(others[0])


@pytest.mark.law("CM16.12.1.2")
def test_no_occupied_seat_between_a_player_and_his_hands() -> None:
    table = domino("s1 bet casilla:1 1000", seats=5)
    other = table.fork()
    table.play("s1 bet casilla:4 1000")  # not adjacent, but no player sits between
    table.refused("s3 bet casilla:1 500", "seat_between", "CM16.12.1.2")  # this player would
    table.play("s5 bet casilla:5 500")
    other.play("s2 bet casilla:2 500")
    other.refused("s1 bet casilla:3 1000", "seat_between")
    other.refused("s1 bet casilla:2 900", "below_minimum")  # but the player may bet on that hand


@pytest.mark.law("CM16.12.1.2")
@pytest.mark.parametrize(("seat", "stays"), [(2, (1, 2)), (3, (1, 3)), (4, (1, 4)), (5, (1, 4, 5))])
def test_who_bets_on_the_box_before_him_has_it_and_nobody_plays_over_his_seat(
    seat: int, stays: tuple[int, ...]
) -> None:
    table = domino("s1 bet casilla:1 1000; s1 bet casilla:4 1000", seats=5)
    told = table.play(f"s{seat} bet casilla:{seat} 500")
    assert table.felt.played == stays
    assert [table.felt.holder(box) for box in stays] == [seat if box == seat else 1 for box in stays]
    given_back = [event for event in told.of(Withdrew) if event.seat == 1]
    assert given_back == ([] if 4 in stays and seat != 4 else [Withdrew(1, "casilla:4", 1000, "CM16.12.1.2")])
    notes = [(noted.code, noted.figures) for noted in told.of(Noted)]
    assert notes == [("seat_taken", {"seat": seat, "box": 4, "by": 1})] * len(given_back)
    table.play(f"s{seat} bet casilla:{seat} 500")  # the player has sat there since: no one gives way again
    assert table.chips(seat, f"casilla:{seat}") == 1000


@pytest.mark.law("CM16.12.1.2")
def test_a_second_seat_cannot_keep_box_1_from_who_sits_there() -> None:
    table = domino("s2 bet casilla:1 1000; s3 bet casilla:1 500; s1 bet casilla:1 500", seats=3)
    assert (table.felt.holder(1), table.felt.bettors(1)) == (1, (1,))
    assert (table.chips(2, "casilla:1"), table.chips(3, "casilla:1")) == (0, 0)
    table.play("s2 bet casilla:1 500")  # all others may bet on that hand again
    assert table.felt.bettors(1) == (1, 2)


@pytest.mark.law("CM16.12.4.1")
def test_the_limit_may_be_that_of_the_hand() -> None:
    table = domino("s1 bet casilla:1 1500", seats=3, maximum=2000, limit_of="hand")
    refusal = table.refused("s2 bet casilla:1 600", "above_maximum", "CM16.12.4.1")
    assert refusal.most == 500
    table.play("s2 bet casilla:1 500")
    refusal = table.refused("s3 bet casilla:1 500", "above_maximum", "CM16.12.4.1")
    assert (refusal.most, refusal.figures["has"]) == (2000, 2000)
    table.play("floor grant_limit 3 2500; s3 bet casilla:1 500")
    own = domino("s1 bet casilla:1 1500; s2 bet casilla:1 2000; s3 bet casilla:1 2000", seats=3, maximum=2000)
    assert own.felt.staked_on(1) == 5500


@pytest.mark.law("CM16.12.4.1", "CM16.12.4.2")
def test_others_bet_on_a_hand_each_for_himself() -> None:
    table = domino(
        "s1 bet casilla:1 1000; s2 bet casilla:1 2000; s3 bet casilla:1 500", seats=3, maximum=2000
    )
    assert table.felt.bettors(1) == (1, 2, 3)
    told = table.play("1-1-6", HIGHEST, "s1 set_as_house 1", LOWEST)
    assert told.paid == {1: 1950, 2: 3900, 3: 975}
    assert [won(table, seat) for seat in (1, 2, 3)] == [950, 1900, 475]
    table.play("s1 withdraw casilla:1 1000")  # with the hand's own player go the others
    assert table.felt.cloth == 0
    assert table.felt.holders == (0, 0, 0)


@pytest.mark.law("CM16.12.4.2")
def test_a_player_with_limits_of_his_own_keeps_them_on_anothers_hand() -> None:
    table = domino("s1 bet casilla:1 500", seats=2, maximum=2000)
    table.refused("s2 bet casilla:1 2100", "above_maximum")
    table.refused("floor grant_limit 2 60000", "above_maximum")
    table.play("floor grant_limit 2 5000; s2 bet casilla:1 5000")
    table.refused("s1 bet casilla:1 1600", "above_maximum")
    table.refused("s2 bet casilla:1 100", "above_maximum")


@pytest.mark.law("CM16.12.3.1")
def test_the_hand_with_the_higher_bet_is_played_first() -> None:
    table = domino("s1 bet casilla:1 1000; s1 bet casilla:2 2000; 1-1-6", BANK, seats=2)
    assert (table.at, table.phase.box) == ("Setting", 2)  # type: ignore[attr-defined]
    assert table.felt.known(1) == ()
    table.play("s1 set_as_house 2", HIGHER)
    assert (table.at, table.phase.box) == ("Setting", 1)  # type: ignore[attr-defined]


@pytest.mark.law("CM16.12.3.1")
def test_of_equal_bets_any_hand_is_played_first() -> None:
    table = domino("croupier hagan_juego; floor allow_three 1", seats=3, maximum=1000)
    table.play(*(f"s1 bet casilla:{box} 1000" for box in (1, 2, 3)), "1-1-6")
    table.play("s1 take_up 3", BANK, "s1 set_as_house 3")
    assert table.at == "TakingUp"
    table.refused("s1 take_up 3", "higher_bet_first")
    told = table.play("s1 take_up 2; 6:6 3:6 4:4 1:1; s1 set_as_house 2")
    told += table.play(HIGHER, "s1 set_as_house 1", LOWEST)
    assert {bet for _, bet in told.payments} == {"casilla:1", "casilla:2", "casilla:3"}


# ---------------------------------------------------------------- stacks, dice, and the bank


@pytest.mark.law("CM16.10.1", "CM16.ANX1.2.a.1")
@pytest.mark.parametrize("direction", ["clockwise", "anticlockwise"])
def test_every_box_gets_four_tiles_from_where_the_dice_say(direction: str) -> None:
    table = domino("s1 bet casilla:1 500", count_direction=direction)
    told = table.play("1-1-2")  # four: three places on from the bank
    made = next(noted for noted in told.of(Noted) if noted.code == "hands_made")
    assert made.figures == {"hands": 8, "size": 4, "left": 0}
    dealt = [event.to for event in table.play("croupier place_hands").of(Dealt)]
    first = 3 if direction == "clockwise" else 5
    owners = {0: "croupier", 1: 1} | {box: f"casilla:{box}" for box in range(2, 8)}
    assert dealt == [owners[(first + step) % 8] for step in range(8) for _ in range(4)]


def test_a_players_bank_and_the_stake_of_the_house() -> None:
    nets = {}
    for stake in ("minimum", "last_bet", "none"):
        table = domino("s1,s2 pass_bank", seats=2, player_bank=True, house_stake=stake)
        table.play("s1 bet casilla:1 2000; 1-1-6", LOWEST, "s1 set_as_house 1", HIGHEST)
        told = table.play("s1 take_bank 6000; s2 bet casilla:2 1000; 1-1-6")
        told += table.play(
            "6:6 3:6 3:5 1:1; s2 set_as_house 2", HIGHEST, "s1 set_as_house 1; 1:2 4:6 5:5 2:2"
        )
        assert told.payments[2, "casilla:2"].against == (1, "banca")
        nets[stake] = won(table) + 2000
        fees = sum(took.cents for took in told.of(Took))
        assert fees == {"minimum": 1500, "last_bet": 3000, "none": 1000}[stake] // 20
    assert nets == {"minimum": 1425, "last_bet": 2850, "none": 950}


@pytest.mark.law("CM16.12.1.2")
def test_who_takes_the_bank_sits_between_nobody_and_his_hand() -> None:
    table = domino("s1,s2,s3 pass_bank", seats=3, player_bank=True)
    table.play("s1 bet casilla:1 1000; s1 bet casilla:3 1000; 1-1-6")
    table.play("s1 take_up 1; 6:6 3:6 1:1 3:5; s1 set_as_house 1; 6:6 4:5 1:1 2:6; s1 set_as_house 3")
    table.play("1:2 4:6 5:5 2:2")
    assert table.felt.played == (1, 3)  # won: the stakes stay
    told = table.play("s1 pass_bank; s2 take_bank 2000")
    assert Withdrew(1, "casilla:3", 1000, "CM16.11.2.4") in told
    assert table.felt.played == (1,)


def test_where_players_may_not_bank_nothing_is_offered() -> None:
    table = domino("croupier hagan_juego", player_bank=False)
    assert table.at == "Betting"
    table.refused("s1 take_bank 5000", "croupier_banks")


# ---------------------------------------------------------------- opening a table


def test_thirty_two_tiles_make_at_most_seven_boxes() -> None:
    for seats in (1, 7):
        assert not faults_of(SLUG, "CM16", seats=seats)
    assert faults_of(SLUG, "CM16", seats=8).keys() == {"choice_too_high"}


def test_the_tables_limits_lie_within_the_authorised_band() -> None:
    assert not faults_of(SLUG, "CM16")
    for limits in ({"minimum": 400}, {"maximum": 60_000}):
        assert faults_of(SLUG, "CM16", **limits).keys() == {"limits_outside_band"}
    wider = {"authorised_minimum": 400, "authorised_maximum": 60_000}
    assert not faults_of(SLUG, "CM16", **wider, minimum=400, maximum=60_000)
    upside_down = {"authorised_minimum": 2_000, "authorised_maximum": 1_000}
    assert faults_of(SLUG, "CM16", **upside_down).keys() == {"limits_upside_down"}
    assert faults_of(SLUG, "CM16", chip=300).keys() == {"chip_too_large"}


def test_the_floor_may_change_the_limits_between_rounds() -> None:
    table, _ = paid_round()
    told = table.play("floor change_minimum 2000")
    assert Withdrew(1, "casilla:1", 1000, "CM16.11.2.4") in told
    table.play("croupier hagan_juego")
    table.refused("s1 bet casilla:1 1900", "below_minimum")
