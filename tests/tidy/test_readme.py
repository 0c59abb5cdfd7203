"""What the README says can be typed works."""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path

import pytest

from novamas.cli import main

README = (Path(__file__).parent.parent.parent / "README.md").read_text("utf-8")
COMMANDS = [
    line.partition("#")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", README, re.S)
    for line in block.splitlines()
    if line.startswith("novamas")
]
PYTHON = re.findall(r"```python\n(.*?)```", README, re.S)


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NOVAMAS_DATA", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    status, told = main(shlex.split(command)[1:]), capsys.readouterr()
    assert status == 0, told.err
    assert told.out


def test_the_program_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = PYTHON
    exec(program, {})
    wanted = re.findall(r"print\(.*\)  # (.*)", program)
    assert wanted
    assert capsys.readouterr().out.splitlines() == wanted


def test_it_fits_on_one_screen() -> None:
    assert len(README.splitlines()) <= 45
