"""`novamas why` explains refusals and faults, from the request to the clause."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Novamas

FLOOR = '[[tables]]\nname = "1"\ngame = "ruleta"\nnorm = "IB05"\n[tables.rules]\nseats = 77\n'


@pytest.fixture
def record(novamas: Novamas, tmp_path: Path) -> Path:
    path = tmp_path / "evening.jsonl"
    novamas("play", "ruleta", "--seed", "3", "--record", path, lines="10 rojo\n\nquit\n")
    assert path.exists()
    return path


@pytest.mark.law("IB05.01.IV.2.A.a.1")
def test_a_refusal_is_walked_back_to_its_clause(novamas: Novamas, record: Path) -> None:
    asked = ("why", record, "--deed", "s1 bet rojo 500000", "--after", "2", "--lang", "es")
    shown = novamas(*asked).out
    assert "puesto 1: apostar rojo 5000" in shown
    assert "Situación de la mesa: apuestas." in shown
    assert "5.000,00 € supera el máximo, que es 360,00 €. (IB05.01.IV.2.A.a.1)" in shown
    assert "IB05.01.IV.2.A.a.1: Suertes sencillas: el máximo es" in shown
    told = json.loads(novamas(*asked, "--json").out)
    assert (told["lawful"], told["code"], told["clause"]) == (False, "above_maximum", "IB05.01.IV.2.A.a.1")


def test_what_is_lawful_is_said_to_be(novamas: Novamas, record: Path) -> None:
    asked = ("why", record, "--deed", "s1 bet rojo 1000", "--after", "2")
    assert novamas(*asked).out == "It is allowed in that state.\n"
    assert json.loads(novamas(*asked, "--json").out)["lawful"]


@pytest.mark.parametrize("deed", ["s1 fly", "hola"])
def test_a_deed_that_cannot_be_read_gets_one_sentence(novamas: Novamas, record: Path, deed: str) -> None:
    ran = novamas("why", record, "--deed", deed)
    assert (ran.status, ran.out) == (2, "")
    assert len(ran.err.strip().splitlines()) == 1


def test_a_seat_that_there_is_not_is_refused(novamas: Novamas, record: Path) -> None:
    told = json.loads(novamas("why", record, "--deed", "s99 bet rojo 1000", "--json").out)
    assert (told["lawful"], told["code"]) == (False, "no_such_seat")


def test_faults_of_a_floor_are_walked_back_to_their_clauses(novamas: Novamas, tmp_path: Path) -> None:
    floor = tmp_path / "floor.toml"
    floor.write_text(FLOOR, "utf-8")
    shown = novamas("why", floor, "--lang", "es").out
    assert "«seats» debe ser como máximo 40, no 77. (IB05.01.I.1)" in shown
    assert "(floor.toml, línea 6)" in shown
    assert "Estaría permitido: entre 1 y 40" in " ".join(shown.split())
    assert "IB05.01.I.1: La ruleta es un juego de azar" in shown
    assert json.loads(novamas("why", floor, "--json").out)["faults"]
