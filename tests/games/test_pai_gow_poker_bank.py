"""Pai gow poker: the bank moves from player to player, and what a table requires for that."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.support.cases import case

from novamas.law import catalogue
from novamas.table.events import Noted, Took, Withdrew
from novamas.table.roles import FLOOR
from novamas.testing import Rehearsal, rehearse
from novamas.testing.rehearsal import faults_of, opened

SLUG = "pai_gow_poker"
NORMS = ("IB09", "AR10", "CM16")
BANK = "Ks Kd 9c 7h 5d 3s 2c"  # kings, and nine-seven low
BETTER = "As Ad Tc 8h 5h 3d 2h"
WORSE = "Qs Qd 8d 4h 5c 3h 2d"
WORSE_TOO = "Qc Qh 8h 4s 5h 3d 2h"
CROUPIER_WORSE = "Js Jd 6d 4c 8c Th 2s"  # ten-eight low: void against the bank
CROUPIER_LOSES = "Js Jd 8s 4c 5s 3c 2s"
CROUPIER_WINS = "Ac Ah Qh Jh 8c 6d 4c"


def pai_gow(*lines: str, norm: str = "IB09", player_bank: bool = True, **choices: Any) -> Rehearsal:
    """Return a table at which players bank. The croupier sets the hand once all its cards are seen."""
    table = Rehearsal(opened(SLUG, norm, player_bank=player_bank, **choices))
    table.at_once = frozenset({"set_bank"})
    table.play(*lines)
    return table


def hands(croupier: str, **others: str) -> str:
    """Return lines with the dice, the players' hands, each set by the house way, and the croupier's hand."""
    looks = [f"{cards}; {seat} set_as_house {seat[1:]}" for seat, cards in others.items()]
    return "; ".join(("1-1-6", *looks, croupier))


def won(table: Rehearsal, seat: int = 1) -> int:
    """Return the winnings of a player so far, including stakes that can be taken back."""
    return table.won(seat) + table.phase.free(seat)


# ---------------------------------------------------------------- the bank goes round


@pytest.mark.law("IB09.16.VII.10", "IB09.16.VII.11", "IB09.16.VII.12", "IB09.16.VII.13")
@pytest.mark.law("AR10.10-1-C.VI.9", "AR10.10-1-C.VI.10", "AR10.10-1-C.VI.11", "AR10.10-1-C.VI.12")
@pytest.mark.parametrize("norm", NORMS)
def test_the_bank_is_offered_in_turn_and_the_croupier_must_take_it(norm: str) -> None:
    table = pai_gow(norm=norm, seats=3)
    assert "Se ofrece la banca al puesto 1." in table.play("croupier hagan_juego").said
    table.refused("s2 take_bank 1000", "bank_offered")
    assert table.play("s1 pass_bank").said[-1] == "Se ofrece la banca al puesto 2."
    table.play("s2 take_bank 1500")
    assert table.felt.banker == 2
    table.play(hands(CROUPIER_WINS, s2=BANK))  # no player bets, but the croupier's hand plays
    assert table.felt.offered_next == 3
    told = table.play("croupier hagan_juego; s3 pass_bank")
    assert told.said[-1] == "La banca es del croupier. Hagan juego."
    assert table.felt.banker == 0
    told = table.play("croupier no_va_mas; croupier hagan_juego")
    assert told.said[-1] == "Se ofrece la banca al puesto 1."


def test_where_players_may_not_bank_the_croupier_always_does() -> None:
    table = pai_gow(player_bank=False, seats=2)
    for _ in range(3):
        table.play("croupier hagan_juego")
        assert (table.at, table.felt.banker) == ("Betting", 0)
        table.play("croupier no_va_mas")


# ---------------------------------------------------------------- a player's bank


@pytest.mark.law("IB09.16.VII.19", "AR10.10-1-C.VI.18", "IB09.16.VII.27", "AR10.10-1-C.VI.26")
@pytest.mark.parametrize("norm", NORMS)
def test_a_players_bank_pays_and_collects_the_croupiers_hand_first(norm: str) -> None:
    table = pai_gow("s1 take_bank 5000", norm=norm, seats=3, house_stake="minimum")
    table.play("s2 bet casilla:2 1000; s3 bet casilla:3 2000")
    told = table.play(hands(CROUPIER_LOSES, s2=BETTER, s3=WORSE, s1=BANK))
    words = [line.split(":")[0] for line in told.said][-5:]
    assert words == ["El croupier", "La banca", "El croupier pierde.", "Casilla 2", "Casilla 3"]
    assert told.payments[1, "casa"].returned == 500  # the house's stake
    assert told.payments[2, "casilla:2"].returned == 1950
    assert told.payments[2, "casilla:2"].against == (1, "banca")
    assert told.payments[3, "casilla:3"].returned == 0
    net = 500 - 1000 + 2000
    assert [won(table, seat) for seat in (1, 2, 3)] == [net - net // 20, 950, -2000]
    assert table.house == -500 + 50 + net // 20
    assert table.felt.cloth == 0


def test_commission_only_on_what_the_bank_has_won_in_the_round() -> None:
    table = pai_gow("s1 take_bank 5000; s2 bet casilla:2 1000", seats=2, house_stake="none")
    told = table.play(hands(CROUPIER_WORSE, s2=BETTER, s1=BANK))
    assert [took.cents for took in told.of(Took)] == [50]  # the winner's alone
    assert [won(table, seat) for seat in (1, 2)] == [-1000, 950]


@pytest.mark.law("IB09.16.VII.13", "AR10.10-1-C.VI.9")
@pytest.mark.parametrize("norm", ["IB09", "AR10"])
def test_the_house_may_take_no_commission_from_a_players_bank(norm: str) -> None:
    for charged, of_bank in ((True, 50), (False, 0)):
        table = pai_gow(
            "s1 take_bank 5000; s2 bet casilla:2 1000",
            norm=norm,
            seats=2,
            house_stake="none",
            bank_commission=charged,
        )
        told = table.play(hands(CROUPIER_WORSE, s2=WORSE, s1=BANK))
        assert sum(took.cents for took in told.of(Took)) == of_bank
        assert [won(table, seat) for seat in (1, 2)] == [1000 - of_bank, -1000]


@pytest.mark.law("IB09.16.VII.13", "AR10.10-1-C.VI.9")
def test_the_croupiers_hand_plays_for_what_the_house_chose() -> None:
    nets = {}
    for stake in ("minimum", "last_bet", "none"):
        table = pai_gow("s1,s2 pass_bank", seats=2, house_stake=stake, commission=Fraction(0))
        table.play("s1 bet casilla:1 2000", hands(BANK, s1=WORSE))
        table.play("s1 take_bank 9000")
        if stake != "none":  # without a stake and without bets there is nothing to play for
            table.play(hands(CROUPIER_WINS, s1=BANK))
        else:
            table.play("croupier no_va_mas")
        nets[stake] = won(table) + 2000
    assert nets == {"minimum": -500, "last_bet": -2000, "none": 0}


def test_the_croupiers_hand_is_void_like_any_other() -> None:
    table = pai_gow("s1 take_bank 1000", seats=1)
    told = table.play(hands(CROUPIER_WORSE, s1=BANK))
    assert "El croupier partida nula." in told.said
    assert won(table) == 0


@pytest.mark.law("IB09.16.VII.13", "AR10.10-1-C.VI.9")
def test_the_bank_must_cover_every_bet() -> None:
    table = pai_gow("croupier hagan_juego", seats=3, house_stake="minimum")
    table.refused("s1 take_bank 900", "below_minimum")
    table.play("s1 take_bank 2000; s2 bet casilla:2 1000")
    table.refused("s3 bet casilla:3 600", "above_maximum")
    table.play("s3 bet casilla:3 500")
    table.refused("s3 bet casilla:3 100", "bank_not_covered", "IB09.16.VII.13")
    table.refused("s1 bet casilla:1 500", "banker_may_not_bet")


def test_who_takes_the_bank_takes_his_bets_back() -> None:
    table = pai_gow("s1,s2 pass_bank; s1 bet casilla:1 1000; s2 bet casilla:2 700", seats=2)
    table.play(hands(BANK, s1="As Ad 8s 4h 6c 3h 2d", s2="Ac Ah 8d 4c 6d 3c 2s"))
    assert table.felt.played == (1, 2)  # void: the bets stay
    table.play("croupier hagan_juego")
    table.refused("s1 take_bank 1100", "below_minimum")  # 700 and the croupier's 500
    told = table.play("s1 take_bank 1200")
    assert Withdrew(1, "casilla:1", 1000, "IB09.16.I.6") in told
    assert table.felt.played == (2,)


def test_a_player_bank_that_sets_wrongly_loses_to_all_who_set_rightly() -> None:
    table = pai_gow("s1 take_bank 5000; s2 bet casilla:2 1000; s3 bet casilla:3 1000", seats=3)
    table.play(hands("", s2=WORSE, s3=WORSE_TOO, s1=BANK))
    assert table.at == "Ready"
    told = table.play("floor foul_hand 1; floor foul_hand 3 wrong_count", CROUPIER_LOSES)
    assert told.said[2:3] == ["El croupier gana."]
    assert (won(table, 2), won(table, 3)) == (950, -1000)


def test_the_banker_sets_after_the_others() -> None:
    table = pai_gow("s1 take_bank 5000; s2 bet casilla:2 1000; 1-1-6", WORSE, seats=2)
    assert (table.at, table.turn) == ("Setting", 2)
    table.play("s2 set_hand 2 4h8d", BANK)
    assert (table.at, table.turn) == ("Setting", 1)


# ---------------------------------------------------------------- opening a table


@pytest.mark.law(
    "IB09.16.IV.1", "IB09.16.II.2.1", "AR10.10-1-C.IV.1", "AR10.10-1-C.II.2.1", "CM16.ANX1.1.b.1"
)
@pytest.mark.parametrize("norm", NORMS)
def test_at_most_six_boxes(norm: str) -> None:
    for seats in range(1, 7):
        assert not faults_of(SLUG, norm, seats=seats)
    assert faults_of(SLUG, norm, seats=7).keys() == {"choice_too_high"}
    rehearse(SLUG, norm, "croupier hagan_juego").refused("s7 bet casilla:7 500", "no_such_seat")


@pytest.mark.law("IB09.16.VI.2", "AR10.10-1-C.V.2.2")
@pytest.mark.parametrize("norm", NORMS)
def test_the_tables_limits_lie_within_the_authorised_band(norm: str) -> None:
    band = {"authorised_minimum": 1000, "authorised_maximum": 20_000}
    clause = catalogue.under(norm)[SLUG].options["minimum"].cite[0]
    for limits in ({"minimum": 900}, {"maximum": 20_100}):
        fault = faults_of(SLUG, norm, **band, **limits)["limits_outside_band"]
        assert fault.clause == clause
    assert faults_of(SLUG, norm, **band, minimum=5000, maximum=4000).keys() == {"limits_upside_down"}
    assert faults_of(SLUG, norm, **band, chip=300).keys() == {"chip_too_large"}
    table = rehearse(SLUG, norm, "croupier hagan_juego", **band, minimum=2000, maximum=3000)
    assert table.refused("s1 bet casilla:1 1900").least == 2000
    assert table.refused("s1 bet casilla:1 3100").most == 3000


@pytest.mark.law("IB09.16.III.1", "IB09.16.III.2")
def test_one_croupier_and_a_chief_for_four_tables() -> None:
    assert faults_of(SLUG, "IB09", croupiers=0)["too_few_croupiers"].clause == "IB09.16.III.1"
    assert not faults_of(SLUG, "IB09", tables_per_chief=4)
    assert faults_of(SLUG, "IB09", tables_per_chief=5)["too_many_tables_per_chief"].clause == "IB09.16.III.2"


@pytest.mark.law("AR10.10-1-C.III.1.3", "AR10.10-1-C.III.2.3")
def test_in_aragon_a_shared_chief_needs_one_sector_and_recordings() -> None:
    assert faults_of(SLUG, "AR10", croupiers=0)["too_few_croupiers"].clause == "AR10.10-1-C.III.2.3"
    assert not faults_of(SLUG, "AR10", tables_per_chief=4)
    alone = ("same_sector", "recording")
    assert not faults_of(SLUG, "AR10", lacks=alone)
    shared = faults_of(SLUG, "AR10", tables_per_chief=2, lacks=alone)
    assert {fault.clause for fault in shared.values()} == {"AR10.10-1-C.III.1.3"}
    assert shared.keys() == {"no_same_sector", "no_recording"}
    assert "too_many_tables_per_chief" in faults_of(SLUG, "AR10", tables_per_chief=5)


@pytest.mark.parametrize(
    ("norm", "least"),
    [
        case("IB09.16.II.3.1", "IB09", 20),
        case("AR10.10-1-C.II.3.1", "AR10", 20),
        case("CM16.ANX1.1.c.1", "CM16", 15),
    ],
)
def test_the_dice_of_pai_gow_are_so_large(norm: str, least: int) -> None:
    assert not faults_of(SLUG, norm, dice_side_mm=least)
    assert not faults_of(SLUG, norm, dice_side_mm=25)
    assert not faults_of(SLUG, norm, dice_side_mm=least + Fraction("0.9"))
    assert faults_of(SLUG, norm, dice_side_mm=least - Fraction("0.1")).keys() == {"choice_too_low"}
    assert faults_of(SLUG, norm, dice_side_mm=least - 1).keys() == {"choice_too_low"}
    assert faults_of(SLUG, norm, dice_side_mm=26).keys() == {"choice_too_high"}


@pytest.mark.law("CM16.ANX1.1.d.2", "CM16.ANX1.1.d.3", "CM16.ANX1.1.f.2", "CM16.ANX1.1.f.3")
@pytest.mark.parametrize(("machine", "letter"), [("shuffler", "d"), ("chip_sorter", "f")])
def test_machines_are_notified_and_approved(machine: str, letter: str) -> None:
    lacks = (f"notified_{machine}", f"approved_{machine}")
    assert not faults_of(SLUG, "CM16", **{machine: "machine"})
    assert not faults_of(SLUG, "CM16", lacks=lacks)
    found = faults_of(SLUG, "CM16", **{machine: "machine"}, lacks=lacks)
    assert {code: fault.clause for code, fault in found.items()} == {
        f"no_notified_{machine}": f"CM16.ANX1.1.{letter}.2",
        f"no_approved_{machine}": f"CM16.ANX1.1.{letter}.3",
    }


@pytest.mark.law("CM16.ANX1.1.b.3", "CM16.ANX1.1.b.4", "CM16.ANX1.1.b.5", "CM16.ANX1.1.b.6")
def test_what_a_reversible_cloth_needs() -> None:
    every = tuple(f"reversible_{name}" for name in ("authorisation", "closing", "advance", "books"))
    assert not faults_of(SLUG, "CM16", reversible_cloth=True)
    assert not faults_of(SLUG, "CM16", lacks=every)
    found = faults_of(SLUG, "CM16", reversible_cloth=True, lacks=every)
    assert [fault.clause for fault in found.values()] == [f"CM16.ANX1.1.b.{n}" for n in (3, 3, 4, 5)]
    assert catalogue.under("CM16")[SLUG].things["reversible_authorisation"].cite[1] == "CM16.ANX1.1.b.6"


LICENCE = {
    "licence": "CM16.6.1.1",
    "rules_published": "CM16.6.1.1",
    "rules_notified": "CM16.6.1.1",
    "rules_accessible": "CM16.6.2.1",
    "opening": "CM16.5.3.1",
}


@pytest.mark.law("CM16.4.1.1", "CM16.4.2.1", "CM16.5.3.1", "CM16.6.1.1", "CM16.6.2.1")
@pytest.mark.parametrize("slug", [SLUG, "pai_gow_domino"])
@pytest.mark.parametrize(
    ("channel", "own", "clause"),
    [("in_person", "elements", "CM16.4.1.1"), ("electronic", "technical", "CM16.4.2.1")],
)
def test_what_the_decrees_and_the_licence_ask_for(slug: str, channel: str, own: str, clause: str) -> None:
    assert not faults_of(slug, "CM16", channel=channel)
    found = faults_of(slug, "CM16", channel=channel, lacks=(*LICENCE, "elements", "technical"))
    assert {code: fault.clause for code, fault in found.items()} == {
        **{f"no_{name}": clause for name, clause in LICENCE.items()},
        f"no_{own}": clause,
    }


@pytest.mark.law("CM16.5.1.1", "CM16.5.1.a.1", "CM16.5.1.b.1")
@pytest.mark.parametrize("slug", [SLUG, "pai_gow_domino"])
@pytest.mark.parametrize(
    ("channel", "clause"), [("in_person", "CM16.5.1.a.1"), ("electronic", "CM16.5.1.b.1")]
)
def test_each_channel_has_limits_by_a_decree_of_its_own(slug: str, channel: str, clause: str) -> None:
    band = {"authorised_minimum": 600, "authorised_maximum": 4_900}
    assert not faults_of(slug, "CM16", channel=channel, **band)
    for limits in ({"minimum": 500}, {"maximum": 5_000}):
        found = faults_of(slug, "CM16", channel=channel, **band, **limits)
        assert found["limits_outside_band"].clause == clause
        assert found.keys() == {"limits_outside_band"}


@pytest.mark.law("CM16.5.2.1", "CM16.5.2.2")
@pytest.mark.parametrize("slug", [SLUG, "pai_gow_domino"])
def test_limits_change_between_rounds_within_the_band_and_never_in_mid_hand(slug: str) -> None:
    table = rehearse(slug, "CM16", seats=1, minimum=1_000, maximum=20_000)
    table.refused("floor change_minimum 400", "below_minimum", "CM16.5.2.2")
    table.refused("floor change_maximum 60000", "above_maximum", "CM16.5.2.2")
    told = table.play("floor change_minimum 2000; floor change_maximum 40000")  # and is announced
    assert told.noted == ["limits_changed"] * 2
    assert [noted.figures for noted in told.of(Noted)] == [
        {"minimum": 2_000, "maximum": 20_000},
        {"minimum": 2_000, "maximum": 40_000},
    ]
    assert {noted.clause for noted in told.of(Noted)} == {"CM16.5.2.2"}
    table.play("croupier hagan_juego no")
    table.refused("s1 bet casilla:1 1900", "below_minimum")
    table.play("s1 bet casilla:1 2000; croupier no_va_mas")
    assert not table.verbs(FLOOR) & {"change_minimum", "change_maximum"}
    elsewhere = rehearse(SLUG, "IB09")
    assert "change_minimum" not in elsewhere.verbs(FLOOR)
