from itertools import combinations

import pytest

from novamas.equipment import cards, names
from novamas.errors import InvalidInput
from novamas.hands import Category, Hand, best_hand, ranking, rankings


def hand(game: str, own: str, common: str = "", *, norm: str | None = None, deck: int | None = None) -> Hand:
    return best_hand(ranking(game, norm, deck=deck), cards(own), cards(common))


def in_order(game: str, *hands: str, norm: str | None = None, deck: int | None = None) -> None:
    """Check that each hand beats all hands after it."""
    ranked = [hand(game, each, norm=norm, deck=deck) for each in hands]
    for better, worse in combinations(ranked, 2):
        assert better > worse
        assert worse < better
        assert better >= worse
        assert worse <= better
        assert not better.ties(worse)


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


@pytest.mark.law("IB09.16.II.1.2", "AR10.10-1-C.II.1.2", "CM16.ANX1.1.a.1")
@pytest.mark.law("IB09.16.I.7", "AR10.10-1-C.I.6", "CM16.8.1.4")
@pytest.mark.parametrize("norm", ["IB09", "AR10", "CM16"])
def test_the_joker_completes_hands_of_every_kind(norm: str) -> None:
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


@pytest.mark.law("IB09.17.V.1.3", "AR10.10-1-D.V.1.a.1")
@pytest.mark.parametrize("norm", ["IB09", "AR10"])
def test_without_the_royal_the_same_cards_are_the_highest_straight_flush(norm: str) -> None:
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
        ("five_stud", "As Kd Qh Jc 6s", "", "32-card deck does not contain 6s"),
        ("holdem", "As Kd Qh Jc Jk", "", "52-card deck does not contain Jk"),
        ("holdem", "As Kd", "Qh Jc As", "Card given twice: As"),
        (
            "holdem",
            "As Kd",
            "Qh Jc",
            "A hand of Texas hold'em uses 5 cards, from 2 hole cards and 5 community cards; 4 were given",
        ),
        ("sin_descarte", "As Kd Qh Jc 9s 8s", "", "of the player’s 5 cards; 6 were given"),
        ("omaha", "As", "Qh Jc 9s 8s", "community cards; 5 were given"),
        ("omaha", "As Kd 2d 3d 4d", "Qh Jc 9s", "community cards; 8 were given"),
        ("omaha", "As Kd 2d 3d 4d 7c", "", "community cards; 6 were given"),
        ("tres_cartas", "As Kd", "", "of the player’s 3 cards; 2 were given"),
    ],
)
def test_wrong_cards_are_refused_by_name(game: str, own: str, common: str, complaint: str) -> None:
    with pytest.raises(InvalidInput, match=complaint):
        hand(game, own, common)


def test_hands_of_different_rankings_are_not_compared() -> None:
    with pytest.raises(TypeError, match="not ranked alike"):
        _ = hand("holdem", "As Kd Qh Jc 9s") > hand("tres_cartas", "As Kd Qh")
