"""Each combination in each norm's list: the cards that form it, its clause, and the hands below it."""

from __future__ import annotations

from itertools import groupby

import pytest
from tests.support.cases import case, cited

from novamas.equipment import cards
from novamas.hands import Category, Hand, best_hand, ranking
from novamas.hands.ladder import ladder

# The highest hand of each combination and the lowest, by the deck and how many cards make a hand.
FIVE_OF_52 = {
    "escalera_de_color_real": ("As Ks Qs Js Ts", "Ac Kc Qc Jc Tc"),
    "escalera_de_color": ("Ks Qs Js Ts 9s", "5s 4s 3s 2s As"),
    "poquer": ("Ac Ad Ah As Kc", "2c 2d 2h 2s 3c"),
    "full": ("Ac Ad Ah Ks Kc", "2c 2d 2h 3s 3c"),
    "color": ("Ac Kc Qc Jc 9c", "7c 5c 4c 3c 2c"),
    "escalera": ("Ac Kd Qh Js Tc", "5c 4d 3h 2s Ac"),
    "trio": ("Ac Ad Ah Ks Qc", "2c 2d 2h 4s 3c"),
    "doble_pareja": ("Ac Ad Kh Ks Qc", "3c 3d 2h 2s 4c"),
    "pareja": ("Ac Ad Kh Qs Jc", "2c 2d 5h 4s 3c"),
    "carta_mayor": ("Ac Kd Qh Js 9c", "7c 5d 4h 3s 2c"),
}
WITH_ACE_AND_KING = FIVE_OF_52 | {
    "as_rey": ("Ac Kd Qh Js 9c", "Ac Kd 4h 3s 2c"),
    "carta_mayor": ("Ac Qd Jh Ts 9c", "7c 5d 4h 3s 2c"),
}
FIVE_OF_53 = FIVE_OF_52 | {
    "cinco_ases": ("Ac Ad Ah As Jk", "Ac Ad Ah As Jk"),
    "escalera_de_color_real": ("As Ks Qs Js Ts", "Ac Jk Qc Jc Tc"),
    "escalera_de_color": ("5s 4s 3s 2s As", "6s 5s 4s 3s 2s"),  # the run of the ace is the second highest
    "escalera": ("Ac Kd Qh Js Tc", "6c 5d 4h 3s 2c"),
}
FIVE_OF_28 = {
    "escalera_de_color_real": ("As Ks Qs Js Ts", "Ac Kc Qc Jc Tc"),
    "escalera_de_color": ("Kd Qd Jd Td 9d", "Js Ts 9s 8s As"),
    "poquer": ("Ac Ad Ah As Kc", "8c 8d 8h 8s 9c"),
    "color": ("Ac Kc Qc Jc 9c", "Kc Jc Tc 9c 8c"),
    "full": ("Ac Ad Ah Ks Kc", "8c 8d 8h 9s 9c"),
    "escalera": ("Ac Kd Qh Js Tc", "Jc Td 9h 8s Ac"),
    "trio": ("Ac Ad Ah Ks Qc", "8c 8d 8h Ts 9c"),
    "doble_pareja": ("Ac Ad Kh Ks Qc", "9c 9d 8h 8s Tc"),
    "pareja": ("Ac Ad Kh Qs Jc", "8c 8d Jh Ts 9c"),
    "carta_mayor": ("Ac Kd Qh Js 9c", "Kc Jd Th 9s 8c"),
}
THREE_OF_52 = {
    "escalera_real": ("As Ks Qs", "Ac Kc Qc"),
    "escalera_de_color": ("Ks Qs Js", "3s 2s As"),
    "trio": ("Ac Ad Ah", "2c 2d 2h"),
    "escalera": ("Ac Kd Qh", "3c 2d Ah"),
    "color": ("Ac Kc Jc", "5c 3c 2c"),
    "pareja": ("Ac Ad Kh", "2c 2d 3h"),
    "carta_mayor": ("Ac Kd Jh", "5c 3d 2h"),
}


def examples(game: str, norm: str) -> dict[str, tuple[str, str]]:
    if (game, norm) == ("sin_descarte", "AR10"):
        return WITH_ACE_AND_KING
    return {"pai_gow_poker": FIVE_OF_53, "tres_cartas": THREE_OF_52, "sintetico": FIVE_OF_28}.get(
        game, FIVE_OF_52
    )


