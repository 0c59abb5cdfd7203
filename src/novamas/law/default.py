"""The default library of a process and its queries. Only entry points use it: see `tests/tidy`."""

from __future__ import annotations

import os.path
from collections.abc import Mapping
from functools import cache

from novamas.law.clauses import Clause, Duty
from novamas.law.clauses import search_clauses as search
from novamas.law.installed import installed_packs
from novamas.law.library import Library, library_of
from novamas.law.norms import Norm

FOLDERS = "NOVAMAS_PACKS"  # the variable with folders of packs, separated as in PATH


@cache
def library() -> Library:
    """Return the default library of a process: our norms and the installed packs."""
    return library_with()


def library_with(*folders: str) -> Library:
    """Return a library of our norms, the installed packs and the packs in these folders."""
    named = (folder for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder)
    every = (*installed_packs(), *map(os.path.abspath, (*named, *folders)))
    return library_of(*dict.fromkeys(every))


@cache
def ours() -> Library:
    """Return the library of our own norms alone."""
    return library_of()


def norms() -> Mapping[str, Norm]:
    """Return every norm by name, the earliest first."""
    return library().norms


def norm_named(name: str) -> Norm:
    """Return the norm with this name. Raise `UnknownName`, with similar names, if there is none."""
    return library().norm(name)


def clause(clause_id: str) -> Clause:
    """Return the clause with this id. Raise `UnknownClause`, with similar ids, if there is none."""
    return library().clause(clause_id)


def clauses(
    *, norm: str | None = None, game: str | None = None, duty: Duty | None = None
) -> tuple[Clause, ...]:
    """Return clauses in reading order, filtered by norm, game and duty."""
    return library().clauses(norm=norm, game=game, duty=duty)


def search_clauses(words: str, language: str = "en") -> tuple[Clause, ...]:
    """Return the clauses whose text contains all these words, in this language or in English."""
    return search(library(), words, language)
