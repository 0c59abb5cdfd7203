"""`novamas diff`: its output for people and for programs."""

from __future__ import annotations

import json

import pytest
from tests.cli.conftest import Novamas


def test_two_norms_stand_beside_each_other(novamas: Novamas) -> None:
    shown = novamas("diff", "trijoker", "--between", "IB05,AR10", "--lang", "es").out
    assert "Reglas distintas: " in shown
    assert "AR10: times = 10, 20, 30" in shown
    assert "AR10.10-1-B.VII.2.1: El máximo de la banda de la apuesta inicial es 10, 20 o 30 veces" in shown
    assert "no figura" in shown
    assert "15,0766 %" in shown


def test_programs_read_the_same(novamas: Novamas) -> None:
    found = json.loads(novamas("diff", "tres_cartas", "--between", "IB09,AR10", "--json").out)
    assert (found["one"]["norm"], found["other"]["norm"]) == ("IB09", "AR10")
    assert {"path": "equipment.recording", "one": None}.items() <= found["rules"][2].items()
    assert {each["change"] for each in found["edges"]} == {"0"}


def test_two_days_of_a_place_are_two_laws(novamas: Novamas) -> None:
    shown = novamas("diff", "sintetico", "--in", "illes_balears", "--between", "2008-01-01,2012-01-01").out
    assert "IB05 · IB09" in shown.splitlines()[2]


def test_two_set_ups_under_one_law(novamas: Novamas) -> None:
    shown = novamas("diff", "tres_cartas", "--other", "pareja_plus=B", "--lang", "ca").out
    assert "Opcions diferents de la casa: 1" in shown
    assert "Regles diferents: 0" in shown


@pytest.mark.parametrize("between", ["IB05", "IB05,AR10,CM16", ",", "ayer,hoy"])
def test_bad_sides_are_refused_in_one_sentence(novamas: Novamas, between: str) -> None:
    refused = novamas("diff", "trijoker", "--between", between)
    assert refused.status == 2
    assert len(refused.err.strip().splitlines()) == 1