def hand(game: str, norm: str, text: str) -> Hand:
    return best_hand(ranking(game, norm), cards(text))


RANKED = [
    cited("IB05.11.V.1.a.1", "sin_descarte", "escalera_de_color_real", "escalera_de_color"),
    cited("IB05.11.V.1.b.1", "sin_descarte", "escalera_de_color", "poquer"),
    cited("IB05.11.V.1.c.1", "sin_descarte", "poquer", "full"),
    cited("IB05.11.V.1.d.1", "sin_descarte", "full", "color"),
    cited("IB05.11.V.1.e.1", "sin_descarte", "color", "escalera"),
    cited("IB05.11.V.1.f.1", "sin_descarte", "escalera", "trio"),
    cited("IB05.11.V.1.g.1", "sin_descarte", "trio", "doble_pareja"),
    cited("IB05.11.V.1.h.1", "sin_descarte", "doble_pareja", "pareja"),
    cited("IB05.11.V.1.i.1", "sin_descarte", "pareja", "carta_mayor"),
    cited("IB05.11.V.1.j.1", "sin_descarte", "carta_mayor", ""),
    cited("IB05.13.V.a.a.1", "trijoker", "escalera_de_color_real", "escalera_de_color"),
    cited("IB05.13.V.a.b.1", "trijoker", "escalera_de_color", "poquer"),
    cited("IB05.13.V.a.c.1", "trijoker", "poquer", "full"),
    cited("IB05.13.V.a.d.1", "trijoker", "full", "color"),
    cited("IB05.13.V.a.e.1", "trijoker", "color", "escalera"),
    cited("IB05.13.V.a.f.1", "trijoker", "escalera", "trio"),
    cited("IB05.13.V.a.g.1", "trijoker", "trio", "doble_pareja"),
    cited("IB05.13.V.a.h.1", "trijoker", "doble_pareja", "pareja"),
    cited("IB05.13.V.a.i.1", "trijoker", "pareja", "carta_mayor"),
    cited("IB05.12.V.1.a.1", "sintetico", "escalera_de_color_real", "escalera_de_color"),
    cited("IB05.12.V.1.b.1", "sintetico", "escalera_de_color", "poquer"),
    cited("IB05.12.V.1.c.1", "sintetico", "poquer", "color"),
    cited("IB05.12.V.1.d.1", "sintetico", "color", "full"),
    cited("IB05.12.V.1.e.1", "sintetico", "full", "escalera"),
    cited("IB05.12.V.1.f.1", "sintetico", "escalera", "trio"),
    cited("IB05.12.V.1.g.1", "sintetico", "trio", "doble_pareja"),
    cited("IB05.12.V.1.h.1", "sintetico", "doble_pareja", "pareja"),
    cited("IB05.12.V.1.i.1", "sintetico", "pareja", "carta_mayor"),
    cited("IB05.12.V.1.j.1", "sintetico", "carta_mayor", ""),
    cited("IB09.12.VI.1.a.1", "holdem", "escalera_de_color_real", "escalera_de_color"),
    cited("IB09.12.VI.1.b.1", "holdem", "escalera_de_color", "poquer"),
    cited("IB09.12.VI.1.c.1", "holdem", "poquer", "full"),
    cited("IB09.12.VI.1.d.1", "holdem", "full", "color"),
    cited("IB09.12.VI.1.e.1", "holdem", "color", "escalera"),
    cited("IB09.12.VI.1.f.1", "holdem", "escalera", "trio"),
    cited("IB09.12.VI.1.g.1", "holdem", "trio", "doble_pareja"),
    cited("IB09.12.VI.1.i.1", "holdem", "doble_pareja", "pareja"),
    cited("IB09.12.VI.1.j.1", "holdem", "pareja", "carta_mayor"),
    cited("IB09.12.VI.1.k.1", "holdem", "carta_mayor", ""),
    cited("IB09.16.V.2", "pai_gow_poker", "cinco_ases", "escalera_de_color_real"),
    cited("IB09.16.V.3", "pai_gow_poker", "escalera_de_color_real", "escalera_de_color"),
    cited("IB09.16.V.5", "pai_gow_poker", "escalera_de_color", "poquer"),
    cited("IB09.16.V.6", "pai_gow_poker", "poquer", "full"),
    cited("IB09.16.V.7", "pai_gow_poker", "full", "color"),
    cited("IB09.16.V.8", "pai_gow_poker", "color", "escalera"),
    cited("IB09.16.V.9", "pai_gow_poker", "escalera", "trio"),
    cited("IB09.16.V.10", "pai_gow_poker", "trio", "doble_pareja"),
    cited("IB09.16.V.11", "pai_gow_poker", "doble_pareja", "pareja"),
    cited("IB09.16.V.12", "pai_gow_poker", "pareja", "carta_mayor"),
    cited("IB09.16.V.13", "pai_gow_poker", "carta_mayor", ""),
    cited("IB09.17.V.1.2", "tres_cartas", "escalera_real", "escalera_de_color"),
    cited("IB09.17.V.1.3", "tres_cartas", "escalera_de_color", "trio"),
    cited("IB09.17.V.1.4", "tres_cartas", "trio", "escalera"),
    cited("IB09.17.V.1.5", "tres_cartas", "escalera", "color"),
    cited("IB09.17.V.1.6", "tres_cartas", "color", "pareja"),
    cited("IB09.17.V.1.7", "tres_cartas", "pareja", "carta_mayor"),
    cited("IB09.17.V.1.8", "tres_cartas", "carta_mayor", ""),
    cited("AR10.10-2.VI.1.a.1", "holdem", "escalera_de_color_real", "escalera_de_color"),
    cited("AR10.10-2.VI.1.b.1", "holdem", "escalera_de_color", "poquer"),
    cited("AR10.10-2.VI.1.c.1", "holdem", "poquer", "full"),
    cited("AR10.10-2.VI.1.d.1", "holdem", "full", "color"),
    cited("AR10.10-2.VI.1.e.1", "holdem", "color", "escalera"),
    cited("AR10.10-2.VI.1.f.1", "holdem", "escalera", "trio"),
    cited("AR10.10-2.VI.1.g.1", "holdem", "trio", "doble_pareja"),
    cited("AR10.10-2.VI.1.i.1", "holdem", "doble_pareja", "pareja"),
    cited("AR10.10-2.VI.1.j.1", "holdem", "pareja", "carta_mayor"),
    cited("AR10.10-2.VI.1.k.1", "holdem", "carta_mayor", ""),
    cited("AR10.10-1-A.V.1.a.1", "sin_descarte", "escalera_de_color_real", "escalera_de_color"),
    cited("AR10.10-1-A.V.1.b.1", "sin_descarte", "escalera_de_color", "poquer"),
    cited("AR10.10-1-A.V.1.c.1", "sin_descarte", "poquer", "full"),
    cited("AR10.10-1-A.V.1.d.1", "sin_descarte", "full", "color"),
    cited("AR10.10-1-A.V.1.e.1", "sin_descarte", "color", "escalera"),
    cited("AR10.10-1-A.V.1.f.1", "sin_descarte", "escalera", "trio"),
    cited("AR10.10-1-A.V.1.g.1", "sin_descarte", "trio", "doble_pareja"),
    cited("AR10.10-1-A.V.1.h.1", "sin_descarte", "doble_pareja", "pareja"),
    cited("AR10.10-1-A.V.1.i.1", "sin_descarte", "pareja", "as_rey"),
    cited("AR10.10-1-A.V.1.j.1", "sin_descarte", "as_rey", "carta_mayor"),
    cited("AR10.10-1-A.V.1.k.1", "sin_descarte", "carta_mayor", ""),
    cited("AR10.10-1-B.V.a.1", "trijoker", "escalera_de_color_real", "escalera_de_color"),
    cited("AR10.10-1-B.V.b.1", "trijoker", "escalera_de_color", "poquer"),
    cited("AR10.10-1-B.V.c.1", "trijoker", "poquer", "full"),
    cited("AR10.10-1-B.V.d.1", "trijoker", "full", "color"),
    cited("AR10.10-1-B.V.e.1", "trijoker", "color", "escalera"),
    cited("AR10.10-1-B.V.f.1", "trijoker", "escalera", "trio"),
    cited("AR10.10-1-B.V.g.1", "trijoker", "trio", "doble_pareja"),
    cited("AR10.10-1-B.V.h.1", "trijoker", "doble_pareja", "pareja"),
    cited("AR10.10-1-B.V.i.1", "trijoker", "pareja", "carta_mayor"),
    cited("AR10.10-1-E.V.a.1", "holdem_contrapartida", "escalera_de_color_real", "escalera_de_color"),
    cited("AR10.10-1-E.V.b.1", "holdem_contrapartida", "escalera_de_color", "poquer"),
    cited("AR10.10-1-E.V.c.1", "holdem_contrapartida", "poquer", "full"),
    cited("AR10.10-1-E.V.d.1", "holdem_contrapartida", "full", "color"),
    cited("AR10.10-1-E.V.e.1", "holdem_contrapartida", "color", "escalera"),
    cited("AR10.10-1-E.V.f.1", "holdem_contrapartida", "escalera", "trio"),
    cited("AR10.10-1-E.V.g.1", "holdem_contrapartida", "trio", "doble_pareja"),
    cited("AR10.10-1-E.V.h.1", "holdem_contrapartida", "doble_pareja", "pareja"),
    cited("AR10.10-1-E.V.i.1", "holdem_contrapartida", "pareja", "carta_mayor"),
    cited("AR10.10-1-E.V.j.1", "holdem_contrapartida", "carta_mayor", ""),
    cited("AR10.10-1-F.V.a.1", "holdem_bonus", "escalera_de_color_real", "escalera_de_color"),
    cited("AR10.10-1-F.V.b.1", "holdem_bonus", "escalera_de_color", "poquer"),
    cited("AR10.10-1-F.V.c.1", "holdem_bonus", "poquer", "full"),
    cited("AR10.10-1-F.V.d.1", "holdem_bonus", "full", "color"),
    cited("AR10.10-1-F.V.e.1", "holdem_bonus", "color", "escalera"),
    cited("AR10.10-1-F.V.f.1", "holdem_bonus", "escalera", "trio"),
    cited("AR10.10-1-F.V.g.1", "holdem_bonus", "trio", "doble_pareja"),
    cited("AR10.10-1-F.V.h.1", "holdem_bonus", "doble_pareja", "pareja"),
    cited("AR10.10-1-F.V.i.1", "holdem_bonus", "pareja", "carta_mayor"),
    cited("AR10.10-1-F.V.j.1", "holdem_bonus", "carta_mayor", ""),
    cited("AR10.10-1-C.V.1.a.1", "pai_gow_poker", "cinco_ases", "escalera_de_color_real"),
    cited("AR10.10-1-C.V.1.b.1", "pai_gow_poker", "escalera_de_color_real", "escalera_de_color"),
    cited("AR10.10-1-C.V.1.c.1", "pai_gow_poker", "escalera_de_color", "poquer"),
    cited("AR10.10-1-C.V.1.d.1", "pai_gow_poker", "poquer", "full"),
    cited("AR10.10-1-C.V.1.e.1", "pai_gow_poker", "full", "color"),
    cited("AR10.10-1-C.V.1.f.1", "pai_gow_poker", "color", "escalera"),
    cited("AR10.10-1-C.V.1.g.1", "pai_gow_poker", "escalera", "trio"),
    cited("AR10.10-1-C.V.1.h.1", "pai_gow_poker", "trio", "doble_pareja"),
    cited("AR10.10-1-C.V.1.i.1", "pai_gow_poker", "doble_pareja", "pareja"),
    cited("AR10.10-1-C.V.1.j.1", "pai_gow_poker", "pareja", "carta_mayor"),
    cited("AR10.10-1-C.V.1.k.1", "pai_gow_poker", "carta_mayor", ""),
    cited("AR10.10-1-D.V.1.a.1", "tres_cartas", "escalera_real", "escalera_de_color"),
    cited("AR10.10-1-D.V.1.b.1", "tres_cartas", "escalera_de_color", "trio"),
    cited("AR10.10-1-D.V.1.c.1", "tres_cartas", "trio", "escalera"),
    cited("AR10.10-1-D.V.1.d.1", "tres_cartas", "escalera", "color"),
    cited("AR10.10-1-D.V.1.e.1", "tres_cartas", "color", "pareja"),
    cited("AR10.10-1-D.V.1.f.1", "tres_cartas", "pareja", "carta_mayor"),
    cited("AR10.10-1-D.V.1.g.1", "tres_cartas", "carta_mayor", ""),
    cited("CM16.9.1.a.1", "pai_gow_poker", "cinco_ases", "escalera_de_color_real"),
    cited("CM16.9.1.b.1", "pai_gow_poker", "escalera_de_color_real", "escalera_de_color"),
    cited("CM16.9.1.c.1", "pai_gow_poker", "escalera_de_color", "poquer"),
    cited("CM16.9.1.d.1", "pai_gow_poker", "poquer", "full"),
    cited("CM16.9.1.e.1", "pai_gow_poker", "full", "color"),
    cited("CM16.9.1.f.1", "pai_gow_poker", "color", "escalera"),
    cited("CM16.9.1.g.1", "pai_gow_poker", "escalera", "trio"),
    cited("CM16.9.1.h.1", "pai_gow_poker", "trio", "doble_pareja"),
    cited("CM16.9.1.i.1", "pai_gow_poker", "doble_pareja", "pareja"),
    cited("CM16.9.1.j.1", "pai_gow_poker", "pareja", "carta_mayor"),
    cited("CM16.9.1.k.1", "pai_gow_poker", "carta_mayor", ""),
]


