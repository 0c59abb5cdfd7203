"""Mutation testing: inject small faults into a copy of the project, and report those that survive.

By hand: `python -m tools.mutants --seed 1 --clauses 40 --figures 40 --code 40 --laws 40`. The faults are
drawn with the seed, spread over games and kinds, and tried one by one. There are four kinds: a clause
replaced by another of its group, a figure changed slightly, an operator or a number changed in a line of
code, a clause of `@law` replaced by one of the next definition. The tests of the game or package run against
each fault, without pages and goldens but with the list of citations. The reader of the report decides which
survivors are equivalent and which need a test.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from novamas.law.citations import CITATION

ROOT = Path(__file__).parent.parent
DATA = Path("src/novamas/law/data")
NO_FIGURES = re.compile(r"says|figures|order|default|example|reading|cite|[\[#]")  # how such a line begins
FIGURE = re.compile(r"(?<![\w.])(?:\d+(?:/\d+)?|true|false)(?![\w.])")
CODE = ("games", "families", "hands", "pools", "house/audit")
LISTED = "tests/tidy/test_goldens.py::test_printed_files_are_current[tests/law/cited.txt]"
SIGNS = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Add: "-",
    ast.Sub: "+",
    ast.And: "or",
    ast.Or: "and",
    ast.Not: "",
}
SIGN = re.compile(r"<=|>=|==|!=|<|>|\+|-|\band\b|\bor\b")
NOT_JUDGED = ("tidy", "cli", "words", "playthroughs", "bots", "record", "odds", "equipment", "table")


KINDS = ("clause", "figure", "code", "law")


class Mutant(NamedTuple):
    """One injected fault: a span of a file's text, and the text that replaces it."""

    game: str
    kind: str
    path: Path
    cuts: tuple[tuple[int, int, str], ...]  # from, to, instead

    def put_into(self, text: str) -> str:
        for start, end, instead in sorted(self.cuts, reverse=True):
            text = text[:start] + instead + text[end:]
        return text

    def told(self, text: str) -> str:
        start, end, instead = self.cuts[0]
        line = text.count("\n", 0, start) + 1
        return f"{self.path}:{line}: {text[start:end]} -> {instead or 'nothing'}"


# ---------------------------------------------------------------- what can be wrong


def clause_mutants(path: Path, text: str) -> Iterator[Mutant]:
    """Yield a mutant for each clause, replaced by the nearest clause of another figure or group."""
    places = [found.span() for found in CITATION.finditer(text) if not _commented(text, found)]
    game = "hands" if path.parent.name == "rankings" else path.stem
    for here, (start, end) in enumerate(places):
        for other, stop in (*places[here + 1 :], *reversed(places[:here])):
            between = text[min(end, stop) : max(start, other)]
            same_list = not re.search(r"[=\]}]", between)  # in another order it cites the same
            one, two = text[start:end], text[other:stop]
            if not same_list and one != two and one[:4] == two[:4]:
                yield Mutant(game, "clause", path, ((start, end, two), (other, stop, one)))
                break


def figure_mutants(path: Path, text: str) -> Iterator[Mutant]:
    """Yield a mutant for each figure: a number changed by one, or a flag inverted."""
    start = 0
    for line in text.splitlines(keepends=True):
        if not NO_FIGURES.match(line) and not CITATION.search(line):
            for found in FIGURE.finditer(line.partition("#")[0]):
                cut = (start + found.start(), start + found.end(), _otherwise(found[0]))
                yield Mutant(path.stem, "figure", path, (cut,))
        start += len(line)


def _otherwise(figure: str) -> str:
    """Return a slightly changed figure."""
    if figure in ("true", "false"):
        return "false" if figure == "true" else "true"
    above, slash, below = figure.partition("/")
    return f"{int(above) + 1}{slash}{below}"


