"""The course of every game under every norm, as it was learnt: `tests/courses/GAME-NORM.json`.

It takes long to learn; the pages are printed from what is kept, so that a page whose words have changed is
printed at once.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from tools.chart import Course, course
from tools.odds_goldens import example_table

FOLDER = Path(__file__).parent.parent / "tests" / "courses"


class KeptWay(Struct, frozen=True):
    """From one phase to another: by which deeds."""

    before: str
    after: str
    by: list[str]


class KeptCourse(Struct, frozen=True):
    """The course of a game under a norm as it is kept: what was met first stands first."""

    opening: str
    ways: list[KeptWay]
    wrong: dict[str, dict[str, list[str]]]


def path_of(slug: str, norm: str) -> Path:
    """The file in which the course of a game under a norm is kept."""
    return FOLDER / f"{slug}-{norm}.json"


def kept(slug: str, norm: str) -> Course:
    """The course as it was learnt last."""
    found = msgspec.json.decode(path_of(slug, norm).read_bytes(), type=KeptCourse)
    ways = {(way.before, way.after): set(way.by) for way in found.ways}
    wrong = {
        incident: {clause: set(phases) for clause, phases in decided.items()}
        for incident, decided in found.wrong.items()
    }
    return Course(found.opening, ways, wrong)


def learnt(slug: str, norm: str) -> str:
    """The course as it is learnt now, as it is kept."""
    found = course(example_table(slug, norm))
    ways = [KeptWay(before, after, sorted(deeds)) for (before, after), deeds in found.ways.items()]
    wrong = {
        incident: {clause: sorted(phases) for clause, phases in decided.items()}
        for incident, decided in found.wrong.items()
    }
    encoded = msgspec.json.encode(KeptCourse(found.opening, ways, wrong))
    return msgspec.json.format(encoded, indent=1).decode() + "\n"
