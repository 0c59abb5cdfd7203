"""List of the code that cites the law: each clause beside the function or class that follows it.

`tests/law/cited.txt` is generated from the code. If a citation is replaced by another, that file changes, and
the words of the clause beside the name show whether they fit. Modules of one package count as one place, so
code may move within it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import novamas
from novamas.law import library
from novamas.law.citations import expand_ids

ROOT = Path(novamas.__file__).parent
LEVELS = 2  # of a module's path: `games.blackjack` for `games/blackjack/acts.py`
WORDS = 60  # characters of the clause

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def printed() -> str:
    """Return one line for each citation: its place, name and clause, and the clause's first words."""
    lines = sorted({line for path in sorted(ROOT.rglob("*.py")) for line in _lines_of(path)})
    return "".join(f"{line}\n" for line in lines)


def _lines_of(path: Path) -> Iterator[str]:
    place = ".".join(path.relative_to(ROOT).with_suffix("").parts[:LEVELS])
    for name, clause in citations(ast.parse(path.read_text("utf-8"))):
        yield f"{place}  {name}  {clause}  {_begun(library().index[clause].says)}"


def citations(tree: ast.AST, within: str = "") -> Iterator[tuple[str, str]]:
    """Yield the qualified name of each definition that cites the law, with each clause."""
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, Definition):
            yield from citations(node, within)
            continue
        name = f"{within}.{node.name}" if within else node.name
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "law":
                for word in mark.args:
                    if isinstance(word, ast.Constant) and isinstance(word.value, str):
                        yield from ((name, clause) for clause in expand_ids(word.value, library().index))
        yield from citations(node, name)


def _begun(text: str) -> str:
    return text if len(text) <= WORDS else f"{text[:WORDS].rsplit(' ', 1)[0]} …"
