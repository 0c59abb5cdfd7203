"""What is printed from the program is as the program prints it now; `make goldens` prints it again.

Pages are printed from the odds that were kept; those that take seconds are counted again when soaking.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.goldens import ROOT, goldens
from tools.odds_goldens import FOLDER

PRINTED = goldens()
LONG_COUNTED = {
    *("bacara_dos_panos", "blackjack", "chemin_de_fer", "craps", "pai_gow_domino", "sin_descarte"),
    "treinta_y_cuarenta",
}


def is_long(path: Path) -> bool:
    """Are these odds that take seconds to count?"""
    return path.parent == FOLDER and path.stem.partition("-")[0] in LONG_COUNTED


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=str(path.relative_to(ROOT)), marks=[pytest.mark.soak] if is_long(path) else [])
        for path in PRINTED
    ],
)
def test_printed_files_are_current(path: Path) -> None:
    assert path.exists(), f"{path.name} was never printed: make goldens"
    assert path.read_text("utf-8") == PRINTED[path](), f"{path.name} is not what is printed now: make goldens"


def test_nothing_is_kept_that_is_printed_no_more() -> None:
    folders = {path.parent for path in PRINTED if path.parent.name in ("games", "odds")}
    assert {path for folder in folders for path in folder.iterdir()} <= PRINTED.keys()
