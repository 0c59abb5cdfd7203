"""The course of every game under every norm, as it was learnt: `tests/courses/GAME-NORM.txt`.

It takes long to learn; the pages are printed from what is kept, so that a page whose words have changed is
printed at once. Each line is a way from one phase to another and the deeds that lead along it, or what can
go wrong, the clause that decides it and the phases in which it happens; what was met first stands first.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tools.chart import Course, course
from tools.odds_goldens import example_table

FOLDER = Path(__file__).parent.parent / "tests" / "courses"
WAY, WRONG = "way", "wrong"


def path_of(slug: str, norm: str) -> Path:
    """The file in which the course of a game under a norm is kept."""
    return FOLDER / f"{slug}-{norm}.txt"


def kept(slug: str, norm: str) -> Course:
    """The course as it was learnt last."""
    (_, opening), *lines = (line.split(" | ") for line in path_of(slug, norm).read_text("utf-8").splitlines())
    found = Course(opening, {}, {})
    for kind, first, second, *several in lines:
        if kind == WAY:
            found.ways[first, second] = set(several)
        else:
            found.wrong.setdefault(first, {})[second] = set(several)
    return found


def learnt(slug: str, norm: str) -> str:
    """The course as it is learnt now, as it is kept."""
    return "".join(f"{' | '.join(line)}\n" for line in _lines(course(example_table(slug, norm))))


def _lines(found: Course) -> Iterator[tuple[str, ...]]:
    yield "opening", found.opening
    for way, deeds in found.ways.items():
        yield WAY, *way, *sorted(deeds)
    for incident, decided in found.wrong.items():
        for clause, phases in decided.items():
            yield WRONG, incident, clause, *sorted(phases)
