"""The choices of the house at treinta y cuarenta."""

from __future__ import annotations

import pytest
from tests.games.test_treinta_y_cuarenta import CHANCES, caught, table

from novamas.testing.rehearsal import faults_of

SLUG = "treinta_y_cuarenta"


@pytest.mark.law("IB05.05.IV.1")
def test_seats() -> None:
    assert table(seats=200).may("s200 bet rojo 500")
    table(seats=2).refused("s3 bet rojo 500", "no_such_seat")


@pytest.mark.law("IB05.05.V.2.1", "IB05.05.V.2.2")
def test_authorised_minimum_minimum_and_maximum() -> None:
    found = table(authorised_minimum=300)
    for bet in CHANCES:
        low, high = found.refused(f"s1 bet {bet} 200"), found.refused(f"s1 bet {bet} 300100")
        assert (low.code, low.clause) == ("below_minimum", "IB05.05.V.2.1")
        assert (high.code, high.clause) == ("above_maximum", "IB05.05.V.2.2")
        assert found.may(f"s1 bet {bet} 300000")
    assert not faults_of(SLUG, "IB05", authorised_minimum=300, minimum=300, maximum=300_000)
    wrong = faults_of(SLUG, "IB05", authorised_minimum=300, minimum=500, maximum=300_000)
    assert {code: (fault.choice, fault.clause) for code, fault in wrong.items()} == {
        "minimum_not_authorised": ("minimum", "IB05.05.V.2.1"),
        "maximum_not_lawful": ("maximum", "IB05.05.V.2.2"),
    }


@pytest.mark.law("IB05.05.V.1.7")
def test_minimum_seguro() -> None:
    found = table("s1 bet rojo 1900; s1 bet negro 2000", minimum_seguro=2000)
    found.refused("s1 insure rojo", "too_small_to_insure")
    assert found.may("s1 insure negro")


def test_chip() -> None:
    assert set(faults_of(SLUG, "IB05", chip=300)) == {"chip_too_large"}
    assert table(chip=50).may("s1 bet rojo 550")
    table(chip=50).refused("s1 bet rojo 540", "broken_chip")


@pytest.mark.law("IB05.05.V.1.6")
def test_rounding() -> None:
    halves = {}
    for rounding in ("up", "down", "half_up", "half_even"):
        found = caught(501, authorised_minimum=501, chip=1, rounding=rounding)
        halves[rounding] = found.play("s1 take_half rojo@1").payments[1, "rojo@1"].returned
    assert halves == {"up": 251, "down": 250, "half_up": 251, "half_even": 250}


@pytest.mark.law("IB05.05.III.1", "IB05.05.III.2", "IB05.05.III.4")
def test_croupiers_and_tables_per_chief() -> None:
    found = faults_of(SLUG, "IB05", croupiers=1, tables_per_chief=5)
    assert {code: fault.clause for code, fault in found.items()} == {
        "too_few_croupiers": "IB05.05.III.1",
        "too_many_tables_per_chief": "IB05.05.III.2",
    }
    assert not faults_of(SLUG, "IB05", tables_per_chief=4)


THINGS = [
    ("cards", "IB05.05.II.1.1"),
    ("cloth", "IB05.05.II.2.1"),
    ("places", "IB05.05.II.2.2"),
    ("slot_and_box", "IB05.05.II.2.3"),
]


@pytest.mark.law("IB05.05.II.1.1", "IB05.05.II.2.1", "IB05.05.II.2.2", "IB05.05.II.2.3")
@pytest.mark.parametrize(("thing", "clause"), THINGS)
def test_lacks(thing: str, clause: str) -> None:
    found = faults_of(SLUG, "IB05", lacks=(thing,))
    assert {code: fault.clause for code, fault in found.items()} == {f"no_{thing}": clause}


def test_a_bet_that_there_is_not_brings_to_mind_only_those_that_can_be_laid() -> None:
    found = table()
    assert "rojo" in found.refused("s1 bet roj 500").near
    most = max(dial.most for one in found.session.offers(1) if (dial := one.dials.get("cents")))  # type: ignore[union-attr]
    found.play(f"s1 bet rojo {most}")
    assert "rojo" not in found.refused("s1 bet roj 500").near
