"""The notebooks of the docs show the same output when they are run again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tools.notebooks import FOLDER, executed, shown

NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_every_notebook_has_been_executed() -> None:
    assert NOTEBOOKS
    for path in NOTEBOOKS:
        notebook = json.loads(path.read_text("utf-8"))
        assert any(shown(notebook)), path
        told = str(shown(notebook))
        assert "Traceback" not in told
        assert "/tmp" not in told


@pytest.mark.soak
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_run_again_it_shows_the_same(path: Path) -> None:
    import nbformat

    assert shown(executed(path)) == shown(nbformat.read(path, as_version=4))
