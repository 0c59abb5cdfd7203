from itertools import combinations

import pytest

from novamas.errors import Unreadable
from novamas.hands import Category, Hand, best_hand, ranking, rankings
from novamas.kit import cards, names


def hand(game: str, own: str, common: str = "", *, norm: str | None = None, deck: int | None = None) -> Hand:
    return best_hand(ranking(game, norm, deck=deck), cards(own), cards(common))


def in_order(game: str, *hands: str, norm: str | None = None, deck: int | None = None) -> None:
    """Each hand beats all those after it."""
    ranked = [hand(game, each, norm=norm, deck=deck) for each in hands]
    for better, worse in combinations(ranked, 2):
        assert better > worse
        assert worse < better
        assert better >= worse
        assert worse <= better
        assert not better.ties(worse)


@pytest.mark.law("IB09.12.VI.1.1", "AR10.10-2.VI.1.1", "IB05.11.V.1.1", "AR10.10-1-A.V.1.1")
@pytest.mark.law("IB05.13.V.a.1", "AR10.10-1-B.V.1", "AR10.10-1-E.V.1", "AR10.10-1-F.V.1")
@pytest.mark.law(
    "IB05.11.V.1.a.1", "IB05.11.V.1.b.1", "IB05.11.V.1.c.1", "IB05.11.V.1.d.1", "IB05.11.V.1.e.1"
)
@pytest.mark.law(
    "IB05.11.V.1.f.1", "IB05.11.V.1.g.1", "IB05.11.V.1.h.1", "IB05.11.V.1.i.1", "IB05.11.V.1.j.1"
)
@pytest.mark.law(
    "IB05.13.V.a.a.1", "IB05.13.V.a.b.1", "IB05.13.V.a.c.1", "IB05.13.V.a.d.1", "IB05.13.V.a.e.1"
)
@pytest.mark.law("IB05.13.V.a.f.1", "IB05.13.V.a.g.1", "IB05.13.V.a.h.1", "IB05.13.V.a.i.1")
@pytest.mark.law("IB09.12.VI.1.a.1", "IB09.12.VI.1.b.1", "IB09.12.VI.1.c.1", "IB09.12.VI.1.d.1")
@pytest.mark.law("IB09.12.VI.1.e.1", "IB09.12.VI.1.f.1", "IB09.12.VI.1.g.1", "IB09.12.VI.1.i.1")
@pytest.mark.law("IB09.12.VI.1.j.1", "IB09.12.VI.1.k.1")
@pytest.mark.law("AR10.10-2.VI.1.a.1", "AR10.10-2.VI.1.b.1", "AR10.10-2.VI.1.c.1", "AR10.10-2.VI.1.d.1")
@pytest.mark.law("AR10.10-2.VI.1.e.1", "AR10.10-2.VI.1.f.1", "AR10.10-2.VI.1.g.1", "AR10.10-2.VI.1.i.1")
@pytest.mark.law("AR10.10-2.VI.1.j.1", "AR10.10-2.VI.1.k.1")
@pytest.mark.law("AR10.10-1-A.V.1.a.1", "AR10.10-1-A.V.1.b.1", "AR10.10-1-A.V.1.c.1", "AR10.10-1-A.V.1.d.1")
@pytest.mark.law("AR10.10-1-A.V.1.e.1", "AR10.10-1-A.V.1.f.1", "AR10.10-1-A.V.1.g.1", "AR10.10-1-A.V.1.h.1")
@pytest.mark.law("AR10.10-1-A.V.1.i.1", "AR10.10-1-A.V.1.k.1")
@pytest.mark.law("AR10.10-1-B.V.a.1", "AR10.10-1-B.V.b.1", "AR10.10-1-B.V.c.1", "AR10.10-1-B.V.d.1")
@pytest.mark.law("AR10.10-1-B.V.e.1", "AR10.10-1-B.V.f.1", "AR10.10-1-B.V.g.1", "AR10.10-1-B.V.h.1")
@pytest.mark.law("AR10.10-1-B.V.i.1")
@pytest.mark.law("AR10.10-1-E.V.a.1", "AR10.10-1-E.V.b.1", "AR10.10-1-E.V.c.1", "AR10.10-1-E.V.d.1")
@pytest.mark.law("AR10.10-1-E.V.e.1", "AR10.10-1-E.V.f.1", "AR10.10-1-E.V.g.1", "AR10.10-1-E.V.h.1")
@pytest.mark.law("AR10.10-1-E.V.i.1", "AR10.10-1-E.V.j.1")
@pytest.mark.law("AR10.10-1-F.V.a.1", "AR10.10-1-F.V.b.1", "AR10.10-1-F.V.c.1", "AR10.10-1-F.V.d.1")
@pytest.mark.law("AR10.10-1-F.V.e.1", "AR10.10-1-F.V.f.1", "AR10.10-1-F.V.g.1", "AR10.10-1-F.V.h.1")
@pytest.mark.law("AR10.10-1-F.V.i.1", "AR10.10-1-F.V.j.1")
@pytest.mark.law("IB09.12.II.1.2", "AR10.10-2.III.1.2")
@pytest.mark.parametrize(
    ("game", "norm"),
    [
        ("sin_descarte", "IB05"),
        ("trijoker", "IB05"),
        ("holdem", "IB09"),
        ("holdem", "AR10"),
        ("sin_descarte", "AR10"),
        ("trijoker", "AR10"),
        ("holdem_contrapartida", "AR10"),
        ("holdem_bonus", "AR10"),
    ],
)
def test_the_ten_combinations_of_fifty_two_cards(game: str, norm: str) -> None:
    examples = {
        "As Ks Qs Js Ts": Category.ESCALERA_DE_COLOR_REAL,
        "9d 8d 7d 6d 5d": Category.ESCALERA_DE_COLOR,
        "Kc Kd Kh Ks 6c": Category.POQUER,
        "8c 8d 8h 7s 7c": Category.FULL,
        "Ac Qc Tc 7c 5c": Category.COLOR,
        "Jc Td 9h 8s 7c": Category.ESCALERA,
        "8c 8d 8h 7s 2c": Category.TRIO,
        "Jc Jd 6h 6s Ac": Category.DOBLE_PAREJA,
        "4c 4d Ah 9s 6c": Category.PAREJA,
        "Ac Qd 9h 7s 2c": Category.CARTA_MAYOR,
    }
    in_order(game, *examples, norm=norm)
    for text, category in examples.items():
        made = hand(game, text, norm=norm)
        assert made.category is category
        assert made.clause.startswith(norm)
        assert names(made.cards) == text


