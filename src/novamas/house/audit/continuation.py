"""Continuation of a session after an unlawful deed, with the chips and cards as they are.

A bet beyond its limits is played at its amount. A missing call of the croupier is made. An
impossible card is dealt all the same. A deed out of turn is omitted. If none of this helps, the
round cannot be decided, and the audit continues with the next round.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from novamas.equipment.cards import JOKER
from novamas.equipment.pieces import FIRST_TILE
from novamas.equipment.shoe import Shoe
from novamas.errors import NovamasError
from novamas.house.audit.departures import MAX_PLAYED, Kind, kind_of, stakes
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Burned, Events, RoundOver
from novamas.table.ledger import Ledger
from novamas.table.phases import AnyPhase, Incident, Past, Step, follow, offered, why_not
from novamas.table.refusals import Refusal
from novamas.table.roles import CHANCE, CROUPIER, NOBODY
from novamas.table.session import Session

Remedy: TypeAlias = Literal["called", "forced", "left_out", "lost"]
OF_AMOUNTS = ("above_maximum", "below_minimum", "broken_chip", "not_enough_chips")
LONGEST_WAY = 12  # missing calls before one deed
LONGEST_END = 2_000  # deeds to the end of an undecided round
UNFORESEEN = (
    *(AssertionError, LookupError, ArithmeticError, ValueError, TypeError, StopIteration),
    NovamasError,
)


class ContinuedStep(Struct, frozen=True):
    """A deed that the audit has played, with its refusal, the remedy and the events."""

    before: AnyPhase
    deed: Deed
    events: Events
    refusal: Refusal | None = None
    kind: Kind | None = None
    remedy: Remedy | None = None
    calls: tuple[ContinuedStep, ...] = ()  # missing calls that the audit made before the deed


class ContinuedSession(Session):
    """A session that continues after deeds that another session would refuse."""

    is_strained = False  # whether the table is in a state that no game foresees

    def happen(self, deed: Deed) -> ContinuedStep:
        """Play a deed, whether it is lawful or not.

        If `is_strained`, an exception of the game gives the remedy `lost`.
        """
        before = self.phase
        try:
            return self._happen(deed)
        except UNFORESEEN:
            if not self.is_strained:
                raise
            return ContinuedStep(before, deed, (), remedy="lost")

    def _happen(self, deed: Deed) -> ContinuedStep:
        before = self.phase
        refusal = self.why_not(deed)
        if refusal is None:
            return ContinuedStep(before, deed, self.do(deed))
        called = self._call_for(deed, refusal)
        if called is not None:
            burned = any(isinstance(event, Burned) for call in called for event in call.events)
            kind: Kind = "missing_burn" if burned else "missing_step"
            before = self.phase
            return ContinuedStep(before, deed, self.do(deed), refusal, kind, "called", called)
        kind = kind_of(deed, refusal)
        forced = self._force(deed, refusal)
        if forced is not None:
            return ContinuedStep(before, deed, forced, refusal, kind, "forced")
        waited_for = deed.by == before.turn and not isinstance(deed, Incident) and not stakes(deed)
        return ContinuedStep(before, deed, (), refusal, kind, "lost" if waited_for else "left_out")

    def _call_for(self, deed: Deed, refusal: Refusal) -> tuple[ContinuedStep, ...] | None:
        """Make and return the calls that the croupier should have made before a deed.

        Make no call and return None if calls cannot make the deed lawful.
        """
        if refusal.dial or (isinstance(deed.by, int) and not stakes(deed)) or isinstance(deed, Incident):
            return None
        phase, calls = self.phase, list[Deed]()
        past = list(self.past)
        while phase.turn is CROUPIER and len(calls) < LONGEST_WAY and (given := offered(phase, CROUPIER)):
            calls.append(given[0].act)
            past.append((phase, given[0].act))
            phase, events = follow(phase, given[0].act, past)
            if why_not(phase, deed, past) is None:
                return tuple([ContinuedStep(self.phase, call, self.do(call)) for call in calls])
            if any(isinstance(event, RoundOver) for event in events):
                return None
        return None

    def _force(self, deed: Deed, refusal: Refusal) -> Events | None:
        """Play a deed as if it were lawful. Return its events, or None if the table cannot continue."""
        phase = self.phase
        if isinstance(deed, Drawn):
            if refusal.code != "cannot_be_drawn" or not isinstance(phase.draws(), Shoe):
                return None
            phase = with_card(phase, deed.what)
            if phase is self.phase:
                return None
        elif not (_is_of_amount(refusal) and stakes(deed) and 0 < _cents(deed) <= MAX_PLAYED):
            return None
        step = followed(phase, deed, self.past)
        if step is None:
            return None
        self.is_strained = True
        self._enter(deed, *step, Ledger.of(step[1]))
        return step[1]

    def finish(self, came: list[int], start: AnyPhase) -> None:
        """Play an undecided round to an end, with the cards that came and then with any cards.

        Each player takes the first offer. The chips on the cloth are unknown afterwards and are removed,
        unless the game tracks the chips of each player (`purses`). If the game finds no end, the table
        returns to its state at the start of the round.
        """
        came, invented = [*reversed(came)], list[int]()
        self.is_strained = True
        try:
            self._to_the_end(came, invented)
        except UNFORESEEN:
            self.phase = start
            self.state = replace(self.state, past=())
        felt = self.phase.felt
        if not felt.purses:
            shoe = _put_right(felt.shoe, came, invented)
            self.phase = replace(self.phase, felt=replace(felt, chips=(), shoe=shoe))

    def _to_the_end(self, came: list[int], invented: list[int]) -> None:
        rounds = self.rounds
        for _ in range(LONGEST_END):
            phase = self.phase
            if self.rounds > rounds or phase.turn is NOBODY:
                return
            if phase.turn is CHANCE:
                deed: Deed = Drawn(what=_next_of(came, phase, invented))
            elif given := offered(phase, phase.turn):
                deed = given[0].act
            else:
                return
            after, events = follow(phase, deed, self.past)
            self._enter(deed, after, events, Ledger.of(events))


def _next_of(came: list[int], phase: AnyPhase, invented: list[int]) -> int:
    """Return the next outcome that came and is possible here.

    If there is none, return any possible outcome, and add it to `invented`.
    """
    draws = phase.draws()
    while came:
        what = came.pop()
        if draws.may_bring(what):
            return what
    invented.append(draws.at(0))
    return invented[-1]


def _put_right(shoe: Shoe | None, came: list[int], invented: list[int]) -> Shoe | None:
    """Return the shoe with invented cards put back, and without the unused cards that came."""
    if shoe is None:
        return None
    for card in came:
        if shoe.may_bring(card) and shoe.undealt:
            shoe = shoe.take(card)
    return replace(shoe, left=bytes(sorted(shoe.left + bytes(invented))))


def _is_of_amount(refusal: Refusal) -> bool:
    """Return whether a bet has a wrong amount and no other fault."""
    return refusal.dial == "cents" and refusal.code in OF_AMOUNTS


def _cents(deed: Deed) -> int:
    return int(getattr(deed, "cents", 0))


def with_card(phase: AnyPhase, card: int) -> AnyPhase:
    """Return the phase with one more copy of a card in the shoe.

    The card came, although no copy was left.
    """
    shoe = phase.felt.shoe
    if shoe is None or shoe is not phase.draws() or not is_in_deck(card, shoe):
        return phase
    more = replace(shoe, left=bytes(sorted(shoe.left + bytes([card]))))
    return replace(phase, felt=replace(phase.felt, shoe=more))


def is_in_deck(card: int, shoe: Shoe) -> bool:
    """Return whether a piece can be in this shoe. A joker cannot, because few decks have one."""
    is_tile = shoe.total > 0 and shoe.at(0) >= FIRST_TILE
    return FIRST_TILE <= card <= shoe.at(shoe.total - 1) if is_tile else 0 <= card < JOKER


def followed(phase: AnyPhase, deed: Deed, past: Past) -> Step | None:
    """Return the step after an unlawful deed, or None if the game cannot play the deed."""
    with suppress(*UNFORESEEN):
        return follow(phase, deed, past)
    return None
