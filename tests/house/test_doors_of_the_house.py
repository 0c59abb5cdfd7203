"""The tools for directors and inspectors give the same results in Python as on the command line."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.house.audit.planting import PLANTERS
from tests.house.audit.sessions import play, write

import novamas
from novamas.house.audit import report
from novamas.law.texts import LANGUAGES

ROUNDS = "round,seat,bet,stake,returned,result\n1,1,rojo,5,11,1\n2,1,rojo,5,10,1\n"


@pytest.fixture(autouse=True)
def _no_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "cached_odds", lambda table: {})


def test_a_record_is_audited_and_each_departure_explained(tmp_path: Path) -> None:
    planted = next(PLANTERS["wrong_payout"](play("boule", 7, 12), Random(2)))
    path = write(planted.played, tmp_path / "session.jsonl")
    (found,) = novamas.audit(path).departures
    assert isinstance(found, novamas.Departure)
    for language in LANGUAGES:
        lines = novamas.why(found, novamas.open("boule"), language)
        assert any(found.clause in line for line in lines)


def test_rounds_are_audited_at_a_table_or_at_several(tmp_path: Path) -> None:
    path = tmp_path / "pit.csv"
    path.write_text(ROUNDS, "utf-8")
    table = novamas.open("ruleta", norm="IB05")
    for at in (table, table.table, {"": table}):
        found = novamas.audit(path, at=at)
        assert (found.total, found.money.rounds, found.kinds) == (1, 2, {"wrong_payout": 1})
    with pytest.raises(novamas.NovamasError) as raised:
        novamas.audit(path)
    assert raised.value.code == "rounds_without_game"


def test_payments_deeds_and_findings_are_explained(tmp_path: Path) -> None:
    sitting = novamas.open("ruleta", norm="IB05", seed=7)
    events = sitting.round("s1 bet rojo 10 €")
    paid = next(event for event in events if isinstance(event, novamas.Payment))
    assert any(paid.clauses[0] in line for line in novamas.why(paid, sitting, "es"))
    sitting.do("croupier hagan_juego")
    assert novamas.why("s1 bet rojo 10 €", sitting) == ()
    assert any("IB05.01" in line for line in novamas.why("s1 bet rojo 90000 €", sitting, "ca"))
    floor = tmp_path / "floor.toml"
    floor.write_text('game = "boule"\nrules.minimum = 3\n', "utf-8")
    finding = next(one for one in novamas.check(floor).findings if one.severity == "red")
    assert novamas.why(finding, language="es")[0].endswith(")")


def test_two_tables_are_compared_and_a_placard_is_told() -> None:
    low, high = (
        novamas.open("boule", norm="IB05", minimum=cents, authorised_minimum=cents) for cents in (200, 500)
    )
    assert {each.path for each in novamas.diff(low, high).choices} >= {"minimum"}
    placards = {novamas.placard(low, language).headlines[0].what for language in LANGUAGES}
    assert placards == {"Mínimo", "Mínim", "Minimum"}


WRONG = [None, 3, b"x", object(), [], "nobody.csv", "x\0y"]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: type(wrong).__name__)
def test_whatever_they_are_given_they_answer(wrong: object) -> None:
    table = novamas.open("boule")
    for door in (
        lambda: novamas.audit(wrong),  # type: ignore[arg-type]
        lambda: novamas.audit("x.csv", at=wrong),  # type: ignore[arg-type]
        lambda: novamas.diff(table, wrong),  # type: ignore[arg-type]
        lambda: novamas.placard(wrong),  # type: ignore[arg-type]
        lambda: novamas.placard(table, wrong),  # type: ignore[arg-type]
        lambda: novamas.why(wrong, table),  # type: ignore[arg-type]
        lambda: novamas.why(wrong),  # type: ignore[arg-type]
        lambda: novamas.check(wrong),  # type: ignore[arg-type]
    ):
        with pytest.raises(novamas.NovamasError):
            door()