def code_mutants(path: Path, text: str) -> Iterator[Mutant]:
    """Yield a mutant for each operator, inverted, and for each number in code, changed by one."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def at(line: int, column: int) -> int:
        return starts[line - 1] + len(text.splitlines()[line - 1].encode()[:column].decode())

    game = _game_of(path)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and type(node.value) is int:
            start, end = at(node.lineno, node.col_offset), at(node.end_lineno or 0, node.end_col_offset or 0)
            yield Mutant(game, "code", path, ((start, end, str(node.value + 1)),))
        for sign, left, right in _signs(node):
            start = at(left.end_lineno or 0, left.end_col_offset or 0)
            found = SIGN.search(text, start, at(right.lineno, right.col_offset))
            if found and type(sign) in SIGNS:
                yield Mutant(game, "code", path, ((found.start(), found.end(), SIGNS[type(sign)]),))


def law_mutants(path: Path, text: str) -> Iterator[Mutant]:
    """Yield a mutant for each clause of `@law`, replaced by the next clause of its norm that code cites."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    cited = []
    for owner, word in _cited_words(ast.parse(text)):
        start = starts[word.lineno - 1] + word.col_offset + 1  # after the quotation mark; ids are ASCII
        cited.append((owner, start, str(word.value)))
    for here, (owner, start, id) in enumerate(cited):
        for other, begin, instead in cited[here + 1 :]:
            if other is not owner and id != instead and id[:4] == instead[:4]:
                cuts = ((start, start + len(id), instead), (begin, begin + len(instead), id))
                yield Mutant(_game_of(path), "law", path, cuts)
                break


def _cited_words(tree: ast.AST) -> Iterator[tuple[ast.AST, ast.Constant]]:
    """Yield each definition with each clause that its `@law` names."""
    for node in ast.walk(tree):
        for mark in getattr(node, "decorator_list", ()):
            if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "law":
                yield from ((node, word) for word in mark.args if isinstance(word, ast.Constant))


def _signs(node: ast.AST) -> Iterator[tuple[ast.AST, ast.expr, ast.expr]]:
    match node:
        case ast.Compare(left=left, ops=signs, comparators=rights):
            yield from zip(signs, (left, *rights), rights, strict=False)
        case ast.BinOp(left=left, op=sign, right=right):
            yield sign, left, right
        case ast.BoolOp(op=sign, values=[left, right, *_]):
            yield sign, left, right


def _game_of(path: Path) -> str:
    """Return the game of a module, its family if several games share the module, or its package."""
    package, *rest = path.with_suffix("").parts[path.parts.index("novamas") + 1 :]
    return rest[0] if rest and rest[0] != "__init__" else package


def _commented(text: str, found: re.Match[str]) -> bool:
    return "#" in text[text.rfind("\n", 0, found.start()) + 1 : found.start()]


def all_mutants(root: Path) -> Iterator[Mutant]:
    """Yield every possible mutant."""
    for path in sorted((root / DATA / "figures").glob("*.toml")):
        text = path.read_text("utf-8")
        yield from clause_mutants(path.relative_to(root), text)
        yield from figure_mutants(path.relative_to(root), text)
    for path in sorted((root / DATA / "rankings").glob("*.toml")):
        yield from clause_mutants(path.relative_to(root), path.read_text("utf-8"))
    for package in CODE:
        for path in sorted((root / "src/novamas" / package).rglob("*.py")):
            yield from code_mutants(path.relative_to(root), path.read_text("utf-8"))
    for path in sorted((root / "src/novamas").rglob("*.py")):
        yield from law_mutants(path.relative_to(root), path.read_text("utf-8"))


def drawn(mutants: list[Mutant], wanted: dict[str, int], rng: Random) -> list[Mutant]:
    """Return a sample with the given number of mutants of each kind, taking games in turn."""
    chosen = []
    for kind, many in wanted.items():
        by_game = defaultdict(list)
        for mutant in mutants:
            if mutant.kind == kind:
                by_game[mutant.game].append(mutant)
        piles = [rng.sample(pile, len(pile)) for _, pile in sorted(by_game.items())]
        rng.shuffle(piles)
        rounds = [pile[turn] for turn in range(many) for pile in piles if turn < len(pile)]
        chosen += rounds[:many]
    return chosen


# ---------------------------------------------------------------- who finds it


