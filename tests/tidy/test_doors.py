"""Only entry points use the default library of law. All other code gets its library by frame or voice.

The lists below may only become shorter.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import novamas

SOURCE = Path(novamas.__file__).parent
OF_DEFAULT = {
    "library",
    "library_with",
    "clause",
    "clauses",
    "search_clauses",
    "norms",
    "norm_named",
    "catalogue",
}

DOORS = {  # modules that ask for the default library, where a caller names none
    "__init__.py",
    "bots/circle.py",
    "cli/command_line.py",
    "hall/hall.py",
    "hall/tables/loader.py",
    "hands/rankings.py",
    "histories/replay.py",
    "house/audit/audit.py",
    "house/floor/check.py",
    "house/opening.py",
    "house/why.py",
    "law/__init__.py",
    "law/catalogue.py",
    "record/records.py",
    "research/gymnasium_env.py",
    "school/lessons.py",
    "school/marking.py",
    "school/tables.py",
    "server/app_state.py",
    "server/catalogue/worker.py",
    "server/process.py",
    "server/type_info.py",
    "testing/contract.py",
    "testing/rehearsal.py",
    "words/voice.py",
}
OURS_ALONE = {  # modules that work with our own norms, whatever packs there are
    "games/pai_gow_poker/house_way.py",
    "histories/tables.py",
    "odds/games/house_holdem/bets.py",
    "pools/lototrot/days.py",
    "pools/lototrot/expected_prize.py",
    "pools/lototrot/office.py",
    "pools/lototrot/programme_file.py",
    "pools/lototrot/setup.py",
    "pools/promotrot/setup.py",
    "server/catalogue/build_id.py",
    "sim/games/house_holdem/rounds.py",
    "school/procedure.py",
    "words/voice.py",
}


@cache
def trees() -> dict[str, ast.Module]:
    """Return the syntax tree of every module, by its path."""
    paths = sorted(SOURCE.rglob("*.py"))
    return {str(path.relative_to(SOURCE)): ast.parse(path.read_text("utf-8")) for path in paths}


def imported(tree: ast.Module) -> Iterator[tuple[str, str, str]]:
    """Yield each imported name with its source module and its name there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                yield name.asname or name.name, node.module, name.name


def asking(names: set[str], modules: set[str]) -> set[str]:
    """Return the modules that import at least one of these names."""
    return {
        path
        for path, tree in trees().items()
        if path != "law/default.py"
        for _, module, name in imported(tree)
        if module in modules and name in names
    }


def test_only_doors_ask_for_the_default_library() -> None:
    found = asking(OF_DEFAULT, {"novamas.law", "novamas.law.default"})
    found |= {
        path
        for path, tree in trees().items()
        for _, module, _ in imported(tree)
        if module == "novamas.law.catalogue"
    }
    assert found == DOORS, "the list may only shrink"


def test_only_these_modules_are_about_our_own_norms() -> None:
    assert asking({"ours"}, {"novamas.law.default"}) == OURS_ALONE, "the list may only shrink"


@cache
def optional() -> dict[tuple[str, str], int | None]:
    """Return the functions with an optional library, and its position among the arguments."""
    found: dict[tuple[str, str], int | None] = {}
    for path, tree in trees().items():
        module = "novamas." + path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        for node in tree.body:
            for name, function in _functions(node):
                arguments = function.args
                first = len(arguments.args) - len(arguments.defaults)
                for place, argument in enumerate(arguments.args):
                    if argument.arg == "law" and place >= first:
                        found[module, name] = place - (arguments.args[0].arg == "self")
                for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
                    if argument.arg == "law" and default is not None:
                        found[module, name] = None
    return found


def _functions(node: ast.stmt) -> Iterator[tuple[str, ast.FunctionDef]]:
    if isinstance(node, ast.FunctionDef):
        yield node.name, node
    elif isinstance(node, ast.ClassDef):
        for one in node.body:
            if isinstance(one, ast.FunctionDef) and one.name == "__init__":
                yield node.name, one


@cache
def calls_without_law() -> frozenset[tuple[str, str]]:
    """Return the calls that omit the library: the module, and the function with its line."""
    found = set()
    homes = {name: module for module, name in optional()}
    for path, tree in trees().items():
        own = "novamas." + path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        known = {
            local: (module, name)
            for local, module, name in imported(tree)
            if name in homes and (homes[name] == module or homes[name].startswith(f"{module}."))
        }
        known |= {name: (own, name) for module, name in optional() if module == own}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in known:
                name = known[node.func.id][1]
                place = optional()[homes[name], name]
                is_named = any(keyword.arg in ("law", None) for keyword in node.keywords)
                if not is_named and (place is None or len(node.args) <= place):
                    found.add((path, f"{name}:{node.lineno}"))
    return frozenset(found)


ALLOWED = {  # calls without a library: there the default one is meant, or none is needed
    "client/house.py": {"reader"},
    "client/table.py": {"reader"},
    "protocol/messages.py": {"reader"},
    "research/columns.py": {"replay"},
    "research/notebooks.py": {"voice_for"},
    "server/application.py": {"application"},
    "testing/contract.py": {"read_record", "reader"},
}


def test_every_call_below_the_doors_names_its_library() -> None:
    left_out: dict[str, set[str]] = {}
    for path, call in calls_without_law():
        left_out.setdefault(path, set()).add(call.partition(":")[0])
    assert left_out == ALLOWED, "the list may only shrink"
