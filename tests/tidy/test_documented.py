"""Every shell line and Python block of the README and the hand-written pages runs, with its output."""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from novamas.cli import main
from novamas.cli.help import Group
from novamas.cli.program import program

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PRINTED = {"api.md", "commands.md"}  # by the program: signatures and usages
# Their bots are run against a house: tests/client/test_client.py, tests/server/tables/test_messages.py.
GUIDE = "region."  # followed from its first line to its last by test_region.py
ELSEWHERE = {"bots.md", "protocol.md"}
PAGES = [
    *sorted(ROOT.glob("README*.md")),
    *(path for path in sorted(DOCS.glob("*.md")) if path.name not in PRINTED and GUIDE not in path.name),
]
TEXTS = {path.name: path.read_text("utf-8") for path in PAGES}
READMES = ("README.ca.md", "README.es.md", "README.md")
FEW_ROUNDS, MANY_ROUNDS = "1000", "1000000"  # that a simulation is bounded to
COMPILED = re.compile(
    r"novamas simulate (blackjack|holdem|cubierto|sin_descarte) "
)  # up to half a minute each
PHH = ROOT / "tests" / "histories" / "hands" / "evening.phhs"


def blocks(page: str, language: str) -> list[str]:
    """Return the blocks of code of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", TEXTS[page], re.DOTALL | re.MULTILINE)


def lines(page: str) -> list[str]:
    """Return the shell lines of a page without comments."""
    found = (line.partition(" #")[0].strip() for block in blocks(page, "sh") for line in block.splitlines())
    return [line for line in found if line and not line.startswith("#")]


SHELL = [(page, line) for page in TEXTS for line in lines(page)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that contains the files that the pages name."""
    made = tmp_path_factory.mktemp("documented")
    rows = [(1, 1, "rojo", 5, 10, 1), (2, 1, "negro", 5, 0, 1)]
    columns = ("round", "seat", "bet", "stake", "returned", "result")
    text = "\n".join(",".join(map(str, each)) for each in [columns, *rows])
    (made / "pit.csv").write_text(text + "\n", "utf-8")
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    table = pyarrow.table({name: [row[at] for row in rows] for at, name in enumerate(columns)})
    parquet.write_table(table, made / "pit.parquet")
    (made / "floor.toml").write_text('[[tables]]\nname = "1"\ngame = "ruleta"\nnorm = "IB05"\n', "utf-8")
    shutil.copy(PHH, made / "hands.phhs")
    (exam,) = (each for each in blocks("school.md", "toml") if each.startswith("title"))
    (made / "exam.toml").write_text(exam, "utf-8")
    return made