@pytest.mark.parametrize(("clause", "game", "category", "below"), RANKED)
def test_each_combination_is_ranked_by_its_clause_above_the_next(
    clause: str, game: str, category: str, below: str
) -> None:
    norm = clause[:4]
    highest, lowest = (hand(game, norm, text) for text in examples(game, norm)[category])
    assert (highest.category, highest.clause) == (lowest.category, lowest.clause) == (category, clause)
    assert highest >= lowest
    under = hand(game, norm, examples(game, norm)[below][0]).strength if below else 0
    assert lowest.strength == under + 1  # nothing stands between them


FROM_ROYAL_TO_PAIR = (
    "escalera_de_color_real escalera_de_color poquer full color escalera trio doble_pareja pareja"
)


@pytest.mark.parametrize(
    ("game", "norm", "listed"),
    [
        case("IB05.11.V.1.1", "sin_descarte", "IB05", f"{FROM_ROYAL_TO_PAIR} carta_mayor"),
        case("IB05.13.V.a.1", "trijoker", "IB05", f"{FROM_ROYAL_TO_PAIR} carta_mayor"),
        case(
            "IB05.12.V.1.1",
            "sintetico",
            "IB05",
            f"{FROM_ROYAL_TO_PAIR} carta_mayor".replace("full color", "color full"),
        ),
        case(
            "IB09.12.VI.1.1",
            "cubierto",
            "IB09",
            f"{FROM_ROYAL_TO_PAIR} carta_mayor".replace("trio", "trio figuras"),
        ),
        case(
            "AR10.10-2.VI.1.1",
            "cubierto",
            "AR10",
            f"{FROM_ROYAL_TO_PAIR} carta_mayor".replace("trio", "trio figuras"),
        ),
        case("AR10.10-1-A.V.1.1", "sin_descarte", "AR10", f"{FROM_ROYAL_TO_PAIR} as_rey carta_mayor"),
        case("AR10.10-1-B.V.1", "trijoker", "AR10", f"{FROM_ROYAL_TO_PAIR} carta_mayor"),
        case("AR10.10-1-E.V.1", "holdem_contrapartida", "AR10", f"{FROM_ROYAL_TO_PAIR} carta_mayor"),
        case("AR10.10-1-F.V.1", "holdem_bonus", "AR10", f"{FROM_ROYAL_TO_PAIR} carta_mayor"),
        case("IB09.16.V.1", "pai_gow_poker", "IB09", f"cinco_ases {FROM_ROYAL_TO_PAIR} carta_mayor"),
        case("AR10.10-1-C.V.1.1", "pai_gow_poker", "AR10", f"cinco_ases {FROM_ROYAL_TO_PAIR} carta_mayor"),
        case("CM16.9.1.1", "pai_gow_poker", "CM16", f"cinco_ases {FROM_ROYAL_TO_PAIR} carta_mayor"),
        case(
            "IB09.17.V.1.1",
            "tres_cartas",
            "IB09",
            "escalera_real escalera_de_color trio escalera color pareja carta_mayor",
        ),
        case(
            "AR10.10-1-D.V.1.1",
            "tres_cartas",
            "AR10",
            "escalera_real escalera_de_color trio escalera color pareja carta_mayor",
        ),
    ],
)
def test_only_the_combinations_of_the_list_count_in_its_order(game: str, norm: str, listed: str) -> None:
    rungs = reversed(ladder(ranking(game, norm).shape).rungs)
    assert [str(category) for category, _ in groupby(rung.category for rung in rungs)] == listed.split()


