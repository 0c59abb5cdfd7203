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

from novamas.equipment.cards import JOKER
from novamas.equipment.pieces import FIRST_TILE
from novamas.equipment.shoe import Shoe
from novamas.errors import NovamasError
from novamas.house.audit.departures import MAX_PLAYED, Kind, kind_of, stakes
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Burned, Events, RoundOver
from novamas.table.phases import AnyPhase, Incident, Past, Step, follow, offered, why_not
from novamas.table.refusals import Refusal
from novamas.table.roles import CHANCE, CROUPIER, NOBODY
from novamas.table.session import Session

Remedy: TypeAlias = Literal["called", "forced", "left_out", "lost"]
OF_AMOUNTS = ("above_maximum", "below_minimum", "broken_chip", "not_enough_chips")
LONGEST_WAY = 12  # calls that may be missing before one deed
LONGEST_END = 2_000  # deeds to the end of a round that nobody can decide
UNFORESEEN = (
    *(AssertionError, LookupError, ArithmeticError, ValueError, TypeError, StopIteration),
    NovamasError,
)


class ContinuedStep(Struct, frozen=True):
    """A deed as it went: what it was refused for, how the audit went on, and what was noticed."""

    before: AnyPhase
    deed: Deed
    events: Events
    refusal: Refusal | None = None
    kind: Kind | None = None
    remedy: Remedy | None = None
    calls: tuple[ContinuedStep, ...] = ()  # that were missing before it, and are made by the audit


class ContinuedSession(Session):
    """A session that goes on where another would refuse."""

    is_strained = False  # something lies on the table that no game foresees

    def happen(self, deed: Deed) -> ContinuedStep:
        """One deed, lawful or not; where the game was led astray before, it may know no way on."""
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
        """The croupier's calls that must come before a deed and are missing, made; else nothing."""
        if refusal.dial or (isinstance(deed.by, int) and not stakes(deed)) or isinstance(deed, Incident):
            return None
        phase, calls = self.phase, list[Deed]()
        past = list(self._round)
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
        """What follows from a deed as if it were lawful, where the table can go on from there."""
        phase = self.phase
        if isinstance(deed, Drawn):
            if refusal.code != "cannot_be_drawn" or not isinstance(phase.draws(), Shoe):
                return None
            phase = with_card(phase, deed.what)
            if phase is self.phase:
                return None
        elif not (_is_of_amount(refusal) and stakes(deed) and 0 < _cents(deed) <= MAX_PLAYED):
            return None
        step = followed(phase, deed, self._round)
        if step is None:
            return None
        self.is_strained = True
        self._enter(deed, *step)
        return step[1]

    def finish(self, came: list[int], start: AnyPhase) -> None:
        """A round that nobody can decide ends somehow: with the cards that came, and then with any.

        Everybody does what is offered first. What lies on the cloth afterwards is not known, but for purses.
        Where the game knows no end, the table is as it was when the round began.
        """
        came, invented = [*reversed(came)], list[int]()
        self.is_strained = True
        try:
            self._to_the_end(came, invented)
        except UNFORESEEN:
            self.phase = start
            self._round.clear()
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
            self._enter(deed, *follow(phase, deed, self._round))


def _next_of(came: list[int], phase: AnyPhase, invented: list[int]) -> int:
    """What chance brought next, where it can have; else anything, which is remembered."""
    draws = phase.draws()
    while came:
        what = came.pop()
        if draws.may_bring(what):
            return what
    invented.append(draws.at(0))
    return invented[-1]


def _put_right(shoe: Shoe | None, came: list[int], invented: list[int]) -> Shoe | None:
    """A shoe with the cards that were only invented to end the round, and without others that came."""
    if shoe is None:
        return None
    for card in came:
        if shoe.may_bring(card) and shoe.undealt:
            shoe = shoe.take(card)
    return replace(shoe, left=bytes(sorted(shoe.left + bytes(invented))))


def _is_of_amount(refusal: Refusal) -> bool:
    """Is nothing wrong with a bet but how much it is?"""
    return refusal.dial == "cents" and refusal.code in OF_AMOUNTS


def _cents(deed: Deed) -> int:
    return int(getattr(deed, "cents", 0))


def with_card(phase: AnyPhase, card: int) -> AnyPhase:
    """The same moment with one more such card in the shoe: it cannot be there, and yet it came."""
    shoe = phase.felt.shoe
    if shoe is None or shoe is not phase.draws() or not is_in_deck(card, shoe):
        return phase
    more = replace(shoe, left=bytes(sorted(shoe.left + bytes([card]))))
    return replace(phase, felt=replace(phase.felt, shoe=more))


def is_in_deck(card: int, shoe: Shoe) -> bool:
    """Is it a card, where the others are cards, or a tile where they are tiles? Jokers come in few decks."""
    is_tile = shoe.total > 0 and shoe.at(0) >= FIRST_TILE
    return FIRST_TILE <= card <= shoe.at(shoe.total - 1) if is_tile else 0 <= card < JOKER


def followed(phase: AnyPhase, deed: Deed, past: Past) -> Step | None:
    """What follows from a deed that is not lawful; nothing where the game does not know."""
    with suppress(*UNFORESEEN):
        return follow(phase, deed, past)
    return None
