"""The guide "Your region in a day" is followed in each language, from the first line to the last."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from tests.support.guide import LANGUAGES, follow, steps

from novamas.cli import main


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_leads_to_a_pack_without_faults(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "en")
    said = {}
    for line in follow(language, tmp_path):
        name, *words = shlex.split(line)
        if name == "pip" or words[0] == "serve":  # the browser is walked in tests/web
            continue
        status = main(words)
        said[" ".join(words[:2])], error = capsys.readouterr()
        assert (name, status, error) == ("novamas", 0, ""), line
    assert "4 with a proposed twin" in said["pack new"]
    assert "no faults" in said["pack check"]
    assert "4 cases played, 0 failed" in said["pack test"]
    assert "22.222 %" in said["odds boule"]
    assert "Example Region" in said["placard boule"]


def test_the_guide_is_the_same_in_every_language() -> None:
    written = [[(step.file, step.language, step.content) for step in steps(one)] for one in LANGUAGES]
    assert written[0] == written[1] == written[2]
    assert len(written[0]) > 10
