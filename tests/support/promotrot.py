"""An independent reader of virtual tickets: the prize that a face shows."""

from __future__ import annotations

from collections import Counter

from novamas.pools.promotrot.faces import ALIKE, Face, marks_of
from novamas.pools.promotrot.issues import Issue, Prize


def prize_shown(issue: Issue, face: Face) -> Prize | None:
    """Return the prize that a face shows, if any."""
    if issue.action == "carrera":
        return issue.prizes[face.comes_in - 1] if face.comes_in <= len(issue.prizes) else None
    mark, times = Counter(face.cells).most_common(1)[0]
    return issue.prizes[marks_of(issue).index(mark)] if times == ALIKE else None
