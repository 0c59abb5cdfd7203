"""novamas without optional packages: its commands work, or name the extra that they need."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.support.core_only import FURTHER, IN_THE_CORE, work

from novamas.cli import COMMANDS
from novamas.extras import PACKAGES, MissingExtra, is_installed, optional_packages
from novamas.law.texts import LANGUAGES

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
SENTENCE = {
    "es": r"(Falta el paquete \w+|Sin el paquete \w+ esto tardaría minutos): instálelo con «(.+)»\.",
    "ca": r"(Falta el paquet \w+|Sense el paquet \w+ això trigaria minuts): instal·leu-lo amb «(.+)»\.",
    "en": r"(The package \w+ is not installed|Without the package \w+ this would take minutes): "
    r"install it with “(.+)”\.",
}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the results of all commands, run in one process without the optional packages."""
    folder = tmp_path_factory.mktemp("core")
    work(folder)
    lines = [(f"--lang en {line}", typed) for line, typed in IN_THE_CORE]
    lines += [(f"--lang {language} {line}", "") for language in LANGUAGES for line, _ in FURTHER]
    ran = subprocess.run(
        [sys.executable, "-m", "tests.support.core_only"],
        input=json.dumps(lines),
        capture_output=True,
        text=True,
        cwd=folder,
        env={
            "PYTHONPATH": f"{ROOT}:{ROOT / 'src'}",
            "NOVAMAS_DATA": str(folder),
            "NOVAMAS_CACHE": str(folder),
        },
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return dict(zip(lines, json.loads(ran.stdout), strict=True))


@pytest.mark.parametrize(("line", "typed"), IN_THE_CORE, ids=lambda each: str(each)[:40])
def test_the_core_does_it(line: str, typed: str, results: dict[tuple[str, str], dict[str, Any]]) -> None:
    found = results[f"--lang en {line}", typed]
    assert (found["status"], found["err"]) == (0, "")
    assert found["out"] or " --to " in line
    assert "novamas[" not in found["out"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("line", "extra"), FURTHER, ids=lambda each: str(each)[:40])
def test_a_missing_extra_is_named_in_one_sentence(
    line: str, extra: str, language: str, results: dict[tuple[str, str], dict[str, Any]]
) -> None:
    found = results[f"--lang {language} {line}", ""]
    assert found["status"] == 2
    sentence = re.fullmatch(SENTENCE[language], found["err"].strip())
    assert sentence, found["err"]
    assert sentence[2] == f'pip install "novamas[{extra}]"'


def test_every_command_is_tried() -> None:
    assert {line.split()[0] for line, _ in (*IN_THE_CORE, *FURTHER)} == set(COMMANDS)


def test_the_python_interface_names_the_extra_too(tmp_path: Path) -> None:
    program = f"""
import sys
sys.path[:0] = {[str(ROOT), str(ROOT / "src")]!r}
from tests.support.core_only import Block
from novamas.extras import PACKAGES, MissingExtra
sys.meta_path.insert(0, Block({{each for packages in PACKAGES.values() for each in packages}}))
import novamas
from novamas.house.placard.pdf import as_pdf
from importlib import import_module
table = novamas.open("blackjack")
for call in (
    lambda: novamas.compute_odds(table),
    lambda: novamas.par_sheet(table),
    lambda: novamas.simulate(table, "mano"),
    lambda: novamas.simulate_sessions(table, "mano", purse="10 €"),
    lambda: novamas.simulate_day("none.toml"),
    lambda: as_pdf(novamas.placard(novamas.open("ruleta"))),
    lambda: import_module("novamas.client"),
    lambda: import_module("novamas.research"),
):
    try:
        call()
    except MissingExtra as missing:
        print(missing.figures["extra"])
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path)
    assert (ran.stderr, ran.stdout.split()) == ("", [*["odds"] * 5, "print", "serve", "research"])


def test_other_missing_modules_are_not_taken_for_extras() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_module"), optional_packages():
        import no_such_module  # type: ignore[import-not-found]  # noqa: F401


def test_an_extra_is_installed_if_all_its_packages_are(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_installed("odds")
    is_installed.cache_clear()
    monkeypatch.setitem(sys.modules, "numba", None)
    assert not is_installed("odds")
    is_installed.cache_clear()
    with pytest.raises(MissingExtra) as raised, optional_packages():
        import numba  # noqa: F401
    assert raised.value.figures == {"package": "numba", "extra": "odds"}


# ---------------------------------------------------------------- the lists of packages


def distributions(requirements: list[str]) -> set[str]:
    """Return the names of the requirements as names of modules."""
    return {re.split(r"[\[<>=;]", each)[0].strip().replace("-", "_") for each in requirements}


@cache
def imported() -> frozenset[str]:
    """Return every top-level module that novamas imports."""
    found: set[str] = set()
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            found.update(_of(node))
    return frozenset(found)


def _of(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name.partition(".")[0] for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        yield node.module.partition(".")[0]


def test_every_imported_package_is_of_the_core_or_of_an_extra() -> None:
    outside = imported() - sys.stdlib_module_names - {"novamas", "IPython"}
    core = distributions(PROJECT["dependencies"])
    assert outside <= core | {each for packages in PACKAGES.values() for each in packages}
    assert not core & {each for packages in PACKAGES.values() for each in packages}


@pytest.mark.parametrize("extra", PACKAGES)
def test_an_extra_installs_the_packages_that_name_it(extra: str) -> None:
    brought_by_another = {"llvmlite"}  # numba's
    assert set(PACKAGES[extra]) - brought_by_another <= distributions(EXTRAS[extra])


def test_extras_include_what_they_use() -> None:
    for extra in ("serve", "research", "cluster"):
        assert set(EXTRAS["odds"]) <= set(EXTRAS[extra])
    assert set(EXTRAS["print"]) <= set(EXTRAS["serve"])
    assert set(EXTRAS["parquet"]) <= set(EXTRAS["research"])
    (every,) = EXTRAS["all"]
    assert set(re.findall(r"\w+", every)) - {"novamas"} == EXTRAS.keys() - {"all"} == PACKAGES.keys()


def pins(name: str) -> dict[str, str]:
    """Return the versions that a requirements file pins."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.MULTILINE))


@pytest.mark.parametrize("name", ["run", "core", "postgres", "build", "dev", "soak", "bench"])
def test_every_requirement_has_a_hash_and_no_address(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    assert len(re.findall(r"^\S+==\S+.* \\\n    --hash=sha256:", text, re.MULTILINE)) == len(pins(name))
    assert not re.search(r"https?:|file://|--index|--find-links", text)


def test_the_pinned_files_agree() -> None:
    run = pins("run")
    assert pins("core").items() <= run.items()
    assert distributions(PROJECT["dependencies"]) <= {name.replace("-", "_") for name in pins("core")}
    for name in ("postgres", "build", "dev", "soak"):
        for package, version in pins(name).items():
            assert run.get(package, version) == version
    exact = [each for each in (*EXTRAS["serve"], *EXTRAS["postgres"]) if "==" in each]
    for each in exact:
        package, version = each.replace("[binary]", "").split("==")
        assert {**run, **pins("postgres")}[package] == version
    assert {re.split(r"[\[=]", each)[0] for each in exact} == {"alembic", "psycopg"}


def test_every_package_of_the_browser_app_has_an_integrity_and_no_address() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))
    for path, package in lock["packages"].items():
        if path:
            assert package["integrity"].startswith("sha512-"), path
            assert "resolved" not in package
