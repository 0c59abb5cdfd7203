"""Boule, clause by clause (IB05, epigraph 04)."""

from __future__ import annotations

import pytest
from tests.wheels import Wheel, faults_of, of_kind, payments

from novamas.law import catalogue
from novamas.rounds.banked import Bet, NoVaMas, Withdraw
from novamas.rounds.wheel.phases import LateBet, Launch
from novamas.table.events import Said


def boule(**choices: object) -> Wheel:
    return Wheel("boule", "IB05", **choices)


@pytest.mark.law("IB05.04.II.4")
def test_nine_numbers_each_with_two_of_eighteen_holes() -> None:
    wheel = boule().felt.wheel
    assert wheel.total == 18
    assert dict(wheel.items()) == dict.fromkeys(range(1, 10), 2)


@pytest.mark.law("IB05.04.II.5", "IB05.04.II.7", "IB05.04.V.a.3")
def test_simple_chances() -> None:
    spots = boule().felt.figures.spots
    assert spots["negro"].covers == (1, 3, 6, 8)
    assert spots["rojo"].covers == (2, 4, 7, 9)
    assert spots["par"].covers == (2, 4, 6, 8)
    assert spots["impar"].covers == (1, 3, 7, 9)
    assert spots["pasa"].covers == (6, 7, 8, 9)
    assert spots["falta"].covers == (1, 2, 3, 4)


@pytest.mark.law("IB05.04.II.8", "IB05.04.V.a.5")
def test_the_five_takes_every_simple_chance_and_may_be_bet() -> None:
    table = boule().open().bet(1, "numero:5", 200)
    for chance in ("rojo", "negro", "par", "impar", "pasa", "falta"):
        table.bet(1, chance, 200)
    paid = table.spin(5)
    assert paid.pop((1, "numero:5")).returned == 8 * 200
    assert [lost.returned for lost in paid.values()] == [0] * 6


@pytest.mark.law("IB05.04.V.a.1", "IB05.04.V.a.2", "IB05.04.V.a.4")
def test_only_two_kinds_of_bet_at_seven_and_one_to_one() -> None:
    table = boule().open()
    assert set(table.felt.figures.kinds) == {"numero", "sencilla"}
    assert table.refused(Bet(1, "caballo:1-2", 200)).clause == "IB05.04.V.a.1"
    for number in range(1, 10):
        bet = f"numero:{number}"
        assert boule().open().bet(1, bet, 200).spin(number)[1, bet].returned == 8 * 200
    assert boule().open().bet(1, "rojo", 300).spin(9)[1, "rojo"].returned == 600


@pytest.mark.law("IB05.04.V.c.8", "IB05.04.V.c.9")
def test_winners_keep_their_stake_on_the_cloth_and_may_take_it() -> None:
    table = boule().open().bet(1, "rojo", 200).bet(2, "negro", 200)
    events = table.close().fall(2)
    assert (2, "negro") in payments(events)
    assert table.felt.chips == ((1, "rojo", 200),)
    table.withdraw(1, "rojo")
    assert (table.session.ledger.players[1], table.session.ledger.house) == (200, 0)


@pytest.mark.law("IB05.04.V.c.1", "IB05.04.V.c.2", "IB05.04.V.c.5", "IB05.04.V.c.7")
def test_the_calls_of_a_throw() -> None:
    table = boule()
    assert table.refused(Bet(1, "rojo", 200)).clause == "IB05.04.V.c.1"
    table.open()
    assert of_kind(table.session.told[-1], Said)[0].words == "Hagan sus apuestas."
    table.bet(1, "rojo", 200)
    assert of_kind(table.do(Launch()), Said)[0].words == "¿Están hechas las apuestas?"
    table.bet(1, "numero:7", 200)
    assert of_kind(table.do(NoVaMas()), Said)[0].words == "No va más."
    assert of_kind(table.fall(7), Said)[0].words == "7, rojo, impar, pasa."


