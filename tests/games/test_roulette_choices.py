"""Each choice of the house at the three roulettes has an effect."""

from __future__ import annotations

import pytest

from novamas.table.events import Noted
from novamas.testing.rehearsal import faults_of, rehearse

ROULETTES = pytest.mark.parametrize(
    ("slug", "norm"), [("ruleta", "IB05"), ("ruleta_americana", "IB05"), ("ruleta_doble_cero", "AR10")]
)


@ROULETTES
def test_seats(slug: str, norm: str) -> None:
    rehearse(slug, norm, "croupier hagan_juego", seats=2).refused("s3 bet rojo 200", "no_such_seat")
    assert rehearse(slug, norm, "croupier hagan_juego", seats=3).may("s3 bet rojo 200")


@ROULETTES
def test_authorised_minimum(slug: str, norm: str) -> None:
    table = rehearse(slug, norm, "croupier hagan_juego", authorised_minimum=500)
    table.refused("s1 bet pleno:1 400", "below_minimum")
    assert table.may("s1 bet pleno:1 5000")


@ROULETTES
def test_minimum_authorised_and_minimum_kept_elsewhere(slug: str, norm: str) -> None:
    assert set(faults_of(slug, norm, minimum=400)) == {"minimum_not_authorised", "no_table_at_minimum"}
    assert set(faults_of(slug, norm, minimum=400, authorised=["vary_minimum"])) == {"no_table_at_minimum"}
    varied = {"authorised": ["vary_minimum"], "minimum_kept_elsewhere": True}
    table = rehearse(slug, norm, "croupier hagan_juego", minimum=400, **varied)
    table.refused("s1 bet pleno:1 200", "below_minimum")


@ROULETTES
def test_minimum_sencilla(slug: str, norm: str) -> None:
    table = rehearse(slug, norm, "croupier hagan_juego", minimum_sencilla=600)
    table.refused("s1 bet rojo 400", "below_minimum")
    assert table.may("s1 bet pleno:1 400")


@ROULETTES
def test_maximum(slug: str, norm: str) -> None:
    for cents in (2000, 4000, 6000):
        table = rehearse(slug, norm, "croupier hagan_juego", maximum=cents)
        assert table.may(f"s1 bet pleno:1 {cents}")
        table.refused(f"s1 bet pleno:1 {cents + 200}", "above_maximum")
    assert set(faults_of(slug, norm, maximum=3000)) == {"maximum_not_lawful"}


@ROULETTES
def test_notified_maximum_and_notified_days(slug: str, norm: str) -> None:
    assert set(faults_of(slug, norm, notified_maximum=9000)) == {"notice_without_duration"}
    assert set(faults_of(slug, norm, notified_days=9)) == {"notice_without_maximum"}
    table = rehearse(slug, norm, "croupier hagan_juego", maximum=9000, notified_maximum=9000, notified_days=9)
    assert table.may("s1 bet pleno:1 9000")


@ROULETTES
def test_chip(slug: str, norm: str) -> None:
    assert set(faults_of(slug, norm, chip=300)) == {"chip_too_large"}
    value = {} if slug == "ruleta" else {"value_chips": True}
    table = rehearse(slug, norm, "croupier hagan_juego", chip=50, **value)
    assert table.may("s1 bet pleno:1 250")
    table.refused("s1 bet pleno:1 240", "broken_chip")


@ROULETTES
def test_rounding(slug: str, norm: str) -> None:
    """A double dozen with an odd stake pays half a céntimo, which is rounded as the house chooses."""
    prizes = {}
    for rounding in ("up", "down", "half_up", "half_even"):
        table = rehearse(slug, norm, authorised_minimum=201, chip=201, rounding=rounding)
        paid = table.play("s1 bet dos_docenas:1-2 201; 1").payments[1, "dos_docenas:1-2"]
        prizes[rounding] = paid.returned - 201
    assert prizes == {"up": 101, "down": 100, "half_up": 101, "half_even": 100}