def judges(root: Path, mutant: Mutant) -> Iterator[tuple[str, ...]]:
    """Yield the test files that may kill a mutant. Tests of the law come first if data changed."""
    if mutant.kind == "law":
        yield (LISTED,)
    law = sorted((root / "tests/law").glob("test_*.py"))
    slugs = "|".join(sorted(concerned(root, mutant)))
    of_game = [
        path
        for path in sorted((root / "tests").rglob("test_*.py"))
        if path not in law
        and path.relative_to(root).parts[1] not in NOT_JUDGED
        and (re.search(slugs, path.stem) or re.search(rf"\b({slugs})\b", path.read_text("utf-8")))
    ]
    if not of_game:  # a module that no test names: all tests of its package
        package = mutant.path.parts[2]
        of_game = sorted((root / "tests" / package.removesuffix(".py")).glob("test_*.py"))
    for paths in (law, of_game) if mutant.kind in ("clause", "figure") else (of_game,):
        if paths:
            yield tuple(str(path.relative_to(root)) for path in paths)


def concerned(root: Path, mutant: Mutant) -> set[str]:
    """Return the game that a mutant changes, or all games of the family whose code it changes."""
    shared = mutant.path.parts[:3] == ("src", "novamas", "families")
    users = {
        path.relative_to(root / "src/novamas/games").with_suffix("").parts[0]
        for path in (root / "src/novamas/games").rglob("*.py")
        if shared and f"novamas.families.{mutant.game}" in path.read_text("utf-8")
    }
    return users or {mutant.game}


Done = subprocess.CompletedProcess[str]


def run(root: Path, tests: Sequence[str], seconds: int, *options: str) -> Done | None:
    """Run tests in the copy of the project. Return None if they take too long."""
    paths = os.pathsep.join((str(root / "src"), str(root)))
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, *tests)
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        return subprocess.run(
            command, cwd=root, env=environment, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return None


@cache
def red_already(root: Path, tests: tuple[str, ...], seconds: int) -> tuple[str, ...]:
    """Return the tests that fail even without a mutant. They cannot kill one."""
    done = run(root, tests, 10 * seconds)
    failed = re.findall(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.M) if done else []
    return tuple(f"--deselect={id}" for id in failed)


def verdict(root: Path, mutant: Mutant, seconds: int) -> str:
    """Return whether the tests killed a mutant, ran out of time or let it survive."""
    path = root / mutant.path
    sound = path.read_text("utf-8")
    for tests in judges(root, mutant):
        red = red_already(root, tests, seconds)
        path.write_text(mutant.put_into(sound), "utf-8")
        try:
            done = run(root, tests, seconds, "-x", *red)
        finally:
            path.write_text(sound, "utf-8")
        if done is None or done.returncode != 0:
            return "killed" if done else "out of time"
    return "alive"


def main() -> None:
    """Draw mutants, try each in a copy of the project, and print the report."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--seed", type=int, default=1)
    for kind in KINDS:
        asked.add_argument(f"--{kind}s" if kind != "code" else "--code", dest=kind, type=int, default=0)
    asked.add_argument("--game", help="of one game or family only")
    asked.add_argument("--seconds", type=int, default=120, help="for one mutant")
    given = asked.parse_args()
    with TemporaryDirectory() as folder:
        root = Path(folder) / "copy"
        left_out = shutil.ignore_patterns(".*", "__pycache__", "node_modules", "docs")
        shutil.copytree(ROOT, root, ignore=left_out)
        mutants = [one for one in all_mutants(root) if given.game in (None, one.game)]
        wanted = {kind: getattr(given, kind) for kind in KINDS}
        report(root, drawn(mutants, wanted, Random(given.seed)), given.seconds)


def report(root: Path, mutants: list[Mutant], seconds: int) -> None:
    """Try the mutants one by one. Print each survivor at once, and at the end counts by game and kind."""
    tally: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for number, mutant in enumerate(mutants, start=1):
        found = verdict(root, mutant, seconds)
        tally[mutant.game, mutant.kind][found] += 1
        if found != "killed":
            told = mutant.told((root / mutant.path).read_text("utf-8"))
            print(f"{number}/{len(mutants)} {found}: {told}", flush=True)
    for (game, kind), count in sorted(tally.items()):
        print(f"{game} {kind}: {_counted(count)}")
    print(f"all: {_counted(sum(tally.values(), Counter()))}")


def _counted(count: Counter[str]) -> str:
    late, alive = count["out of time"], count["alive"]
    return f"{count.total()} tried, {count['killed']} killed, {late} out of time, {alive} alive"


if __name__ == "__main__":
    main()
