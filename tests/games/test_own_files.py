"""A game consists of its own files: no other module names it, and the catalogue works without it."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from novamas.games import GAMES

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "novamas"
PLACES = ("src/novamas", "web/src", "tests")  # where a game has its own files
OWN = ("games", "odds/games", "sim/games", "bots/strategies", "house/hints")

NAMED = {
    ("house/hands.py", "the ranking of cards without a game, by the size of the deck"): {
        *("holdem", "pai_gow_poker", "five_stud", "sintetico", "cubierto", "tres_cartas"),
    },
    ("server/catalogue/odds_routes.py", "the default of a query"): {"holdem"},
    ("server/catalogue/odds_tasks.py", "the default of a query"): {"holdem"},
    ("cli/commands/equity.py", "the default of an option"): {"holdem"},
    ("histories/tables.py", "the variants of the PHH format"): {"holdem", "omaha", "seven_stud", "cubierto"},
    ("histories/writer.py", "the variants of the PHH format"): {"holdem", "omaha", "seven_stud", "cubierto"},
    ("histories/replay.py", "the draw variants of the PHH format"): {"cubierto"},
    ("odds/games/house_holdem/bets.py", "the ranking that both games of the family share"): {
        "holdem_contrapartida"
    },
    ("sim/games/house_holdem/rounds.py", "the ranking that both games of the family share"): {
        "holdem_contrapartida"
    },
    ("sim/games/circle/setup.py", "the kinds of circle poker, which one kernel plays"): {
        *("cubierto", "seven_stud", "sintetico"),
    },
    ("research/strategy_regret.py", "a tool of research for one game"): {"tres_cartas"},
    ("research/exploitability.py", "a tool of research for one game"): {"chemin_de_fer"},
}

OPEN_ALL = """
import novamas
from novamas.cli import main
from novamas.law import catalogue, norms
for norm in norms():
    edition = catalogue.under(norm)
    for slug in edition.games:
        if slug in novamas.GAMES and edition[slug].stage == "whole":
            novamas.open(slug, norm=norm)
            print("opened", slug, norm)
