"""Pai gow dominoes, clause by clause (CM16, articles 10 to 13)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.pai_gow import PaiGow, paid, said

from novamas.games.pai_gow_domino.acts import AllowThree, GrantLimit
from novamas.games.pai_gow_domino.cloth import house_way, way_name
from novamas.games.pai_gow_domino.house_way import chosen, ways
from novamas.kit.pieces import piece_of_tile
from novamas.kit.tiles import tiles
from novamas.law import catalogue
from novamas.rounds.banked.acts import Bet, HaganJuego, NoVaMas, Withdraw
from novamas.rounds.pai_gow.acts import (
    ChangeMinimum,
    Expose,
    MakeHands,
    PassBank,
    PlaceHands,
    SetAsHouse,
    SetHand,
    TakeBank,
    TakeUp,
)
from novamas.table.deeds import Drawn
from novamas.table.events import Dealt, Noted, Took, Withdrew
from novamas.testing.rehearsal import faults_of

FRAME = catalogue.under("CM16")["pai_gow_domino"]

SLUG = "pai_gow_domino"


def pieces(text: str) -> tuple[int, ...]:
    """Tiles as they are dealt."""
    return tuple(map(piece_of_tile, tiles(text)))


BANK = pieces("3:4 2:2 5:6 1:6")
HIGHER = pieces("6:6 4:5 1:3 1:5")


def table(**choices: Any) -> PaiGow:
    return PaiGow(SLUG, "CM16", **choices)


def stood(high: str, low: str, bank_high: str, bank_low: str) -> int:
    """What 1000 staked nets when these two hands meet the bank's, set so; commission left out."""
    found = table(seats=1, commission=Fraction(0)).open().bet(1, 1000)
    felt = found.felt
    cards, bank = pieces(f"{high} {low}"), pieces(f"{bank_high} {bank_low}")
    case = felt.stands(cards, pieces(low), bank, pieces(bank_low))
    result = next(one.result for one in felt.cases.values() if (one.high, one.low) == case)
    return {"ganancia": 1000, "partida_nula": 0, "perdida": -1000}[result]


# ---------------------------------------------------------------- what the hands decide


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


def paid_round(**choices: Any) -> tuple[PaiGow, Any]:
    found = table(seats=1, **choices).open().bet(1, 1000)
    hands = {0: pieces("1:2 4:6 5:5 1:1"), 1: pieces("6:6 4:5 4:4 1:1")}
    return found, found.finish(hands)


@pytest.mark.law("CM16.11.2.1", "CM16.11.2.3", "CM16.11.2.4", "CM16.12.5.1")
def test_a_winner_is_paid_even_money_less_the_commission_and_keeps_his_stake() -> None:
    for rate in (Fraction(0), Fraction(1, 20), Fraction(1, 10)):
        found, told = paid_round(commission=rate)
        won = paid(told)[1, "casilla:1"]
        assert won.returned == 2000 - 1000 * rate
        assert won.stays
        assert found.do(Withdraw(1, "casilla:1", 1000)) == (Withdrew(1, "casilla:1", 1000, "CM16.11.2.4"),)
    assert faults_of(SLUG, "CM16", commission=Fraction(11, 100)).keys() == {"choice_too_high"}


@pytest.mark.parametrize(("rounding", "fee"), [("down", 33), ("up", 34), ("half_up", 33), ("half_even", 33)])
def test_a_fraction_of_a_centimo_of_the_commission_is_rounded(rounding: str, fee: int) -> None:
    _, told = paid_round(rounding=rounding, commission=Fraction(1, 30))
    assert paid(told)[1, "casilla:1"].returned == 2000 - fee


@pytest.mark.law("CM16.12.5.1")
def test_the_commission_is_announced_before_the_bets() -> None:
    found = table(commission=Fraction(3, 100))
    assert "La comisión es del 3 por ciento." in said(found.do(HaganJuego()))
    assert found.phase == "Betting"


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
    found = table(seats=2).open().bet(1, 500).bet(2, 500, box=1)
    found.until("Setting", {1: HIGHER})
    assert found.refused(SetAsHouse(2, 1)).code == "not_your_hand"
    assert found.refused(SetHand(1, 1, "6:6+6:6")).code == "not_listed"
    low = next(iter(found.felt.splits(HIGHER)))
    found.do(SetHand(1, 1, low))
    assert found.phase == "Ready"
    found.do(SetAsHouse(1, 1), Expose())
    assert found.refused(SetAsHouse(1, 1)).code == "bank_exposed"


