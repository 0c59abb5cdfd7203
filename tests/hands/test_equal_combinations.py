"""Two hands with the same combination: which one is better, down to the last card, and the clause."""

from __future__ import annotations

import pytest
from tests.support.cases import case, cited

from novamas.equipment import cards
from novamas.hands import best_hand, ranking

# Of each combination, pairs of hands: what decides first, and where that is equal what decides then.
FIVE_CARDS = {
    "escalera_de_color": [("Ks Qs Js Ts 9s", "Qc Jc Tc 9c 8c"), ("6s 5s 4s 3s 2s", "5c 4c 3c 2c Ac")],
    "poquer": [("Kc Kd Kh Ks 2c", "Qc Qd Qh Qs Ac"), ("Kc Kd Kh Ks 3c", "Kc Kd Kh Ks 2c")],
    "full": [("9c 9d 9h 2s 2c", "8c 8d 8h As Ac"), ("9c 9d 9h 3s 3c", "9c 9d 9h 2s 2c")],
    "color": [
        ("Ac 9c 7c 5c 3c", "Ks Qs Js 9s 8s"),
        ("Ac 9c 7c 5c 3c", "As 8s 7s 6s 4s"),
        ("Ac 9c 7c 5c 3c", "As 9s 6s 5s 4s"),
        ("Ac 9c 7c 5c 2c", "As 9s 7s 4s 3s"),
        ("Ac 9c 7c 5c 3c", "As 9s 7s 5s 2s"),
    ],
    "escalera": [("Ad Kc Qc Jc Tc", "Kd Qc Jc Tc 9c"), ("6c 5c 4d 3c 2c", "Ac 5d 4c 3c 2c")],
    "trio": [
        ("9c 9d 9h 3s 2c", "8c 8d 8h As Kc"),
        ("9c 9d 9h 4s 2c", "9c 9d 9s 3s 2c"),
        ("9c 9d 9h 4s 3c", "9c 9d 9s 4d 2c"),
    ],
    "doble_pareja": [
        ("Jc Jd 2h 2s 3c", "Tc Td 9h 9s Ac"),
        ("Jc Jd 4h 4s 2c", "Js Jh 3h 3s Ac"),
        ("Jc Jd 4h 4s 3c", "Js Jh 4c 4d 2c"),
    ],
    "pareja": [
        ("Jc Jd 4h 3s 2c", "Tc Td Ah Ks Qc"),
        ("Jc Jd Ah 3s 2c", "Js Jh Kh Qs Tc"),
        ("Jc Jd Ah 5s 2c", "Js Jh As 4d 3c"),
        ("Jc Jd Ah 4s 3c", "Js Jh As 4d 2c"),
    ],
    "as_rey": [("Ac Kd 9h 4s 2c", "Ad Kh 8s 7c 6d"), ("Ac Kd 9h 7s 3c", "Ad Kh 9s 7c 2d")],
    "carta_mayor": [
        ("Ac 9d 4h 3s 2c", "Kd Qh Js 9c 8d"),
        ("Ac Qd 5h 3s 2c", "Ad Jh Ts 9c 7d"),
        ("Ac Qd 9h 3s 2c", "Ad Qh 8s 7c 6d"),
        ("Ac Qd 9h 7s 2c", "Ad Qh 9s 6c 5d"),
        ("Ac Qd 9h 7s 3c", "Ad Qh 9s 7c 2d"),
    ],
}
OF_THE_LOW_ACE = {  # at pai gow the run of the ace is the second highest
    "escalera_de_color": [("5c 4c 3c 2c Ac", "Ks Qs Js Ts 9s"), ("Ks Qs Js Ts 9s", "Qc Jc Tc 9c 8c")],
    "escalera": [("5c 4d 3c 2c Ac", "Kd Qc Jc Tc 9c"), ("Kd Qc Jc Tc 9c", "Qd Jc Tc 9c 8c")],
}
THREE_CARDS = {
    "escalera_de_color": [("Kc Qc Jc", "Qc Jc Tc"), ("4c 3c 2c", "3c 2c Ac")],
    "trio": [("3c 3d 3h", "2c 2d 2h"), ("Ac Ad Ah", "Kc Kd Kh")],
    "escalera": [("Ac Kd Qh", "Kc Qd Jh"), ("4c 3d 2h", "3c 2d Ah")],
    "color": [("Ac 4c 2c", "Ks Qs Ts"), ("Ac Jc 2c", "As Ts 9s"), ("Ac Jc 3c", "As Js 2s")],
    "pareja": [("3c 3d 2h", "2c 2d Ah"), ("2c 2d Ah", "2s 2h Kh")],
    "carta_mayor": [("Ac 4d 2h", "Kc Qd Th"), ("Ac Jd 2h", "Ad Th 9c"), ("Ac Jd 3h", "Ad Jh 2c")],
}
TWENTY_EIGHT_CARDS = {
    "poquer": [("Kc Kd Kh Ks 8c", "Qc Qd Qh Qs Ac"), ("Kc Kd Kh Ks 9c", "Kc Kd Kh Ks 8c")],
    "full": [("9c 9d 9h 8s 8c", "8c 8d 8h As Ac"), ("9c 9d 9h Ts Tc", "9c 9d 9h 8s 8c")],
    "escalera_de_color": [("Qc Jc Tc 9c 8c", "Jc Tc 9c 8c Ac")],
    "escalera": [("Qc Jd Th 9s 8c", "Jc Td 9h 8s Ac")],
    "color": [("Ac Tc 9c 8c Qc", "Ks Qs Js 9s 8s"), ("Ac Kc Tc 9c 8c", "As Qs Js Ts 9s")],
    "trio": [("9c 9d 9h 8s Tc", "8c 8d 8h As Kc"), ("9c 9d 9h 8s Jc", "9c 9d 9h 8s Tc")],
    "doble_pareja": [
        ("Jc Jd 8h 8s 9c", "Tc Td 9h 9s Ac"),
        ("Jc Jd Th Ts 8c", "Js Jh 9h 9s Ac"),
        ("Jc Jd Th Ts 9c", "Js Jh Tc Td 8c"),
    ],
}


