"""What is printed from the program is as the program prints it now; `make goldens` prints it again."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.goldens import ROOT, goldens

PRINTED = goldens()


@pytest.mark.parametrize("path", PRINTED, ids=lambda path: str(path.relative_to(ROOT)))
def test_printed_files_are_current(path: Path) -> None:
    assert path.exists(), f"{path.name} was never printed: make goldens"
    assert path.read_text("utf-8") == PRINTED[path](), f"{path.name} is not what is printed now: make goldens"
