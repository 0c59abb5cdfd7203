"""An invented law for tests of the loader."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from novamas.law import Library
from novamas.law.library import open_library
from novamas.law.packs import OURS

Write = Callable[..., Library]


@pytest.fixture
def write_figures(tmp_path: Path) -> Write:
    """Return the library of our norms with figures for these games only. Their text is given by game."""
    numbers = count()

    def write(**figures: str) -> Library:
        data = tmp_path / str(next(numbers))
        (data / "figures").mkdir(parents=True)
        for name in ("pack.toml", "norms.toml", "figures/general.toml"):
            shutil.copy(Path(OURS) / name, data / name)
        shutil.copytree(Path(OURS) / "rankings", data / "rankings")
        for game, toml in figures.items():
            (data / "figures" / f"{game}.toml").write_text(toml, "utf-8")
        return open_library((str(data),))

    return write
