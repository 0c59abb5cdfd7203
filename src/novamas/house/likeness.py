"""Likeness of sentences to the clauses of a norm, by the rare words that they share (tf-idf of stems)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import log, sqrt
from typing import NamedTuple

from novamas.law import Library
from novamas.words.normalisation import normalise

STEM = 6  # letters: «apuestas» and «apuesta» are one word
SHORTEST = 3
LANGUAGES = ("es", "ca")  # of gazettes
NEVER = ("noise",)  # kinds of clauses that no other norm has

Vector = Mapping[str, float]


class Like(NamedTuple):
    """A clause that resembles a sentence, and how much: 1 is the same words."""

    id: str
    score: float


class Likeness:
    """The clauses of a norm, in our own words, ready to be compared with sentences of another gazette."""

    def __init__(self, law: Library, norm: str) -> None:
        clauses = [one for one in law.clauses(norm=norm) if one.kind not in NEVER and one.duty != "none"]
        words = {one.id: _stems(law, one.id) for one in clauses}
        seen = Counter(stem for stems in words.values() for stem in set(stems))
        self._rarity = {stem: log(len(words) / count) + 1 for stem, count in seen.items()}
        self._vectors = {id: self._vector(stems) for id, stems in words.items()}
        self._games = {one.id: one.game for one in clauses}

    def nearest(self, sentence: str, game: str = "", count: int = 3) -> list[Like]:
        """Return the clauses of a game, or of any, that are nearest to a sentence."""
        wanted = self._vector(stems_of(sentence))
        found = [
            Like(id, _cosine(wanted, vector))
            for id, vector in self._vectors.items()
            if game in ("", self._games[id])
        ]
        found.sort(key=lambda like: -like.score)
        return [like for like in found[:count] if like.score > 0]

    def game_of(self, clause: str) -> str:
        """Return the game of a clause."""
        return self._games[clause]

    def _vector(self, stems: list[str]) -> Vector:
        rarest = max(self._rarity.values(), default=1.0)
        weighed = {stem: count * self._rarity.get(stem, rarest) for stem, count in Counter(stems).items()}
        length = sqrt(sum(weight * weight for weight in weighed.values())) or 1.0
        return {stem: weight / length for stem, weight in weighed.items()}


def stems_of(text: str) -> list[str]:
    """Return the stems of a text's words: without accents, cut short, without the shortest words."""
    words = "".join(letter if letter.isalnum() else " " for letter in normalise(text)).split()
    return [word[:STEM] for word in words if len(word) >= SHORTEST or word.isdigit()]


def _stems(law: Library, clause: str) -> list[str]:
    texts = (law.clause_in(clause, language).says for language in LANGUAGES)
    return [stem for text in texts for stem in dict.fromkeys(stems_of(text))]


def _cosine(one: Vector, other: Vector) -> float:
    return sum(weight * other[stem] for stem, weight in one.items() if stem in other)
