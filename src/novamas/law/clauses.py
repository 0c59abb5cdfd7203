"""The index of clauses: their ids, their content in plain words, and our readings of unclear ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal
from unicodedata import combining, normalize

import msgspec

from novamas.law.packs import PackFault, check_characters, converted

if TYPE_CHECKING:
    from novamas.law.library import Library

KINDS = (  # of clauses, as our words name them
    *("accounting", "admin", "amendment", "bet", "commission", "definition", "equipment", "irregularity"),
    *("jackpot", "layout", "limit", "noise", "option", "payout", "procedure", "prohibition", "ranking"),
    *("seats", "staff", "tie"),
)
UNWRITTEN = "?"  # in place of words, in the draft of a pack
Duty = Literal["engine", "table", "conduct", "info", "none"]


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The project's interpretation of an unclear clause: a question, the decision and its reason."""

    applies: str
    asks: str
    why: str


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One clause of a norm: its content, and how far software must apply it."""

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


def read_headings(law: Library) -> dict[str, dict[str, str]]:
    """Return the translations of the gazettes' headings by language. Spanish only corrects one misprint."""
    found: dict[str, dict[str, str]] = {}
    for pack in reversed(law.packs):  # our translation of a heading overrides that of another pack
        path = pack.path("clauses_headings.json")
        try:
            written = msgspec.json.decode(pack.read("clauses_headings.json") or b"{}")
            headings: dict[str, dict[str, str]] = converted(path, written, dict[str, dict[str, str]])
            if pack is not law.packs[0]:
                check_characters(path, headings)
        except (PackFault, msgspec.DecodeError, RecursionError):
            continue  # the headings stay untranslated; `pack check` reports the fault
        found |= headings
    return found


def search_clauses(law: Library, words: str, language: str = "en") -> tuple[Clause, ...]:
    """Return the clauses whose text contains all these words, in the given language or in English."""
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
