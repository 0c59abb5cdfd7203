"""The wheel of fortune, clause by clause (IB05, epigraph 10)."""

from __future__ import annotations

from collections import Counter

import pytest

from novamas.equipment.wheels import FORTUNE
from novamas.law import catalogue
from novamas.table.events import Said, Staked
from novamas.table.felt import Chips
from novamas.testing.rehearsal import Rehearsal, faults_of, rehearse

PAYS = {"24": 1, "15": 2, "7": 5, "4": 10, "2": 20, "joker_rojo": 45, "joker_negro": 45}


def fortuna(*lines: str, **choices: object) -> Rehearsal:
    return rehearse("ruleta_de_la_fortuna", "IB05", *lines, **choices)


@pytest.mark.law("IB05.10.II.3")
def test_fifty_four_cells_as_many_for_each_symbol_as_it_says() -> None:
    cells = Counter(FORTUNE.pockets)
    assert sum(cells.values()) == 54
    assert cells == {"24": 24, "15": 15, "7": 7, "4": 4, "2": 2, "joker_rojo": 1, "joker_negro": 1}


@pytest.mark.law("IB05.10.II.5", "IB05.10.V.1.1")
@pytest.mark.parametrize(("bet", "pays"), PAYS.items())
def test_each_bet_pays_its_rate(bet: str, pays: int) -> None:
    table = fortuna(f"s1 bet {bet} 300")
    assert table.play(f"{FORTUNE.code(bet)}").payments[1, bet].returned == 300 * (1 + pays)
    other = next(name for name in PAYS if name != bet)
    assert fortuna().play(f"s1 bet {bet} 300", f"{FORTUNE.code(other)}").payments[1, bet].returned == 0


@pytest.mark.law("IB05.10.V.3.2")
@pytest.mark.parametrize("bet", PAYS)
def test_a_bet_is_chips_in_the_one_box_that_the_player_chose(bet: str) -> None:
    table = fortuna("croupier hagan_juego", chip=50, minimum=200)
    (staked,) = table.play(f"s2 bet {bet} 350").of(Staked)
    assert (staked.seat, staked.bet, staked.cents) == (2, bet, 350)
    assert table.felt.chips == (Chips(2, bet, 350),)
    assert table.refused(f"s2 bet {bet} 375", "broken_chip").step == 50  # chips are not broken
    assert table.refused("s2 bet 24,15 400", "no_such_bet").near == ("24", "15", "7")  # nor lie on two boxes
    options = table.table.frame.options
    assert options["chip"].cite == ("IB05.10.V.3.2",)


@pytest.mark.law("IB05.10.II.5")
def test_only_the_seven_bets_exist() -> None:
    table = fortuna("croupier hagan_juego")
    assert set(table.felt.figures.spots) == set(PAYS)
    table.refused("s1 bet joker 200", clause="IB05.10.II.5")


@pytest.mark.law("IB05.10.V.3.1", "IB05.10.V.3.3", "IB05.10.V.3.5")
def test_the_calls_of_a_spin() -> None:
    table = fortuna()
    table.refused("s1 bet 24 200", clause="IB05.10.V.3.1")
    assert table.play("croupier hagan_juego").said == ["Hagan sus apuestas."]
    table.play("croupier launch")
    table.play("s1 bet 24 200")
    assert table.play("croupier no_va_mas").said[0] == "No va más."
    (said,) = table.play("24").of(Said)
    assert (said.words, said.clause) == ("24.", "IB05.10.V.3.5")


@pytest.mark.law("IB05.10.V.3.4")
def test_a_late_bet_is_refused_and_the_chip_returned() -> None:
    table = fortuna("croupier no_va_mas")
    table.refused("s1 bet 24 200", clause="IB05.10.V.3.4")
    table.play("floor late_bet seat=1 bet=24 cents=200")
    table.play("24")
    assert table.won(1) == 0


@pytest.mark.law("IB05.10.V.3.5")
def test_a_wheel_that_stops_on_a_division_is_spun_again() -> None:
    table = fortuna("s1 bet 7 200; croupier no_va_mas")
    table.play("floor tirada_nula divisoria")
    assert table.felt.on(1, "7") == 200
    assert table.play("7").payments[1, "7"].returned == 1200


@pytest.mark.law("IB05.10.V.3.6", "IB05.10.V.3.7")
def test_winners_stay_on_the_table_and_may_be_taken_off() -> None:
    table = fortuna("s1 bet 24 200; s2 bet 15 200")
    table.play("24")
    assert table.felt.chips == ((1, "24", 200),)
    table.play("s1 withdraw 24 200")
    assert table.session.ledger.players == {1: 200, 2: -200}


@pytest.mark.law("IB05.10.V.2.1")
def test_limits_are_those_of_the_authorisation() -> None:
    table = fortuna("croupier hagan_juego", minimum=500, maximum=2000)
    table.refused("s1 bet 24 400", clause="IB05.10.V.2.1")
    table.refused("s1 bet 24 2100", clause="IB05.10.V.2.1")
    assert table.may("s1 bet 24 2000")
    assert (
        faults_of("ruleta_de_la_fortuna", "IB05", minimum=500, maximum=400)["maximum_below_minimum"].clause
        == "IB05.10.V.2.1"
    )


@pytest.mark.law("IB05.10.II.1", "IB05.10.II.2", "IB05.10.II.4", "IB05.10.II.6")
@pytest.mark.parametrize(
    ("thing", "clause"),
    [
        ("wheel", "IB05.10.II.2"),
        ("table", "IB05.10.II.1"),
        ("boxes", "IB05.10.II.4"),
        ("cash_box", "IB05.10.II.6"),
    ],
)
def test_what_the_table_must_have(thing: str, clause: str) -> None:
    assert faults_of("ruleta_de_la_fortuna", "IB05", lacks=[thing])[f"no_{thing}"].clause == clause


@pytest.mark.law("IB05.10.III.a.1", "IB05.10.III.b.1")
def test_staff() -> None:
    short = faults_of("ruleta_de_la_fortuna", "IB05", croupiers=0, tables_per_chief=5)
    assert short["too_few_croupiers"].clause == "IB05.10.III.b.1"
    assert short["too_many_tables_per_chief"].clause == "IB05.10.III.a.1"


@pytest.mark.law("IB05.10.IV.1")
def test_any_number_of_players() -> None:
    assert fortuna("croupier hagan_juego", seats=300).may("s300 bet 24 200")


@pytest.mark.law("AR10.1.3.l.1")
def test_aragon_authorises_it_but_its_rules_are_not_held() -> None:
    assert "ruleta_de_la_fortuna" in catalogue.under("AR10").games
    assert faults_of("ruleta_de_la_fortuna", "AR10")["rules_not_held"].clause == "AR10.1.3.l.1"
