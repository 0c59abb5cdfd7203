"""Code that cites a clause is called: a rule without a caller keeps no clause."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import novamas
from novamas.table.tags import snake

ROOT = Path(novamas.__file__).parent
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def definitions(tree: ast.AST) -> Iterator[Definition]:
    return (node for node in ast.walk(tree) if isinstance(node, Definition))


def cites(node: Definition) -> bool:
    """Does it bear `@law(…)`?"""
    return any(
        isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "law"
        for mark in node.decorator_list
    )


def uses(tree: ast.AST) -> Counter[str]:
    """Return the number of uses of each name. Imports and `__all__` do not count."""
    names: Counter[str] = Counter()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name):
                names[name] += 1
            case ast.Constant(value=str() as text) if text.isidentifier():
                names[text] += 1
            case ast.Assign(targets=[ast.Name(id="__all__")], value=ast.List() as passed_on):
                names.subtract(
                    part.value
                    for part in passed_on.elts
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                )
    return names


@cache
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text("utf-8")) for path in sorted(ROOT.rglob("*.py"))}


def uncalled(modules: dict[Path, ast.Module]) -> list[str]:
    """Yield the cited definitions that no other code names. A class may also be named by its tag."""
    said = sum((uses(tree) for tree in modules.values()), Counter[str]())
    found = []
    for path, tree in modules.items():
        for node in definitions(tree):
            if not cites(node) or node.name.startswith("__"):
                continue
            names = {node.name, snake(node.name)} if isinstance(node, ast.ClassDef) else {node.name}
            within = uses(node)
            if all(said[name] <= within[name] for name in names):
                found.append(f"{path.name}: {node.name}")
    return found


def test_code_that_cites_a_clause_is_called() -> None:
    assert uncalled(trees()) == []


def test_a_rule_without_a_caller_is_found() -> None:
    rule = "@law('IB05.00.AU.1')\ndef {0}(n):\n    return {0}(n - 1)\n__all__ = ['{0}']\n"
    alone = ast.parse(rule.format("halve"))
    assert uncalled({Path("a.py"): alone}) == ["a.py: halve"]
    assert uncalled({Path("a.py"): alone, Path("b.py"): ast.parse("from a import halve")}) == ["a.py: halve"]
    assert uncalled({Path("a.py"): alone, Path("b.py"): ast.parse("print(halve(3))")}) == []
