"""Parser of the numbers in an English clause: in digits or words, as odds and fractions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "ninety": 90}
TIMES = {
    "once": 1,
    "single": 1,
    "even": 1,
    "twice": 2,
    "double": 2,
    "both": 2,
    "seventeen": 17,
    "hundred": 100,
}
RANKS = {"jack": 11, "queen": 12, "king": 13, "ace": 14}
PARTS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10, "twentieth": 20}
WORDS = {
    **{word: Fraction(number) for number, word in enumerate(ONES.split())},
    **{word: Fraction(number) for word, number in (TENS | TIMES | RANKS).items()},
    **{f"{rank}s": Fraction(number) for rank, number in RANKS.items()},
    "half": Fraction(1, 2),
    "halving": Fraction(1, 2),
}
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?|[a-z]+")
ODDS = re.compile(r"(\d[\d,]*|[a-z]+) to (\d[\d,]*|[a-z]+)\b")
RANGE = re.compile(r"\b(\d+) ?(?:-|to) ?(\d+)\b")
PERCENT = re.compile(r"(\d+(?:\.\d+)?|[a-z]+) ?(?:%|per cent)")
PART = re.compile(rf"(one|two|three|a) ({'|'.join(PARTS)})s?\b")


def numbers(sentence: str) -> frozenset[Fraction]:
    """Return every number in a sentence. `5%` is 5 and 1/20, `3 to 2` is 3, 2 and 3/2.

    If the sentence mentions euros, each number also counts in céntimos.
    """
    text = sentence.lower()
    said = {*_plain(text), *_odds(text), *_percents(text), *_parts(text), *_ranges(text)}
    return frozenset({*said, *(100 * number for number in said if "euro" in text)})


def _plain(text: str) -> Iterator[Fraction]:
    for word in NUMBER.findall(text):
        if (value := _value(word)) is not None:
            yield value


def _odds(text: str) -> Iterator[Fraction]:
    for one, other in ODDS.findall(text):
        wins, for_stake = _value(one), _value(other)
        if wins is not None and for_stake:
            yield wins / for_stake


def _percents(text: str) -> Iterator[Fraction]:
    for word in PERCENT.findall(text):
        if (value := _value(word)) is not None:
            yield value / 100


def _parts(text: str) -> Iterator[Fraction]:
    for count, part in PART.findall(text):
        yield (_value(count) or 1) * Fraction(1, PARTS[part])


def _ranges(text: str) -> Iterator[Fraction]:
    for first, last in RANGE.findall(text):
        yield from map(Fraction, range(int(first), int(last) + 1))


def _value(word: str) -> Fraction | None:
    """Return the number that a word means, or None."""
    if word[0].isdigit():
        return Fraction(word.rstrip(",").replace(",", ""))
    return WORDS.get(word)
