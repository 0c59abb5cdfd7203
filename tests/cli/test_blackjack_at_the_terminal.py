"""A newcomer plays blackjack at the terminal, and asks for advice on a hand."""

from __future__ import annotations

import json

import pytest
from tests.cli.conftest import Novamas

LINES = "\n1 5\n\n\nhit\nquit\n"  # cut, bet on the first place, the cards, no surrender, one card too many


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", ["Seat 1 cuts.", "You bet €5.00 on hand 1.", "Hand 1: 7♣ Q♠", "surrender: hand 1"]),
        ("es", ["Puesto 1: corta.", "Mano 1: 7♣ Q♠", "retiro: mano 1", "plantarse"]),
        ("ca", ["Lloc 1: talla.", "Mà 1: 7♣ Q♠", "retirada: mà 1", "plantar-se"]),
    ],
)
def test_a_hand_is_played_and_lost(novamas: Novamas, language: str, says: list[str]) -> None:
    ran = novamas("play", "blackjack", "--seed", 3, "--lang", language, lines=LINES)
    assert ran.status == 0
    assert "IB05.03.V.1.a.5" in ran.out
    for sentence in says:
        assert sentence in ran.out.replace("\xa0", " ")


def test_what_may_not_be_done_is_told_with_its_clause(novamas: Novamas) -> None:
    ran = novamas("play", "blackjack", "--seed", 3, lines="\n1 2\nbet 1 5\n\n\nsplit\nquit\n")
    assert "is below the minimum, €5.00" in ran.out
    assert (
        "Only the first two cards can be split, and only if they have the same value. (IB05.03.V.1.c.1)"
        in ran.out
    )


def test_one_decision_is_explained(novamas: Novamas) -> None:
    shown = novamas("odds", "blackjack", "--hand", "8s 8h", "--bank", "10").out
    assert "8 8 (hard 16) against 10" in shown
    assert "Best: surrender. Basic strategy: surrender." in shown
    insured = novamas("odds", "blackjack", "--hand", "10 6", "--bank", "A", "--lang", "es").out
    assert "El seguro vale −0,077670 por unidad asegurada." in insured
    told = json.loads(novamas("odds", "blackjack", "--hand", "A 7", "--bank", "3", "--json").out)
    assert told["best"] == "double"


def test_half_a_decision_and_a_game_without_any_are_refused(novamas: Novamas) -> None:
    half = novamas("odds", "blackjack", "--hand", "8 8")
    assert half.status == 2
    assert "the hand (“--hand”) and the bank’s card (“--bank”)" in half.err
    assert novamas("odds", "boule", "--hand", "8 8", "--bank", "10").status == 2


@pytest.mark.parametrize("columns", ["40", "80", "200"])
def test_basic_strategy_is_shown_as_a_chart_in_letters(
    novamas: Novamas, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    words = ("odds", "blackjack", "--bet", "mano_basica")
    out = novamas(*words).out
    english = out.splitlines()
    row = next(line for line in english if line.strip().startswith("hard 16"))
    assert row.split()[2:] == ["St"] * 5 + ["H"] * 2 + ["Su"] * 2 + ["H"]
    assert "H: hit, D: double, St: stand, Su: surrender, Sp: split." in " ".join(out.split())
    spanish = novamas(*words, "--lang", "es").out.splitlines()
    assert "C: carta, D: doblar, P: plantarse, R: retiro, S: separar." in " ".join(" ".join(spanish).split())
    assert max(len(line) for line in spanish if len(line.split()) > 1) <= int(columns)
