"""Hands on a table have the names that people use, in the player's language."""

from __future__ import annotations

import pytest
from tools.odds_goldens import example_table

from novamas.house.hand_names import hand_name
from novamas.words import voice_for
from novamas.words.card_parser import read_cards


@pytest.mark.parametrize(
    ("slug", "norm", "cards", "board", "named"),
    [
        ("blackjack", "IB05", "As 4h", "", "15 blando"),
        ("blackjack", "IB05", "As Kh", "", "black jack"),
        ("blackjack", "IB05", "Ts 6h", "", "16"),
        ("blackjack", "IB05", "Ts 6h 9c", "", "25 · se pasa"),
        ("tres_cartas", "AR10", "Ks Kh 2c", "", "pareja de reyes"),
        ("holdem", "AR10", "As Ah", "2c 7d 7h", "doble pareja de ases y sietes"),
        ("holdem", "AR10", "As Ah", "", ""),
        ("pai_gow_poker", "AR10", "As Ah", "", "pareja de ases"),
    ],
)
def test_a_hand_has_the_name_that_people_say(
    slug: str, norm: str, cards: str, board: str, named: str
) -> None:
    table, voice = example_table(slug, norm), voice_for("es", slug)
    found = hand_name(table, read_cards(cards), read_cards(board), voice)
    assert found.name == named
