"""A line describes a deed. Amounts, draws and names of parts can be written in several ways."""

from __future__ import annotations

from decimal import Decimal

import pytest

from novamas.errors import InvalidInput
from novamas.families.banked.acts import Bet
from novamas.games import game
from novamas.table.deeds import Drawn
from novamas.table.notation import read, write

DEEDS = game("ruleta").deeds


@pytest.mark.parametrize(
    "line",
    [
        "s1 bet rojo 1000",
        "s1 bet rojo 10 €",
        "s1 bet rojo 10€",
        "s1 bet rojo 10,00 €",
        "s1 bet bet=rojo cents=1000",
        "s1 bet cents=10 € bet=rojo",
        "s1 bet rojo cents=1000",
        "s1 bet 1000 bet=rojo",
    ],
)
def test_one_bet_in_many_ways(line: str) -> None:
    assert read(DEEDS, line) == Bet(1, "rojo", 1000)
    assert write(read(DEEDS, line)) == "s1 bet rojo 1000"


@pytest.mark.parametrize("cents", [1000, "1000", "10 €", Decimal("10"), Decimal("10.00")])
def test_parts_may_be_given_apart(cents: object) -> None:
    assert read(DEEDS, "s1 bet", {"bet": "rojo", "cents": cents}) == Bet(1, "rojo", 1000)
    assert read(DEEDS, "s1 bet rojo", {"cents": cents}) == Bet(1, "rojo", 1000)


@pytest.mark.parametrize(
    ("word", "what"), [("17", 17), ("00", 37), ("Ks", 47), ("10h", 34), ("3-4", 34), ("6:6", 66)]
)
def test_draws_have_names(word: str, what: int) -> None:
    assert read(DEEDS, f"chance drawn {word}") == Drawn(what=what)


def test_what_goes_without_saying_may_be_left_out() -> None:
    assert read(DEEDS, "croupier hagan_juego") == read(DEEDS, "croupier hagan_juego no")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "no_such_deed"),
        ("s1", "no_such_deed"),
        ("s1 dance", "no_such_deed"),
        ("s1 bet", "wrong_number_of_words"),
        ("s1 bet rojo", "wrong_number_of_words"),
        ("s1 bet rojo 5 5", "wrong_number_of_words"),
        ("s1 bet rojo 5 colour=red", "wrong_number_of_words"),
        ("s1 bet bet=rojo bet=negro cents=5", "wrong_number_of_words"),
        ("s1 bet by=2 rojo 5", "wrong_number_of_words"),
        ("s1 bet rojo x", "unreadable_deed"),
        ("s1 bet rojo 2,50", "unreadable_deed"),
        ("s1 bet rojo 2,505 €", "amount_unreadable"),
        ("x1 bet rojo 5", "no_such_person"),
        ("chance drawn Zz", "draw_unreadable"),
    ],
)
def test_what_cannot_be_read_is_told_by_its_code(line: str, code: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        read(DEEDS, line)
    assert raised.value.code == code