# ---- the cards, and the ace


@pytest.mark.parametrize(
    ("game", "norm"),
    [
        case("IB05.11.II.1.2", "sin_descarte", "IB05"),
        case("IB05.13.II.b.2", "trijoker", "IB05"),
        case("IB09.12.II.1.2", "holdem", "IB09"),
        case("AR10.10-2.III.1.2", "holdem", "AR10"),
        case("IB09.17.II.1.2", "tres_cartas", "IB09"),
    ],
)
def test_the_cards_go_from_the_ace_down_to_the_two(game: str, norm: str) -> None:
    needed = ranking(game, norm).shape.cards
    order = "AKQJT98765432"
    pairs = [
        hand(game, norm, " ".join([f"{rank}c {rank}d", *_others(order, rank, needed - 2)])) for rank in order
    ]
    assert all(pair.category is Category.PAREJA for pair in pairs)
    assert pairs == sorted(pairs, reverse=True)
    assert len({pair.strength for pair in pairs}) == len(order)


def _others(order: str, rank: str, count: int) -> list[str]:
    """Return cards of other ranks, all different and no two of them neighbours."""
    return [f"{other}h" for other in order[::2] if other != rank][:count]


@pytest.mark.parametrize(
    ("game", "norm"),
    [
        case("IB05.11.II.1.2", "sin_descarte", "IB05"),
        case("IB05.13.II.b.2", "trijoker", "IB05"),
        case("IB09.12.II.1.3", "holdem", "IB09"),
        case("AR10.10-2.III.1.3", "holdem", "AR10"),
        case("AR10.10-1-A.II.1.2", "sin_descarte", "AR10"),
        case("AR10.10-1-A.V.1.b.2", "sin_descarte", "AR10"),
        case("AR10.10-1-E.II.1.2", "holdem_contrapartida", "AR10"),
        case("AR10.10-1-F.II.1.2", "holdem_bonus", "AR10"),
    ],
)
def test_the_ace_begins_a_run_or_ends_it_and_never_stands_between(game: str, norm: str) -> None:
    assert hand(game, norm, "Ac Kd Qh Js Tc").category is Category.ESCALERA
    assert hand(game, norm, "Ac 2d 3h 4s 5c").category is Category.ESCALERA
    assert hand(game, norm, "As Ks Qs Js Ts").category is Category.ESCALERA_DE_COLOR_REAL
    assert hand(game, norm, "As 2s 3s 4s 5s").category is Category.ESCALERA_DE_COLOR
    for around in ("K A 2 3 4", "Q K A 2 3", "J Q K A 2"):
        suited = " ".join(f"{rank}s" for rank in around.split())
        assert hand(game, norm, suited).category is Category.COLOR
        assert hand(game, norm, suited.replace("As", "Ah")).category in (
            Category.CARTA_MAYOR,
            Category.AS_REY,
        )


