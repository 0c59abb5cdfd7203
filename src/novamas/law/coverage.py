"""Coverage of the law: which clauses the code and the tests cite.

The project must implement every clause with duty `engine` or `table`. A clause is covered if its id occurs
in src/ (code or data) and in tests/. A last component n-m cites clauses n to m of that node. An id that
matches no clause is an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from novamas.law.citations import CITATION, expand_ids
from novamas.law.clauses import Clause
from novamas.law.errors import LawError

if TYPE_CHECKING:
    from novamas.law.library import Library
    from novamas.law.packs import Pack

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
    norms: frozenset[str] | None = None  # whose clauses count, or None: all

    def _clauses(self, game: str | None = None) -> Iterator[Clause]:
        for clause in self.law.clauses(game=game):
            if self.norms is None or clause.norm in self.norms:
                yield clause

    def row(self, game: str | None = None) -> Row:
        """Return the numbers for one game or for all games."""
        owed = [clause.id for clause in self._clauses(game) if clause.is_owed]
        return Row(
            owed=len(owed),
            code=sum(id in self.in_code for id in owed),
            tests=sum(id in self.in_tests for id in owed),
            both=sum(id in self.in_code and id in self.in_tests for id in owed),
        )

    def games(self) -> dict[str, Row]:
        """Return the numbers for every game that has clauses to implement."""
        owing = sorted({clause.game for clause in self._clauses() if clause.is_owed})
        return {game: self.row(game) for game in owing}

    def conduct(self) -> tuple[int, int]:
        """Return how many clauses on conduct the code cites, and how many there are."""
        conduct = [clause for clause in self._clauses() if clause.duty == "conduct"]
        return sum(clause.id in self.in_code for clause in conduct), len(conduct)

    def missing(self, game: str) -> tuple[tuple[Clause, tuple[Literal["code", "tests"], ...]], ...]:
        """Return the clauses of a game that are not fully covered, each with what is missing."""
        found = []
        for clause in self._clauses(game):
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


def pack_coverage(law: Library, pack: Pack) -> Coverage:
    """Return the coverage of a pack's clauses: by its figures and code, and by its cases.

    A clause with the words of its twin is covered as its twin is. Borrowed figures count with the clauses of
    the pack that they cite.
    """
    norms = frozenset(norm for norm in law.norms if law.pack_of[norm] is pack)
    same = {id for id, twin in law.twins.items() if twin.is_same and id.partition(".")[0] in norms}
    figures = [
        str(group)
        for norm in norms
        for game in ("general", *law.entries(norm))
        for group in law.figures(norm, game).groups.values()
    ]
    files: Mapping[bool, list[str]] = {True: [], False: figures}
    for path in pack.paths():
        if path.endswith(READ) and not path.startswith(NO_CITATION):
            files[path.startswith("cases/")].append((pack.read(*path.split("/")) or b"").decode())
    files[False].extend(file.read_text("utf-8", "replace") for file in Path(pack.folder).rglob("*.py"))
    cited = {is_case: _expanded(law, texts) for is_case, texts in files.items()}
    unknown = {id for ids in cited.values() for id in ids if id not in law.index} - _nodes(law)
    in_code, in_tests = (frozenset(cited[is_case] & law.index.keys() | same) for is_case in (False, True))
    return Coverage(law, in_code, in_tests, tuple(sorted(unknown)), norms)


def _expanded(law: Library, texts: list[str]) -> set[str]:
    citations = {one for text in texts for one in CITATION.findall(text) if not one.endswith(FILE_NAME)}
    return {id for citation in citations for id in expand_ids(citation, law.index)}


def _nodes(law: Library) -> set[str]:
    """Return the beginnings of clause ids, which are no clauses but may be cited."""
    return {id[:dot] for id in law.index for dot in range(len(id)) if id[dot] == "."}


def _cited(law: Library, folder: Path) -> tuple[frozenset[str], frozenset[str]]:
    """Return the clauses cited in a folder, and the citations that match no clause."""
    texts = [
        path.read_text("utf-8", "replace")
        for path in folder.rglob("*")
        if path.is_file() and path.suffix in READ and not path.name.startswith(NO_CITATION)
    ]
    ids, known = _expanded(law, texts), law.index
    return frozenset(ids & known.keys()), frozenset(ids - known.keys() - _nodes(law))
