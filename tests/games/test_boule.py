"""Boule, clause by clause (IB05, epigraph 04)."""

from __future__ import annotations

import pytest

from novamas.law import catalogue
from novamas.testing.rehearsal import Rehearsal, faults_of, rehearse


def boule(*lines: str, **choices: object) -> Rehearsal:
    return rehearse("boule", "IB05", *lines, **choices)


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
    table = boule("s1 bet numero:5 200")
    for chance in ("rojo", "negro", "par", "impar", "pasa", "falta"):
        table.play(f"s1 bet {chance} 200")
    paid = table.play("5").payments
    assert paid.pop((1, "numero:5")).returned == 8 * 200
    assert [lost.returned for lost in paid.values()] == [0] * 6


@pytest.mark.law("IB05.04.V.a.1", "IB05.04.V.a.2", "IB05.04.V.a.4")
def test_only_two_kinds_of_bet_at_seven_and_one_to_one() -> None:
    table = boule("croupier hagan_juego")
    assert set(table.felt.figures.kinds) == {"numero", "sencilla"}
    table.refused("s1 bet caballo:1-2 200", clause="IB05.04.V.a.1")
    for number in range(1, 10):
        bet = f"numero:{number}"
        assert boule().play(f"s1 bet {bet} 200", f"{number}").payments[1, bet].returned == 8 * 200
    assert boule().play("s1 bet rojo 300", "9").payments[1, "rojo"].returned == 600


@pytest.mark.law("IB05.04.V.c.8", "IB05.04.V.c.9")
def test_winners_keep_their_stake_on_the_cloth_and_may_take_it() -> None:
    table = boule("s1 bet rojo 200; s2 bet negro 200")
    events = table.play("2")
    assert (2, "negro") in events.payments
    assert table.felt.chips == ((1, "rojo", 200),)
    table.play("s1 withdraw rojo 200")
    assert (table.won(1), table.house) == (200, 0)


@pytest.mark.law("IB05.04.V.c.1", "IB05.04.V.c.2", "IB05.04.V.c.5", "IB05.04.V.c.7")
def test_the_calls_of_a_throw() -> None:
    table = boule()
    table.refused("s1 bet rojo 200", clause="IB05.04.V.c.1")
    assert table.play("croupier hagan_juego").said == ["Hagan sus apuestas."]
    table.play("s1 bet rojo 200")
    assert table.play("croupier launch").said[0] == "¿Están hechas las apuestas?"
    table.play("s1 bet numero:7 200")
    assert table.play("croupier no_va_mas").said[0] == "No va más."
    assert table.play("7").said[0] == "7, rojo, impar, pasa."


@pytest.mark.law("IB05.04.V.c.6")
def test_a_late_bet_is_given_back() -> None:
    table = boule("s1 bet rojo 200; croupier no_va_mas")
    table.refused("s1 bet negro 200", clause="IB05.04.V.c.6")
    table.refused("s1 withdraw rojo 200", clause="IB05.04.V.c.6")
    table.play("floor late_bet seat=2 bet=numero:5 cents=500")
    assert table.won(2) == 0
    assert (2, "numero:5") not in table.session.ledger.cloth
    table.play("5")


@pytest.mark.law("IB05.04.V.b.1", "IB05.04.V.b.3", "IB05.04.V.b.4")
def test_limits_come_from_the_authorisation_within_the_laws_bounds() -> None:
    table = boule("croupier hagan_juego", maximum=20_000, maximum_sencilla=100_000)
    table.refused("s1 bet numero:1 100", clause="IB05.04.V.b.1")
    assert table.may("s1 bet numero:1 20000")
    table.refused("s1 bet numero:1 20100", clause="IB05.04.V.b.3")
    assert table.may("s1 bet rojo 100000")
    table.refused("s1 bet rojo 100100", "above_maximum")
    for cents in (7_900, 20_100):
        assert faults_of("boule", "IB05", maximum=cents)["maximum_not_lawful"].clause == "IB05.04.V.b.4"
    for cents in (39_900, 100_100):
        fault = faults_of("boule", "IB05", maximum_sencilla=cents)["simple_maximum_not_lawful"]
        assert fault.clause == "IB05.04.V.b.4"
    assert faults_of("boule", "IB05", maximum=12_300, maximum_sencilla=45_600) == {}


@pytest.mark.law("IB05.04.V.b.2")
def test_twice_the_minimum_if_another_cloth_keeps_it() -> None:
    fault = faults_of("boule", "IB05", minimum=400)["no_table_at_minimum"]
    assert fault.clause == "IB05.04.V.b.2"
    for cents in (100, 300, 600):
        fault = faults_of("boule", "IB05", minimum=cents, minimum_kept_elsewhere=True)[
            "minimum_not_authorised"
        ]
        assert fault.clause == "IB05.04.V.b.1"
    table = boule("croupier hagan_juego", minimum=400, minimum_kept_elsewhere=True)
    table.refused("s1 bet rojo 300", "below_minimum")
    assert table.may("s1 bet numero:1 8000")
    table.refused("s1 bet numero:1 8100", "above_maximum")


@pytest.mark.law("IB05.04.V.b.5", "IB05.04.V.b.6")
def test_the_maximum_binds_each_player_by_himself_and_never_all_together() -> None:
    table = boule("s1 bet numero:9 8000")
    table.refused("s1 bet numero:9 100", "above_maximum")
    table.play("s2 bet numero:9 8000")
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
    table = boule("croupier hagan_juego", seats=500, authorised_minimum=300)
    assert table.may("s500 bet rojo 300")


@pytest.mark.law("AR10.1.3.d.1")
def test_aragon_authorises_it() -> None:
    assert "boule" in catalogue.under("AR10").games
    assert faults_of("boule", "AR10")["rules_not_held"].clause == "AR10.1.3.d.1"
