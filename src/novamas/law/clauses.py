"""The index of clauses: their ids, their content in plain words, and readings of doubtful ones."""

from __future__ import annotations

from functools import cache
from typing import Literal
from unicodedata import combining, normalize

import msgspec

from novamas.errors import quoted
from novamas.law.errors import UnknownClause, UnknownName, nearest
from novamas.law.norms import norms
from novamas.law.package_data import read_data
from novamas.law.texts import LANGUAGES

Duty = Literal["engine", "table", "conduct", "info", "none"]


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The project's interpretation of a doubtful clause: a question, the decision and its reason."""

    applies: str
    asks: str
    why: str


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One clause of a norm: what it requires, and the duty of software towards it."""

    id: str
    norm: str
    game: str
    path: tuple[str, ...]
    kind: str
    duty: Duty
    says: str
    see: tuple[str, ...] = ()
    ca: str | None = None
    erratum: str | None = None
    reading: Reading | None = None

    @property
    def is_owed(self) -> bool:
        """Whether a game or the set-up check must apply this clause."""
        return self.duty in ("engine", "table")

    def in_language(self, language: str) -> Clause:
        """Return the clause in a language: its content, reading, erratum and the headings above it."""
        found = index()[self.id]
        path = tuple(_heading(step, language) for step in found.path)
        translation = _translations(language).get(self.id, found)
        return msgspec.structs.replace(
            found, path=path, says=translation.says, erratum=translation.erratum, reading=translation.reading
        )


class ClauseTranslation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a clause in a language other than English."""

    id: str
    says: str
    erratum: str | None = None
    reading: Reading | None = None


@cache
def index() -> dict[str, Clause]:
    """Return every clause of every norm by id, in reading order."""
    decoder = msgspec.json.Decoder(Clause)
    found = {
        clause.id: clause
        for norm in norms()
        for clause in decoder.decode_lines(read_data("clauses", f"{norm}.jsonl"))
    }
    for clause_id, reading in _our_readings("clauses_readings.toml").items():
        found[clause_id] = msgspec.structs.replace(found[clause_id], reading=reading)
    return found


@cache
def _translations(language: str) -> dict[str, ClauseTranslation]:
    """Return the translations of all clauses by id. English has none: the index is in English."""
    if language not in LANGUAGES:
        raise UnknownName("unknown_language", given=quoted(language), known=LANGUAGES)
    if language == "en":
        return {}
    decoder = msgspec.json.Decoder(ClauseTranslation)
    found = {
        translation.id: translation
        for norm in norms()
        for translation in decoder.decode_lines(read_data("clauses", language, f"{norm}.jsonl"))
    }
    for clause_id, reading in _our_readings(f"clauses_readings.{language}.toml").items():
        found[clause_id] = msgspec.structs.replace(found[clause_id], reading=reading)
    return found


def _heading(printed: str, language: str) -> str:
    """Return a heading of the gazette in a language. In Spanish it differs only to correct a misprint."""
    return _headings().get(printed, {}).get(language, printed)


@cache
def _headings() -> dict[str, dict[str, str]]:
    return msgspec.json.decode(read_data("clauses_headings.json"), type=dict[str, dict[str, str]])


def _our_readings(file: str) -> dict[str, Reading]:
    """Return the readings made or changed while the games were built. The others are in the index."""
    return msgspec.toml.decode(read_data(file), type=dict[str, Reading])


def clause(clause_id: str) -> Clause:
    """Return the clause with this id. Raise `UnknownClause`, with similar ids, if there is none."""
    try:
        return index()[clause_id]
    except (KeyError, TypeError):
        near = nearest(clause_id, index())
        raise UnknownClause("unknown_clause", given=quoted(clause_id), near=near) from None


def clauses(
    *, norm: str | None = None, game: str | None = None, duty: Duty | None = None
) -> tuple[Clause, ...]:
    """Return clauses in reading order, filtered by norm, game and duty."""
    return tuple(
        clause
        for clause in index().values()
        if (norm is None or clause.norm == norm)
        and (game is None or clause.game == game)
        and (duty is None or clause.duty == duty)
    )


def search_clauses(words: str, language: str = "en") -> tuple[Clause, ...]:
    """Return the clauses whose text contains all these words, in this language or in English."""
    wanted = _folded(str(words)).split()
    return tuple(found for found in index().values() if _has(found, wanted, language))


def _has(found: Clause, wanted: list[str], language: str) -> bool:
    translated = () if language == "en" else _texts(found.in_language(language))
    texts = _folded(" ".join((*_texts(found), *translated)))
    return all(word in texts for word in wanted)


def _texts(clause: Clause) -> tuple[str, ...]:
    reading = clause.reading
    ours = (reading.asks, reading.applies) if reading else ()
    return (clause.id, clause.game, *clause.path, clause.says, *ours)


def _folded(text: str) -> str:
    """Return the text in lower case and without accents, which people omit when they search."""
    letters = normalize("NFD", text.casefold().replace("’", "'"))
    return "".join(letter for letter in letters if not combining(letter))
