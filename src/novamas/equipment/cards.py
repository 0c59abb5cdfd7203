"""Playing cards as whole numbers: four cards per rank from the deuce to the ace, then the joker."""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import normalize

from novamas.errors import InvalidInput
from novamas.law import law

RANK_LETTERS = "23456789TJQKA"
SUIT_LETTERS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"
JOKER = 52

_RANKS = tuple(card // 4 + 2 for card in range(52))
_NAMES = (*(RANK_LETTERS[card // 4] + SUIT_LETTERS[card % 4] for card in range(52)), "Jk")
_SYMBOLS = (*(RANK_LETTERS[card // 4] + SUIT_SYMBOLS[card % 4] for card in range(52)), "★")
_CODES = {name.lower(): code for code, name in enumerate(_NAMES)} | {
    symbol.lower(): code for code, symbol in enumerate(_SYMBOLS)
}
_JOKERS = ("joker", "jòquer", "joquer", "comodín", "comodin", "jk", "*", "★")  # as people type it
_ONE_CARD = re.compile(
    rf"{'|'.join(map(re.escape, _JOKERS))}|(?:10|[2-9tjqka])[cdhs♣♦♥♠]\ufe0f?", re.IGNORECASE
)
_BETWEEN_CARDS = re.compile(r"[\s,;+]*")


def rank(card: int) -> int:
    """Return the rank of a card, from 2 for the deuce to 14 for the ace. The joker has no rank."""
    return _RANKS[card]


def suit(card: int) -> str:
    """Return the suit of a card: c, d, h or s."""
    return _NAMES[card][1]


def is_red(card: int) -> bool:
    """Return whether a card is a diamond or a heart."""
    return card % 4 in (1, 2) and card != JOKER


def name(card: int) -> str:
    """Return the name of a card, which `card` can read: "As", "Th", or "Jk" for the joker."""
    return _NAMES[card]


def names(cards: Iterable[int]) -> str:
    """Return the names of cards, which `cards` can read: "As Kd Th"."""
    return " ".join(_NAMES[card] for card in cards)


def symbol(card: int) -> str:
    """Return a card with the symbol of its suit: "A♠", "10♥"."""
    return _SYMBOLS[card].replace("T", "10")


def card(text: str) -> int:
    """Parse one card, such as "As", "10h" or "Q♦". Raise `InvalidInput` for any other text."""
    read = cards(text)
    if len(read) != 1:
        raise InvalidInput("card_unreadable", text_key="not_one_card", given=text)
    return read[0]


def cards(text: str) -> tuple[int, ...]:
    """Parse different cards, such as "As Kd 10h", "AsKdTh" or "As+Joker".

    Raise `InvalidInput` if a word is not a card or a card occurs twice.
    """
    read: list[int] = []
    text = normalize("NFC", text)
    place = _skip_between(text, 0)
    while place < len(text):
        match = _ONE_CARD.match(text, place)
        if match is None:
            word = text[place:].split()[0]
            raise InvalidInput("card_unreadable", word=word, given=text)
        code = _code(match[0])
        if code in read:
            raise InvalidInput("card_twice", cards=(code,))
        read.append(code)
        place = _skip_between(text, match.end())
    return tuple(read)


@law("IB09.12-1.I.4", "IB09.12-2-d.II.1", "AR10.10-2-B-d.II.1")
@law("IB05.12.II.1.1", "IB09.12-2-e.II.1", "AR10.10-2-B-e.II.1")
@law("AR10.10-2-A.II.2", "IB09.16.II.1.1", "AR10.10-1-C.II.1.1")
def deck(size: int) -> tuple[int, ...]:
    """Return a deck of this size. Short decks lack the lowest ranks, and the deck of 53 has the joker.

    It is our reading of AR10.10-2-A.II.2 that Aragón's decks of 48 to 36 cards lack the lowest ranks.
    """
    if size not in DECK_SIZES:
        raise InvalidInput("deck_unknown", size=size, known=DECK_SIZES)
    if size > 52:
        return tuple(range(size))
    return tuple(range(52 - size, 52))


def _skip_between(text: str, place: int) -> int:
    match = _BETWEEN_CARDS.match(text, place)
    return place if match is None else match.end()


def _code(text: str) -> int:
    plain = text.lower().removesuffix("\ufe0f").replace("10", "t")
    return JOKER if plain in _JOKERS else _CODES[plain]


DECK_SIZES = (28, 32, 36, 40, 44, 48, 52, 53)
DECK_28 = deck(28)
DECK_32 = deck(32)
DECK_36 = deck(36)
DECK_40 = deck(40)
DECK_44 = deck(44)
DECK_48 = deck(48)
DECK_52 = deck(52)
DECK_53 = deck(53)