@pytest.mark.parametrize(
    ("game", "norm"),
    [case("IB09.17.II.1.3", "tres_cartas", "IB09"), case("AR10.10-1-D.II.1.2", "tres_cartas", "AR10")],
)
def test_the_ace_of_three_cards_joins_the_two_or_the_king(game: str, norm: str) -> None:
    assert hand(game, norm, "Ac Kd Qh").category is Category.ESCALERA
    assert hand(game, norm, "Ac 2d 3h").category is Category.ESCALERA
    assert hand(game, norm, "2c Ad Kh").category is Category.CARTA_MAYOR
    assert hand(game, norm, "2s As Ks").category is Category.COLOR


@pytest.mark.parametrize(
    "norm", [case("IB09.16.V.4", "IB09"), case("AR10.10-1-C.V.1.b.2", "AR10"), case("CM16.9.1.b.2", "CM16")]
)
def test_at_pai_gow_the_second_highest_run_is_that_of_the_five_and_the_ace(norm: str) -> None:
    highest, second, third = (
        hand("pai_gow_poker", norm, text) for text in ("Ac Kd Qh Js Tc", "Ac 2d 3h 4s 5c", "Kc Qd Jh Ts 9c")
    )
    assert highest.strength == second.strength + 1 == third.strength + 2
