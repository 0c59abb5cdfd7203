from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novamas.equipment import Rounding, euros, ratio, read_euros, times
from novamas.errors import InvalidInput


@pytest.mark.parametrize(
    ("text", "cents"),
    [("2", 200), ("2,5", 250), ("2.5", 250), ("2,50", 250), (" 1234,05 €", 123405), ("0", 0), ("0,01", 1)],
)
def test_amounts_are_read(text: str, cents: int) -> None:
    assert read_euros(text) == cents


@pytest.mark.parametrize(
    "text", ["", " ", "-2", "2,505", "1.234", "1.234,50", "two", "2,", ",5", "2 50", "٣"]
)
def test_amounts_in_doubt_are_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="is not an amount of euros"):
        read_euros(text)


@given(st.integers(0, 99_999))
def test_what_is_shown_below_a_thousand_euros_can_be_read(cents: int) -> None:
    assert read_euros(euros(cents)) == cents


def test_amounts_are_shown_in_the_reader_s_language() -> None:
    assert euros(250).replace("\xa0", " ") == "2,50 €"
    assert euros(1_234_567).replace("\xa0", " ") == "12.345,67 €"
    assert euros(250, "en") == "€2.50"


def test_an_amount_that_nobody_has_is_told_by_its_size() -> None:
    assert euros(10**24).replace("\xa0", " ") == "10.000.000.000.000.000.000.000,00 €"
    assert (euros(10**30), euros(-(10**5000))) == ("10^28 €", "-10^4998 €")


@pytest.mark.parametrize(
    ("rounding", "halves"),
    [("down", [0, 1, 2, -1]), ("up", [1, 2, 3, 0]), ("half_up", [1, 2, 3, 0]), ("half_even", [0, 2, 2, 0])],
)
def test_every_rounding_of_a_half(rounding: str, halves: list[int]) -> None:
    amounts = [Fraction(1, 2), Fraction(3, 2), Fraction(5, 2), Fraction(-1, 2)]
    assert [Rounding(rounding).whole(amount) for amount in amounts] == halves


@given(st.fractions(), st.sampled_from([each for each in Rounding if each is not Rounding.EXACT]))
def test_rounding_moves_less_than_a_centimo(amount: Fraction, rounding: Rounding) -> None:
    assert abs(rounding.whole(amount) - amount) < 1
    if rounding in (Rounding.HALF_UP, Rounding.HALF_EVEN):
        assert abs(rounding.whole(amount) - amount) <= Fraction(1, 2)


def test_exact_money_refuses_a_fraction_of_a_centimo() -> None:
    assert times(200, Fraction(3, 2), Rounding.EXACT) == 300
    with pytest.raises(InvalidInput, match="3/2 céntimos"):
        times(1, Fraction(3, 2), Rounding.EXACT)


@pytest.mark.parametrize(("text", "rate"), [("35", 35), ("1/2", Fraction(1, 2)), ("3 a 2", Fraction(3, 2))])
def test_rates_are_read(text: str, rate: Fraction) -> None:
    assert ratio(text) == rate


@pytest.mark.parametrize("text", ["", "1/0", "-1", "0.5", "1:2", "a 1"])
def test_rates_in_doubt_are_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="is not a payout rate"):
        ratio(text)
