from collections import Counter
from itertools import combinations

import pytest

from novamas.equipment import (
    PAIRS,
    TILE_KINDS,
    TILE_SET,
    are_pair,
    pair_of,
    pips,
    tile,
    tile_name,
    tile_names,
    tiles,
)
from novamas.errors import InvalidInput


@pytest.mark.law("CM16.ANX1.2.a.1")
def test_the_set_has_32_tiles_in_sixteen_pairs() -> None:
    assert len(TILE_SET) == 32
    assert len(PAIRS) == 16
    paired = [two for two in combinations(range(32), 2) if are_pair(TILE_SET[two[0]], TILE_SET[two[1]])]
    assert len(paired) == 16
    assert len({place for two in paired for place in two}) == 32


@pytest.mark.law("CM16.ANX1.2.a.2")
def test_the_first_series_is_eleven_identical_pairs() -> None:
    twice = {tile_name(kind) for kind, count in Counter(TILE_SET).items() if count == 2}
    assert twice == {"1:1", "2:2", "3:3", "4:4", "5:5", "6:6", "5:6", "4:6", "1:6", "1:5", "1:3"}


@pytest.mark.law("CM16.ANX1.2.a.3")
def test_the_second_series_is_ten_tiles() -> None:
    once = {tile_name(kind) for kind, count in Counter(TILE_SET).items() if count == 1}
    assert once == {"3:6", "2:6", "4:5", "3:5", "2:5", "3:4", "2:4", "1:4", "2:3", "1:2"}


def test_tiles_round_trip() -> None:
    for kind in TILE_KINDS:
        assert tile(tile_name(kind)) == kind
    assert tile("4:2") == tile("2:4")
    assert tile_names(tiles("6:6 6:6 1:2")) == "6:6 6:6 1:2"
    assert pips(tile("5:6")) == 11
    assert pair_of(tile("1:2")).name == pair_of(tile("2:4")).name == "Gee Joon"


def test_only_one_tile_of_a_mixed_pair_is_no_pair() -> None:
    assert are_pair(tile("1:2"), tile("2:4"))
    assert not are_pair(tile("1:2"), tile("1:2"))
    assert not are_pair(tile("4:5"), tile("4:4"))


@pytest.mark.parametrize("text", ["0:1", "7:7", "2", "", "1:2:3", "a:b"])
def test_what_is_no_tile_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="is not a Chinese domino"):
        tile(text)


@pytest.mark.parametrize("text", ["6:6 6:6 6:6", "1:2 1:2"])
def test_more_tiles_than_the_set_has_are_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="appears too often"):
        tiles(text)
