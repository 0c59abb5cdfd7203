"""Fixtures for the command line: it runs in English by default, and its output is split into lines."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from novamas.cli import main


class Ran(NamedTuple):
    """The result of a command."""

    status: int
    out: str
    err: str


Novamas = Callable[..., Ran]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Isolate every test from the locale and the width of the terminal, in its own folder."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("NOVAMAS_DATA", str(tmp_path / "data"))
    for name in ("NOVAMAS_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture
def novamas(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Novamas:
    """Return a function that runs a command as a shell would."""

    def run(*words: object, lines: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        capsys.readouterr()
        status = main([str(word) for word in words])
        return Ran(status, *capsys.readouterr())

    return run
