"""The guide "Your region in a day" ends with a bet in a browser, under the norm that it made."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from tests.support.guide import follow
from tests.web.walking import a_house, walk

from novamas.cli import main


def test_the_guide_leads_to_a_bet_in_the_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for line in follow("es", tmp_path):
        name, *words = shlex.split(line)
        if name == "novamas" and words[0] == "pack":
            assert main(words) == 0
    monkeypatch.setenv("NOVAMAS_PACKS", str(tmp_path / "region"))
    (tmp_path / "house").mkdir()
    with a_house(tmp_path / "house") as address:
        walk("region", address)
