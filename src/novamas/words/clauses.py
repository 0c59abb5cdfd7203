"""Clauses for other programs: one with what replaced it, and those of a game or a norm."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from novamas.errors import quoted
from novamas.law import Clause, UnknownName, clauses, norm_named
from novamas.law.catalogue import replacement_of
from novamas.law.errors import nearest
from novamas.words.voice import Voice


def clause_payload(one: Clause, voice: Voice) -> dict[str, object]:
    """A clause for other programs, with what replaced it."""
    by = replacement_of(one.id)
    replaced = by and {**msgspec.structs.asdict(by), "says": by.says.told(voice.language)}
    return {**msgspec.structs.asdict(one), "replaced": replaced}


def narrowed(found: Iterable[Clause], game: str | None, norm: str | None) -> list[Clause]:
    """The clauses of the game and of the norm, where they are given and exist."""
    if game:
        check_game(game)
    if norm:
        norm_named(norm)
    return [one for one in found if game in (None, one.game) and norm in (None, one.norm)]


def check_game(game: str) -> None:
    """Refuse a game of which no clause speaks."""
    known = dict.fromkeys(one.game for one in clauses())
    if game not in known:
        raise UnknownName("unknown_game", given=quoted(game), near=nearest(game, known))
