"""Chemin de fer: the choices of the house for a table, and their faults."""

from __future__ import annotations

from typing import Any

import pytest

from novamas.law import LawError, catalogue
from novamas.testing.rehearsal import faults_of, opened, rehearse

SLUG = "chemin_de_fer"


def fault(code: str, **choices: Any) -> str | None:
    """Return the clause of the only fault of a table with these choices."""
    return faults_of("chemin_de_fer", "IB05", **choices)[code].clause


def test_the_defaults_open_a_table() -> None:
    assert faults_of("chemin_de_fer", "IB05") == {}


@pytest.mark.law("IB05.08.V.23", "IB05.08.V.26", "IB05.08.V.27")
def test_limits() -> None:
    assert fault("minimum_too_low", minimum=500, authorised_minimum=1000) == "IB05.08.V.23"
    assert fault("bank_minimum_too_low", minimum_banca=900) == "IB05.08.V.26"
    assert fault("bank_minimum_too_high", minimum_banca=100_100) == "IB05.08.V.26"
    assert fault("bank_maximum_not_lawful", maximum_banca=99_900) == "IB05.08.V.26"
    assert fault("bank_maximum_not_lawful", maximum_banca=100_000, minimum=2_000) == "IB05.08.V.26"
    assert fault("unlimited_not_authorised", maximum_banca=0) == "IB05.08.V.27"
    free = {"maximum_banca": 0, "authorised": ["unlimited_bank"], "minimum_banca": 100_100}
    assert faults_of("chemin_de_fer", "IB05", **free) == {}
    assert fault("chip_too_large", chip=300) == "IB05.08.V.23"
    raised = rehearse("chemin_de_fer", "IB05", minimum_banca=5_000, minimum=2_000)
    raised.play("croupier shuffle")
    raised.refused("s1 take_bank 4999", "below_minimum")
    assert raised.may("s1 take_bank 200000")  # a hundred times the table's minimum


@pytest.mark.law("IB05.08.III.1", "IB05.08.III.3.1", "IB05.08.III.3.2")
def test_staff() -> None:
    assert fault("too_few_croupiers", croupiers=0) == "IB05.08.III.1"
    assert fault("too_many_tables_per_chief", tables_per_chief=2) == "IB05.08.III.1"
    assert fault("no_changer", changers=0) == "IB05.08.III.1"
    assert fault("too_many_attendants", attendants=2, tables_of_game=4) == "IB05.08.III.3.2"
    assert faults_of("chemin_de_fer", "IB05", attendants=2, tables_of_game=5) == {}


@pytest.mark.law("IB05.08.II.1.1", "IB05.08.II.2.1", "IB05.08.II.3.1", "IB05.08.II.3.2")
@pytest.mark.law("IB05.08.II.3.3", "IB05.08.III.3.1", "IB05.08.V.23", "IB05.08.IV.1")
def test_things_and_cards() -> None:
    frame = catalogue.under("IB05")["chemin_de_fer"]
    for thing in frame.options["lacks"].one_of:
        assert fault(f"no_{thing}", lacks=[thing])
    assert fault("no_shoe", lacks=["shoe"]) == "IB05.08.II.2.1"
    assert fault("no_openings", lacks=["openings"]) == "IB05.08.II.3.2"
    assert fault("no_bank_place", lacks=["bank_place"]) == "IB05.08.II.3.3"


@pytest.mark.law("IB05.08.II.1.2")
def test_cards_may_be_used_again_but_not_when_they_are_worn() -> None:
    assert not faults_of("chemin_de_fer", "IB05", cards="new")
    assert not faults_of("chemin_de_fer", "IB05", cards="used")
    assert fault("worn_cards", cards="worn") == "IB05.08.II.1.2"


@pytest.mark.law("IB05.08.II.3.1", "IB05.08.IV.1", "IB05.08.IV.2")
def test_each_compartment_has_one_seated_player_and_others_stand() -> None:
    felt = opened("chemin_de_fer", "IB05", seats=6, standing=4).opening.felt
    assert felt.seated == (1, 2, 3, 4, 5, 6)  # type: ignore[attr-defined]
    assert felt.standing == (7, 8, 9, 10)  # type: ignore[attr-defined]
    assert fault("choice_too_low", seats=3) == "IB05.08.VII.1"


@pytest.mark.law("AR10.1.3.h.1")
def test_aragon_authorises_it_but_its_rules_are_not_held() -> None:
    assert catalogue.under("AR10")["chemin_de_fer"].stage == "amended parts only"
    assert "rules_not_held" in faults_of("chemin_de_fer", "AR10")


def test_no_such_choice() -> None:
    assert "unknown_choice" in faults_of("chemin_de_fer", "IB05", garage=1)
    with pytest.raises(LawError):
        catalogue.under("CM16")["chemin_de_fer"]
