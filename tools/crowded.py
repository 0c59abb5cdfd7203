"""Clauses that only crowded tests prove: `python -m tools.crowded [GAME]`.

A test that cites nine clauses can hardly fail for each of them. A clause is crowded when every test that
cites it also cites many others. A case with its own marks counts as a test (`tests/support/cases.py`).
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from novamas.law import clauses, library
from novamas.law.citations import CITATION, expand_ids

TESTS = Path(__file__).parents[1] / "tests"
MANY = 9
CASES = ("case", "cited", "listed")  # what makes a case with a mark of its own, its clauses first


class Proof(NamedTuple):
    """A test, or one case of a test, with the clauses in its marks."""

    where: str
    cited: frozenset[str]


def proofs(folder: Path = TESTS) -> Iterator[Proof]:
    """Yield every test of a folder, and every case that has its own marks."""
    for path in sorted(folder.rglob("test_*.py")):
        text, where = path.read_text("utf-8"), path.relative_to(folder)
        for node in ast.walk(ast.parse(text)) if CITATION.search(text) else ():
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                if cited := _cited(_marks(node)):
                    yield Proof(f"{where}::{node.name}", cited)
            elif isinstance(node, ast.Call) and _is_case(node):
                yield Proof(f"{where}:{node.lineno}", _cited([node]))


def crowded(found: list[Proof]) -> dict[str, list[Proof]]:
    """Return the clauses that only tests with many clauses cite, and those tests."""
    by_clause: dict[str, list[Proof]] = {}
    for proof in found:
        for id in proof.cited:
            by_clause.setdefault(id, []).append(proof)
    owed = (one.id for one in clauses() if one.is_owed)
    return {
        id: by_clause[id]
        for id in owed
        if id in by_clause and all(len(proof.cited) >= MANY for proof in by_clause[id])
    }


def _marks(node: ast.FunctionDef | ast.ClassDef) -> list[ast.expr]:
    return [one for one in node.decorator_list if ast.unparse(one).startswith("pytest.mark.law(")]


def _is_case(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id in CASES and bool(_cited(call.args[:1]))


def _cited(nodes: list[ast.Call] | list[ast.expr]) -> frozenset[str]:
    text = " ".join(
        str(one.value)
        for node in nodes
        for one in ast.walk(node)
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    )
    return frozenset(id for one in CITATION.findall(text) for id in expand_ids(one, library().index))


def main() -> None:
    found = crowded(list(proofs()))
    for game, count in Counter(library().index[id].game for id in found).most_common():
        if sys.argv[1:] in ([], [game]):
            print(f"{count:4} {game}")
    for id, by in found.items():
        if sys.argv[1:] == [library().index[id].game]:
            print(f"{id}: {', '.join(f'{proof.where} ({len(proof.cited)})' for proof in by)}")
    print(f"{len(found):4} clauses that only crowded tests prove")


if __name__ == "__main__":
    main()
