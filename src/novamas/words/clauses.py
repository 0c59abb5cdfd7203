"""Clauses as JSON payloads: one clause with its replacement, or all clauses of a game or a norm."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from msgspec import Struct
from msgspec.structs import asdict

from novamas.errors import quoted
from novamas.law import Clause, Library, UnknownName
from novamas.law.errors import nearest
from novamas.words.voice import Voice


class ReplacementPayload(Struct, frozen=True):
    """The norm that replaced a clause, and the first and last possible day of its coming into force."""

    norm: str
    says: str
    cite: tuple[str, ...]
    earliest: date
    latest: date


class CitedClause(Clause, frozen=True, kw_only=True):
    """A clause of a norm, with its replacement if it was replaced."""

    replaced: ReplacementPayload | None


class CitedClauses(Struct, frozen=True):
    """The clauses of a citation."""

    clauses: tuple[CitedClause, ...]


def clause_payload(one: Clause, voice: Voice) -> CitedClause:
    """Return a clause for JSON, with its replacement if it was replaced."""
    by = voice.law.replacement_of(one.id)
    if by is None:
        return CitedClause(**asdict(one), replaced=None)
    replaced = ReplacementPayload(**{**asdict(by), "says": by.says.in_language(voice.language)})
    return CitedClause(**asdict(one), replaced=replaced)


def narrowed(law: Library, found: Iterable[Clause], game: str | None, norm: str | None) -> list[Clause]:
    """Return the clauses of the given game and norm. Raise if either does not exist."""
    if game:
        check_game(law, game)
    if norm:
        law.norm(norm)
    return [one for one in found if game in (None, one.game) and norm in (None, one.norm)]


def check_game(law: Library, game: str) -> None:
    """Raise if no clause of the law is about this game."""
    known = dict.fromkeys(one.game for one in law.clauses())
    if game not in known:
        raise UnknownName("unknown_game", given=quoted(game), near=nearest(game, known))
