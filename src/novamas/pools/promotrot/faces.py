"""What the player sees and does on a virtual ticket; whatever he does only uncovers what the ticket holds.

There are two ways to play. *Uncovering*: nine cells, each with a mark under it; the ticket wins where three
marks are alike, and the mark says which prize it is. A *race*: the player picks a horse, the horse trots, and
the place in which it comes in says which prize it is; any horse would come in there. What lies under the
cells, and where the horse comes in, is drawn from the seed of the issue and the number of the ticket alone:
the draws of ticket n are those of the seed followed by the text `n/face`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

import msgspec

from novamas.equipment.chance import RevealedSource, Source, UniformDraw, shuffled
from novamas.errors import NovamasError, quoted
from novamas.law import law
from novamas.pools.promotrot.issues import NOTHING, Issue, Prize, place_of

CELLS = 9
ALIKE = 3
RUNNERS = 16


class Face(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a ticket shows when all is uncovered."""

    cells: tuple[str, ...] = ()  # the mark under each
    comes_in: int = 0  # the place of the horse that was picked


@law("IB05.15.II.2.7", "IB05.15.II.3.7")
def marks_of(issue: Issue) -> tuple[str, ...]:
    """The marks of the concrete game: letters, signs, numbers, drawings or written words."""
    return issue.law.presentations[issue.presentation].marks


def face_of(issue: Issue, seed: str, number: int) -> Face:
    """What a ticket shows, fixed since its seed was promised."""
    place, source = place_of(issue, seed, number), RevealedSource(seed, f"{number}/face")
    if issue.action == "carrera":
        return Face(comes_in=_coming_in(issue, place, source))
    return Face(cells=_cells(marks_of(issue), place, source))


def _cells(marks: tuple[str, ...], place: int, source: Source) -> tuple[str, ...]:
    """Nine marks in any order: three of the prize's, and of no other more than two."""
    winning = () if place == NOTHING else (marks[place],) * ALIKE
    others = [mark for mark in marks if mark not in winning for _ in range(ALIKE - 1)]
    return shuffled((*winning, *shuffled(others, source)[: CELLS - len(winning)]), source)


def _coming_in(issue: Issue, place: int, source: Source) -> int:
    """The place of the horse: that of the prize in the table, or one behind all of them."""
    if place != NOTHING:
        return place + 1
    behind = len(issue.prizes)
    return behind + 1 + source.draw(UniformDraw(RUNNERS - behind))


def prize_shown(issue: Issue, face: Face) -> Prize | None:
    """The prize that a face tells whoever looks at it."""
    if issue.action == "carrera":
        return issue.prizes[face.comes_in - 1] if face.comes_in <= len(issue.prizes) else None
    mark, times = Counter(face.cells).most_common(1)[0]
    return issue.prizes[marks_of(issue).index(mark)] if times == ALIKE else None


def uncovered(face: Face, opened: Collection[int]) -> tuple[str | None, ...]:
    """The cells as they lie before the player, who has opened these (from 1)."""
    return tuple(mark if cell in opened else None for cell, mark in enumerate(face.cells, 1))


@law("IB05.15.IIbis.2.2", "IB05.15.IIbis.2.3")
def check_act(issue: Issue, act: int) -> None:
    """Refuse to play what the terminal does not suggest: it is one of the cells, or one of the horses."""
    most = RUNNERS if issue.action == "carrera" else CELLS
    if not 1 <= act <= most:
        raise NovamasError("act_not_suggested", clause=issue.law.playing.act, given=quoted(act), most=most)
