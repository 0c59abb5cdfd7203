from itertools import combinations

import pytest
from tests.support.cases import cited

from novamas.equipment import TILE_KINDS, TILE_SET, are_pair, pair_of, pips, tile, tile_names, tiles
from novamas.errors import InvalidInput
from novamas.hands import TileCategory, TileHand, symbol, tile_hand
from novamas.law.texts import LANGUAGES
from novamas.words import voice_for
from novamas.words.hands import hand_text


def hand(text: str) -> TileHand:
    one, other = tiles(text)
    return tile_hand(one, other)


PAIRS = [
    cited("CM16.ANX1.2.a.Parejas.1.1", "1:2 2:4", "6:6 6:6"),
    cited("CM16.ANX1.2.a.Parejas.2.1", "6:6 6:6", "1:1 1:1"),
    cited("CM16.ANX1.2.a.Parejas.3.1", "1:1 1:1", "4:4 4:4"),
    cited("CM16.ANX1.2.a.Parejas.4.1", "4:4 4:4", "1:3 1:3"),
    cited("CM16.ANX1.2.a.Parejas.5.1", "1:3 1:3", "5:5 5:5"),
    cited("CM16.ANX1.2.a.Parejas.6.1", "5:5 5:5", "3:3 3:3"),
    cited("CM16.ANX1.2.a.Parejas.7.1", "3:3 3:3", "2:2 2:2"),
    cited("CM16.ANX1.2.a.Parejas.8.1", "2:2 2:2", "5:6 5:6"),
    cited("CM16.ANX1.2.a.Parejas.9.1", "5:6 5:6", "4:6 4:6"),
    cited("CM16.ANX1.2.a.Parejas.10.1", "4:6 4:6", "1:6 1:6"),
    cited("CM16.ANX1.2.a.Parejas.11.1", "1:6 1:6", "1:5 1:5"),
    cited("CM16.ANX1.2.a.Parejas.12.1", "1:5 1:5", "4:5 3:6"),
    cited("CM16.ANX1.2.a.Parejas.13.1", "4:5 3:6", "3:5 2:6"),
    cited("CM16.ANX1.2.a.Parejas.14.1", "3:5 2:6", "3:4 2:5"),
    cited("CM16.ANX1.2.a.Parejas.15.1", "3:4 2:5", "2:3 1:4"),
    cited("CM16.ANX1.2.a.Parejas.16.1", "2:3 1:4", "6:6 3:6"),  # below it a Wong, the best without a pair
]


@pytest.mark.parametrize(("clause", "pair", "below"), PAIRS)
def test_each_pair_is_ranked_by_its_clause_above_the_next(clause: str, pair: str, below: str) -> None:
    assert (hand(pair).category, hand(pair).clause) == (TileCategory.PAREJA, clause)
    better, worse = hand(pair).strength, hand(below).strength
    assert better > worse
    assert not [each for each in every_hand() if worse < each.strength < better]


@pytest.mark.law("CM16.11.6.1", "CM16.11.6.2")
def test_sixteen_pairs_eleven_of_them_alike_beat_every_other_hand() -> None:
    pairs = [each for each in every_hand() if each.category is TileCategory.PAREJA]
    others = [each for each in every_hand() if each.category is not TileCategory.PAREJA]
    assert len({each.strength for each in pairs}) == 16
    alike = {each.strength for each in pairs if len(set(each.tiles)) == 1}
    assert len(alike) == 11
    assert min(each.strength for each in pairs) > max(each.strength for each in others)


@pytest.mark.law("CM16.11.7.1", "CM16.11.7.2")
def test_the_highest_pairs_and_the_lowest() -> None:
    pairs = [each for each in every_hand() if each.category is TileCategory.PAREJA]
    by_strength = sorted({each.strength: each for each in pairs}.items(), reverse=True)
    in_order = [hand for _, hand in by_strength]
    assert [set(each.tiles) for each in in_order[:4]] == [
        set(tiles(text)) for text in ("1:2 2:4", "6:6", "1:1", "4:4")
    ]
    assert [{pips(kind) for kind in each.tiles} for each in in_order[-4:]] == [{9}, {8}, {7}, {5}]