@ROULETTES
@pytest.mark.law("IB05.01.IV.2.A.a.1", "IB05.02.V.a.1", "IB05.01.IV.2.A.b.2", "IB05.02.V.b.2")
def test_maximum_sencilla(slug: str, norm: str) -> None:
    """With a minimum of 200, the maximum on even chances may be 180, 360 or 540 times the minimum."""
    for simple in (36_000, 72_000, 108_000):
        for straight_up in (2_000, 4_000, 6_000):
            assert not faults_of(slug, norm, maximum=straight_up, maximum_sencilla=simple)
    assert set(faults_of(slug, norm, maximum_sencilla=54_000)) == {"maximum_sencilla_not_lawful"}
    assert not faults_of(
        slug, norm, maximum=5_000, notified_maximum=5_000, notified_days=9, maximum_sencilla=90_000
    )  # eighteen times what was notified
    value = {} if slug == "ruleta" else {"value_chips": True}
    table = rehearse(slug, norm, "croupier hagan_juego", maximum_sencilla=72_000, **value)
    assert table.may("s1 bet rojo 72000")
    assert table.refused("s1 bet rojo 72200", "above_maximum").most == 72_000
    assert table.refused("s1 bet pleno:1 2200", "above_maximum").most == 2_000  # ten times
    assert table.refused("s1 bet docena:1 24200", "above_maximum").most == 24_000  # in its proportion


@ROULETTES
@pytest.mark.law("IB05.01.IV.2.B.2", "IB05.01.IV.2.A.a.1", "IB05.01.IV.2.A.b.2")
def test_a_maximum_may_be_announced_with_the_minimum(slug: str, norm: str) -> None:
    varied = {"authorised": ["vary_minimum"], "minimum_kept_elsewhere": True}
    for deed, maximum, simple in (
        ("floor announce_minima 400 400", 4_000, 72_000),  # ten times as before, and in proportion
        ("floor announce_minima 400 400 20 0", 8_000, 144_000),
        ("floor announce_minima 400 400 0 540", 4_000, 216_000),
        ("floor announce_minima 400 400 30 180", 12_000, 72_000),
    ):
        table = rehearse(slug, norm, **varied)
        table.play(deed)
        assert (table.felt.maximum, table.felt.rules.maximum_sencilla) == (2_000, 36_000)  # three spins more
        noted = table.play("1 1 1").of(Noted)[-1]
        assert (noted.figures["maximum"], noted.figures["maximum_sencilla"]) == (maximum, simple)
        assert (table.felt.maximum, table.felt.rules.maximum_sencilla) == (maximum, simple)
    table = rehearse(slug, norm, **varied)
    table.refused("floor announce_minima 400 400 15 0")
    table.refused("floor announce_minima 400 400 0 600", "above_maximum")
    own = rehearse(slug, norm, **varied, maximum_sencilla=108_000)  # 540 times, and it stays 540 times
    own.play("floor announce_minima 400 400", "1 1 1")
    assert own.felt.rules.maximum_sencilla == 216_000


@ROULETTES
def test_advance_and_guarantee_grow_with_the_minimum(slug: str, norm: str) -> None:
    varied = {"authorised": ["vary_minimum"], "minimum_kept_elsewhere": True}
    table = rehearse(slug, norm, **varied, advance=100_000, guarantee=700_000)
    table.play("floor announce_minima 600 600")
    table.play("1 1 1")
    assert (table.felt.premises.advance, table.felt.premises.guarantee) == (300_000, 2_100_000)


@pytest.mark.parametrize(("slug", "norm"), [("ruleta_americana", "IB05"), ("ruleta_doble_cero", "AR10")])
def test_american_choices(slug: str, norm: str) -> None:
    assert set(faults_of(slug, norm, colours=4)) == {
        "more_players_than_colours",
        "boxes_do_not_match_colours",
    }
    assert not faults_of(slug, norm, colours=4, boxes=4, seats=4)
    assert not faults_of(slug, norm, markers="pedestal", boxes=0)
    assert set(faults_of(slug, norm, double_table=True)) == {"double_table_not_authorised"}
    assert not faults_of(slug, norm, double_table=True, authorised=["double_table"])
    assert set(faults_of(slug, norm, croupiers=0)) == {"too_few_croupiers"}
    assert rehearse(slug, norm, chip_values=["700"]).offered(1) == [
        "s1 take_colour 200",
        "s1 take_colour 700",
    ]
    (noted,) = rehearse(slug, norm, paid_in="colour").play("s1 bet rojo 200", "1").of(Noted)
    assert noted.figures["paid_in"] == "colour"


@pytest.mark.parametrize("slug", ["boule", "ruleta_de_la_fortuna"])
def test_chips_and_seats_of_the_other_wheels(slug: str) -> None:
    bet = "rojo" if slug == "boule" else "24"
    assert set(faults_of(slug, "IB05", chip=300)) == {"chip_too_large"}
    table = rehearse(slug, "IB05", "croupier hagan_juego", chip=50, seats=2)
    assert table.may(f"s2 bet {bet} 250")
    table.refused(f"s2 bet {bet} 240", "broken_chip")
    table.refused(f"s3 bet {bet} 200", "no_such_seat")


