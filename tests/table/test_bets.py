"""One grammar of bets: written bets are read back, and read bets are written unchanged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novamas.errors import InvalidInput
from novamas.table.bets import BetName, read_bet, write_bet

KINDS = st.from_regex(r"[a-z0-9][a-z0-9_]{0,11}", fullmatch=True)
PLACES = st.from_regex(r"|[a-zA-Z0-9][a-zA-Z0-9_:-]{0,8}", fullmatch=True)


@given(st.builds(BetName, KINDS, PLACES, st.integers(0, 30), st.integers(0, 30)))
def test_what_is_written_is_read_back(bet: BetName) -> None:
    written = write_bet(bet.kind, bet.place, bet.hand, bet.times)
    assert read_bet(written) == bet
    assert read_bet(bet.spot) == BetName(bet.kind, bet.place)


@given(st.text("ab1_:.@-", max_size=9))
def test_what_is_read_is_written_the_same(text: str) -> None:
    try:
        bet = read_bet(text)
    except InvalidInput:
        return
    assert write_bet(bet.kind, bet.place, bet.hand, bet.times) == text


@pytest.mark.parametrize(
    ("text", "bet"),
    [
        ("rojo", BetName("rojo")),
        ("pleno:17", BetName("pleno", "17")),
        ("transversal:0-1-2", BetName("transversal", "0-1-2")),
        ("mano:3.2", BetName("mano", "3", hand=2)),
        ("rojo@2", BetName("rojo", times=2)),
        ("seguro:rojo", BetName("seguro", "rojo")),
        ("tarde:pleno:00", BetName("tarde", "pleno:00")),
        ("boton:SG", BetName("boton", "SG")),
    ],
)
def test_bets_of_the_games(text: str, bet: BetName) -> None:
    assert read_bet(text) == bet


@pytest.mark.parametrize(
    "text", ["", ":17", "pleno:", "rojo@0", "rojo@", "mano:3.", "mano:3.0", "rojo 5", "a@1.2"]
)
def test_what_is_no_bet_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput):
        read_bet(text)