@pytest.mark.law(
    "IB09.12.II.1.3", "AR10.10-2.III.1.3", "IB05.11.II.1.2", "IB05.13.II.b.2", "AR10.10-1-A.II.1.2"
)
@pytest.mark.law("AR10.10-1-A.V.1.b.2", "AR10.10-1-E.II.1.2", "AR10.10-1-F.II.1.2")
@pytest.mark.law("IB09.12.VI.2.3", "AR10.10-2.VI.2.c.1", "IB05.11.V.1.6", "AR10.10-1-A.V.2.c.1")
def test_the_ace_joins_the_lowest_card_or_the_king_but_never_stands_between() -> None:
    for norm in ("IB09", "AR10"):
        in_order("holdem", "6c 5d 4h 3s 2c", "Ac 5d 4h 3s 2c", "3c 3d 3h Ks Qc", norm=norm)
        assert names(hand("holdem", "Ac 5d 4h 3s 2c", norm=norm).cards) == "5d 4h 3s 2c Ac"
    in_order("sin_descarte", "Ad Kc Qc Jc Tc", "6c 5c 4d 3c 2c", "Ac 5d 4c 3c 2c", norm="IB05")
    for around in ("3c 2d Ah Ks Qc", "2d Ah Ks Qc Jd", "4h 3s 2d Ac Kc"):
        for game, norm in (("sin_descarte", "AR10"), ("holdem_bonus", "AR10"), ("trijoker", "IB05")):
            assert hand(game, around, norm=norm).category in (Category.CARTA_MAYOR, Category.AS_REY)


