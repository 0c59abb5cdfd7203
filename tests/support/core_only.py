"""The commands that work without extras, and those that must name the extra they need.

Run as a program, it executes commands with every optional package blocked, and prints the results.
"""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from importlib.abc import MetaPathFinder
from pathlib import Path
from typing import Any

# Each line is done in a folder that has `work(folder)`. The input is what a person would type.
IN_THE_CORE: tuple[tuple[str, str], ...] = (
    ("games", ""),
    ("games blackjack", ""),
    ("law IB05.01.IV.1.B.b.3", ""),
    ("odds ruleta --norm IB05", ""),
    ("par ruleta --norm IB05", ""),
    ("placard ruleta", ""),
    ("placard ruleta --to placard.html", ""),
    ("check --form ruleta", ""),
    ("check floor.toml", ""),
    ("diff ruleta --in illes_balears --between 2007-06-01,2012-01-01", ""),
    ("hand AsKd3h4h5s", ""),
    ("equity AsAh KsKh --board 2c7d9h", ""),
    ("drill ruleta", "quit\n"),
    ("play ruleta --seed 1 --record wheel.jsonl", "rojo 5\n\nquit\n"),
    ("play holdem --seed 4 --record circle.jsonl", "\n\n\n\n\nquit\n"),
    ("play omaha --seed 4 --record omaha.jsonl", "\n\n\nquit\n"),
    ("play blackjack --seed 3 --record cards.jsonl", "bet 1 10\n\n\nstand\n\nquit\n"),
    ("replay wheel.jsonl", ""),
    ("replay circle.jsonl", ""),
    ("audit wheel.jsonl", ""),
    ("audit rounds.csv --game ruleta --norm IB05", ""),
    ("why wheel.jsonl", ""),
    ("schema ruleta", ""),
    ("pack check pack", ""),
)
FURTHER: tuple[tuple[str, str], ...] = (  # a command, and the extra that it names
    ("odds blackjack", "odds"),
    ("par blackjack", "odds"),
    ("simulate craps --bet win", "odds"),
    ("sessions ruleta --bet rojo --purse 100", "odds"),
    ("day floor.toml", "odds"),
    ("equity AsAh KsKh", "odds"),
    ("hand AsKd3h4h5s6d7d", "odds"),
    ("placard ruleta --to placard.pdf", "print"),
    ("par ruleta --to sheet.pdf", "print"),
    ("audit rounds.parquet --game ruleta", "parquet"),
    ("serve", "serve"),
    ("operator Ana --store shop.sqlite", "serve"),
    ("lototrot outlet palma-1 --store shop.sqlite", "serve"),
    ("promotrot report 1 --store shop.sqlite", "serve"),
    ("pools verify --store shop.sqlite", "serve"),
    ("store copy copy.sqlite --store shop.sqlite", "serve"),
)
FLOOR = """\
[floor]
norm = "IB05"

[[tables]]
name = "R1"
game = "ruleta"

[tables.play]
lays = "rojo 5 €"
rounds_an_hour = 30
hours = 8
"""


def work(folder: Path) -> None:
    """Write the files that the commands read."""
    from tests.support.law_pack import write_pack

    write_pack(folder / "pack")
    (folder / "rounds.csv").write_text("round,seat,bet,stake,returned,result\n1,1,rojo,5,10,1\n", "utf-8")
    (folder / "floor.toml").write_text(FLOOR, "utf-8")


class Block(MetaPathFinder):
    """An import hook that refuses some packages, as if they were not installed."""

    def __init__(self, packages: set[str]) -> None:
        self.packages = packages

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> None:
        if fullname.partition(".")[0] in self.packages:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


def main() -> None:
    """Read a JSON list of pairs, a command and its input, and print the result of each."""
    from novamas.extras import PACKAGES

    sys.meta_path.insert(0, Block({each for packages in PACKAGES.values() for each in packages}))
    from novamas.cli import main as novamas

    results: list[dict[str, Any]] = []
    for line, typed in json.load(sys.stdin):
        sys.stdin, out, err = io.StringIO(typed), io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            status = novamas(line.split())
        results.append({"status": status, "out": out.getvalue(), "err": err.getvalue()})
    print(json.dumps(results))  # noqa: T201 - the tests read it


if __name__ == "__main__":
    main()