def every_hand() -> list[TileHand]:
    return [tile_hand(one, other) for one, other in combinations(TILE_SET, 2)]


@pytest.mark.law("CM16.11.3.1", "CM16.11.4.1", "CM16.11.4.2", "CM16.11.4.3")
def test_wong_beats_gong_beats_nine() -> None:
    wong, gong, nine = hand("1:1 3:6"), hand("6:6 2:6"), hand("6:6 1:6")
    assert (wong.category, wong.points, wong.clause) == (TileCategory.WONG, 11, "CM16.11.4.3")
    assert (gong.category, gong.points, gong.clause) == (TileCategory.GONG, 10, "CM16.11.4.2")
    assert (nine.category, nine.points, nine.clause) == (TileCategory.PUNTOS, 9, "CM16.11.3.1")
    assert wong.strength > gong.strength > nine.strength
    assert hand("1:1 4:4").category is TileCategory.GONG
    assert hand("5:5 4:5").points == 9


@pytest.mark.law("CM16.11.5.1", "CM16.ANX1.2.a.Parejas.1.2", "CM16.ANX1.2.a.5")
def test_a_gee_joon_tile_counts_three_or_six_as_suits() -> None:
    assert [hand(f"1:2 {other}").points for other in ("1:3", "1:5", "6:6", "5:5")] == [7, 9, 8, 6]
    for other in TILE_KINDS:
        if not are_pair(other, tile("1:2")) and other != tile("1:2"):
            assert tile_hand(tile("1:2"), other).strength == tile_hand(tile("2:4"), other).strength


@pytest.mark.law("CM16.ANX1.2.a.Individuales.1.1", "CM16.ANX1.2.a.Individuales.2.1")
@pytest.mark.law("CM16.ANX1.2.a.Individuales.3.1", "CM16.ANX1.2.a.Individuales.4.1")
def test_the_order_of_single_tiles() -> None:
    order = "6:6 1:1 4:4 1:3 5:5 3:3 2:2 5:6 4:6 1:6 1:5 4:5 3:5 3:4 2:3 1:2"
    values = [symbol(each) for each in tiles(order)]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)
    assert symbol(tile("1:2")) == symbol(tile("2:4")) == 0
    assert (symbol(tile("6:6")), symbol(tile("2:3"))) == (15, 1)  # from the fifteen of Teen down to one
    assert symbol(tile("4:5")) == symbol(tile("3:6"))


@pytest.mark.law("CM16.11.8.1", "CM16.11.8.2", "CM16.11.9.1")
def test_equal_points_are_decided_by_the_higher_tile_except_zero() -> None:
    assert hand("6:6 1:4").points == hand("4:6 2:5").points == 7
    assert hand("6:6 1:4").strength > hand("4:6 2:5").strength
    assert hand("6:6 1:4").strength == hand("6:6 2:3").strength
    assert hand("1:2 1:3").strength == 100 * 7 + symbol(tile("1:3"))
    zeros = [each for each in every_hand() if each.points == 0 and each.category is TileCategory.PUNTOS]
    assert len({tile_names(each.tiles) for each in zeros}) > 5
    assert {each.strength for each in zeros} == {0}


def test_every_two_tiles_have_a_strength_and_a_name() -> None:
    for each in every_hand():
        assert (each.category is TileCategory.PAREJA) == are_pair(*each.tiles)
        if each.category is TileCategory.PUNTOS:
            assert each.points <= 9
            if not {tile("1:2"), tile("2:4")} & set(each.tiles):
                assert each.points == sum(pips(kind) for kind in each.tiles) % 10
        assert all(hand_text(each, voice_for(language)) for language in LANGUAGES)
    assert hand("6:6 6:6").call == "pareja de Teen"
    assert hand_text(hand("1:1 1:4"), voice_for("ca")) == "7 punts amb Day"
    assert pair_of(tile("3:3")).meaning == "Montaña"


def test_a_tile_the_set_has_once_is_not_held_twice() -> None:
    with pytest.raises(InvalidInput, match="Tile 1:2 appears too often: the set contains it only once"):
        tile_hand(tile("1:2"), tile("1:2"))
