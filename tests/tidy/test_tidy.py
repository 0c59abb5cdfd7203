"""Order in the code: layers, chance, money, sizes, and an artefact of each kind for every game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.words.codes import nodes, parsed

from novamas.games import GAMES, game
from novamas.law import catalogue, norms
from novamas.table.conduct import Conduct
from novamas.table.moves import Moves

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "novamas"
MODULES = sorted(SOURCE.rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
LAYERS = (  # each may import those before it
    *(
        "errors",
        "extras",
        "disk_cache",
        "entry_points",
        "toml_lines",
        "toml_text",
        "visible_text",
        "money",
        "law",
        "equipment",
        "hands",
    ),
    *("table", "families", "games", "odds", "bots", "sim", "record", "histories", "store", "pools"),
    *("documents", "words", "house", "school", "research", "protocol", "hall", "server", "client", "testing"),
    "cli",
)
CHANCE = SOURCE / "equipment" / "chance.py"
MAX_LINES = 500


def layer(module: Path) -> str:
    return module.relative_to(SOURCE).with_suffix("").parts[0]


def imported(module: Path) -> set[str]:
    """Return the modules of novamas that a module imports anywhere in its code."""
    found: set[str] = set()
    for node in nodes(module):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return {name for name in found if name.startswith("novamas.")}


def named(module: Path, line: int | None = None) -> str:
    """Return the path of a file from the root of the project, with a line number if given."""
    return f"{module.relative_to(ROOT)}{'' if line is None else f':{line}'}"


def none(offenders: Iterable[str]) -> None:
    """Fail with the names of all offenders if there are any."""
    found = sorted(offenders)
    assert not found, "\n".join(["", *found])


def test_a_package_imports_only_those_above_it() -> None:
    none(
        f"{named(module)} imports {name}"
        for module in MODULES
        if layer(module) not in ("__init__", "__main__")
        for name in imported(module)
        if (layer(module), name) != ("errors", "novamas.words")  # lazily, for a text
        if LAYERS.index(name.split(".")[1]) > LAYERS.index(layer(module))
    )


def test_games_do_not_import_each_other() -> None:
    slugs = set(GAMES)
    for module in (SOURCE / "games").rglob("*.py"):
        mine = set(module.relative_to(SOURCE / "games").with_suffix("").parts)
        for name in imported(module):
            if name.startswith("novamas.games."):
                assert not (set(name.split(".")[2:]) & slugs) - mine, f"{module} imports {name}"


def test_odds_and_what_is_below_reach_games_by_name() -> None:
    for module in MODULES:
        if layer(module) in ("record", "house", "cli", "testing"):
            games = {name for name in imported(module) if name.startswith("novamas.games.")}
            assert not games, module


FOR_CLIENTS = {
    "errors",
    "extras",
    "money",
    "law",
    "equipment",
    "table",
    "games",
    "pools",
    "protocol",
    "words",
}


def test_a_client_shares_only_the_protocol_with_the_server() -> None:
    none(
        f"{named(module)} imports {name}"
        for module in MODULES
        if layer(module) == "client"
        for name in imported(module)
        if name.split(".")[1] not in FOR_CLIENTS | {"client"}
    )


def test_a_floor_check_imports_no_other_tool() -> None:
    others = ("audit", "diff", "par", "placard", "simulation", "hints")
    of_others = re.compile(rf"novamas\.house\.(?:{'|'.join(others)})\b")
    by_name = re.compile(rf"^\s*from novamas\.house import .*\b(?:{'|'.join(others)})\b", re.MULTILINE)
    none(
        f"{named(module)} imports another tool"
        for module in (SOURCE / "house" / "floor").rglob("*.py")
        if any(map(of_others.match, imported(module))) or by_name.search(module.read_text("utf-8"))
    )


def by_the_back_door(module: Path) -> Iterator[int]:
    """Yield the lines on which a module uses chance that was not passed to it."""
    for node in nodes(module):
        match node:
            case ast.Import(names) if {name.name for name in names} & {"random", "numpy.random"}:
                yield node.lineno
            case ast.ImportFrom("random", names) if {name.name for name in names} != {"Random"}:
                yield node.lineno
            case ast.ImportFrom("secrets") if module != CHANCE:
                yield node.lineno


def test_chance_comes_in_by_the_front_door() -> None:
    """Random generators are passed as arguments, and only `equipment.chance` asks the operating system."""
    none(named(module, line) for module in MODULES for line in by_the_back_door(module))


def floats(module: Path) -> Iterator[int]:
    """Yield the lines on which a module uses floats."""
    for node in nodes(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            yield node.lineno
        if isinstance(node, ast.Name) and node.id == "float":
            yield node.lineno


def test_money_knows_no_floats() -> None:
    exact = [
        module
        for module in MODULES
        if layer(module) in ("table", "games", "record") or module.stem == "money"
    ]
    none(named(module, line) for module in exact for line in floats(module))


LIES_ON_THE_FELT = {"chips", "piles", "shoe", "purses", "jackpots"}
OF_THE_VERBS = {name for name in dir(Moves) if name.startswith("_") and not name.startswith("__")} | {
    "events"
}
NO_EVENTS = {"Events", "Owner", "POT"}  # what games may know of events: who owns what, and that they are many


def moved_by_hand(source: str) -> Iterator[str]:
    """Yield the places where a module moves chips or cards, or creates an event, without `Moves`."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(attr=name) if name in OF_THE_VERBS:
                yield f"{node.lineno}: .{name}"
            case ast.ImportFrom(module="novamas.table.events", names=names):
                yield from (f"{node.lineno}: {alias.name}" for alias in names if alias.name not in NO_EVENTS)
            case ast.ImportFrom(module="novamas.table", names=names) | ast.Import(names=names):
                yield from (f"{node.lineno}: events" for alias in names if alias.name.endswith("events"))
            case ast.Call(ast.Name("replace") | ast.Attribute(attr="change" | "replace"), keywords=words):
                yield from (f"{node.lineno}: {word.arg}=" for word in words if word.arg in LIES_ON_THE_FELT)
            case _:
                pass


