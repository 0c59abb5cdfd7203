"""`novamas equity` compares hands."""

from __future__ import annotations

import json
from fractions import Fraction

from tests.cli.conftest import Novamas


def test_the_equities_are_shown_with_the_number_of_ways(novamas: Novamas) -> None:
    ran = novamas("equity", "Ad Ac", "Ks Qs", "--board", "7s 6s 2h 3d")
    assert ran.status == 0
    assert "A♦ A♣   79.545 %   0.000 %   79.545 %" in ran.out
    assert "Exact: all 44 combinations of the cards to come." in ran.out


def test_the_same_in_json_with_dead_cards(novamas: Novamas) -> None:
    ran = novamas("equity", "Ad Ac", "Ks Qs", "--board", "7s 6s 2h 3d", "--dead", "As 2s 9h", "--json")
    found = json.loads(ran.out)
    assert (found["ways"], found["exact"], found["game"]) == (41, True, "holdem")
    assert found["hands"][1]["cards"] == ["Ks", "Qs"]
    assert Fraction(found["hands"][1]["equity"]) == Fraction(7, 41)
    assert found["hands"][1]["se"] is None


def test_omaha_and_a_hand_nobody_knows(novamas: Novamas) -> None:
    words = (
        "equity",
        "As Ah Kd Qc",
        "?",
        "--game",
        "omaha",
        "--samples",
        "500",
        "--seed",
        "7",
        "--lang",
        "es",
    )
    ran = novamas(*words)
    assert "Muestra de 500 combinaciones" in ran.out
    assert "±" in ran.out
    assert ran.out == novamas(*words).out


def test_a_card_twice_is_refused(novamas: Novamas) -> None:
    ran = novamas("equity", "As Kd", "As Qs")
    assert (ran.status, ran.err) == (2, "Card given twice: As. Give each card only once.\n")