@pytest.fixture
def run(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a line in the folder, and return its status, output and errors."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("NOVAMAS_DATA", str(folder / "data"))
    monkeypatch.setenv("LANG", "en")

    def ran(words: list[str]) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        return main(words), *capsys.readouterr()

    if not (folder / "evening.jsonl").exists():
        assert ran(["play", "ruleta", "--seed", "1", "--record", "evening.jsonl"])[0] == 0
    return ran


def bounded(words: list[str], rounds: str) -> list[str]:
    """Return a command, limited to this many rounds if it simulates."""
    if words[0] != "simulate":
        return words
    if "--rounds" in words:
        at = words.index("--rounds") + 1
        return [*words[:at], rounds, *words[at + 1 :]]
    return [*words, "--rounds", rounds]


def check_line(line: str, run: Any, rounds: str) -> None:
    """Run the parts of a shell line that are joined by `&&`."""
    for part in line.split("&&"):
        name, *words = shlex.split(part)
        if name == "pip":
            check_install(words)
        elif words[:1] == ["serve"]:
            check_serve(words)
        else:
            assert name == "novamas", line
            status, out, err = run(bounded(words, rounds))
            assert (status, err) == (0, ""), line
            assert out or "--to" in words, line


def check_install(words: list[str]) -> None:
    """Check that an install names extras that exist. `test_install` installs the wheel."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = chain.from_iterable(each.split(",") for each in re.findall(r"\[(.*)\]", " ".join(words)))
    assert words[0] == "install"
    assert set(extras) <= project["optional-dependencies"].keys()


def check_serve(words: list[str]) -> None:
    """Start the house on a free port, wait for its address, and stop it."""
    command = [sys.executable, "-m", "novamas", *words, "--port", "0"]
    environment = {**os.environ, "BROWSER": "true"}  # a browser that opens nothing
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as house:
        assert house.stdout is not None
        try:
            first = house.stdout.readline()
            assert re.search(r"http://127\.0\.0\.1:\d+", first), first
        finally:
            house.send_signal(signal.SIGINT)
        assert house.wait(60) == 0


@pytest.mark.parametrize(("page", "line"), [each for each in SHELL if not COMPILED.match(each[1])])
def test_a_shell_line_works(page: str, line: str, run: Any) -> None:
    check_line(line, run, FEW_ROUNDS)


@pytest.mark.parametrize("page", TEXTS)
def test_a_shell_block_shows_no_output_that_nobody_compares(page: str) -> None:
    """Output belongs in Python blocks, docs/newcomer and docs/games, where tests compare it."""
    shown = [line for block in blocks(page, "sh") for line in block.splitlines() if line.startswith("#")]
    assert shown == []
    assert blocks(page, "text") == [] or page == "architecture.md"  # whose flows are printed


@pytest.mark.soak
@pytest.mark.parametrize(("page", "line"), [each for each in SHELL if " simulate " in each[1]])
def test_a_simulation_works_with_many_rounds(page: str, line: str, run: Any) -> None:
    check_line(line, run, MANY_ROUNDS)


# ---------------------------------------------------------------- Python


def wanted(block: str) -> list[str]:
    """Return the output that a block shows, after `print(…)` or in comments on separate lines."""
    found = re.findall(r"^ *print\(.*\)  # (.*)$|^# (.*)$", block, re.MULTILINE)
    return [after or alone for after, alone in found]


@pytest.mark.parametrize("page", [page for page in TEXTS if blocks(page, "python") and page not in ELSEWHERE])
def test_every_python_block_prints_what_it_shows(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for block in blocks(page, "python"):
        exec(block, names)
        assert wanted(block), block
        assert capsys.readouterr().out.splitlines() == wanted(block), block


def test_the_guides_have_examples() -> None:
    assert len(blocks("library.md", "python")) >= 8
    assert len(lines("README.md")) >= 2
    assert {page for page in TEXTS if blocks(page, "python")} == {
        *READMES,
        "arena.md",
        "library.md",
        "packs.md",
        *ELSEWHERE,
    }
    assert len(SHELL) >= 20


def test_code_has_a_language_that_is_run_or_read() -> None:
    """No page hides a command from these tests in a block of another kind."""
    read = {"sh", "python", "toml", "json", "text", "sql", "html"}
    for page, text in TEXTS.items():
        assert set(re.findall(r"^```(\w*)\n(?=.)", text, re.MULTILINE)) - {""} <= read, page
        for block in blocks(page, "text"):
            assert not re.search(r"^\$? ?(novamas|pip|make) ", block, re.MULTILINE), page


# ---------------------------------------------------------------- commands named in sentences


def named_in_sentences() -> Iterator[tuple[str, str]]:
    """Yield the commands that pages name between backticks."""
    for page, text in TEXTS.items():
        for span in re.findall(r"`novamas ([^`]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
            yield page, " ".join(span.split())


@pytest.mark.parametrize(("page", "span"), sorted(set(named_in_sentences())))
def test_a_command_named_in_a_sentence_exists_with_its_options(page: str, span: str) -> None:
    words = [word.strip("[]") for word in span.split()]
    if words[0] == "--lang":
        words = words[2:]
    command = program((words[0],)).commands[words[0]]
    if isinstance(command, Group) and len(words) > 1 and re.fullmatch("[a-z]+", words[1]):
        command = command.commands[words[1]]
    known = {"--lang", *(option for each in command.params for option in each.opts + each.secondary_opts)}
    assert {word.partition("=")[0] for word in words if word.startswith("--")} <= known


@pytest.mark.parametrize("page", READMES)
def test_the_readme_fits_on_one_screen(page: str) -> None:
    assert len(TEXTS[page].splitlines()) <= 48


def test_the_readmes_say_the_same() -> None:
    """Code, commands and links are the same in the three languages, and the pictures are there."""
    code = {page: (blocks(page, "python"), lines(page)) for page in READMES}
    assert all(one == code["README.md"] for one in code.values())
    named = {page: sorted(re.findall(r"`(novamas [^`]+)`", TEXTS[page])) for page in READMES}
    assert all(one == named["README.md"] for one in named.values())
    for page in READMES:
        language = page.partition(".")[2].removesuffix("md").strip(".") or "en"
        pictures = re.findall(r"\]\((docs/pictures/[^)]+)\)", TEXTS[page])
        assert [Path(one).suffixes[0] for one in pictures] == [f".{language}"] * 3
        assert all((ROOT / one).is_file() for one in pictures)
        links = set(re.findall(r"\]\((docs/(?!pictures)[^)#]+)", TEXTS[page]))
        assert links == set(re.findall(r"\]\((docs/(?!pictures)[^)#]+)", TEXTS["README.md"]))