def test_chips_and_cards_move_only_by_the_verbs() -> None:
    played = [module for module in MODULES if layer(module) in ("families", "games")]
    none(f"{named(module)}:{line}" for module in played for line in moved_by_hand(module.read_text("utf-8")))
    planted = (
        "moves._off(1, 'rojo', 100)",
        "moves.events.append(told)",
        "return phase, (*moves.events, over)",
        "from novamas.table.events import Owner, Payment",
        "from novamas.table import events",
        "import novamas.table.events",
        "moves.change(point=4, purses=(1, 2))",
        "felt = replace(felt, chips=())",
        "felt = msgspec.structs.replace(felt, shoe=None)",
    )
    assert all(len(list(moved_by_hand(line))) == 1 for line in planted)


def test_files_can_be_read_in_one_sitting() -> None:
    lines = {module: len(module.read_text("utf-8").splitlines()) for module in (*MODULES, *TESTS)}
    none(f"{named(module)} has {count} lines" for module, count in lines.items() if count > MAX_LINES)


def test_modules_say_what_they_are() -> None:
    none(named(module) for module in MODULES if not ast.get_docstring(parsed(module)))


LAZY = SOURCE / "__init__.py"  # imports a public name at its first use (PEP 562)


def code_in(package: ast.Module, *, names: tuple[str, ...]) -> Iterator[int]:
    """Yield the lines of code, other than docstrings and imports, that define none of these names."""
    for node in package.body:
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Expr(ast.Constant()):
                pass
            case ast.Assign([ast.Name(name)]) if name in names:
                pass
            case ast.With([ast.withitem(ast.Call(ast.Name("optional_packages")))], body):
                yield from code_in(ast.Module(body, []), names=())
            case _:
                yield node.lineno


def test_init_files_hold_no_code() -> None:
    packages = [module for module in MODULES if module.name == "__init__.py" and module != LAZY]
    games = SOURCE / "games"
    none(
        named(module, line)
        for module in packages
        for line in code_in(
            parsed(module), names=("GAME",) if module.parent.parent == games else ("__all__",)
        )
    )
    planted = ("def main(): ...", "LIST = (1, 2)", "if True:\n    import os", "print('hello')")
    assert all(list(code_in(ast.parse(code), names=("__all__",))) == [1] for code in planted)


def test_phases_modules_define_no_cloth() -> None:
    """A game in a single file may contain all its parts. In a folder the cloth has its own module."""
    folders = [SOURCE / "families", SOURCE / "games"]
    none(
        f"{named(module)} defines {node.name}"
        for folder in folders
        for module in folder.rglob("*.py")
        if "phases" in module.relative_to(folder).with_suffix("").parts
        for node in parsed(module).body
        if isinstance(node, ast.ClassDef) and node.name.endswith("Cloth")
    )


def norms_of(slug: str) -> list[str]:
    """Return the norms under which a table of the game can be opened."""
    return [
        norm
        for norm in norms()
        if slug in catalogue.under(norm).games and catalogue.under(norm)[slug].stage == "whole"
    ]


