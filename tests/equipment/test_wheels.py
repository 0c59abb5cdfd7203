from collections import Counter

import pytest

from novamas.equipment import (
    BOULE,
    DOUBLE_ZERO,
    DOUBLE_ZERO_WHEEL,
    FORTUNE,
    JOKER_NEGRO,
    JOKER_ROJO,
    SINGLE_ZERO,
    Colour,
    Wheel,
)
from novamas.errors import InvalidInput

ROULETTES = pytest.mark.parametrize("wheel", [SINGLE_ZERO, DOUBLE_ZERO_WHEEL], ids=["0", "00"])
ALL = pytest.mark.parametrize("wheel", [SINGLE_ZERO, DOUBLE_ZERO_WHEEL, BOULE, FORTUNE])


def beside(wheel: Wheel) -> list[tuple[int, int]]:
    return [(wheel.codes[place - 1], wheel.codes[place]) for place in range(wheel.total)]


@ALL
def test_weights_add_up_and_labels_round_trip(wheel: Wheel) -> None:
    assert Counter(wheel.at(n) for n in range(wheel.total)) == dict(wheel.items())
    for code, _ in wheel.items():
        assert wheel.code(wheel.label(code)) == code
    assert len(wheel.pockets) == len(wheel.codes) == len(wheel.colours)


@pytest.mark.law("IB05.01.II.Instrumentos.3")
@ROULETTES
def test_red_and_black_alternate_and_zeros_are_neither(wheel: Wheel) -> None:
    zeros = {0, DOUBLE_ZERO} & set(wheel.codes)
    assert set(wheel.codes) - zeros == set(range(1, 37))
    assert all(weight == 1 for _, weight in wheel.items())
    assert all(wheel.colour(zero) is Colour.GREEN for zero in zeros)
    for one, other in beside(wheel):
        if not {one, other} & zeros:
            assert {wheel.colour(one), wheel.colour(other)} == {Colour.RED, Colour.BLACK}


@pytest.mark.law("IB05.01.II.Instrumentos.4")
@ROULETTES
def test_no_two_consecutive_numbers_are_neighbours(wheel: Wheel) -> None:
    for one, other in beside(wheel):
        if DOUBLE_ZERO not in (one, other):
            assert abs(one - other) != 1


@pytest.mark.law("IB05.01.II.Instrumentos.4")
@ROULETTES
def test_the_eighteen_blacks(wheel: Wheel) -> None:
    blacks = {code for code in wheel.codes if wheel.colour(code) is Colour.BLACK}
    assert blacks == {2, 4, 6, 8, 10, 11, 13, 15, 17, 20, 22, 24, 26, 28, 29, 31, 33, 35}
    assert sum(colour is Colour.RED for colour in wheel.colours) == 18


def test_neighbours_are_the_law_s_own_examples() -> None:
    assert set(SINGLE_ZERO.neighbours(0)) == {3, 15, 26, 32}
    assert SINGLE_ZERO.neighbours(17) == (2, 25, 34, 6)
    assert SINGLE_ZERO.neighbours(17, each_side=1) == (25, 34)
    assert SINGLE_ZERO.opposite(0) == 5


@pytest.mark.law("AR10.5.a.1")
def test_the_double_zero_faces_the_zero() -> None:
    wheel = DOUBLE_ZERO_WHEEL
    assert wheel.total == 38
    assert wheel.opposite(0) == DOUBLE_ZERO
    assert wheel.opposite(DOUBLE_ZERO) == 0
    assert wheel.label(DOUBLE_ZERO) == "00"
    assert wheel.colour(DOUBLE_ZERO) not in (Colour.RED, Colour.BLACK)


@pytest.mark.law("IB05.04.II.4", "IB05.04.II.5")
def test_boule_has_each_number_twice_and_the_five_is_neither_red_nor_black() -> None:
    assert BOULE.total == 18
    assert dict(BOULE.items()) == dict.fromkeys(range(1, 10), 2)
    by_colour = {colour: {code for code in BOULE.codes if BOULE.colour(code) is colour} for colour in Colour}
    assert by_colour == {Colour.BLACK: {1, 3, 6, 8}, Colour.RED: {2, 4, 7, 9}, Colour.GREEN: {5}}
    assert all(BOULE.colours[place] is BOULE.colour(code) for place, code in enumerate(BOULE.codes))


@pytest.mark.law("IB05.10.II.3")
def test_the_wheel_of_fortune_has_54_cells() -> None:
    assert FORTUNE.total == 54
    assert dict(FORTUNE.items()) == {24: 24, 15: 15, 7: 7, 4: 4, 2: 2, JOKER_ROJO: 1, JOKER_NEGRO: 1}
    assert all(one != other for one, other in beside(FORTUNE))
    assert FORTUNE.opposite(JOKER_ROJO) == JOKER_NEGRO
    assert FORTUNE.code("joker_negro") == JOKER_NEGRO


def test_unknown_pockets_are_refused() -> None:
    with pytest.raises(InvalidInput, match=r"no pocket “37”\. It has 0, 1, 2"):
        SINGLE_ZERO.code("37")
    with pytest.raises(InvalidInput, match="no pocket “37”"):
        SINGLE_ZERO.colour(37)
