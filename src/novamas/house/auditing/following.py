"""Following a session though something in it was not lawful: what lay on the table is played on as it lay.

A bet beyond its limits is played for what it is; a call that is missing is made; a card that cannot have come
comes all the same; what somebody did out of turn is left out. Where none of that helps, the round cannot be
decided, and the audit goes on with the next.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from novamas.errors import NovamasError
from novamas.house.auditing.departures import Kind, kind_of, stakes
from novamas.kit.shoe import Shoe
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Burned, Event, Events, RoundOver
from novamas.table.people import CHANCE, CROUPIER, NOBODY
from novamas.table.phases import AnyPhase, Incident, Past, Step, follow, offered, why_not
from novamas.table.refusals import Refusal
from novamas.table.session import Session

Remedy: TypeAlias = Literal["called", "forced", "left_out", "lost"]
LONGEST_WAY = 12  # calls that may be missing before one deed
LONGEST_END = 2_000  # deeds to the end of a round that nobody can decide
UNFORESEEN = (
    *(AssertionError, LookupError, ArithmeticError, ValueError, TypeError, StopIteration),
    NovamasError,
)


class Happening(Struct, frozen=True):
    """A deed as it went: what it was refused for, how the audit went on, and what was noticed."""

    before: AnyPhase
    deed: Deed
    events: Events
    refusal: Refusal | None = None
    kind: Kind | None = None
    remedy: Remedy | None = None


class Following(Session):
    """A session that goes on where another would refuse."""

    def happen(self, deed: Deed) -> Happening:
        """One deed, lawful or not."""
        before = self.phase
        refusal = self.why_not(deed)
        if refusal is None:
            return Happening(before, deed, self.do(deed))
        called = self._call_for(deed, refusal)
        if called is not None:
            burned = any(isinstance(event, Burned) for event in called)
            kind: Kind = "missing_burn" if burned else "missing_step"
            return Happening(before, deed, (*called, *self.do(deed)), refusal, kind, "called")
        kind = kind_of(deed, refusal)
        forced = self._force(deed, refusal)
        if forced is not None:
            return Happening(before, deed, forced, refusal, kind, "forced")
        waited_for = deed.by == before.turn and not isinstance(deed, Incident) and not stakes(deed)
        return Happening(before, deed, (), refusal, kind, "lost" if waited_for else "left_out")

    def _call_for(self, deed: Deed, refusal: Refusal) -> Events | None:
        """The croupier's calls that must come before a deed and are missing, made; else nothing."""
        if refusal.dial:
            return None
        phase, calls = self.phase, list[Deed]()
        past = list(self._round)
        while phase.turn is CROUPIER and len(calls) < LONGEST_WAY and (given := offered(phase, CROUPIER)):
            calls.append(given[0].act)
            past.append((phase, given[0].act))
            phase, events = follow(phase, given[0].act, past)
            if why_not(phase, deed, past) is None:
                told: list[Event] = []
                for call in calls:
                    told.extend(self.do(call))
                return tuple(told)
            if any(isinstance(event, RoundOver) for event in events):
                return None
        return None

    def _force(self, deed: Deed, refusal: Refusal) -> Events | None:
        """What follows from a deed as if it were lawful, where the table can go on from there."""
        phase = self.phase
        if isinstance(deed, Drawn):
            if refusal.code != "cannot_be_drawn" or not isinstance(phase.draws(), Shoe):
                return None
            phase = with_card(phase, deed.what)
        elif not (stakes(deed) and refusal.dial == "cents"):
            return None
        step = followed(phase, deed, self._round)
        if step is None:
            return None
        self._enter(deed, *step)
        return step[1]

    def finish(self) -> None:
        """The round ends somehow: everybody does what is offered first, and chance brings anything."""
        rounds = self.rounds
        for _ in range(LONGEST_END):
            phase = self.phase
            if self.rounds > rounds or phase.turn is NOBODY:
                return
            if phase.turn is CHANCE:
                deed: Deed = Drawn(what=phase.draws().at(0))
            elif given := offered(phase, phase.turn):
                deed = given[0].act
            else:
                return
            self._enter(deed, *follow(phase, deed, self._round))

    def go_back(self, phase: AnyPhase, drawn: list[int]) -> None:
        """To the moment before a round that nobody can decide, less the cards that it used."""
        shoe = phase.felt.shoe
        for card in drawn:
            if shoe is not None and shoe.may_bring(card):
                shoe = shoe.take(card)
        if shoe is not phase.felt.shoe:
            phase = replace(phase, felt=replace(phase.felt, shoe=shoe))
        self.phase = phase
        self._round.clear()


def with_card(phase: AnyPhase, card: int) -> AnyPhase:
    """The same moment with one more such card in the shoe: it cannot be there, and yet it came."""
    shoe = phase.felt.shoe
    if shoe is None or shoe is not phase.draws() or not 0 <= card < 256:
        return phase
    more = replace(shoe, left=bytes(sorted(shoe.left + bytes([card]))))
    return replace(phase, felt=replace(phase.felt, shoe=more))


def followed(phase: AnyPhase, deed: Deed, past: Past) -> Step | None:
    """What follows from a deed that is not lawful; nothing where the game does not know."""
    with suppress(*UNFORESEEN):
        return follow(phase, deed, past)
    return None