@pytest.mark.law(
    "IB09.12-1.I.5", "IB09.12-2-e.II.2", "AR10.10-2-B-e.II.2", "IB05.12.II.1.2", "AR10.10-2.III.1.3"
)
@pytest.mark.parametrize(
    ("deck", "low_run", "next_run"),
    [
        (48, "6c 5d 4h 3s Ac", "7c 6d 5h 4s 3c"),
        (44, "7c 6d 5h 4s Ac", "8c 7d 6h 5s 4c"),
        (40, "8c 7d 6h 5s Ac", "9c 8d 7h 6s 5c"),
        (36, "9c 8d 7h 6s Ac", "Tc 9d 8h 7s 6c"),
        (32, "Tc 9d 8h 7s Ac", "Jc Td 9h 8s 7c"),
        (28, "Jc Td 9h 8s Ac", "Qc Jd Th 9s 8c"),
    ],
)
def test_in_a_short_deck_the_ace_joins_its_lowest_card(deck: int, low_run: str, next_run: str) -> None:
    of_deck = [each for each in rankings() if each.shape.deck == deck]
    assert of_deck
    for each in of_deck:
        low, after = best_hand(each, cards(low_run)), best_hand(each, cards(next_run))
        assert low.category is after.category is Category.ESCALERA
        assert after.strength == low.strength + 1
        assert names(low.cards) == low_run


@pytest.mark.law("IB09.12.VI.1.2", "AR10.10-2.VI.1.e.2", "AR10.10-2-B-e.IV.9")
@pytest.mark.law("IB05.12.V.1.1", "IB05.12.V.1.d.1", "IB05.12.V.1.e.1")
def test_below_fifty_two_cards_flush_beats_full() -> None:
    for each in rankings():
        if each.shape.cards == 5:
            full, flush = best_hand(each, cards("AcAdAhKsKc")), best_hand(each, cards("AcKcQcTc8c"))
            assert (flush > full) == (each.shape.deck < 52)
            assert (full > flush) == (each.shape.deck >= 52)


@pytest.mark.law(
    "IB05.12.V.1.a.1", "IB05.12.V.1.b.1", "IB05.12.V.1.c.1", "IB05.12.V.1.f.1", "IB05.12.V.1.g.1"
)
@pytest.mark.law("IB05.12.V.1.h.1", "IB05.12.V.1.i.1", "IB05.12.V.1.j.1")
@pytest.mark.parametrize("norm", ["IB05", "IB09", "AR10"])
def test_the_order_of_sintetico(norm: str) -> None:
    in_order(
        "sintetico",
        "As Ks Qs Js Ts",
        "Qd Jd Td 9d 8d",
        "8c 8d 8h 8s 9c",
        "Kc Qc Tc 9c 8c",
        "Ac Ad Ah Ks Kc",
        "Qc Jd Th 9s 8c",
        "8c 8d 8h Ts 9c",
        "Jc Jd 9h 9s Ac",
        "8c 8d Ah Ts 9c",
        "Ac Kd Th 9s 8c",
        norm=norm,
    )


