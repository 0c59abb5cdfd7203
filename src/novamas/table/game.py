"""What the catalogue knows of a game, and how a table of it is opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_
from typing import Any, TypeAlias

from msgspec import Struct, json

from novamas.law import Fault, Faulty, Frame, choose
from novamas.law.frames import read_law
from novamas.table.deeds import Act, Deed, Drawn
from novamas.table.phases import AnyPhase, Incident

Choices: TypeAlias = Any  # the game's own frozen struct of what the house chose


class Wager(Struct, frozen=True):
    """A bet whose odds are asked for: the deeds that make it, and what its edge is counted per."""

    acts: tuple[Deed, ...]  # draws included, where a bet can be made only after one
    stake: int  # céntimos put at risk by those deeds
    per: str  # what one unit of edge is per


class Game(Struct, frozen=True):
    """A game of the catalogue: its parts, and how its tables are opened."""

    slug: str
    says: str  # one line for a newcomer
    choices: type[Struct]
    faults: Callable[[Frame, Choices], list[Fault]]
    opening: Callable[[Frame, Choices], AnyPhase]
    wagers: Callable[[AnyPhase], Mapping[str, Wager]]
    phases: tuple[Any, ...]
    acts: tuple[type[Act], ...]
    incidents: tuple[type[Incident[Any]], ...] = ()
    revision: int = 1  # raised whenever the procedure of the game changes

    @property
    def deeds(self) -> tuple[type[Deed], ...]:
        """All that can happen at its tables."""
        return (*self.acts, *self.incidents, Drawn)

    @property
    def any_deed(self) -> Any:
        """The type of all that can happen at its tables, for reading records."""
        return reduce(or_, self.deeds)

    def save(self, phase: AnyPhase) -> bytes:
        """A phase as text that can be kept."""
        return json.encode(phase, enc_hook=str)

    def load(self, saved: bytes) -> AnyPhase:
        """The phase that was saved."""
        phase: AnyPhase = json.decode(saved, type=reduce(or_, self.phases), dec_hook=read_law)
        return phase

    def pin(self, frame: Frame) -> str:
        """The edition of the rules: figures of the law and revision of the procedure."""
        return f"{frame.pin[:16]}.{self.revision}"


class Table(Struct, frozen=True):
    """A table that may lawfully be opened: the law's frame, what the house chose, and the first phase."""

    game: Game
    frame: Frame
    choices: Choices
    opening: AnyPhase


def open_table(game: Game, frame: Frame, given: Mapping[str, object] | None = None) -> Table:
    """Open a table under these choices, or say everything that is wrong with them."""
    choices = choose(frame, game.choices, given or {})
    faults = game.faults(frame, choices)
    if faults:
        raise Faulty(faults)
    return Table(game, frame, choices, game.opening(frame, choices))
