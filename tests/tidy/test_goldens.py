"""Generated files are current: the program would generate them again as they are in the repository.

Pages are generated from the stored odds and courses. Slow odds and courses are recomputed only in a soak run.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tools import courses
from tools.chart import course
from tools.goldens import ROOT, goldens
from tools.odds_goldens import FOLDER, example_table

PRINTED = goldens()
COURSES = [path for path in PRINTED if path.parent == courses.FOLDER]
FIRST_STEPS = 300  # of a course; the rest is played when soaking
LONG_COUNTED = {
    *("bacara_dos_panos", "blackjack", "chemin_de_fer", "craps", "pai_gow_domino", "sin_descarte"),
    "treinta_y_cuarenta",
}


def is_long(path: Path) -> bool:
    """Return whether a file holds a course, or odds that take seconds to compute."""
    return path.parent == courses.FOLDER or (
        path.parent == FOLDER and path.stem.partition("-")[0] in LONG_COUNTED
    )


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


@pytest.mark.parametrize("path", COURSES, ids=lambda path: path.stem)
def test_a_course_begins_as_it_was_learnt(path: Path) -> None:
    slug, norm = path.stem.split("-")
    begun, whole = course(example_table(slug, norm), steps=FIRST_STEPS), courses.kept(slug, norm)
    assert begun.opening == whole.opening
    assert [*begun.ways] == [*whole.ways][: len(begun.ways)]
    assert all(deeds <= whole.ways[way] for way, deeds in begun.ways.items())
    for seen, learnt in ((begun.wrong, whole.wrong), (begun.forms, whole.forms)):
        for incident, decided in seen.items():
            assert all(found <= learnt[incident][clause] for clause, found in decided.items() if found)


def test_nothing_is_kept_that_is_printed_no_more() -> None:
    folders = {path.parent for path in PRINTED if path.parent.name in ("courses", "games", "odds")}
    assert {path for folder in folders for path in folder.iterdir()} <= PRINTED.keys()