@pytest.mark.law("IB09.12.VI.1.h.1", "AR10.10-2.VI.1.h.1", "AR10.10-2.VI.1.h.2")
@pytest.mark.law("IB09.12.VI.2.6", "AR10.10-2.VI.2.f.1")
@pytest.mark.parametrize(("norm", "deck"), [("IB09", 52), ("IB09", 32), ("AR10", 52), ("AR10", 40)])
def test_figuras_stand_between_three_of_a_kind_and_two_pair(norm: str, deck: int) -> None:
    in_order(
        "cubierto",
        "7c 7d 7h 9s 8c",
        "Ac Ad Kh Ks Qc",
        "Ac Ad Kh Ks Jc",
        "Ac Ad Kh Qs Jc",
        "Ac Ad Qh Qs Jd",
        "Kc Kd Ah Qs Jc",
        "Jc Jd Ah Ks Qc",
        "Ac Ad Kh Ks Tc",
        "Ac Ad Kh Qs Tc",
        norm=norm,
        deck=deck,
    )
    assert hand("cubierto", "Jc Jd Jh As Ac", norm=norm, deck=deck).category is Category.FULL
    assert hand("cubierto", "Jc Jd Jh As Kc", norm=norm, deck=deck).category is Category.TRIO
    for game in ("holdem", "five_stud"):
        assert hand(game, "Ac Ad Kh Ks Qc", norm=norm).category is Category.DOBLE_PAREJA


@pytest.mark.law("IB09.12.VI.2.1", "IB09.12.VI.2.2", "IB09.12.VI.2.4", "IB09.12.VI.2.5", "IB09.12.VI.2.7")
@pytest.mark.law("IB09.12.VI.2.8", "AR10.10-2.VI.2.1", "AR10.10-2.VI.2.a.1", "AR10.10-2.VI.2.b.1")
@pytest.mark.law("AR10.10-2.VI.2.d.1", "AR10.10-2.VI.2.e.1", "AR10.10-2.VI.2.g.1", "AR10.10-2.VI.2.h.1")
@pytest.mark.law("IB05.11.V.1.3", "IB05.11.V.1.4", "IB05.11.V.1.5", "IB05.11.V.1.7", "IB05.11.V.1.8")
@pytest.mark.law("IB05.11.V.1.9", "IB05.11.V.1.10", "AR10.10-1-A.V.1.k.2", "AR10.10-1-A.V.2.1")
@pytest.mark.law("AR10.10-1-A.V.2.a.1", "AR10.10-1-A.V.2.b.1", "AR10.10-1-A.V.2.d.1", "AR10.10-1-A.V.2.e.1")
@pytest.mark.law("AR10.10-1-A.V.2.f.1", "AR10.10-1-A.V.2.f.2", "AR10.10-1-A.V.2.g.1")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Kc Kd Kh Ks 2c", "Qc Qd Qh Qs Ac"),
        ("Kc Kd Kh Ks 3c", "Kc Kd Kh Ks 2c"),
        ("9c 9d 9h 2s 2c", "8c 8d 8h As Ac"),
        ("9c 9d 9h 3s 3c", "9c 9d 9h 2s 2c"),
        ("Ac 9c 7c 5c 3c", "Ks Qs Js 9s 8s"),
        ("Ac 9c 7c 5c 3c", "As 9s 7s 5s 2s"),
        ("9c 9d 9h 3s 2c", "8c 8d 8h As Kc"),
        ("9c 9d 9h 4s 2c", "9c 9d 9h 3s 2c"),
        ("Jc Jd 2h 2s 3c", "Tc Td 9h 9s Ac"),
        ("Jc Jd 4h 4s 2c", "Js Jh 3h 3s Ac"),
        ("Jc Jd 4h 4s 3c", "Js Jh 4c 4d 2c"),
        ("Jc Jd 4h 3s 2c", "Tc Td Ah Ks Qc"),
        ("Jc Jd Ah 3s 2c", "Js Jh Kh Qs Tc"),
        ("Jc Jd Ah 4s 3c", "Js Jh As 4d 2c"),
        ("Ac Qd 9h 7s 3c", "Ad Qh 9s 7c 2d"),
    ],
)
def test_equal_combinations_are_compared_to_the_end(better: str, worse: str) -> None:
    for norm in ("IB09", "AR10"):
        in_order("holdem", better, worse, norm=norm)
    for norm in ("IB05", "AR10"):
        in_order("sin_descarte", better, worse, norm=norm)


