"""The face of a virtual ticket: marks or a race. The player's act only uncovers a fixed prize.

There are two ways to play. *Uncovering*: nine cells hide a mark each. The ticket wins if three marks are
alike, and the mark identifies the prize. *Race*: the player picks a horse, and its finishing place
identifies the prize. Any other horse would have finished in the same place. The marks and the place are
drawn from the seed of the issue and the number of the ticket alone: the draws of ticket n are those of
the seed followed by the text `n/face`.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from novamas.equipment.chance import RevealedSource, Source, UniformDraw, shuffled
from novamas.errors import NovamasError, quoted
from novamas.law import law
from novamas.pools.promotrot.issues import NOTHING, Issue, Remixed, place_of, seed_for

CELLS = 9
ALIKE = 3
RUNNERS = 16


class Face(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a ticket after it was fully uncovered."""

    cells: tuple[str, ...] = ()  # the mark under each cell
    comes_in: int = 0  # the finishing place of the chosen horse


@law("IB05.15.II.2.7", "IB05.15.II.3.7")
def marks_of(issue: Issue) -> tuple[str, ...]:
    """Return the marks of the game: letters, signs, numbers, drawings or written words."""
    return issue.law.presentations[issue.presentation].marks


def face_of(issue: Issue, seed: str, number: int, remixed: tuple[Remixed, ...] = ()) -> Face:
    """Return the face of a ticket. It was fixed when the commitment to the seed was published."""
    place = place_of(issue, seed, number, remixed)
    source = RevealedSource(seed_for(seed, number, remixed), f"{number}/face")
    if issue.action == "carrera":
        return Face(comes_in=_coming_in(issue, place, source))
    return Face(cells=_cells(marks_of(issue), place, source))


def _cells(marks: tuple[str, ...], place: int, source: Source) -> tuple[str, ...]:
    """Return nine marks in random order: three of the prize's mark, and at most two of any other mark."""
    winning = () if place == NOTHING else (marks[place],) * ALIKE
    others = [mark for mark in marks if mark not in winning for _ in range(ALIKE - 1)]
    return shuffled((*winning, *shuffled(others, source)[: CELLS - len(winning)]), source)


def _coming_in(issue: Issue, place: int, source: Source) -> int:
    """Return the finishing place of the horse: the row of the prize, or a later place without a prize."""
    if place != NOTHING:
        return place + 1
    behind = len(issue.prizes)
    return behind + 1 + source.draw(UniformDraw(RUNNERS - behind))


def uncovered(face: Face, opened: Collection[int]) -> tuple[str | None, ...]:
    """Return the cells as the player sees them. Only the opened cells, numbered from 1, show their mark."""
    return tuple(mark if cell in opened else None for cell, mark in enumerate(face.cells, 1))


@law("IB05.15.IIbis.2.2", "IB05.15.IIbis.2.3")
def check_act(issue: Issue, act: int) -> None:
    """Raise if the terminal does not offer this act. It offers one of the cells or one of the horses."""
    most = RUNNERS if issue.action == "carrera" else CELLS
    if not 1 <= act <= most:
        raise NovamasError("act_not_suggested", clause=issue.law.playing.act, given=quoted(act), most=most)
