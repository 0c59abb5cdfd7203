"""Parser of cards in any language: As, 10h, A♠, as de picas, dama de trèvols, ace of spades."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from novamas.equipment.cards import RANK_LETTERS, SUIT_LETTERS, SUIT_SYMBOLS, cards
from novamas.law.texts import LANGUAGES
from novamas.words.normalisation import LITTLE, normalise
from novamas.words.texts import text_file

_BETWEEN = re.compile(r"[\s,;.+]+")


def read_cards(text: str) -> tuple[int, ...]:
    """Return the cards that a text names in any language. Raise if a card appears twice."""
    return cards(cards_written(text))


def cards_written(text: str) -> str:
    """Return a text with its cards in the notation of records. Other words, such as tiles, stay the same."""
    return " ".join(_as_written(text))


def _as_written(text: str) -> Iterator[str]:
    """Yield the words of a text. The words of one card are joined into one."""
    ranks, suits, jokers = _names()
    words = [word for word in _BETWEEN.split(text) if word]
    place = 0
    while place < len(words):
        name = _folded(words[place])
        after = place + 1
        while after < len(words) and _folded(words[after]) in LITTLE:
            after += 1
        suit = suits.get(_folded(words[after])) if after < len(words) else None
        if suit and name in ranks:
            yield ranks[name] + suit
            place = after + 1
        else:
            is_little = name in LITTLE - {"a"}
            if not is_little:
                yield "Jk" if name in jokers else words[place]
            place += 1


def _folded(word: str) -> str:
    name = normalise(word).replace("’", "'")
    return name[2:] if name[:2] in ("l'", "d'") else name


@cache
def _names() -> tuple[dict[str, str], dict[str, str], frozenset[str]]:
    """Return the names and letters of ranks and suits, and the names of the joker."""
    ranks = {name: rank for rank in RANK_LETTERS for name in (rank.lower(), *_said(f"rank_{rank}"))}
    signs = zip(SUIT_LETTERS, SUIT_SYMBOLS, strict=True)
    suits = {name: suit for suit, sign in signs for name in (sign, *_said(f"suit_{suit}"))}
    return ranks | {"10": "T", "1": "A"}, suits, frozenset(_said("joker"))


def _said(code: str) -> list[str]:
    text = text_file("cards")[code]
    return [normalise(name) for language in LANGUAGES for name in text.in_language(language).split("|")]
