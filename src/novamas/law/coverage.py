"""Coverage of the law: which clauses the code and the tests cite.

The project must implement every clause with duty `engine` or `table`. A clause is covered if its id occurs
in src/ (code or data) and in tests/. A last component n-m cites clauses n to m of that node. An id that
matches no clause is an error.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from novamas.law.citations import CITATION, expand_ids
from novamas.law.clauses import Clause
from novamas.law.errors import LawError

if TYPE_CHECKING:
    from novamas.law.library import Library

READ = (".py", ".toml", ".json", ".yaml", ".yml")
NO_CITATION = "clauses"  # files with this prefix are the index itself
FILE_NAME = (".json", ".jsonl", ".toml", ".play", ".md")  # extensions of files named after a norm


class Row(msgspec.Struct, frozen=True):
    """The number of clauses to implement, and how many of them the code, the tests and both cite."""

    owed: int
    code: int
    tests: int
    both: int


@dataclass(frozen=True)
class Coverage:
    """The clauses that a project's code and tests cite, and the clauses still missing."""

    law: Library
    in_code: frozenset[str]
    in_tests: frozenset[str]
    unknown: tuple[str, ...]

    def row(self, game: str | None = None) -> Row:
        """Return the numbers for one game or for all games."""
        owed = [clause.id for clause in self.law.clauses(game=game) if clause.is_owed]
        return Row(
            owed=len(owed),
            code=sum(id in self.in_code for id in owed),
            tests=sum(id in self.in_tests for id in owed),
            both=sum(id in self.in_code and id in self.in_tests for id in owed),
        )

    def games(self) -> dict[str, Row]:
        """Return the numbers for every game that has clauses to implement."""
        owing = sorted({clause.game for clause in self.law.clauses() if clause.is_owed})
        return {game: self.row(game) for game in owing}

    def conduct(self) -> tuple[int, int]:
        """Return how many clauses on conduct the code cites, and how many there are."""
        conduct = self.law.clauses(duty="conduct")
        return sum(clause.id in self.in_code for clause in conduct), len(conduct)

    def missing(self, game: str) -> tuple[tuple[Clause, tuple[Literal["code", "tests"], ...]], ...]:
        """Return the clauses of a game that are not fully covered, each with what is missing."""
        found = []
        for clause in self.law.clauses(game=game):
            lacks: list[Literal["code", "tests"]] = []
            if clause.is_owed and clause.id not in self.in_code:
                lacks.append("code")
            if clause.is_owed and clause.id not in self.in_tests:
                lacks.append("tests")
            if lacks:
                found.append((clause, tuple(lacks)))
        return tuple(found)


class NoSourceTree(LawError):
    """Raised when a folder has no `src` in which clauses could be cited."""


def coverage(law: Library, root: Path) -> Coverage:
    """Read every citation in a project's src/ and tests/. Raise `NoSourceTree` if there is no src/."""
    if not (root / "src").is_dir():
        raise NoSourceTree("no_source_tree", root=str(root.absolute()))
    in_code, unknown_in_code = _cited(law, root / "src")
    in_tests, unknown_in_tests = _cited(law, root / "tests")
    return Coverage(law, in_code, in_tests, tuple(sorted(unknown_in_code | unknown_in_tests)))


def _cited(law: Library, folder: Path) -> tuple[frozenset[str], frozenset[str]]:
    """Return the clauses cited in a folder, and the citations that match no clause."""
    known = law.index
    nodes = {id[:dot] for id in known for dot in range(len(id)) if id[dot] == "."}
    citations: set[str] = set()
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix in READ and not path.name.startswith(NO_CITATION):
            found = CITATION.findall(path.read_text("utf-8", "replace"))
            citations.update(one for one in found if not one.endswith(FILE_NAME))
    ids = {id for citation in citations for id in expand_ids(citation, known)}
    return frozenset(ids & known.keys()), frozenset(ids - known.keys() - nodes)