main(["games"])
"""


def shared_modules() -> Iterator[tuple[str, set[str]]]:
    """Yield each module with the games whose files it does not belong to."""
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        own = next((slug for slug in GAMES if is_own(name, slug)), None)
        yield name, set(GAMES) - {own}


def is_own(name: str, slug: str) -> bool:
    """Return whether a module belongs to the files of a game."""
    return any(name == f"{folder}/{slug}.py" or name.startswith(f"{folder}/{slug}/") for folder in OWN)


def named_in(code: str) -> Iterator[str]:
    """Yield every text in a module and every part of an imported name, except in docstrings."""
    tree = ast.parse(code)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from node.module.split(".")
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (part for alias in node.names for part in alias.name.split("."))


def test_shared_modules_name_no_game() -> None:
    """Each fact about one game is in its own files, with a few exceptions."""
    allowed = {name: slugs for (name, _), slugs in NAMED.items()}
    found = {
        name: slugs
        for name, others in shared_modules()
        if (slugs := others & set(named_in((SOURCE / name).read_text("utf-8"))))
    }
    assert found == allowed


@pytest.mark.parametrize(
    "code",
    [
        'KINDS = {"boule": 1}',
        "from novamas.games.boule import GAME",
        "from novamas.games import boule",
        "import novamas.games.boule",
    ],
)
def test_a_name_in_code_is_found(code: str) -> None:
    assert "boule" in set(named_in(code))


def test_an_example_in_a_docstring_is_none() -> None:
    assert "boule" not in set(named_in('"""boule"""'))


def owner(name: str) -> str | None:
    """Return the game to which a file or folder belongs by its name: GAME, GAME-NORM or test_GAME_PART."""
    stem = name.partition(".")[0].removeprefix("test_")
    fits = [slug for slug in GAMES if re.match(rf"{slug}(-|_|$)", stem)]
    found = max(fits, key=len, default=None)
    is_test = name.startswith("test_")
    return found if found and (is_test or re.match(rf"{found}(-|$)", stem)) else None


def own_paths(tree: Path, slug: str) -> Iterator[Path]:
    """Yield the files and folders of a game: in the package, in the browser app and in the tests."""
    for place in PLACES:
        for path in sorted((tree / place).rglob("*")):
            if owner(path.name) == slug and all(
                owner(part) is None for part in path.relative_to(tree).parts[:-1]
            ):
                yield path


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("boule.py", "boule"),
        ("boule", "boule"),
        ("boule-NORM.play", "boule"),
        ("test_boule_cloths.py", "boule"),
        ("test_holdem.py", "holdem"),
        ("holdem_bonus.toml", "holdem_bonus"),
        ("test_ruleta_doble_cero.py", "ruleta_doble_cero"),
        ("ruleta_cero.toml", None),
        ("craps_like.py", None),
        ("setup.py", None),
    ],
)
def test_a_file_belongs_to_the_game_of_its_name(name: str, slug: str | None) -> None:
    assert owner(name) == slug


def with_borrowers(slug: str) -> set[str]:
    """Return a game and the games that borrow its figures, such as double-zero roulette."""
    figures = SOURCE / "law" / "data" / "figures"
    return {slug, *(path.stem for path in figures.glob("*.toml") if slug in lenders(path))}


def lenders(figures: Path) -> set[str]:
    """Return the games from which a game borrows figures under any norm."""
    norms = [each for each in tomllib.loads(figures.read_text("utf-8")).values() if isinstance(each, dict)]
    borrowed = [norm["borrows"] for norm in norms if "borrows" in norm]
    each = [one for many in borrowed for one in (many if isinstance(many, list) else [many])]
    return {one["game"] for one in each if "game" in one}


def opened_in(tree: Path) -> set[tuple[str, ...]]:
    """Open every table and list all games in a copy of the package. Return the names."""
    shown = run_in(tree, "-c", OPEN_ALL)
    return {tuple(line.split()[1:]) for line in shown.splitlines() if line.startswith("opened ")}


def run_in(tree: Path, *arguments: str) -> str:
    """Run Python with a copy of the package, and return what it prints."""
    environment = {**os.environ, "PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}", "COLUMNS": "200"}
    run = [sys.executable, *arguments]
    done = subprocess.run(run, env=environment, cwd=tree, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def check_data(tree: Path, games: set[str]) -> None:
    """Check that a copy has the browser app's facts and the bounds of choices for these games only."""
    assert {path.stem for path in (tree / "web" / "src" / "games").glob("*.ts")} & set(GAMES) == games
    assert {path.stem for path in (tree / "tests" / "law" / "bounds").glob("*.toml")} & set(GAMES) == games
    run_in(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/law/test_bounds.py")


BY_HAND = ("boule", "trijoker")  # a single file, and a folder with fast odds, kernels and a strategy


@pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=[] if slug in BY_HAND else [pytest.mark.soak]) for slug in GAMES]
)
def test_a_game_is_taken_out_and_laid_in_again(slug: str, tmp_path: Path) -> None:
    """Only the game's own paths move. Without it the other games open, and with it all games."""
    for place in (*PLACES, "tools"):
        left_out = shutil.ignore_patterns("__pycache__", "web", "migrations", "generated")
        shutil.copytree(ROOT / place, tmp_path / "copy" / place, ignore=left_out)
    tree = tmp_path / "copy"
    shutil.copy(ROOT / "pyproject.toml", tree)
    before = opened_in(tree)
    gone = with_borrowers(slug)
    moved = [path for each in sorted(gone) for path in own_paths(tree, each)]
    assert {path.relative_to(tree).parts[0] for path in moved} == {"src", "web", "tests"}
    for nth, path in enumerate(moved):
        path.rename(tmp_path / str(nth))
    assert opened_in(tree) == {(game, norm) for game, norm in before if game not in gone}
    check_data(tree, set(GAMES) - gone)
    for nth, path in enumerate(moved):
        (tmp_path / str(nth)).rename(path)
    assert opened_in(tree) == before
    check_data(tree, set(GAMES))
    assert any(game == slug for game, _ in before)