def pairs(game: str, norm: str, category: str) -> list[tuple[str, str]]:
    if game == "pai_gow_poker":
        return (FIVE_CARDS | OF_THE_LOW_ACE)[category]
    if (game, norm) == ("sintetico", "IB05"):
        return TWENTY_EIGHT_CARDS[category]
    return (THREE_CARDS if game == "tres_cartas" else FIVE_CARDS)[category]


def the_better_beats_the_worse(game: str, norm: str, category: str, better: str, worse: str) -> None:
    by = ranking(game, norm)
    one, other = best_hand(by, cards(better)), best_hand(by, cards(worse))
    assert one.category == other.category == category
    assert one > other
    assert not one.ties(other)


@pytest.mark.parametrize(
    ("clause", "game", "categories"),
    [
        cited("IB05.11.V.1.4", "sin_descarte", "poquer"),
        cited("IB05.11.V.1.5", "sin_descarte", "full"),
        cited("IB05.11.V.1.6", "sin_descarte", "escalera_de_color escalera"),
        cited("IB05.11.V.1.7", "sin_descarte", "color"),
        cited("IB05.11.V.1.8", "sin_descarte", "trio"),
        cited("IB05.11.V.1.9", "sin_descarte", "doble_pareja"),
        cited("IB05.11.V.1.10", "sin_descarte", "pareja"),
        cited("IB05.11.V.1.j.1", "sin_descarte", "carta_mayor"),
        cited("IB05.12.V.2.a.1", "sintetico", "poquer"),
        cited("IB05.12.V.2.b.1", "sintetico", "full"),
        cited("IB05.12.V.2.c.1", "sintetico", "escalera_de_color escalera"),
        cited("IB05.12.V.2.d.1", "sintetico", "color"),
        cited("IB05.12.V.2.e.1", "sintetico", "trio"),
        cited("IB05.12.V.2.f.1", "sintetico", "doble_pareja"),
        cited("IB09.12.VI.2.1", "holdem", "poquer"),
        cited("IB09.12.VI.2.2", "holdem", "full"),
        cited("IB09.12.VI.2.3", "holdem", "escalera_de_color escalera"),
        cited("IB09.12.VI.2.4", "holdem", "color"),
        cited("IB09.12.VI.2.5", "holdem", "trio"),
        cited("IB09.12.VI.2.7", "holdem", "doble_pareja"),
        cited("IB09.12.VI.2.8", "holdem", "pareja"),
        cited("AR10.10-2.VI.2.a.1", "holdem", "poquer"),
        cited("AR10.10-2.VI.2.b.1", "holdem", "full"),
        cited("AR10.10-2.VI.2.c.1", "holdem", "escalera_de_color escalera"),
        cited("AR10.10-2.VI.2.d.1", "holdem", "color"),
        cited("AR10.10-2.VI.2.e.1", "holdem", "trio"),
        cited("AR10.10-2.VI.2.g.1", "holdem", "doble_pareja"),
        cited("AR10.10-2.VI.2.h.1", "holdem", "pareja"),
        cited("AR10.10-1-A.V.2.a.1", "sin_descarte", "poquer"),
        cited("AR10.10-1-A.V.2.b.1", "sin_descarte", "full"),
        cited("AR10.10-1-A.V.2.c.1", "sin_descarte", "escalera_de_color escalera"),
        cited("AR10.10-1-A.V.2.d.1", "sin_descarte", "color"),
        cited("AR10.10-1-A.V.2.e.1", "sin_descarte", "trio"),
        cited("AR10.10-1-A.V.2.f.2", "sin_descarte", "doble_pareja"),
        cited("AR10.10-1-A.V.2.g.1", "sin_descarte", "pareja"),
        cited("AR10.10-1-A.V.1.j.2", "sin_descarte", "as_rey"),
        cited("AR10.10-1-A.V.1.k.2", "sin_descarte", "carta_mayor"),
        cited("IB09.17.V.2.12", "tres_cartas", "trio"),
        cited("IB09.17.V.2.13", "tres_cartas", "escalera_de_color escalera"),
        cited("IB09.17.V.2.14", "tres_cartas", "color"),
        cited("IB09.17.V.2.15", "tres_cartas", "pareja"),
        cited("AR10.10-1-D.VIII.a.1", "tres_cartas", "trio"),
        cited("AR10.10-1-D.VIII.b.1", "tres_cartas", "escalera_de_color escalera"),
        cited("AR10.10-1-D.VIII.c.1", "tres_cartas", "color"),
        cited("AR10.10-1-D.VIII.d.1", "tres_cartas", "pareja"),
        cited(
            "CM16.9.1.l.1",
            "pai_gow_poker",
            "escalera_de_color poquer full color escalera trio doble_pareja pareja carta_mayor",
        ),
    ],
)
def test_equal_combinations_are_compared_to_the_end_by_their_clause(
    clause: str, game: str, categories: str
) -> None:
    norm = clause[:4]
    told = {str(line.category): line.tie for line in ranking(game, norm).ranked}
    assert {category for category, tie in told.items() if tie == clause} == set(categories.split())
    for category in categories.split():
        for better, worse in pairs(game, norm, category):
            the_better_beats_the_worse(game, norm, category, better, worse)


@pytest.mark.parametrize(
    ("game", "norm"),
    [
        case("IB05.11.V.1.3", "sin_descarte", "IB05"),
        case("IB05.12.V.2.1", "sintetico", "IB05"),
        case("AR10.10-2.VI.2.1", "holdem", "AR10"),
        case("AR10.10-1-A.V.2.1", "sin_descarte", "AR10"),
        case("IB09.17.V.2.11", "tres_cartas", "IB09"),
        case("AR10.10-1-D.VIII.5", "tres_cartas", "AR10"),
    ],
)
def test_of_two_equal_combinations_that_of_the_higher_cards_wins(game: str, norm: str) -> None:
    compared = [str(line.category) for line in ranking(game, norm).ranked if line.tie]
    assert len(compared) > 4
    for category in compared:
        better, worse = pairs(game, norm, category)[0]
        the_better_beats_the_worse(game, norm, category, better, worse)


@pytest.mark.law("AR10.10-1-A.V.2.f.1")
def test_of_two_double_pairs_the_one_with_the_higher_first_pair_wins() -> None:
    the_better_beats_the_worse("sin_descarte", "AR10", "doble_pareja", "Jc Jd 2h 2s 3c", "Tc Td 9h 9s Ac")
