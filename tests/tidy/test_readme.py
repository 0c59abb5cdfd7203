"""What the README says can be typed works."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent.parent / "README.md").read_text("utf-8")
COMMANDS = [
    line.partition("#")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", README, re.S)
    for line in block.splitlines()
    if line.startswith("novamas")
]
PYTHON = re.findall(r"```python\n(.*?)```", README, re.S)


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run(command: str) -> None:
    words = [sys.executable, "-m", *shlex.split(command)]
    done = subprocess.run(words, input="quit\n", capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_program_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = PYTHON
    exec(program, {})
    wanted = re.findall(r"print\(.*\)  # (.*)", program)
    assert wanted
    assert capsys.readouterr().out.splitlines() == wanted


def test_it_fits_on_one_screen() -> None:
    assert len(README.splitlines()) <= 45