@ROULETTES
@pytest.mark.law("IB05.01.IV.2.A.1", "IB05.02.V.1")
def test_no_simple_chance_is_taken_for_less_than_the_authorised_minimum(slug: str, norm: str) -> None:
    clause = "IB05.01.IV.2.A.1" if slug == "ruleta" else "IB05.02.V.1"
    assert faults_of(slug, norm, minimum_sencilla=100)["simple_minimum_too_low"].clause == clause
    assert not faults_of(slug, norm, minimum_sencilla=200)


@ROULETTES
@pytest.mark.law("IB05.01.IV.2.A.2", "IB05.02.V.4")
def test_a_high_minimum_on_numbers_leaves_the_simple_chances_at_their_most(slug: str, norm: str) -> None:
    varied = {"authorised": ["vary_minimum"], "minimum_kept_elsewhere": True}
    assert rehearse(slug, norm, minimum=2_000, **varied).felt.rules.minimum_sencilla == 1_000


@ROULETTES
@pytest.mark.law("IB05.01.IV.2.A.2", "IB05.02.V.4")
def test_too_little_on_a_simple_chance_cites_the_minimum_of_simple_chances(slug: str, norm: str) -> None:
    simple, other = (
        ("IB05.01.IV.2.A.2", "IB05.01.IV.2.A.1") if slug == "ruleta" else ("IB05.02.V.4", "IB05.02.V.1")
    )
    table = rehearse(slug, norm, "croupier hagan_juego", chip=200)
    for kind, names in table.felt.figures.kinds.items():
        clause = simple if kind == "sencilla" else other
        table.refused(f"s1 bet {names[0]} 100", "below_minimum", clause)
    table.play("s1 bet rojo 600")
    table.refused("s1 withdraw rojo 300", "broken_chip", simple)


# ---------------------------------------------------------------- the wheels themselves

WHEELS = [
    ("ruleta", "IB05", "pockets", "IB05.01.II.Instrumentos.3"),
    ("ruleta", "IB05", "zero_colour", "IB05.01.II.Instrumentos.3"),
    ("ruleta", "IB05", "number_colours", "IB05.01.II.Instrumentos.4"),
    ("ruleta", "IB05", "number_order", "IB05.01.II.Instrumentos.4"),
    ("ruleta_americana", "IB05", "pockets", "IB05.01.II.Instrumentos.3"),
    ("ruleta_americana", "IB05", "zero_colour", "IB05.01.II.Instrumentos.3"),
    ("ruleta_americana", "IB05", "number_colours", "IB05.01.II.Instrumentos.4"),
    ("ruleta_americana", "IB05", "number_order", "IB05.01.II.Instrumentos.4"),
    ("ruleta_doble_cero", "AR10", "cylinder", "AR10.5.a.1"),
    ("ruleta_doble_cero", "AR10", "pockets", "IB05.01.II.Instrumentos.3"),
    ("ruleta_doble_cero", "AR10", "number_colours", "IB05.01.II.Instrumentos.4"),
    ("ruleta_doble_cero", "AR10", "number_order", "IB05.01.II.Instrumentos.4"),
    ("boule", "IB05", "holes", "IB05.04.II.4"),
    ("boule", "IB05", "hole_colours", "IB05.04.II.5"),
    ("boule", "IB05", "five_colour", "IB05.04.II.5"),
    ("ruleta_de_la_fortuna", "IB05", "cells", "IB05.10.II.3"),
]


@pytest.mark.law("IB05.01.II.Instrumentos.3", "IB05.01.II.Instrumentos.4", "AR10.5.a.1")
@pytest.mark.law("IB05.04.II.4", "IB05.04.II.5", "IB05.10.II.3")
@pytest.mark.parametrize(("slug", "norm", "thing", "clause"), WHEELS)
def test_a_wheel_that_is_not_the_laws_is_faulted(slug: str, norm: str, thing: str, clause: str) -> None:
    """Anyone at the wheel can see a black zero, a red five or a wrong number of pockets."""
    assert {code: fault.clause for code, fault in faults_of(slug, norm, lacks=[thing]).items()} == {
        f"no_{thing}": clause
    }
