"""A law of our own making, to try the loader on."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from novamas.law import figures, frames, package_data

Write = Callable[[str, str], None]


@pytest.fixture
def write_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Write the figures of a game, in place of all that come with the package."""
    data = tmp_path / "data"
    (data / "figures").mkdir(parents=True)
    shutil.copy(Path(package_data.FOLDER) / "norms.toml", data)
    shutil.copy(Path(package_data.FOLDER) / "figures" / "general.toml", data / "figures")
    shutil.copytree(Path(package_data.FOLDER) / "rankings", data / "rankings")

    def write(game: str, toml: str) -> None:
        (data / "figures" / f"{game}.toml").write_text(toml, "utf-8")
        forget()

    def forget() -> None:
        for cached in (figures._file, figures.figures, frames.frame, frames.entries):
            cached.cache_clear()

    monkeypatch.setattr(package_data, "FOLDER", str(data))
    forget()
    yield write
    monkeypatch.undo()
    forget()
