"""The code that a game can reach: its own modules, and the parts of its family that these use.

A method that a game overrides is not reached. Neither is a method whose name does not occur in reached code.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import novamas
from novamas.table.tags import snake

EVERYWHERE = ("law", "table")  # whose names every game answers to


@cache
def reads(slug: str) -> set[tuple[str, str]]:
    """Return the attributes that reached code reads, each with its object, and the texts in that code."""
    return {read for node in _reached(slug) for read in _read_in(node)}


@cache
def class_names(slug: str) -> set[str]:
    """Return the names of the classes that a game has or shares. Phases and incidents are named by them."""
    return {snake(name) for _, name in _classes(tuple(_modules(slug)))}


def _read_in(node: ast.AST) -> Iterator[tuple[str, str]]:
    for one in ast.walk(node):
        match one:
            case ast.Attribute(ast.Attribute(attr=before) | ast.Name(id=before), attr=name):
                yield before, name
            case ast.Attribute(attr=name):
                yield "", name
            case ast.Constant(value=str() as text):
                yield "", text
            case ast.JoinedStr():
                yield from (("", text) for text in _spelled(one))


def _spelled(text: ast.JoinedStr) -> list[str]:
    """Return the possible texts of an f-string with choices: f"{'many' if x else 'few'}_seen"."""
    said = [""]
    for part in text.values:
        choices = [str(one.value) for one in ast.walk(part) if isinstance(one, ast.Constant)]
        said = [before + after for before in said for after in choices or ["*"]]
    return said


@cache
def _names(node: ast.AST) -> frozenset[str]:
    """Return every name in a piece of code. The result is cached by node."""
    return frozenset(
        str(getattr(one, "attr", "") or getattr(one, "id", "") or getattr(one, "value", ""))
        for one in ast.walk(node)
        if isinstance(one, ast.Attribute | ast.Name | ast.Constant)
    )


@cache
def _said_everywhere() -> frozenset[str]:
    root = Path(novamas.__file__).parent
    files = [path for folder in EVERYWHERE for path in (root / folder).glob("*.py")]
    return frozenset(name for path in files for name in _names(ast.parse(path.read_text("utf-8"))))


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(importlib.import_module(module)))


def _modules(slug: str) -> dict[str, ModuleType]:
    """Return the modules of a game and those of its family that they import."""
    root = importlib.import_module(f"novamas.games.{slug}")
    parts = pkgutil.walk_packages(getattr(root, "__path__", []), f"{root.__name__}.")
    waiting, found = [root.__name__, *(part.name for part in parts)], dict[str, ModuleType]()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = importlib.import_module(name)
            waiting += _imported(_tree(name))
    return found


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("novamas.families"):
            yield str(node.module)
            folder = getattr(importlib.import_module(str(node.module)), "__path__", [])
            inside = {part.name for part in pkgutil.iter_modules(folder)}
            yield from (f"{node.module}.{one.name}" for one in node.names if one.name in inside)


def _classes(modules: tuple[str, ...]) -> dict[tuple[str, str], dict[str, ast.stmt]]:
    """Return the classes of these modules, each with its members by name."""
    return {
        (module, node.name): {_name(part): part for part in node.body}
        for module in modules
        for node in _tree(module).body
        if isinstance(node, ast.ClassDef)
    }


def _name(node: ast.stmt) -> str:
    match node:
        case ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name
    return ""


def _of_class(one: type, written: dict[tuple[str, str], dict[str, ast.stmt]]) -> Iterator[ast.stmt]:
    """Yield the members of a class, except those that a subclass overrides and does not call."""
    chain = [written.get((above.__module__, above.__name__), {}) for above in one.__mro__]
    for name in {name for parts in chain for name in parts}:
        for parts in chain:
            if name in parts:
                yield parts[name]
                if "super" not in _names(parts[name]):
                    break


def _reached(slug: str) -> list[ast.stmt]:
    modules = _modules(slug)
    own = f"novamas.games.{slug}"
    written = _classes(tuple(modules))
    classes = [getattr(modules[module], name) for module, name in written]
    above = {base for one in classes for base in one.__mro__[1:]}
    loose = [
        (module, part)
        for module in modules
        for part in _tree(module).body
        if not isinstance(part, ast.ClassDef | ast.Import | ast.ImportFrom)
    ]
    reached = dict.fromkeys(part for module, part in loose if module.startswith(own))
    said = set(_said_everywhere()).union(*map(_names, reached))
    said |= {one.__name__ for one in classes if one.__module__.startswith(own)}
    while True:
        used = [one for one in classes if one not in above and one.__name__ in said]
        parts = [part for one in used for part in _of_class(one, written)]
        parts += [part for _, part in loose]
        more = dict.fromkeys(part for part in parts if part not in reached and _is_said(part, said))
        if not more:
            return list(reached)
        reached |= more
        said = said.union(*map(_names, more))


def _is_said(part: ast.stmt, said: set[str]) -> bool:
    """Return whether a member is used. Members that are not functions count with their class."""
    return not isinstance(part, ast.FunctionDef) or part.name in said or part.name.startswith("__")
