"""The wheel of fortune, clause by clause (IB05, epigraph 10)."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.wheels import Wheel, faults_of, of_kind

from novamas.kit.wheels import FORTUNE
from novamas.law import catalogue
from novamas.rounds.banked import Bet, NoVaMas
from novamas.rounds.wheel.phases import LateBet, Launch, TiradaNula
from novamas.table.events import Said

PAYS = {"24": 1, "15": 2, "7": 5, "4": 10, "2": 20, "joker_rojo": 45, "joker_negro": 45}


def fortuna(**choices: object) -> Wheel:
    return Wheel("ruleta_de_la_fortuna", "IB05", **choices)


@pytest.mark.law("IB05.10.II.3")
def test_fifty_four_cells_as_many_for_each_symbol_as_it_says() -> None:
    cells = Counter(FORTUNE.pockets)
    assert sum(cells.values()) == 54
    assert cells == {"24": 24, "15": 15, "7": 7, "4": 4, "2": 2, "joker_rojo": 1, "joker_negro": 1}


@pytest.mark.law("IB05.10.II.5", "IB05.10.V.1.1", "IB05.10.V.3.2")
@pytest.mark.parametrize(("bet", "pays"), PAYS.items())
def test_each_bet_pays_its_rate(bet: str, pays: int) -> None:
    table = fortuna().open().bet(1, bet, 300)
    assert table.spin(FORTUNE.code(bet))[1, bet].returned == 300 * (1 + pays)
    other = next(name for name in PAYS if name != bet)
    assert fortuna().open().bet(1, bet, 300).spin(FORTUNE.code(other))[1, bet].returned == 0


@pytest.mark.law("IB05.10.II.5")
def test_only_the_seven_bets_exist() -> None:
    table = fortuna().open()
    assert set(table.felt.figures.spots) == set(PAYS)
    assert table.refused(Bet(1, "joker", 200)).clause == "IB05.10.II.5"


@pytest.mark.law("IB05.10.V.3.1", "IB05.10.V.3.3", "IB05.10.V.3.5")
def test_the_calls_of_a_spin() -> None:
    table = fortuna()
    assert table.refused(Bet(1, "24", 200)).clause == "IB05.10.V.3.1"
    table.open()
    assert of_kind(table.session.told[-1], Said)[0].words == "Hagan sus apuestas."
    table.do(Launch())
    table.bet(1, "24", 200)
    assert of_kind(table.do(NoVaMas()), Said)[0].words == "No va más."
    (said,) = of_kind(table.fall(24), Said)
    assert (said.words, said.clause) == ("24.", "IB05.10.V.3.5")


@pytest.mark.law("IB05.10.V.3.4")
def test_a_late_bet_is_refused_and_the_chip_returned() -> None:
    table = fortuna().open().close()
    assert table.refused(Bet(1, "24", 200)).clause == "IB05.10.V.3.4"
    table.do(LateBet(seat=1, bet="24", cents=200))
    table.fall(24)
    assert table.session.ledger.players[1] == 0


@pytest.mark.law("IB05.10.V.3.5")
def test_a_wheel_that_stops_on_a_division_is_spun_again() -> None:
    table = fortuna().open().bet(1, "7", 200).close()
    table.do(TiradaNula(form="divisoria"))
    assert table.felt.on(1, "7") == 200
    assert table.spin(7)[1, "7"].returned == 1200


@pytest.mark.law("IB05.10.V.3.6", "IB05.10.V.3.7")
def test_winners_stay_on_the_table_and_may_be_taken_off() -> None:
    table = fortuna().open().bet(1, "24", 200).bet(2, "15", 200)
    table.spin(24)
    assert table.felt.chips == ((1, "24", 200),)
    table.withdraw(1, "24")
    assert table.session.ledger.players == {1: 200, 2: -200}


@pytest.mark.law("IB05.10.V.2.1")
def test_limits_are_those_of_the_authorisation() -> None:
    table = fortuna(minimum=500, maximum=2000).open()
    assert table.refused(Bet(1, "24", 400)).clause == "IB05.10.V.2.1"
    assert table.refused(Bet(1, "24", 2100)).clause == "IB05.10.V.2.1"
    assert table.why_not(Bet(1, "24", 2000)) is None
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
    assert fortuna(seats=300).open().why_not(Bet(300, "24", 200)) is None


@pytest.mark.law("AR10.1.3.l.1")
def test_aragon_authorises_it_but_its_rules_are_not_held() -> None:
    assert "ruleta_de_la_fortuna" in catalogue.under("AR10").games
    assert faults_of("ruleta_de_la_fortuna", "AR10")["rules_not_held"].clause == "AR10.1.3.l.1"
