"""The house is kept in order: layers, chance, money, sizes, and an artefact of each kind for every game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from novamas.games import GAMES, game
from novamas.law import catalogue, norms
from novamas.table.moves import Moves

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "novamas"
MODULES = sorted(SOURCE.rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
LAYERS = (  # each may import those before it
    *("errors", "law", "kit", "hands", "table", "rounds", "games", "pools", "players", "odds", "sim"),
    *("record", "words", "house", "school", "store", "server", "cli", "testing"),
)
LINES_MOST = 500


def layer(module: Path) -> str:
    return module.relative_to(SOURCE).with_suffix("").parts[0]


def imported(module: Path) -> set[str]:
    """The modules of ours that a module imports, wherever it does."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return {name for name in found if name.startswith("novamas.")}


def named(module: Path) -> str:
    return str(module.relative_to(ROOT))


@pytest.mark.parametrize("module", MODULES, ids=named)
def test_a_package_imports_only_those_above_it(module: Path) -> None:
    if layer(module) in ("__init__", "__main__"):
        return
    here = LAYERS.index(layer(module))
    below = {name for name in imported(module) if LAYERS.index(name.split(".")[1]) > here}
    assert not below


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
            if module.stem.startswith(
                "phh_"
            ):  # hand histories are poker's: they know its engine, and no game
                games = {name for name in games if not name.startswith("novamas.rounds.circle.")}
            assert not games, module


@pytest.mark.parametrize("module", MODULES, ids=named)
def test_chance_comes_in_by_the_front_door(module: Path) -> None:
    """No global randomness: a generator is handed in, and only kit.chance asks the operating system."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            assert not {alias.name for alias in node.names} & {"random", "numpy.random"}
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert {alias.name for alias in node.names} == {"Random"}
        if isinstance(node, ast.ImportFrom) and node.module == "secrets":
            assert module == SOURCE / "kit" / "chance.py"


@pytest.mark.parametrize(
    "module",
    [module for module in MODULES if layer(module) in ("table", "games", "record") or module.stem == "money"],
    ids=named,
)
def test_money_knows_no_floats(module: Path) -> None:
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), node.lineno
        assert not (isinstance(node, ast.Name) and node.id == "float"), node.lineno


LIES_ON_THE_FELT = {"chips", "piles", "shoe", "purses", "jackpots"}
OF_THE_VERBS = {name for name in dir(Moves) if name.startswith("_") and not name.startswith("__")} | {
    "events"
}
NO_EVENTS = {"Events", "Owner", "POT"}  # what games may know of events: who owns what, and that they are many


def moved_by_hand(source: str) -> Iterator[str]:
    """Where a module moves chips or cards, or writes an event, by other means than the verbs of moves."""
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
    for module in MODULES:
        if layer(module) in ("rounds", "games"):
            assert not list(moved_by_hand(module.read_text("utf-8"))), named(module)
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


@pytest.mark.parametrize("module", [*MODULES, *TESTS], ids=named)
def test_files_can_be_read_in_one_sitting(module: Path) -> None:
    assert len(module.read_text("utf-8").splitlines()) <= LINES_MOST


@pytest.mark.parametrize("module", MODULES, ids=named)
def test_modules_say_what_they_are(module: Path) -> None:
    assert ast.get_docstring(ast.parse(module.read_text("utf-8"))), module


def norms_of(slug: str) -> list[str]:
    """The norms under which a table of the game can be opened."""
    return [
        norm
        for norm in norms()
        if slug in catalogue.under(norm).games and catalogue.under(norm)[slug].stage == "whole"
    ]


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_every_artefact(slug: str) -> None:
    assert game(slug).slug == slug
    for norm in norms_of(slug):
        scripts = list((ROOT / "tests" / "playthroughs").glob(f"{slug}-{norm}*.play"))
        assert scripts, f"no playthrough of {slug} under {norm}"
    contracts = "".join(path.read_text("utf-8") for path in (ROOT / "tests" / "games").glob("*contract*.py"))
    assert f'game = "{slug}"' in contracts
    assert (ROOT / "docs" / "games" / f"{slug}.md").exists()


def test_at_a_table_only_what_its_game_lists_can_go_wrong() -> None:
    """All games are imported first: none may leave anything of its own on what they share."""
    games = [game(slug) for slug in GAMES]
    for each in games:
        assert each.felt.incidents == each.incidents, each.slug
        phases = [getattr(phase, "__origin__", phase) for phase in each.phases]
        for incident in each.incidents:
            assert any(issubclass(phase, incident.phases) for phase in phases), incident
    lists = {each.slug: {incident.verb() for incident in each.incidents} for each in games}
    assert "wrong_count" in lists["cubierto"]
    assert "wrong_count" not in lists["holdem"]  # though both are played in the same phases


@pytest.mark.parametrize("slug", GAMES)
def test_every_house_choice_is_tested(slug: str) -> None:
    """An option nobody tries is an option that may do nothing."""
    files = [path.read_text("utf-8") for path in (ROOT / "tests" / "games").glob("*.py")]
    tests = "".join(text for text in files if f'"{slug}"' in text)
    for norm in norms_of(slug):
        for name in catalogue.under(norm)[slug].options:
            assert re.search(rf"\b{name}\b", tests), f"{name} of {slug} under {norm} occurs in no test"


@pytest.mark.parametrize("slug", GAMES)
def test_choices_of_the_program_are_those_of_the_law(slug: str) -> None:
    options = {
        name: option
        for norm in norms_of(slug)
        for name, option in catalogue.under(norm)[slug].options.items()
    }
    found = game(slug)
    if found.rules is None:
        assert found.choices is not None
        assert set(found.choices.__struct_fields__) == set(options)
        return
    stated = {name for name, option in options.items() if option.part == "rules"}
    assert set(found.rules.__struct_fields__) == stated | {"frame"}
    assert set(found.premises.__struct_fields__) <= options.keys() - stated


def test_nothing_of_this_machine_is_told() -> None:
    forbidden = re.compile(r"/(?:work|root|home)/|https?://[^\s)]*(?:pypi|registry)")
    for path in ROOT.rglob("*"):
        parts = path.relative_to(ROOT).parts
        if (parts[0].startswith(".") and parts[0] != ".ci") or not path.is_file() or path == Path(__file__):
            continue
        if (
            path.suffix in (".py", ".md", ".toml", ".txt", ".in", ".json", ".jsonl", ".po", "")
            and "__pycache__" not in parts
        ):
            assert not forbidden.search(path.read_text("utf-8", "replace")), path