@pytest.mark.law("IB05.12.V.2.1", "IB05.12.V.2.a.1", "IB05.12.V.2.b.1", "IB05.12.V.2.c.1", "IB05.12.V.2.d.1")
@pytest.mark.law("IB05.12.V.2.e.1", "IB05.12.V.2.f.1")
def test_equal_combinations_of_the_balearic_sintetico() -> None:
    for better, worse in (
        ("Kc Kd Kh Ks 8c", "Qc Qd Qh Qs Ac"),
        ("9c 9d 9h 8s 8c", "8c 8d 8h As Ac"),
        ("Qc Jd Th 9s 8c", "Jc Td 9h 8s Ac"),
        ("Ac Tc 9c 8c Jc", "Ks Qs Js 9s 8s"),
        ("9c 9d 9h 8s Tc", "8c 8d 8h As Kc"),
        ("Jc Jd Th Ts 8c", "Js Jh 9h 9s Ac"),
    ):
        in_order("sintetico", better, worse, norm="IB05")


@pytest.mark.law("AR10.10-2.III.1.2", "AR10.10-1-A.V.1.k.1")
def test_suits_never_decide() -> None:
    one, other = hand("holdem", "Ac Kc Qc Jc 9c"), hand("holdem", "As Ks Qs Js 9s")
    assert one.ties(other)
    assert not one > other
    assert one >= other
    assert one <= other


@pytest.mark.law("AR10.10-1-A.V.1.j.1", "AR10.10-1-A.V.1.j.2")
def test_ace_and_king_is_a_hand_of_its_own_in_aragon() -> None:
    in_order(
        "sin_descarte", "2c 2d 3h 4s 5c", "Ac Kd 9h 7s 3c", "Ac Kd 9h 7s 2c", "Ac Qd Jh Ts 9c", norm="AR10"
    )
    made = hand("sin_descarte", "Ac Kd 9h 7s 3c", norm="AR10")
    assert made.category is Category.AS_REY
    assert made.clause == "AR10.10-1-A.V.1.j.1"
    assert hand("sin_descarte", "Ac Kd 9h 7s 3c", norm="IB05").category is Category.CARTA_MAYOR


@pytest.mark.law(
    "IB09.12-2-a.I.1", "AR10.10-2-B-a.I.2", "IB09.12-2-c.I.1", "AR10.10-2-B-c.I.2", "IB05.12.I.2"
)
def test_any_five_of_seven() -> None:
    for norm in ("IB09", "AR10"):
        board = "Ac Kc Qc Jc Tc"
        assert hand("holdem", "2d 2h", board, norm=norm).category is Category.ESCALERA_DE_COLOR_REAL
        assert hand("seven_stud", "2d 2h " + board, norm=norm).category is Category.ESCALERA_DE_COLOR_REAL
    assert (
        hand("sintetico", "9d 9h", "Ac Kc Qc Jc Tc", norm="IB05").category is Category.ESCALERA_DE_COLOR_REAL
    )


@pytest.mark.law("IB09.12-2-b.I.1", "AR10.10-2-B-b.I.2", "IB09.12-2-e.I.1", "AR10.10-2-B-e.I.2")
def test_exactly_two_own_and_three_common() -> None:
    for norm in ("IB09", "AR10"):
        royal_on_the_table = hand("omaha", "2d 2h 3d 3h", "Ac Kc Qc Jc Tc", norm=norm)
        assert names(royal_on_the_table.cards) == "3d 3h Ac Kc Qc"
        assert hand("omaha", "2c 2h 3d 3h", "Ac Kc Qc Jc Tc", norm=norm).category is Category.PAREJA
        made = hand("sintetico", "9d 9h", "Ac Kc Qc Jc Tc", norm=norm)
        assert names(made.cards) == "9d 9h Ac Kc Qc"
        assert hand("sintetico", "9d 8d", "Ad Kd Qd Jc Tc", norm=norm).category is Category.COLOR


