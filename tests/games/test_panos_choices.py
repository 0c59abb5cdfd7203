"""Bacará a dos paños: the choices of the house for a table, and their faults."""

from __future__ import annotations

from typing import Any

import pytest

from novamas.law import catalogue
from novamas.testing.rehearsal import faults_of, opened, rehearse

FREE: dict[str, Any] = {"bank_mode": "libre"}


def fault(code: str, **choices: Any) -> str | None:
    """Return the clause of the only fault of a table with these choices."""
    return faults_of("bacara_dos_panos", "IB05", **choices)[code].clause


def test_the_defaults_open_a_table() -> None:
    assert faults_of("bacara_dos_panos", "IB05") == {}
    assert faults_of("bacara_dos_panos", "IB05", **FREE) == {}


@pytest.mark.law("IB05.09.V.1.14", "IB05.09.V.1.15", "IB05.09.V.1.16", "IB05.09.V.1.17")
def test_limits() -> None:
    assert fault("minimum_too_low", minimum=500, authorised_minimum=1000) == "IB05.09.V.1.14"
    assert fault("maximum_too_low", maximum=500) == "IB05.09.V.1.14"
    assert fault("chip_too_large", chip=300) == "IB05.09.V.1.14"
    assert fault("bank_not_limited", maximum_banca=0) == "IB05.09.V.1.16"
    assert fault("bank_not_limited", minimum_banca=2_000_000) == "IB05.09.V.1.16"
    assert opened("bacara_dos_panos", "IB05", minimum=2000).opening.felt.rules.minimum == 2000  # type: ignore[attr-defined]


@pytest.mark.law("IB05.09.V.1.4", "IB05.09.V.1.5", "IB05.09.V.2.2")
def test_deposits_and_the_award() -> None:
    assert fault("no_deposit", deposit="none") == "IB05.09.V.1.5"
    assert fault("deposit_elsewhere", deposit="credit_institution") == "IB05.09.V.1.5"
    assert faults_of("bacara_dos_panos", "IB05", deposit="credit_institution", **FREE) == {}
    assert faults_of("bacara_dos_panos", "IB05", deposit="cheque") == {}
    assert fault("award_too_long", award_tallas=3) == "IB05.09.V.1.4"
    assert faults_of("bacara_dos_panos", "IB05", award_tallas=3, sessions=2) == {}
    assert fault("award_too_long", award_days=2) == "IB05.09.V.1.4"


@pytest.mark.law("IB05.09.V.1.1", "IB05.09.V.1.17")
def test_a_banker_named_for_the_opening() -> None:
    assert fault("no_such_banker", named_banker=13) == "IB05.09.V.1.1"
    assert fault("no_banker_named", named_bank=100_000) == "IB05.09.V.1.1"
    assert fault("no_bank_named", named_banker=1, named_bank=0) == "IB05.09.V.1.1"
    for cents in (99_999, 1_000_001):
        assert fault("bank_out_of_bounds", named_banker=1, named_bank=cents) == "IB05.09.V.1.17"
    assert faults_of("bacara_dos_panos", "IB05", named_banker=1, named_bank=2_000_000, **FREE) == {}


@pytest.mark.law("IB05.09.V.2.1", "IB05.09.V.2.3", "IB05.09.V.2.4")
def test_a_free_bank() -> None:
    assert fault("maximum_in_free_bank", **FREE, maximum_banca=1_000_000) == "IB05.09.V.2.1"
    assert fault("maximum_in_free_bank", **FREE, maximum=5000) == "IB05.09.V.2.1"
    assert fault("too_many_open_tables", **FREE, open_tables=2) == "IB05.09.V.2.3"
    assert fault("too_many_sessions", **FREE, sessions=3) == "IB05.09.V.2.3"
    assert fault("wrong_tallas", **FREE, tallas=3) == "IB05.09.V.2.4"
    assert faults_of("bacara_dos_panos", "IB05", tallas=3) == {}


@pytest.mark.law("IB05.09.III.1", "IB05.09.III.2")
def test_staff() -> None:
    assert fault("too_few_croupiers", croupiers=0) == "IB05.09.III.1"
    assert fault("no_changers", changers=0) == "IB05.09.III.1"
    assert fault("no_assistants", assistants=0) == "IB05.09.III.1"
    assert fault("too_many_tables_per_chief", tables_per_chief=2) == "IB05.09.III.1"
    poor = rehearse("bacara_dos_panos", "IB05", buy_in=0)
    poor.play("croupier shuffle; s1 buy_chips 100000; s1 bid 100000")


@pytest.mark.law("IB05.09.II.1.1", "IB05.09.II.1.2", "IB05.09.II.3.3", "IB05.09.II.3.5")
def test_things_and_cards() -> None:
    frame = catalogue.under("IB05")["bacara_dos_panos"]
    for thing in frame.options["lacks"].one_of:
        when = frame.things[str(thing)].when
        assert not when or "libre" in when or "institution" in when  # these: tests/law/setups_written.toml
        if not when:
            assert fault(f"no_{thing}", lacks=[thing])
    assert fault("no_other_cloth_area", lacks=["other_cloth_area"]) == "IB05.09.II.3.3"
    assert fault("no_openings", lacks=["openings"]) == "IB05.09.II.3.5"
    assert fault("cards_not_new", cards="used") == "IB05.09.II.1.1"


@pytest.mark.law("IB05.09.II.3.2", "IB05.09.IV.1", "IB05.09.IV.2", "IB05.09.IV.3")
def test_both_cloths_have_as_many_compartments() -> None:
    felt: Any = opened("bacara_dos_panos", "IB05", seats=8, standing=3).opening.felt
    assert (felt.seated_at(0), felt.seated_at(1)) == ((1, 2, 3, 4), (5, 6, 7, 8))
    assert felt.rules.people == 11
    assert fault("cloths_uneven", seats=7) == "IB05.09.II.3.2"
    assert fault("choice_too_low", seats=2) == "IB05.09.VII.1"


@pytest.mark.law("AR10.1.3.i.1")
def test_aragon_authorises_it_but_its_rules_are_not_held() -> None:
    assert "rules_not_held" in faults_of("bacara_dos_panos", "AR10")
