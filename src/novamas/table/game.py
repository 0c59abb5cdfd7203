"""A game as the catalogue describes it, and the opening of its tables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce
from operator import or_
from typing import Any, Literal, NamedTuple

from msgspec import Struct, convert, json, structs

from novamas.errors import NovamasError, quoted
from novamas.law import Fault, FaultySetup, Frame, Library, NoFigures, set_up
from novamas.law.errors import UNFORESEEN
from novamas.law.setups import Setup
from novamas.table.conduct import Conduct
from novamas.table.deeds import Act, Deed, Drawn
from novamas.table.felt import Felt
from novamas.table.layout import Layout
from novamas.table.phases import AnyPhase, Incident, offers
from novamas.table.roles import Role


class Wager(Struct, frozen=True):
    """A bet whose odds are computed: the deeds that place it, and the unit of its edge."""

    acts: tuple[Deed, ...]  # including the draws that must come before the bet
    stake: int  # put at risk by those deeds, in céntimos
    per: str  # unit of the edge
    to_the_end: bool = False  # whether it is played to a decision, although it might be taken back before


class HandPoints(NamedTuple):
    """The points of a hand. They are soft if an ace counts eleven."""

    points: int
    is_soft: bool = False


class NoPremises(Struct, frozen=True):
    """Premises of a game whose play does not depend on staff, equipment or authorisations."""


def no_faults(rules: Struct, premises: Struct) -> Iterable[Fault]:
    """Return no faults, for a game in which the figures alone decide whether a set-up is valid."""
    return ()


def no_wagers(opening: AnyPhase) -> Mapping[str, Wager]:
    """Return no wagers, for a game between players, in which no bet has odds against the house."""
    return {}


class Game(Struct, frozen=True):
    """A game of the catalogue: its parts, and the functions that open its tables."""

    slug: str
    family: str  # the package of `novamas.families` with the rounds it plays
    pieces: Literal["cards", "dice", "tiles", "wheel"]  # that decide its bets
    opening: Callable[[Any, Any], AnyPhase]  # returns the first phase, from rules and premises
    wagers: Callable[[AnyPhase], Mapping[str, Wager]]
    layout: Callable[[AnyPhase], Layout]  # bets and places, in any phase of a table
    felt: type[Felt]  # the game's own type
    phases: tuple[Any, ...]
    acts: tuple[type[Act], ...]
    rules: type[Struct]  # choices of the house that change play or odds, and the frame
    premises: type[Struct] = NoPremises  # the other parts of a set-up that play needs
    faults: Callable[[Any, Any], Iterable[Fault]] = no_faults  # of rules and premises, beyond the figures
    incidents: tuple[type[Incident[Any]], ...] = ()
    has_slow_odds: bool = False  # whether they take longer than a player at a table would wait
    points: Callable[[Sequence[int]], HandPoints] | None = None  # of a hand, in games that count points
    audited_by: Literal["", "spins", "hands"] = ""  # the kind of file of rounds that an audit can follow
    revision: int = 2  # incremented when the procedure of the game changes

    def __post_init__(self) -> None:
        """Give the felt its incidents: those that the game lists, and breaches of conduct."""
        self.felt.incidents = (*self.incidents, Conduct)

    @property
    def choices_needed(self) -> frozenset[str]:
        """The choices of the house that every norm must leave or fix. The others have a value without it."""
        fields = (*structs.fields(self.rules), *structs.fields(self.premises))
        return frozenset(field.name for field in fields if field.required) - {"frame"}

    @property
    def deeds(self) -> tuple[type[Deed], ...]:
        """All kinds of deeds at the game's tables."""
        return (*self.acts, *self.incidents, Conduct, Drawn)

    @property
    def any_deed(self) -> Any:
        """The union of all deeds of the game, for decoding records."""
        return reduce(or_, self.deeds)

    @property
    def any_phase(self) -> Any:
        """The union of all phases of the game, for decoding a saved phase."""
        return reduce(or_, self.phases)

    def save(self, phase: AnyPhase) -> bytes:
        """Encode a phase as JSON."""
        return json.encode(phase, enc_hook=str)

    def load(self, saved: bytes, law: Library) -> AnyPhase:
        """Decode a phase that `save` encoded, under the law of a library."""
        phase: AnyPhase = json.decode(saved, type=self.any_phase, dec_hook=law.decode)
        return phase

    def pin(self, frame: Frame) -> str:
        """Return the edition of the rules: the figures of the law, and the revision of the game's code."""
        return f"{frame.pin[:16]}.{self.revision}"


class Table(Struct, frozen=True):
    """A table that may lawfully be opened: its frame, the choices of the house and the first phase."""

    game: Game
    frame: Frame
    chosen: Mapping[str, Any]  # rules and premises, by name
    opening: AnyPhase


def open_table(
    game: Game, frame: Frame, given: Mapping[str, object] | None = None, *, lifted: Collection[Fault] = ()
) -> Table:
    """Open a table of this set-up. Raise `FaultySetup` with every fault that is not in `lifted`."""
    with _fitting(frame):
        setup = set_up(frame, given or {})
        if faults := [fault for fault in faults_of(game, setup) if fault not in lifted]:
            raise FaultySetup(faults, game.slug)
        table = Table(game, frame, setup.chosen, game.opening(*_stated(game, frame, setup.chosen)))
        if not frame.is_ours:
            prepare(table)
    return table


@contextmanager
def _fitting(frame: Frame) -> Iterator[None]:
    """Report in one sentence that the law of a pack or of an old record lacks a game's figures.

    Under our own law an exception is a mistake of ours and is raised unchanged.
    """
    try:
        yield
    except NovamasError:
        raise
    except UNFORESEEN as fault:
        if frame.is_ours:
            raise
        raise NoFigures("figures_do_not_fit", game=frame.game, norm=frame.norm, says=quoted(fault)) from None


def prepare(table: Table) -> None:
    """Do what every table does before its first bet, so that missing figures are reported at opening."""
    table.game.layout(table.opening)
    table.game.wagers(table.opening)
    for who in (*range(1, table.opening.seats() + 1), Role.CROUPIER, Role.FLOOR):
        offers(table.opening, who)


def faults_of(game: Game, setup: Setup) -> tuple[Fault, ...]:
    """Return every fault of a set-up: those that the figures show first, then those of the game.

    A game's fault that names an unknown choice is left out.
    """
    if not setup.frame.can_be_played or None in setup.chosen.values():
        return setup.faults
    beyond = game.faults(*_stated(game, setup.frame, setup.chosen))
    judged = (fault for fault in beyond if setup.unknown.isdisjoint({fault.choice, *fault.figures}))
    return (*setup.faults, *(fault for fault in judged if fault not in setup.faults))


def _stated(game: Game, frame: Frame, chosen: Mapping[str, Any]) -> tuple[Any, Any]:
    """Return the rules, with their frame, and the premises of a set-up in the game's own types."""
    rules = convert({"frame": frame, **chosen}, game.rules, dec_hook=frame.law.decode)
    return rules, convert(dict(chosen), game.premises, dec_hook=frame.law.decode)