@pytest.mark.law("IB09.16.I.7", "IB09.16.V.1", "IB09.16.V.2", "IB09.16.V.3", "IB09.16.V.4", "IB09.16.V.5")
@pytest.mark.law("IB09.16.V.6", "IB09.16.V.7", "IB09.16.V.8", "IB09.16.V.9", "IB09.16.V.10", "IB09.16.V.11")
@pytest.mark.law("IB09.16.V.12", "IB09.16.V.13", "IB09.16.II.1.2")
@pytest.mark.law("AR10.10-1-C.I.6", "AR10.10-1-C.II.1.2", "AR10.10-1-C.V.1.1", "AR10.10-1-C.V.1.a.1")
@pytest.mark.law("AR10.10-1-C.V.1.b.1", "AR10.10-1-C.V.1.b.2", "AR10.10-1-C.V.1.c.1", "AR10.10-1-C.V.1.d.1")
@pytest.mark.law("AR10.10-1-C.V.1.e.1", "AR10.10-1-C.V.1.f.1", "AR10.10-1-C.V.1.g.1", "AR10.10-1-C.V.1.h.1")
@pytest.mark.law("AR10.10-1-C.V.1.i.1", "AR10.10-1-C.V.1.j.1", "AR10.10-1-C.V.1.k.1")
@pytest.mark.law("CM16.8.1.4", "CM16.9.1.1", "CM16.9.1.a.1", "CM16.9.1.b.1", "CM16.9.1.b.2", "CM16.9.1.c.1")
@pytest.mark.law(
    "CM16.9.1.d.1", "CM16.9.1.e.1", "CM16.9.1.f.1", "CM16.9.1.g.1", "CM16.9.1.h.1", "CM16.9.1.i.1"
)
@pytest.mark.law("CM16.9.1.j.1", "CM16.9.1.k.1", "CM16.9.1.l.1", "CM16.ANX1.1.a.1")
@pytest.mark.parametrize("norm", ["IB09", "AR10", "CM16"])
def test_pai_gow_poker(norm: str) -> None:
    in_order(
        "pai_gow_poker",
        "Ac Ad Ah As Jk",
        "Ac Jk Qc Jc Tc",
        "Ac 2c 3c 4c Jk",
        "Qc Jc Tc 9c Jk",
        "Ac Ad Ah Jk Kc",
        "Kc Kd Kh Ks Jk",
        "Ac Ad Jk Ks Kc",
        "Kc Jk 9c 7c 5c",
        "Ac Kd Qh Jk Tc",
        "Ac 2d 3h 4s Jk",
        "Kc Qd Jk Ts 9c",
        "Ac Ad Jk 9s 5c",
        "Ac Jk 9d 9s 5c",
        "Ac Jk 9d 8s 5c",
        "Kc Kd 9d 8s 5c",
        "Kc Qd 9d 8s 5c",
        norm=norm,
    )


@pytest.mark.law("IB09.16.II.1.2", "AR10.10-1-C.II.1.2", "CM16.ANX1.1.a.1")
def test_the_joker_is_the_card_that_is_missing_or_else_an_ace() -> None:
    made = hand("pai_gow_poker", "Kc Qd Jk Ts 9c")
    assert made.ranks == (13, 12, 11, 10, 9)
    assert names(made.cards) == "Kc Qd Jk Ts 9c"
    flush = hand("pai_gow_poker", "Ac Kc Jk 7c 5c")
    assert flush.ranks == (14, 13, 12, 7, 5)
    assert hand("pai_gow_poker", "Kc Kd Jk 7s 5c").ranks == (13, 13, 14, 7, 5)


