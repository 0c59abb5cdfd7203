"""Codes that the program emits, collected from its source, and the modules of each game."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple, get_origin

import novamas
from novamas.games import GAMES, game

SOURCE = Path(novamas.__file__).parent
REFUSING = ("Refusal", "_refused", "_refusal")
TOLD_BY_FIGURES = {
    "broken_chip_from",
    "above_maximum_there",
    "not_now_but",
}  # other sentences of one code


class Emitted(NamedTuple):
    """A code and the place that emits it, with its values, or None if they cannot be determined."""

    code: str
    figures: frozenset[str] | None
    where: str


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a module."""
    return tuple(ast.walk(parsed(path)))


@cache
def calls(path: Path) -> tuple[tuple[ast.AST, ast.Call], ...]:
    """Return every call in a module with its enclosing function, or with the module itself."""
    tree = parsed(path)
    return tuple(_calls(tree, tree))


def _calls(node: ast.AST, function: ast.AST) -> Iterator[tuple[ast.AST, ast.Call]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call):
            yield function, child
        yield from _calls(child, child if isinstance(child, ast.FunctionDef) else function)


def module_path(name: str) -> Path | None:
    """Return the path of a module or package of novamas."""
    at = SOURCE.joinpath(*name.split(".")[1:])
    found = (at.with_suffix(".py"), at / "__init__.py")
    return next((path for path in found if path.exists()), None)


@cache
def modules_of(slug: str) -> frozenset[Path]:
    """Return every module of games and families that a game uses."""
    found: set[Path] = set()
    waiting = [f"novamas.games.{slug}"]
    while waiting:
        name = waiting.pop()
        path = module_path(name)
        if path is None or path in found or not name.startswith(("novamas.games.", "novamas.families.")):
            continue
        found.add(path)
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and node.module:
                waiting += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            elif isinstance(node, ast.Import):
                waiting += [alias.name for alias in node.names]
    return frozenset(found)


def recoded(path: Path) -> Iterator[str]:
    """Yield codes that replace the original code of a refusal: `replace(refusal, code="…")`."""
    for _function, node in calls(path):
        if called(node) == "replace":
            for keyword in node.keywords:
                if keyword.arg == "code" and isinstance(keyword.value, ast.Constant):
                    yield str(keyword.value.value)


def emitted(path: Path, *kinds: str) -> Iterator[Emitted]:
    """Yield every code in a call of these functions or classes: `Refusal("…", …)`, `moves.note("…", …)`."""
    for function, node in calls(path):
        if called(node) in kinds:
            at = 1 if called(node) == "Fault" else 0
            where = f"{path.relative_to(SOURCE)}:{node.lineno}"
            codes = list(constants(node.args[at], function)) if len(node.args) > at else []
            assert codes or hands_on(node, function), f"{where}: its code is nowhere to be read"
            yield from (Emitted(code, figures_of(node), where) for code in codes)


def hands_on(node: ast.Call, function: ast.AST) -> bool:
    """Return whether a code is an argument of the enclosing function, so that its callers give it."""
    given = {each.arg for each in function.args.args} if isinstance(function, ast.FunctionDef) else set()
    return isinstance(function, ast.FunctionDef) and function.name.startswith("_refus") and "code" in given


def called(node: ast.Call) -> str:
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def constants(node: ast.expr, function: ast.AST) -> Iterator[str]:
    """Yield the possible texts of an expression: itself, either of two, or values assigned to a name."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from constants(one, function)
            yield from constants(other, function)
        case ast.Name(id=name):
            for each in ast.walk(function):
                match each:
                    case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                        yield from constants(value, function)
                    case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                        for one, value in zip(targets, values, strict=True):
                            if isinstance(one, ast.Name) and one.id == name:
                                yield from constants(value, function)


def figures_of(node: ast.Call) -> frozenset[str] | None:
    """Return the names of the values in a call, or None if they come from elsewhere."""
    names: set[str] = set()
    for keyword in node.keywords:
        if keyword.arg is None:
            return None
        if keyword.arg == "figures":
            if not isinstance(keyword.value, ast.Dict):
                return None
            names |= {str(key.value) for key in keyword.value.keys if isinstance(key, ast.Constant)}
        names.add(keyword.arg)
    return frozenset(names)


def places_in(text: str) -> set[str]:
    """Return the placeholders of a text."""
    return {field for _text, field, _spec, _conversion in Formatter().parse(text) if field}


def emitted_by_games() -> dict[str, set[str]]:
    """Return the codes that a game or a table emits, grouped by the text file with their texts."""
    games = [game(slug) for slug in GAMES]
    modules = set().union(*(modules_of(slug) for slug in GAMES)) | set((SOURCE / "table").glob("*.py"))
    return {
        "notes": {each.code for path in modules for each in emitted(path, "note")},
        "refusals": {each.code for path in modules for each in emitted(path, *REFUSING)}
        | {code for path in modules for code in recoded(path)}
        | TOLD_BY_FIGURES,
        "incidents": {kind.verb() for one in games for kind in one.felt.incidents},
        "phases": {(get_origin(phase) or phase).tag() for one in games for phase in one.phases},
        "acts": {kind.verb() for one in games for kind in one.acts},
    }
