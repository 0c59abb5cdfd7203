"""The observed course of every game under every norm: `tests/courses/GAME-NORM.txt`.

The observation takes long, so pages are generated from the stored files. Each line is one of three things: a
transition between two phases with its deeds, an irregularity with its clause and its phases, or the causes
that the clause decides. Lines are in the order of observation.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tools.chart import Course, course
from tools.odds_goldens import example_table

FOLDER = Path(__file__).parent.parent / "tests" / "courses"
WAY, WRONG, FORM = "way", "wrong", "form"


def path_of(slug: str, norm: str) -> Path:
    """Return the path of the file with the course of a game under a norm."""
    return FOLDER / f"{slug}-{norm}.txt"


def kept(slug: str, norm: str) -> Course:
    """Return the stored course of a game under a norm."""
    (_, opening), *lines = (line.split(" | ") for line in path_of(slug, norm).read_text("utf-8").splitlines())
    found = Course(opening, {}, {}, {})
    for kind, first, second, *several in lines:
        if kind == WAY:
            found.ways[first, second] = set(several)
        elif kind == FORM:
            found.forms.setdefault(first, {})[second] = set(several)
        else:
            found.wrong.setdefault(first, {})[second] = set(several)
    return found


def learnt(slug: str, norm: str) -> str:
    """Observe the course of a game now, and return it in the format of the stored file."""
    return "".join(f"{' | '.join(line)}\n" for line in _lines(course(example_table(slug, norm))))


def _lines(found: Course) -> Iterator[tuple[str, ...]]:
    yield "opening", found.opening
    for way, deeds in found.ways.items():
        yield WAY, *way, *sorted(deeds)
    for incident, decided in found.wrong.items():
        for clause, phases in decided.items():
            yield WRONG, incident, clause, *sorted(phases)
            if causes := found.forms[incident][clause]:
                yield FORM, incident, clause, *sorted(causes)
