"""Start-up time of a command. Loaded modules are counted, because seconds depend on the machine."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache

import pytest

LOADED = """
import json, os, sys
out, sys.stdout = sys.stdout, open(os.devnull, "w")
from novamas.cli import main
main(sys.argv[1:])
print(json.dumps(list(sys.modules)), file=out)
"""


@cache
def loaded(*line: str) -> frozenset[str]:
    """Return all modules that one command loads."""
    ran = subprocess.run([sys.executable, "-c", LOADED, *line], capture_output=True, check=True)
    return frozenset(json.loads(ran.stdout))


@pytest.mark.parametrize(
    "line", [("games",), ("odds", "boule"), ("law", "IB05.01.IV.1.A.a.1"), ("--version",)]
)
def test_no_command_loads_what_it_does_not_use(line: tuple[str, ...]) -> None:
    """Commands load pydantic (for Typer), numba, numpy (for kernels) and Rich (for tables) only if needed."""
    assert not loaded(*line) & {"pydantic", "numpy", "numba", "rich.progress", "prompt_toolkit"}


def test_the_list_of_games_loads_no_game() -> None:
    """The list of games loads little more than texts, law and the modules of every table."""
    ours = {name for name in loaded("games") if name.startswith("novamas.")}
    ours = {name for name in ours if not name.startswith("novamas.games._")}
    for package in ("games.", "hands", "families", "bots", "odds", "record", "server", "store"):
        assert not [name for name in ours if name.startswith(f"novamas.{package}")]
    assert len(ours) < 90
    assert len(loaded("games")) < 450
