"""The index of clauses: their ids, their content in plain words, and readings of doubtful ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal
from unicodedata import combining, normalize

import msgspec

if TYPE_CHECKING:
    from novamas.law.library import Library

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


class ClauseTranslation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a clause in a language other than English."""

    id: str
    says: str
    erratum: str | None = None
    reading: Reading | None = None


def read_index(law: Library) -> dict[str, Clause]:
    """Return every clause of every norm by id, in reading order."""
    decoder = msgspec.json.Decoder(Clause)
    found = {
        clause.id: clause
        for norm in law.norms
        for clause in decoder.decode_lines(law.read("clauses", f"{norm}.jsonl") or b"")
    }
    for clause_id, reading in _our_readings(law, "clauses_readings.toml").items():
        found[clause_id] = msgspec.structs.replace(found[clause_id], reading=reading)
    return found


def read_translations(law: Library, language: str) -> dict[str, ClauseTranslation]:
    """Return the translations of all clauses by id."""
    decoder = msgspec.json.Decoder(ClauseTranslation)
    found = {
        translation.id: translation
        for norm in law.norms
        for translation in decoder.decode_lines(law.read("clauses", language, f"{norm}.jsonl") or b"")
    }
    for clause_id, reading in _our_readings(law, f"clauses_readings.{language}.toml").items():
        found[clause_id] = msgspec.structs.replace(found[clause_id], reading=reading)
    return found


def read_headings(law: Library) -> dict[str, dict[str, str]]:
    """Return the headings of the gazettes by language. In Spanish one differs only to correct a misprint."""
    return {
        printed: headings
        for pack in law.packs
        for printed, headings in msgspec.json.decode(
            pack.read("clauses_headings.json") or b"{}", type=dict[str, dict[str, str]]
        ).items()
    }


def _our_readings(law: Library, file: str) -> dict[str, Reading]:
    """Return the readings made or changed while the games were built. The others are in the index."""
    return msgspec.convert(law.tables(file), dict[str, Reading])


def search_clauses(law: Library, words: str, language: str = "en") -> tuple[Clause, ...]:
    """Return the clauses whose text contains all these words, in this language or in English."""
    wanted = _folded(str(words)).split()
    return tuple(found for found in law.index.values() if _has(law, found, wanted, language))


def _has(law: Library, found: Clause, wanted: list[str], language: str) -> bool:
    translated = () if language == "en" else _texts(law.clause_in(found.id, language))
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