def lacking(slug: str) -> Iterator[str]:
    """Yield the artefacts that a game should have but does not."""
    for norm in norms_of(slug):
        if not list((ROOT / "tests" / "playthroughs").glob(f"{slug}-{norm}*.play")):
            yield f"{slug} has no playthrough under {norm}"
    contracts = "".join(path.read_text("utf-8") for path in (ROOT / "tests" / "games").glob("*contract*.py"))
    if f'game = "{slug}"' not in contracts:
        yield f"{slug} does not inherit the contract"
    if not (ROOT / "docs" / "games" / f"{slug}.md").exists():
        yield f"{slug} has no page"


def test_every_game_has_every_artefact() -> None:
    none(f"{slug} calls itself {game(slug).slug}" for slug in GAMES if game(slug).slug != slug)
    none(what for slug in GAMES for what in lacking(slug))


def test_at_a_table_only_what_its_game_lists_can_go_wrong() -> None:
    """All games are imported first, so that a game's changes of shared code would be noticed."""
    games = [game(slug) for slug in GAMES]
    for each in games:
        assert each.felt.incidents == (*each.incidents, Conduct), each.slug
        phases = [getattr(phase, "__origin__", phase) for phase in each.phases]
        for incident in each.incidents:
            assert any(issubclass(phase, incident.phases) for phase in phases), incident
    lists = {each.slug: {incident.verb() for incident in each.incidents} for each in games}
    assert "wrong_count" in lists["cubierto"]
    assert "wrong_count" not in lists["holdem"]  # though both are played in the same phases


def untried(slug: str) -> Iterator[str]:
    """Yield the choices of the house that no test of the game mentions."""
    files = [path.read_text("utf-8") for path in (ROOT / "tests" / "games").glob("*.py")]
    own = (
        f'"{slug}"',
        f"tests.games.test_{slug} import",
    )  # in the game's tests and those that share their table
    words = {word for text in files if any(name in text for name in own) for word in re.findall(r"\w+", text)}
    written = (ROOT / "tests" / "law" / "setups_written.toml").read_text("utf-8").split("[[setup]]")
    words |= {word for text in written if f'"{slug} ' in text for word in re.findall(r"\w+", text)}
    for norm in norms_of(slug):
        for name in catalogue.under(norm)[slug].options:
            if name not in words:
                yield f"{name} of {slug} under {norm} occurs in no test"


def test_every_house_choice_is_tested() -> None:
    """A choice without a test could have no effect."""
    none(what for slug in GAMES for what in untried(slug))


def unmatched(slug: str) -> set[str]:
    """Return the choices that only the law has, and those that only the program has."""
    frames = [catalogue.under(norm)[slug] for norm in norms() if slug in catalogue.under(norm).games]
    options = {name: option for frame in frames for name, option in frame.options.items()}
    found = game(slug)
    stated = {name for name, option in options.items() if option.part == "rules"}
    premises = set(found.premises.__struct_fields__) - (options.keys() - stated)
    return premises | (set(found.rules.__struct_fields__) ^ (stated | {"frame"}))


def test_choices_of_the_program_are_those_of_the_law() -> None:
    none(f"{slug}: {name}" for slug in GAMES for name in unmatched(slug))


def test_nothing_of_this_machine_is_told() -> None:
    forbidden = re.compile(r"/(?:work|root|home)/|https?://[^\s)]*(?:pypi|registry)")
    for path in ROOT.rglob("*"):
        parts = path.relative_to(ROOT).parts
        if (parts[0].startswith(".") and parts[0] != ".ci") or not path.is_file() or path == Path(__file__):
            continue
        if path.suffix in (".py", ".md", ".toml", ".txt", ".in", ".json", ".jsonl", ".po", "") and not {
            "__pycache__",
            "node_modules",
        } & set(parts):
            assert not forbidden.search(path.read_text("utf-8", "replace")), path


def named_tests(page: Path) -> Iterator[str]:
    """Yield the tests that a page names: `hall/test_house`, or a path below `tests`."""
    text = page.read_text("utf-8")
    yield from re.findall(r"`(?:tests/)?((?:[a-z_]+/)+test_\w+?)(?:\.py)?[`: ]", text)
    yield from re.findall(r"\btests/([\w/]+?)\.py", text)


def test_the_tests_that_a_page_names_exist() -> None:
    """A row of docs/reliability.md that names a missing test proves nothing. Once 29 names were old."""
    folders = (ROOT, ROOT / "docs", ROOT / "tests", ROOT / "tools")
    pages = [page for folder in folders for page in folder.glob("*.md")]
    named = {page.name: {*named_tests(page)} for page in pages}
    assert len(named["reliability.md"]) > 40
    none(
        f"{page}: {test}"
        for page, tests in named.items()
        for test in sorted(tests)
        if not test.endswith("GAME") and not (ROOT / "tests" / f"{test}.py").is_file()
    )
