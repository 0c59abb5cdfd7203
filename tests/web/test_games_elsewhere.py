"""A game of another package in a real browser: in the catalogue, on its page, and at a table."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.plug_in import environment, installed
from tests.web.walking import a_house, walk


def test_a_game_of_another_package_is_found_and_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = environment(*installed(tmp_path / "site"))["PYTHONPATH"]
    monkeypatch.setenv("PYTHONPATH", path)
    (tmp_path / "house").mkdir()
    with a_house(tmp_path / "house") as address:
        walk("elsewhere", address)
