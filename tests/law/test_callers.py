"""Code that cites a clause is called: a rule without a caller does not count as kept.

A definition of a module is called by its own module, or by one that imports it, directly or through another
module. An accidentally equal name is not a call. A method is called by any attribute of its name.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import novamas

ROOT = Path(novamas.__file__).parent
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Modules = Mapping[str, ast.Module]  # by dotted name


def cites(node: Definition) -> bool:
    """Return whether a definition has the decorator `@law(…)`."""
    return any(
        isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "law"
        for mark in node.decorator_list
    )


def citing(tree: ast.Module) -> Iterator[tuple[Definition, bool]]:
    """Yield the definitions of a module that cite the law, and whether each is inside another one."""
    waiting: list[tuple[ast.AST, bool]] = [(tree, False)]
    while waiting:
        node, is_inner = waiting.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, Definition) and cites(child) and not child.name.startswith("__"):
                yield child, is_inner
            waiting.append((child, is_inner or isinstance(child, Definition)))


def names_in(tree: ast.AST) -> Counter[str]:
    """Return the names that a piece of code reads, except those that a function binds itself."""
    found: Counter[str] = Counter()
    waiting: list[tuple[ast.AST, frozenset[str]]] = [(tree, frozenset())]
    while waiting:
        node, bound = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            bound |= bound_by(node)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in bound:
            found[node.id] += 1
        waiting += ((child, bound) for child in ast.iter_child_nodes(node))
    return found


def bound_by(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> frozenset[str]:
    """Return the parameters and variables of a function."""
    own = {each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)}
    body = function.body if isinstance(function.body, list) else [function.body]
    stored = (each for part in body for each in ast.walk(part) if isinstance(each, ast.Name))
    return frozenset(own | {each.id for each in stored if isinstance(each.ctx, ast.Store)})


def attributes_in(tree: ast.AST) -> Counter[str]:
    """Return the attributes that a piece of code reads."""
    return Counter(node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute))


def imports_of(module: str, tree: ast.Module) -> dict[str, tuple[str, str]]:
    """Return the names that a module imports, each with its source module and its name there."""
    found: dict[str, tuple[str, str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for each in node.names:
                found[each.asname or each.name] = node.module, each.name
    return found


def called(modules: Modules) -> set[tuple[str, str]]:
    """Return every definition that other code reads, as the names of its module and itself."""
    imported = {module: imports_of(module, tree) for module, tree in modules.items()}

    def origin(module: str, name: str) -> tuple[str, str]:
        seen = set[tuple[str, str]]()
        while name in imported.get(module, {}) and (module, name) not in seen:
            seen.add((module, name))
            module, name = imported[module][name]
        return module, name

    found = set[tuple[str, str]]()
    for module, tree in modules.items():
        own = {node.name: names_in(node)[node.name] for node in tree.body if isinstance(node, Definition)}
        found |= {origin(module, name) for name, times in names_in(tree).items() if times > own.get(name, 0)}
        for node in ast.walk(tree):  # `module.name`, of a module that was imported
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                package, part = imported[module].get(node.value.id, ("", ""))
                if f"{package}.{part}" in modules:
                    found.add(origin(f"{package}.{part}", node.attr))
    return found


def uncalled(modules: Modules) -> list[str]:
    """Return the definitions that cite the law and that no other code calls."""
    read, attributes = called(modules), sum(map(attributes_in, modules.values()), Counter[str]())
    found = []
    for module, tree in modules.items():
        for node, is_inner in citing(tree):
            is_method_read = attributes[node.name] > attributes_in(node)[node.name]
            if not (is_method_read if is_inner else (module, node.name) in read):
                found.append(f"{module}: {node.name}")
    return found


@cache
def trees() -> dict[str, ast.Module]:
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        found[".".join(part for part in parts if part != "__init__")] = ast.parse(path.read_text("utf-8"))
    return found


def test_code_that_cites_a_clause_is_called() -> None:
    assert uncalled(trees()) == []


def test_a_rule_without_a_caller_is_found() -> None:
    rule = "@law('IB05.00.AU.1')\ndef {0}(n):\n    return {0}(n - 1)\n__all__ = ['{0}']\n"
    for name in ("halve", "differences"):
        alone = {"a": ast.parse(rule.format(name)), "b": ast.parse(f"from a import {name}")}
        not_calls = {
            "a name that a function has for itself": f"def one({name}):\n    return {name}(3)",
            "a variable": f"def one():\n    {name} = [1]\n    return {name}",
            "another module's": f"from c import {name}\nprint({name}(3))",
            "an attribute of something": f"print(found.{name})",
            "a text": f"print('{name}')",
        }
        for why, code in not_calls.items():
            assert uncalled({**alone, "d": ast.parse(code)}) == [f"a: {name}"], why
        calls = {
            "by its import": f"from a import {name}\nprint({name}(3))",
            "by another name": f"from a import {name} as two\nprint(two(3))",
            "through another module": f"from b import {name}\nprint({name}(3))",
        }
        for how, code in calls.items():
            assert uncalled({**alone, "d": ast.parse(code)}) == [], how
    package = {"p.a": ast.parse(rule.format("halve")), "d": ast.parse("from p import a\nprint(a.halve(3))")}
    assert uncalled(package) == []


def test_a_method_without_a_caller_is_found() -> None:
    box = "class Box:\n    @law('IB05.00.AU.1')\n    def differences(self): return self.differences()\n"
    alone = {"a": ast.parse(box), "b": ast.parse("def one(differences): return differences()")}
    assert uncalled(alone) == ["a: differences"]
    assert uncalled({**alone, "c": ast.parse("print(box.differences())")}) == []
