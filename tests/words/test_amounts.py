"""Amounts of euros as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novamas.errors import InvalidInput
from novamas.law.texts import LANGUAGES, Language
from novamas.words import voice_for
from novamas.words.amounts import TwoAmounts, amount_typed, amounts, read_amount


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("written", "cents"),
    [
        ("5", 500),
        (" 5 €", 500),
        ("€5", 500),
        ("5,5", 550),
        ("5,50", 550),
        ("5.50", 550),
        ("0,05", 5),
        ("1000", 100_000),
        ("1.000,50", 100_050),
        ("1,000.50", 100_050),
        ("1.000.000", 100_000_000),
        ("1,000,000.5", 100_000_050),
        ("12345,5", 1_234_550),
    ],
)
def test_amounts_are_read_alike_everywhere(written: str, cents: int, language: Language) -> None:
    assert read_amount(written, language) == cents


@pytest.mark.parametrize(
    ("written", "in_spanish", "in_english"),
    [
        ("1.000", (100_000,), (100_000, 100)),
        ("1,000", (100_000, 100), (100_000,)),
        ("1.500", (150_000,), (150_000, 150)),
        ("1,555", (), (155_500,)),
        ("1.555", (155_500,), ()),
    ],
)
def test_three_digits_after_a_mark(
    written: str, in_spanish: tuple[int, ...], in_english: tuple[int, ...]
) -> None:
    assert amounts(written, "es") == amounts(written, "ca") == in_spanish
    assert amounts(written, "en") == in_english


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "written",
    ["", "€", "-5", "+5", "5,", ",5", "5,555,5", "1.00.000", "1.000,555", "0.500", "5 5", "cinco", "٣"],
)
def test_what_is_no_amount(written: str, language: Language) -> None:
    with pytest.raises(InvalidInput) as fault:
        read_amount(written, language)
    assert fault.value.code == "amount_unreadable"


def test_a_thousand_that_may_be_one_is_not_guessed() -> None:
    with pytest.raises(TwoAmounts) as fault:
        read_amount("1.000", "en")
    assert (fault.value.figures["first"], fault.value.figures["second"]) == (100_000, 100)
    assert "1.000,00 € o 1,00 €" in voice_for("es").error(fault.value)


@given(cents=st.integers(0, 10**10), language=st.sampled_from(LANGUAGES))
def test_an_amount_is_read_as_it_is_typed_and_as_it_is_shown(cents: int, language: Language) -> None:
    assert read_amount(amount_typed(cents, language), language) == cents
    assert read_amount(voice_for(language).money(cents), language) == cents