@pytest.mark.law("IB05.04.V.c.6")
def test_a_late_bet_is_given_back() -> None:
    table = boule().open().bet(1, "rojo", 200).close()
    assert table.refused(Bet(1, "negro", 200)).clause == "IB05.04.V.c.6"
    assert table.refused(Withdraw(1, "rojo")).clause == "IB05.04.V.c.6"
    table.do(LateBet(seat=2, bet="numero:5", cents=500))
    assert table.session.ledger.players[2] == 0
    assert (2, "numero:5") not in table.session.ledger.cloth
    table.fall(5)


@pytest.mark.law("IB05.04.V.b.1", "IB05.04.V.b.3", "IB05.04.V.b.4")
def test_limits_come_from_the_authorisation_within_the_laws_bounds() -> None:
    table = boule(number_maximum=100, simple_maximum=500).open()
    assert table.refused(Bet(1, "numero:1", 100)).clause == "IB05.04.V.b.1"
    assert table.why_not(Bet(1, "numero:1", 20_000)) is None
    assert table.refused(Bet(1, "numero:1", 20_100)).clause == "IB05.04.V.b.4"
    assert table.why_not(Bet(1, "rojo", 100_000)) is None
    assert table.refused(Bet(1, "rojo", 100_100)).code == "above_maximum"
    for bounds in ({"number_maximum": 39}, {"simple_maximum": 199}):
        assert faults_of("boule", "IB05", **bounds)["choice_too_low"].clause == "IB05.04.V.b.3"
    for bounds in ({"number_maximum": 101}, {"simple_maximum": 501}):
        assert faults_of("boule", "IB05", **bounds)["choice_too_high"].clause == "IB05.04.V.b.3"


@pytest.mark.law("IB05.04.V.b.2")
def test_twice_the_minimum_if_another_cloth_keeps_it() -> None:
    fault = faults_of("boule", "IB05", double_minimum=True)["no_table_at_minimum"]
    assert fault.clause == "IB05.04.V.b.2"
    table = boule(double_minimum=True, minimum_kept_elsewhere=True).open()
    assert table.refused(Bet(1, "rojo", 300)).code == "below_minimum"
    assert table.why_not(Bet(1, "numero:1", 8_000)) is None
    assert table.refused(Bet(1, "numero:1", 8_100)).code == "above_maximum"


@pytest.mark.law("IB05.04.V.b.5", "IB05.04.V.b.6")
def test_the_maximum_binds_each_player_by_himself_and_never_all_together() -> None:
    table = boule().open().bet(1, "numero:9", 8_000)
    assert table.refused(Bet(1, "numero:9", 100)).code == "above_maximum"
    table.bet(2, "numero:9", 8_000)
    fault = faults_of("boule", "IB05", total_maximum=10_000)["total_maximum_forbidden"]
    assert fault.clause == "IB05.04.V.b.6"


@pytest.mark.law("IB05.04.II.1", "IB05.04.II.2", "IB05.04.II.6")
def test_platform_and_one_or_two_cloths() -> None:
    assert faults_of("boule", "IB05", lacks=["platform"])["no_platform"].clause == "IB05.04.II.1"
    assert faults_of("boule", "IB05", lacks=["cloths"])["no_cloths"].clause == "IB05.04.II.6"
    assert not faults_of("boule", "IB05", cloths=1, croupiers=1)
    assert "choice_not_offered" in faults_of("boule", "IB05", cloths=3)


@pytest.mark.law("IB05.04.III.1", "IB05.04.III.a.2", "IB05.04.III.b.1")
def test_a_croupier_for_each_cloth_and_a_chief_for_four_tables() -> None:
    short = faults_of("boule", "IB05", cloths=2, croupiers=1, tables_per_chief=5)
    assert short["too_few_croupiers"].clause == "IB05.04.III.b.1"
    assert short["too_many_tables_per_chief"].clause == "IB05.04.III.a.2"
    assert not faults_of("boule", "IB05", tables_per_chief=4)


@pytest.mark.law("IB05.04.IV.1")
def test_any_number_of_players() -> None:
    table = boule(seats=500).open()
    assert table.why_not(Bet(500, "rojo", 200)) is None


@pytest.mark.law("AR10.1.3.d.1")
def test_aragon_authorises_it() -> None:
    assert "boule" in catalogue.under("AR10").games
    assert faults_of("boule", "AR10")["rules_not_held"].clause == "AR10.1.3.d.1"
