"""`novamas hand` shows the name of a hand, its rank among all hands and its probability."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction

import pytest
from tests.cli.conftest import Novamas


def report(novamas: Novamas, *words: str) -> Mapping[str, object]:
    found: Mapping[str, object] = json.loads(novamas("hand", *words, "--json").out)
    return found


def test_a_straight_is_named_and_placed(novamas: Novamas) -> None:
    shown = novamas("hand", "As Kd Qh Jc 10s").out
    assert "straight to the ace · A♠ K♦ Q♥ J♣ 10♠" in shown
    assert "Ranking of Texas hold'em with 52 cards, under IB09. (IB09.12.VI.1.f.1)" in shown
    assert "Rank 1,600 of 7,462 classes of 5-card hands: 9,516 hands are better," in shown
    assert "1,020 tie, 2,588,424 are worse." in shown
    assert "Probability of the combination: 0.3925 % (one in 255); of a better hand: 0.3661 %" in shown


def test_the_same_in_json(novamas: Novamas) -> None:
    found = report(novamas, "AsKdQhJcTs")
    assert found["category"] == "escalera"
    assert found["made_of"] == ["As", "Kd", "Qh", "Jc", "Ts"]
    assert (found["better"], found["equal"], found["worse"]) == (9_516, 1_020, 2_588_424)
    assert found["hands"] == 2_598_960
    assert (found["kind"], found["kinds"]) == (1_600, 7_462)
    assert Fraction(str(found["probability"])) == Fraction(10_200, 2_598_960)
    assert found["clause"] == "IB09.12.VI.1.f.1"
    assert found["tie_clause"] == "IB09.12.VI.2.3"


@pytest.mark.parametrize(
    ("words", "game", "deck", "category"),
    [
        (["As Kd Qh Jc 10s", "--deck", "32"], "five_stud", 32, "escalera"),
        (["As Kd Qh Jc 10s", "--deck", "28"], "sintetico", 28, "escalera"),
        (["As Ad Kh Ks Qc", "--deck", "40"], "cubierto", 40, "figuras"),
        (["As Kd Qh Jc *"], "pai_gow_poker", 53, "escalera"),
        (["As Kd Qh"], "tres_cartas", 52, "escalera"),
        (["As Ks Qs", "--game", "tres_cartas", "--norm", "AR10"], "tres_cartas", 52, "escalera_real"),
        (["As Kd 2c 2d", "--board", "2h 2s Ah", "--game", "omaha"], "omaha", 52, "poquer"),
    ],
)
def test_the_game_follows_from_the_deck_and_the_cards(
    novamas: Novamas, words: list[str], game: str, deck: int, category: str
) -> None:
    found = report(novamas, *words)
    assert (found["game"], found["deck"], found["category"]) == (game, deck, category)


def test_seven_cards_are_placed_among_seven_cards(novamas: Novamas) -> None:
    found = report(novamas, "As Ks", "--board", "Qs Js 10s 2d 2c")
    assert found["hands"] == 133_784_560
    assert (found["better"], found["equal"]) == (0, 4_324)
    assert (found["kind"], found["kinds"]) == (1, 4_824)
    assert found["among_hands_of"] == 7


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["As As Kd Qh Jc"], "Card given twice: As"),
        (["As Xd Kd Qh Jc"], "“Xd” in"),
        (["As Kd Qh Jc 6s", "--deck", "32"], "32-card deck does not contain 6s"),
        (
            ["As Kd Qh Jc 6s", "--deck", "30"],
            "deck of covered poker has 32, 36, 40, 44, 48 or 52 cards, not 30",
        ),
        (["As Kd", "--board", "As Jc 6s"], "Card given twice: As"),
        (["As Kd Qh Jc"], "A hand of Texas hold'em uses 5 cards"),
        (["As Kd Qh Jc 6s", "--game", "trijoker", "--norm", "IB09"], "“IB09” does not rank"),
    ],
)
def test_what_cannot_be_named_is_refused(novamas: Novamas, words: list[str], complaint: str) -> None:
    ran = novamas("hand", *words)
    assert ran.status == 2
    assert complaint in ran.err


def test_a_hand_is_told_in_the_readers_language(novamas: Novamas) -> None:
    spanish = novamas("hand", "As Kd Qh Jc 10s", "--lang", "es").out
    assert "escalera al as · A♠ K♦ Q♥ J♣ 10♠" in spanish
    assert "Lugar 1.600 de 7.462 entre las clases de manos de 5 cartas: 9.516 manos son mejores" in spanish
    assert "Probabilidad de la combinación: 0,3925 % (una de cada 255)" in spanish
    assert "2.588.424 són pitjors." in novamas("hand", "As Kd Qh Jc 10s", "--lang", "ca").out
