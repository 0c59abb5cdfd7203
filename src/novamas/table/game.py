"""What the catalogue knows of a game, and how a table of it is opened."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Any, Literal

from msgspec import Struct, convert, json

from novamas.law import Fault, FaultySetup, Frame, set_up
from novamas.law.frames import read_law
from novamas.law.setups import Setup
from novamas.table.conduct import Conduct
from novamas.table.deeds import Act, Deed, Drawn
from novamas.table.felt import Felt
from novamas.table.layout import Layout
from novamas.table.phases import AnyPhase, Incident


class Wager(Struct, frozen=True):
    """A bet whose odds are asked for: the deeds that make it, and what its edge is counted per."""

    acts: tuple[Deed, ...]  # draws included, where a bet can be made only after one
    stake: int  # céntimos put at risk by those deeds
    per: str  # what one unit of edge is per
    to_the_end: bool = False  # it plays until it is won or lost, though it might be taken back before


class NoPremises(Struct, frozen=True):
    """Play does not depend on the room."""


def no_faults(rules: Struct, premises: Struct) -> Iterable[Fault]:
    """The figures say all that may be wrong with a set-up."""
    return ()


class Game(Struct, frozen=True):
    """A game of the catalogue: its parts, and how its tables are opened."""

    slug: str
    family: str  # the package of `novamas.families` whose rounds it plays
    pieces: Literal["cards", "dice", "tiles", "wheel"]  # what decides its bets
    opening: Callable[[Any, Any], AnyPhase]  # the first phase, from rules and premises
    wagers: Callable[[AnyPhase], Mapping[str, Wager]]
    layout: Callable[[AnyPhase], Layout]  # what can be bet on and what lies where, at any phase of a table
    felt: type[Felt]  # the game's own
    phases: tuple[Any, ...]
    acts: tuple[type[Act], ...]
    rules: type[Struct]  # what the house states that changes play or odds, and the frame
    premises: type[Struct] = NoPremises  # what else of the set-up play must know
    faults: Callable[[Any, Any], Iterable[Fault]] = no_faults  # of rules and premises, beyond the figures
    incidents: tuple[type[Incident[Any]], ...] = ()
    has_slow_odds: bool = False  # whether they take longer than a player at a table would wait
    audited_by: Literal["", "spins", "hands"] = ""  # how an audit follows a file of its rounds, if it can
    revision: int = 2  # raised whenever the procedure of the game changes

    def __post_init__(self) -> None:
        """At a table of this game nothing else can go wrong than what it lists, but for people's conduct."""
        self.felt.incidents = (*self.incidents, Conduct)

    @property
    def deeds(self) -> tuple[type[Deed], ...]:
        """All that can happen at its tables."""
        return (*self.acts, *self.incidents, Conduct, Drawn)

    @property
    def any_deed(self) -> Any:
        """The type of all that can happen at its tables, for reading records."""
        return reduce(or_, self.deeds)

    @property
    def any_phase(self) -> Any:
        """The type of all its phases, for reading one that was saved."""
        return reduce(or_, self.phases)

    def save(self, phase: AnyPhase) -> bytes:
        """A phase as text that can be kept."""
        return json.encode(phase, enc_hook=str)

    def load(self, saved: bytes) -> AnyPhase:
        """The phase that was saved."""
        phase: AnyPhase = json.decode(saved, type=self.any_phase, dec_hook=read_law)
        return phase

    def pin(self, frame: Frame) -> str:
        """The edition of the rules: figures of the law and revision of the procedure."""
        return f"{frame.pin[:16]}.{self.revision}"


class Table(Struct, frozen=True):
    """A table that may lawfully be opened: the law's frame, what the house chose, and the first phase."""

    game: Game
    frame: Frame
    chosen: Mapping[str, Any]  # rules and premises, by their names
    opening: AnyPhase


def open_table(
    game: Game, frame: Frame, given: Mapping[str, object] | None = None, *, lifted: Collection[Fault] = ()
) -> Table:
    """Open a table of this set-up, or say everything that is wrong with it and that nobody has lifted."""
    setup = set_up(frame, given or {})
    if faults := [fault for fault in faults_of(game, setup) if fault not in lifted]:
        raise FaultySetup(faults, game.slug)
    return Table(game, frame, setup.chosen, game.opening(*_stated(game, frame, setup.chosen)))


def faults_of(game: Game, setup: Setup) -> tuple[Fault, ...]:
    """Everything that is wrong with a set-up: by the figures, and beyond them."""
    if not setup.frame.can_be_played or None in setup.chosen.values():
        return setup.faults
    beyond = game.faults(*_stated(game, setup.frame, setup.chosen))
    return (*setup.faults, *(fault for fault in beyond if fault not in setup.faults))


def _stated(game: Game, frame: Frame, chosen: Mapping[str, Any]) -> tuple[Any, Any]:
    """What play must know of a set-up: its rules with the law they stand on, and its premises."""
    rules = convert({"frame": frame, **chosen}, game.rules, dec_hook=read_law)
    return rules, convert(dict(chosen), game.premises, dec_hook=read_law)