HOUSE = [  # the low hand by worth and by the best high hand, reckoned by hand
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
        found = table(seats=1, house_way=way).open().bet(1, 1000)
        found.finish({0: pieces("1:1 1:3 5:5 3:4"), 1: pieces("5:5 3:3 4:6 1:5")})
        nets[way] = found.won[1]
    assert nets == {"by_worth": -1000, "best_high": 0}


# ---------------------------------------------------------------- bets and hands of one player


@pytest.mark.law("CM16.12.1.1", "CM16.12.2.1")
def test_two_hands_at_twice_the_minimum_each() -> None:
    found = table(seats=3).open().bet(1, 500)
    refusal = found.refused(Bet(1, "casilla:2", 1000))
    assert (refusal.code, refusal.clause) == ("too_little_on_each", "CM16.12.2.1")
    found.bet(1, 500)
    assert found.refused(Bet(1, "casilla:2", 900)).code == "below_minimum"
    found.bet(1, 1000, box=2)
    refusal = found.refused(Bet(1, "casilla:3", 1000))
    assert (refusal.code, refusal.clause) == ("too_many_hands", "CM16.12.1.1")
    assert found.felt.holders == (1, 1, 0)


@pytest.mark.law("CM16.12.1.1", "CM16.12.2.2")
def test_with_permission_three_hands_at_the_maximum_each() -> None:
    found = table(seats=3, maximum=3000).open().bet(1, 3000).bet(1, 1000, box=2)
    assert found.refused(Bet(1, "casilla:3", 3000)).code == "too_many_hands"
    found.do(AllowThree(seat=1))
    assert found.refused(AllowThree(seat=1)).code in ("not_now", "not_your_turn")
    refusal = found.refused(Bet(1, "casilla:3", 3000))
    assert (refusal.code, refusal.clause) == ("too_little_on_each", "CM16.12.2.2")
    found.bet(1, 2000, box=2)
    assert found.refused(Bet(1, "casilla:3", 2900)).code == "below_minimum"
    found.bet(1, 3000, box=3)
    assert found.felt.holders == (1, 1, 1)


@pytest.mark.law("CM16.12.1.1")
@pytest.mark.parametrize("boxes", [(1, 2), (2,), (2, 3)])
def test_bets_on_others_hands_count_like_hands(boxes: tuple[int, ...]) -> None:
    found = table(seats=3, maximum=1000).open().bet(2, 500).bet(3, 500)
    for box in boxes:
        found.bet(1, 1000, box=box)
    others = [box for box in (1, 2, 3) if box not in boxes]
    if len(boxes) == 2:
        assert all(found.refused(Bet(1, f"casilla:{box}", 1000)).code == "too_many_hands" for box in others)
    else:
        found.bet(1, 1000, box=others[0])


@pytest.mark.law("CM16.12.1.2")
def test_no_occupied_seat_between_a_player_and_his_hands() -> None:
    found = table(seats=5).open().bet(1, 1000)
    found.bet(1, 1000, box=4)  # not adjacent, but nobody sits between
    refusal = found.refused(Bet(3, "casilla:3", 500))
    assert (refusal.code, refusal.clause) == ("seat_between", "CM16.12.1.2")
    assert found.refused(Bet(4, "casilla:4", 500)).code == "seat_between"
    found.bet(5, 500)
    found = table(seats=5).open().bet(1, 1000).bet(2, 500)
    assert found.refused(Bet(1, "casilla:3", 1000)).code == "seat_between"
    assert found.refused(Bet(1, "casilla:2", 900)).code == "below_minimum"  # but on his hand he may bet


@pytest.mark.law("CM16.12.4.1", "CM16.12.4.2")
def test_others_bet_on_a_hand_each_for_himself() -> None:
    found = table(seats=3, maximum=2000).open().bet(1, 1000)
    found.bet(2, 2000, box=1).bet(3, 500, box=1)
    assert found.felt.bettors(1) == (1, 2, 3)
    told = found.finish({0: pieces("1:2 4:6 5:5 1:1"), 1: pieces("6:6 4:5 4:4 1:1")})
    assert {seat: event.returned for (seat, _), event in paid(told).items()} == {1: 1950, 2: 3900, 3: 975}
    assert found.won == {1: 950, 2: 1900, 3: 475}
    found.do(Withdraw(1, "casilla:1", 1000))  # with the hand's own player go the others
    assert found.felt.cloth == 0
    assert found.felt.holders == (0, 0, 0)


@pytest.mark.law("CM16.12.4.2")
def test_a_player_with_limits_of_his_own_keeps_them_on_anothers_hand() -> None:
    found = table(seats=2, maximum=2000).open().bet(1, 500)
    assert found.refused(Bet(2, "casilla:1", 2100)).code == "above_maximum"
    assert found.refused(GrantLimit(seat=2, cents=60_000)).code == "above_maximum"
    found.do(GrantLimit(seat=2, cents=5000))
    found.bet(2, 5000, box=1)
    assert found.refused(Bet(1, "casilla:1", 1600)).code == "above_maximum"
    assert found.refused(Bet(2, "casilla:1", 100)).code == "above_maximum"


@pytest.mark.law("CM16.12.3.1")
def test_the_hand_with_the_higher_bet_is_played_first() -> None:
    found = table(seats=2).open().bet(1, 1000).bet(1, 2000, box=2)
    found.until("Setting", {2: BANK})
    assert found.session.phase.box == 2  # type: ignore[attr-defined]
    assert found.felt.known(1) == ()
    found.do(SetAsHouse(1, 2))
    found.until("Setting", {1: HIGHER})
    assert found.session.phase.box == 1  # type: ignore[attr-defined]


@pytest.mark.law("CM16.12.3.1")
def test_of_equal_bets_any_hand_is_played_first() -> None:
    found = table(seats=3, maximum=1000).open()
    found.do(AllowThree(seat=1))
    for box in (1, 2, 3):
        found.bet(1, 1000, box=box)
    found.until("TakingUp", {})
    found.do(TakeUp(1, 3))
    found.until("Setting", {3: BANK})
    found.do(SetAsHouse(1, 3))
    assert found.phase == "TakingUp"
    assert found.refused(TakeUp(1, 3)).code == "higher_bet_first"
    found.do(TakeUp(1, 2))
    told = found.finish({0: pieces("1:2 4:6 5:5 1:1"), 1: HIGHER, 2: pieces("6:6 3:6 4:4 1:1")})
    assert {bet for _, bet in paid(told)} == {"casilla:1", "casilla:2", "casilla:3"}


# ---------------------------------------------------------------- stacks, dice, and the bank


@pytest.mark.law("CM16.10.1", "CM16.ANX1.2.a.1")
@pytest.mark.parametrize("direction", ["clockwise", "anticlockwise"])
def test_every_box_gets_four_tiles_from_where_the_dice_say(direction: str) -> None:
    found = table(count_direction=direction).open().bet(1, 500)
    told = found.do(NoVaMas(), MakeHands())
    assert any(
        event.what == "8 hands of 4 face down; 0 left over" for event in told if isinstance(event, Noted)
    )
    found.do(Drawn(what=112))  # four: three places on from the bank
    dealt = [event.to for event in found.do(PlaceHands()) if isinstance(event, Dealt)]
    first = 3 if direction == "clockwise" else 5
    owners = {0: "croupier", 1: 1} | {box: f"casilla:{box}" for box in range(2, 8)}
    assert dealt == [owners[(first + step) % 8] for step in range(8) for _ in range(4)]


def test_a_players_bank_and_the_stake_of_the_house() -> None:
    nets = {}
    for stake in ("minimum", "last_bet", "none"):
        found = table(seats=2, player_bank=True, house_stake=stake)
        found.open().bet(1, 2000)
        found.finish({0: pieces("6:6 4:5 4:4 1:1"), 1: pieces("1:2 4:6 5:5 1:1")})
        found.open(banker=1, bank=6000).bet(2, 1000)
        told = found.finish(
            {0: pieces("1:2 4:6 5:5 2:2"), 1: pieces("6:6 4:5 4:4 1:1"), 2: pieces("6:6 3:6 3:5 1:1")}
        )
        assert paid(told)[2, "casilla:2"].against == (1, "banca")
        nets[stake] = found.won[1] + 2000
        assert sum(event.cents for event in told if isinstance(event, Took)) == (
            {"minimum": 1500, "last_bet": 3000, "none": 1000}[stake] // 20
        )
    assert nets == {"minimum": 1425, "last_bet": 2850, "none": 950}


@pytest.mark.law("CM16.12.1.2")
def test_who_takes_the_bank_sits_between_nobody_and_his_hand() -> None:
    found = table(seats=3, player_bank=True).open().bet(1, 1000).bet(1, 1000, box=3)
    four = pieces("6:6 3:6 1:1 3:5"), pieces("6:6 4:5 1:1 2:6"), pieces("1:2 4:6 5:5 2:2")
    found.finish({1: four[0], 3: four[1], 0: four[2]})
    assert found.felt.played == (1, 3)  # won: the stakes stay
    found.do(HaganJuego(), PassBank(1))
    told = found.do(TakeBank(2, 2000))
    assert Withdrew(1, "casilla:3", 1000, "CM16.11.2.4") in told
    assert found.felt.played == (1,)


def test_where_players_may_not_bank_nothing_is_offered() -> None:
    found = table(player_bank=False)
    found.do(HaganJuego())
    assert found.phase == "Betting"
    assert found.refused(TakeBank(1, 5000)).code == "not_now"


# ---------------------------------------------------------------- opening a table


def test_thirty_two_tiles_make_at_most_seven_boxes() -> None:
    for seats in (1, 7):
        assert table(seats=seats).felt.rules.seats == seats
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
    found, _ = paid_round()
    told = found.do(ChangeMinimum(cents=2000))
    assert Withdrew(1, "casilla:1", 1000, "CM16.11.2.4") in told
    found.open()
    assert found.refused(Bet(1, "casilla:1", 1900)).code == "below_minimum"