@pytest.mark.law("IB09.17.II.1.2", "IB09.17.II.1.3", "IB09.17.V.1.1", "IB09.17.V.1.2", "IB09.17.V.1.3")
@pytest.mark.law("IB09.17.V.1.4", "IB09.17.V.1.5", "IB09.17.V.1.6", "IB09.17.V.1.7", "IB09.17.V.1.8")
@pytest.mark.law("IB09.17.V.2.11", "IB09.17.V.2.12", "IB09.17.V.2.13", "IB09.17.V.2.14", "IB09.17.V.2.15")
@pytest.mark.law("AR10.10-1-D.II.1.2", "AR10.10-1-D.V.1.1", "AR10.10-1-D.V.1.a.1", "AR10.10-1-D.V.1.b.1")
@pytest.mark.law("AR10.10-1-D.V.1.c.1", "AR10.10-1-D.V.1.d.1", "AR10.10-1-D.V.1.e.1", "AR10.10-1-D.V.1.f.1")
@pytest.mark.law("AR10.10-1-D.V.1.g.1", "AR10.10-1-D.VIII.5", "AR10.10-1-D.VIII.a.1", "AR10.10-1-D.VIII.b.1")
@pytest.mark.law("AR10.10-1-D.VIII.c.1", "AR10.10-1-D.VIII.d.1")
@pytest.mark.parametrize("norm", ["IB09", "AR10"])
def test_three_cards(norm: str) -> None:
    in_order(
        "tres_cartas",
        "Ac Kc Qc",
        "Kc Qc Jc",
        "Ac 2c 3c",
        "3c 3d 3h",
        "2c 2d 2h",
        "Ac Kd Qh",
        "4c 3d 2h",
        "Ac 2d 3h",
        "Ac Jc 9c",
        "Ac Jc 8c",
        "Kc Qc Tc",
        "3c 3d 2h",
        "2c 2d Ah",
        "2c 2d Kh",
        "Ac Kd Jh",
        "Kc Qd Th",
        norm=norm,
    )
    royal = cards("Ac Kc Qc")
    assert best_hand(ranking("tres_cartas", norm), royal).category is Category.ESCALERA_REAL
    without = best_hand(ranking("tres_cartas", norm, variant="without_royal"), royal)
    assert without.category is Category.ESCALERA_DE_COLOR
    assert without.strength == best_hand(ranking("tres_cartas", norm), royal).strength


@pytest.mark.law("IB09.17.V.2.16", "AR10.10-1-D.VIII.e.1", "CM16.9.1.l.2")
def test_equal_ranks_are_a_tie() -> None:
    assert hand("tres_cartas", "Ac Kd 9h").ties(hand("tres_cartas", "As Kh 9c"))
    assert hand("pai_gow_poker", "Ac Kd 9h 5s 4c").ties(hand("pai_gow_poker", "As Kh 9c 5d 4d"))


@pytest.mark.parametrize(
    ("game", "own", "common", "complaint"),
    [
        ("five_stud", "As Kd Qh Jc 6s", "", "deck of 32 cards does not have 6s"),
        ("holdem", "As Kd Qh Jc Jk", "", "deck of 52 cards does not have Jk"),
        ("holdem", "As Kd", "Qh Jc As", "Twice: As"),
        (
            "holdem",
            "As Kd",
            "Qh Jc",
            "4 cards do not make a hand of Texas hold'em: it takes 5, out of 2 in the hand and 5",
        ),
        ("sin_descarte", "As Kd Qh Jc 9s 8s", "", "6 cards do not make a hand of no-draw poker"),
        ("omaha", "As", "Qh Jc 9s 8s", "5 cards do not make a hand of Omaha"),
        ("omaha", "As Kd 2d 3d 4d", "Qh Jc 9s", "8 cards do not make a hand of Omaha"),
        ("omaha", "As Kd 2d 3d 4d 7c", "", "6 cards do not make a hand of Omaha"),
        ("tres_cartas", "As Kd", "", "2 cards do not make"),
    ],
)
def test_wrong_cards_are_refused_by_name(game: str, own: str, common: str, complaint: str) -> None:
    with pytest.raises(Unreadable, match=complaint):
        hand(game, own, common)


def test_hands_of_different_rankings_are_not_compared() -> None:
    with pytest.raises(TypeError, match="not ranked alike"):
        _ = hand("holdem", "As Kd Qh Jc 9s") > hand("tres_cartas", "As Kd Qh")
