"""Double-zero roulette, clause by clause (AR10, epigraph 2 bis)."""

from __future__ import annotations

import pytest

from novamas.equipment.wheels import DOUBLE_ZERO, DOUBLE_ZERO_WHEEL
from novamas.law import NotInForce, catalogue
from novamas.table.events import Staked
from novamas.testing.rehearsal import Rehearsal, faults_of, rehearse


def doble_cero(*lines: str, **choices: object) -> Rehearsal:
    return rehearse("ruleta_doble_cero", "AR10", *lines, **choices)


@pytest.mark.law("AR10.5.2")
@pytest.mark.parametrize("bet", ["huerfanos", "tercio", "serie_grande", "vecinos:17", "boton:H"])
def test_neighbours_and_sectors_belong_to_the_wheel_with_one_zero(bet: str) -> None:
    table = doble_cero("croupier hagan_juego")
    table.refused(f"s1 bet {bet} 1000", "not_announced_here", "AR10.5.2")
    table.refused("s1 bet cuadro:99 1000", "no_such_bet")
    assert "announce" not in table.verbs(1)
    told = table.play("; ".join(f"s1 bet pleno:{number} 1000" for number in (1, 6, 9, 14, 17)))
    assert sum(event.cents for event in told.of(Staked)) == 5_000  # each number by itself


@pytest.mark.law("AR10.1.3.c.1")
def test_it_exists_in_aragon_and_nowhere_else() -> None:
    assert "ruleta_doble_cero" in catalogue.under("AR10").games
    with pytest.raises(NotInForce, match="AR10"):
        catalogue.at("illes_balears")["ruleta_doble_cero"]


@pytest.mark.law("AR10.5.a.1")
def test_the_double_zero_stands_opposite_the_zero() -> None:
    wheel = doble_cero().felt.wheel
    assert wheel is DOUBLE_ZERO_WHEEL
    assert wheel.total == 38
    assert wheel.opposite(0) == DOUBLE_ZERO
    assert wheel.colour(DOUBLE_ZERO) not in ("rojo", "negro")
    assert faults_of("ruleta_doble_cero", "AR10", lacks=["cylinder"])["no_cylinder"].clause == "AR10.5.a.1"


@pytest.mark.law("AR10.5.b.1")
def test_the_double_zero_is_bet_alone_and_in_combinations() -> None:
    assert doble_cero().play("s1 bet pleno:00 200", "00").payments[1, "pleno:00"].returned == 36 * 200
    for split in ("caballo:0-00", "caballo:0-1", "caballo:0-2", "caballo:00-2", "caballo:00-3"):
        table = doble_cero(f"s1 bet {split} 200")
        number = max(table.felt.figures.spots[split].covers)
        assert table.play(f"{number}").payments[1, split].returned == 18 * 200
    for trio in ("transversal:0-1-2", "transversal:0-00-2", "transversal:00-2-3"):
        assert doble_cero().play(f"s1 bet {trio} 200", "2").payments[1, trio].returned == 12 * 200
    for absent in ("caballo:0-3", "transversal:0-2-3", "cuatro_numeros"):
        doble_cero("croupier hagan_juego").refused(f"s1 bet {absent} 200", "no_such_bet")


@pytest.mark.law("AR10.5.c.1")
@pytest.mark.parametrize("code", [0, DOUBLE_ZERO, 1, 2, 3])
def test_the_special_square_pays_six_to_one(code: int) -> None:
    table = doble_cero("s1 bet cuadro_especial 200")
    paid = table.play(f"{code}").payments[1, "cuadro_especial"]
    assert (paid.returned, paid.clauses) == (7 * 200, ("AR10.5.c.1",))
    table = doble_cero("croupier hagan_juego", maximum=4000)
    assert table.may(f"s1 bet cuadro_especial {100 * 200}")
    table.refused(f"s1 bet cuadro_especial {100 * 200 + 200}", "above_maximum")


@pytest.mark.law("AR10.5.d.1")
def test_the_split_of_the_zeros_has_a_courtesy_space() -> None:
    paid = doble_cero().play("s1 bet caballo:0-00 200", "0").payments[1, "caballo:0-00"]
    assert paid.returned == 18 * 200
    assert "AR10.5.d.1" in paid.clauses
    fault = faults_of("ruleta_doble_cero", "AR10", lacks=["courtesy_space"])["no_courtesy_space"]
    assert fault.clause == "AR10.5.d.1"


@pytest.mark.law("AR10.5.2")
@pytest.mark.parametrize("code", [0, DOUBLE_ZERO])
def test_either_zero_returns_half_of_a_simple_chance(code: int) -> None:
    table = doble_cero("s1 bet negro 400; s1 bet columna:1 200")
    paid = table.play(f"{code}").payments
    assert (paid[1, "negro"].returned, paid[1, "negro"].clauses) == (200, ("AR10.5.2", "IB05.02.IV.1"))
    assert paid[1, "columna:1"].returned == 0


@pytest.mark.law("AR10.5.2")
def test_borrowed_figures_are_marked_as_borrowed() -> None:
    frame = catalogue.under("AR10")["ruleta_doble_cero"]
    assert frame.borrowed["bets.docena"].norm == "IB05"
    assert frame.borrowed["limits"].cite == ("AR10.5.2",)
    assert not {"bets.cuadro_especial", "bets.pleno", "equipment.cylinder"} & set(frame.borrowed)


@pytest.mark.law("AR10.4.2")
def test_a_chief_who_serves_several_tables_needs_them_adjoining_and_recorded() -> None:
    lacking = {"lacks": ["adjoining_tables", "recording"]}
    found = faults_of("ruleta_doble_cero", "AR10", tables_per_chief=3, **lacking)
    assert {code: fault.clause for code, fault in found.items()} == {
        "no_adjoining_tables": "AR10.4.2",
        "no_recording": "AR10.4.2",
    }
    assert not faults_of("ruleta_doble_cero", "AR10", tables_per_chief=1, **lacking)
    assert not faults_of("ruleta_doble_cero", "AR10", tables_per_chief=4)
    many = faults_of("ruleta_doble_cero", "AR10", tables_per_chief=5)
    assert many["too_many_tables_per_chief"].clause == "AR10.4.2"
