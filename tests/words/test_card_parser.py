"""Cards are read as people write and say them, in three languages."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novamas.equipment.cards import DECK_53, JOKER, names, rank, suit, symbol
from novamas.errors import InvalidInput, NovamasError
from novamas.law.texts import LANGUAGES, Language
from novamas.words.card_parser import read_cards
from novamas.words.texts import text_file

OF = {"es": "de", "ca": "de", "en": "of"}


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("As", "As"),
        ("10h", "Th"),
        ("A♠ K♥", "As Kh"),
        ("A ♠, K ♥", "As Kh"),
        ("AsKd10h", "As Kd Th"),
        ("as de picas", "As"),
        ("el as de picas y el rey de corazones", "As Kh"),
        ("K de corazones", "Kh"),
        ("A de picas", "As"),
        ("10 de diamantes", "Td"),
        ("reina de tréboles", "Qc"),
        ("dama de trèvols", "Qc"),
        ("set de piques", "7s"),
        ("l’as de cors", "Ah"),
        ("l'as de cors", "Ah"),
        ("ace of spades, jack of clubs", "As Jc"),
        ("DOS DE CORS", "2h"),
        ("comodín", "Jk"),
        ("jòquer", "Jk"),
        ("", ""),
    ],
)
def test_cards_are_read(text: str, cards: str) -> None:
    assert names(read_cards(text)) == cards


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_read_by_each_of_its_names(language: Language) -> None:
    for card in DECK_53:
        if card == JOKER:
            continue
        letter = names([card])[0]
        ranks = text_file("cards")[f"rank_{letter}"].in_language(language).split("|")
        suits = text_file("cards")[f"suit_{suit(card)}"].in_language(language).split("|")
        for said in (f"{high} {OF[language]} {low}" for high in ranks for low in suits):
            assert read_cards(said) == (card,), (said, rank(card))
        assert read_cards(symbol(card)) == (card,)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("as de picas As", "card_twice"),
        ("as de oros", "card_unreadable"),
        ("hola", "card_unreadable"),
        ("rey", "card_unreadable"),
    ],
)
def test_what_is_no_card_is_named(text: str, code: str) -> None:
    with pytest.raises(InvalidInput) as fault:
        read_cards(text)
    assert fault.value.code == code


@given(st.text(max_size=30))
def test_no_text_breaks_it(text: str) -> None:
    with suppress(NovamasError):
        read = read_cards(text)
        assert len(set(read)) == len(read)
