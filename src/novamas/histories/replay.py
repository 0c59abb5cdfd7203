"""Replay of hand histories. The engine checks every action, and the finishing stacks if given."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from novamas.errors import NovamasError
from novamas.families.circle.cloth import BET
from novamas.families.circle.phases.hand import Interval
from novamas.families.circle.phases.showdown import Reading, Showdown
from novamas.families.circle.stud import StudCloth
from novamas.games import game as game_named
from novamas.histories import phh
from novamas.histories.cards import filled_holes, told_holes
from novamas.histories.phh import Action, History, write_action
from novamas.histories.stud import bring_in, speak_first
from novamas.histories.tables import (
    NO_NORM,
    acts_of,
    bare_phase,
    lawful_phase,
    lawful_table,
    stacks_of,
    variant_of,
)
from novamas.law import Library, library
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Dealt, Discarded, Event, Events, Payment, RoundOver, Shown
from novamas.table.phases import do
from novamas.table.refusals import Refused
from novamas.table.roles import CHANCE


class Departure(Struct, frozen=True):
    """A point where a hand history departs from the rules, or from its own result."""

    problem: NovamasError  # without clauses if no norm applies
    action: int | None = None  # its number, counted from 1

    @property
    def code(self) -> str:
        return self.problem.code

    @property
    def clause(self) -> str | None:
        """The clause that forbids the departure, if a norm applies."""
        return self.problem.clause


class Replayed(Struct, frozen=True):
    """The result of replaying a hand history."""

    history: History
    norm: str
    events: tuple[tuple[Action | None, Events], ...]  # events by action, with None before the first action
    stacks: tuple[int, ...]
    is_over: bool
    unknown: tuple[int, ...] = ()  # seats that showed cards unknown to the history, so the winner is unknown
    departure: Departure | None = None
    carried: int = 0  # a pot without a winner, carried over to the next hand

    @property
    def is_checked(self) -> bool:
        """Whether finishing stacks were given, could be computed, and agree with the computed ones."""
        return self.history.finishing is not None and not self.unknown and self.departure is None


def replay_history(history: History, norm: str = "AR10", law: Library | None = None) -> Replayed:
    """Replay a hand under a norm or, with `NO_NORM`, by the mechanics of the game alone."""
    hand = HandOnEngine(history, norm, law)
    departure = None
    try:
        hand.begin()
        hand.play()
        hand.check_stacks()
    except NovamasError as fault:
        problem = fault if norm != NO_NORM else _without_clause(fault)
        departure = Departure(problem, hand.number or None)
    return hand.replayed(departure)


class HandOnEngine:
    """A hand history while it is replayed on the engine."""

    def __init__(self, history: History, norm: str, law: Library | None = None) -> None:
        self.law = law or library()
        self.history = history
        self.norm = norm
        self.number = 0  # of the present action
        self.events: list[tuple[Action | None, Events]] = []
        self.phase: Any = None
        self.is_over = False
        self.shows: dict[int, bool] = {}  # seats that have declared whether they show their cards
        self.unknown_shown: list[int] = []
        self.waiting: dict[int | str, list[int]] = {"board": []}  # dealt, but not used by the engine yet
        self.given: dict[int, int] = {}  # number of cards prepared after a draw, not dealt yet
        self.in_hand: set[int] = set()
        self._queue: list[Event] = []

    def replayed(self, departure: Departure | None) -> Replayed:
        """Return the result of the hand up to the point that was reached."""
        events = self.events
        if self.norm == NO_NORM:
            events = [(action, _without_clauses(each)) for action, each in self.events]
        return Replayed(
            self.history,
            self.norm,
            tuple(events),
            stacks=self.stacks(),
            is_over=self.is_over,
            unknown=tuple(self.unknown_shown),
            departure=departure,
            carried=self.carried,
        )

    # ---- beginning

    def begin(self) -> None:
        """Open the table and begin the hand, up to the first card."""
        self.variant = variant_of(self.history)
        self.acts = acts_of(game_named(self.variant.game))
        if self.norm == NO_NORM:
            self.phase = bare_phase(self.history)
        else:
            self.phase = lawful_phase(lawful_table(self.history, self.norm, self.law), self.history)
            self.do(self.acts["deal"]())
        holes = told_holes(self.history)
        self.own = filled_holes(self.history, holes, self.phase.felt.ranking.shape.deck)
        self.holes = {seat: list(cards) for seat, cards in self.own.items()}  # not yet dealt
        known = {card for cards in holes for card in cards}
        self.fillers = {card for cards in self.own.values() for card in cards} - known
        self.in_hand = set(range(1, self.history.count + 1))
        self.note(None)

    def do(self, deed: Deed) -> None:
        phase, events = do(self.phase, deed)
        self.reach(phase, events)

    def reach(self, phase: Any, events: Events) -> None:
        """Move to the next phase and collect its events."""
        if isinstance(phase, Interval) and self.norm == NO_NORM and phase.talk.keeps:
            phase = replace(phase, talk=replace(phase.talk, keeps=0))  # only norms keep an opener in the hand
        self.phase = phase
        self._queue.extend(events)
        self.is_over = self.is_over or any(isinstance(event, RoundOver) for event in events)

    def note(self, action: Action | None) -> None:
        """Assign the collected events to an action. Cards that the history does not know stay unknown."""
        noticed = map(self.without_fillers, self._queue) if self.fillers else self._queue
        self.events.append((action, tuple(noticed)))
        self._queue.clear()

    def without_fillers(self, event: Event) -> Event:
        """Return an event without cards that the history does not know."""
        match event:
            case Dealt(_, card) | Discarded(_, card) if card in self.fillers:
                return replace(event, card=None)
            case Shown(_, cards) if self.fillers.intersection(cards):
                return replace(event, cards=tuple(None if card in self.fillers else card for card in cards))
            case _:
                return event

    # ---- the actions

    def play(self) -> None:
        for number, action in enumerate(self.history.actions, start=1):
            self.number = number
            try:
                self.act(action)
            except Refused as refused:
                raise self.refused(action, refused) from None
            self.note(action)
        self.number = 0
        self.check_left_over()

    def refused(self, action: Action, refused: Refused) -> NovamasError:
        """Return the error for an action that the engine refuses."""
        return self.fault(action, refused.code, text_key="in_action", clause=refused.clause, why=refused)

    def check_left_over(self) -> None:
        """Raise if the history deals cards that are never used."""
        if any(self.waiting.values()):
            left = tuple(card for cards in self.waiting.values() for card in cards)
            raise NovamasError("cards_left_over", cards=left)

    def act(self, action: Action) -> None:
        """Do one action of the history, and then the croupier's actions that follow it."""
        if action.by and self.norm == NO_NORM:
            self.phase = speak_first(self.phase, action.by)
        match action.does:
            case "":
                return
            case phh.HOLE:
                count = max(len(action.cards or ()) - self.given.pop(action.to, 0), 0)
                self.lay(action.to, count)
            case phh.BOARD:
                if None in (action.cards or ()):
                    raise self.fault(action, "card_unknown")
                self.waiting["board"].extend(card for card in action.cards or () if card is not None)
            case phh.FOLD:
                self.do(self.acts["fold"](action.by))
                self.in_hand.discard(action.by)
            case phh.CALL:
                self.do(self.acts["match" if self.owes(action.by) else "check"](action.by))
            case phh.RAISE:
                self.check_openers(action)
                self.check_fixed_limit(action)
                self.do(self.acts["raise_to"](action.by, action.cents))
            case phh.BRING_IN if self.history.bring_in:
                self.bring_in(action)
            case phh.DRAW if "discard" in self.acts:
                self.draw(action)
            case phh.SHOW:
                self.show(action)
            case _:
                raise self.fault(action, "no_such_action", variant=self.variant.code)
        self.go_on()

    def lay(self, seat: int, count: int) -> None:
        """Prepare the cards that a player receives next."""
        held = self.holes[seat]
        self.waiting.setdefault(seat, []).extend(held[:count])
        del held[:count]

    def bring_in(self, action: Action) -> None:
        """Make a player's forced bet of stud. Without a norm it may be a part of the minimum bet."""
        phase, cents = self.phase, self.history.bring_in
        is_due = isinstance(phase, Interval) and phase.talk.forced == action.by
        if is_due and self.norm == NO_NORM:
            self.reach(*bring_in(phase, cents, self.history.small_bet))
        else:
            self.do(self.acts["raise_to"](action.by, cents))

    def draw(self, action: Action) -> None:
        """Let a player draw cards, or none. Prepare the new cards, even if the history deals them later."""
        held = self.phase.felt.cards(action.by)
        wanted = list(action.cards or ())
        unknown = [card for card in held if card in self.fillers]
        places = []
        for card in wanted:
            if card is None and unknown:
                card = unknown.pop()
            if card not in held:
                raise self.fault(action, "other_cards")
            places.append(held.index(card) + 1)
        if not places:
            self.do(self.acts["served"](action.by))
            return
        self.do(self.acts["discard"](action.by, "".join(map(str, sorted(places)))))
        ready = min(len(places), len(self.holes[action.by]))
        self.lay(action.by, ready)
        self.given[action.by] = ready

    def check_openers(self, action: Action) -> None:
        """Raise if the opener's cards are unknown, because the right to open then cannot be checked."""
        phase = self.phase
        if self.variant.game != "cubierto" or not isinstance(phase, Interval) or phase.felt.street:
            return
        if not phase.talk.level and self.fillers.intersection(phase.felt.cards(action.by)):
            raise self.fault(action, "card_unknown", text_key="openers_unknown")

    def fault(self, action: Action, code: str, **figures: Any) -> NovamasError:
        """Return the error for the present action."""
        return NovamasError(code, number=self.number, action=write_action(action), **figures)

    def owes(self, seat: int) -> bool:
        return isinstance(self.phase, Interval) and self.phase.owes(seat) > 0

    def check_fixed_limit(self, action: Action) -> None:
        """Raise if a bet or raise in a fixed limit game has a wrong size and is not all-in."""
        if not self.variant.fixed or not isinstance(self.phase, Interval):
            return
        felt, level = self.phase.felt, self.phase.talk.level
        unit = self.history.small_bet if felt.street < self.variant.big_from else self.history.big_bet
        has = felt.on(action.by, BET) + felt.purse(action.by)
        completes = 0 < level <= self.history.bring_in < unit
        wanted = min(unit if completes else level + unit, has)
        if action.cents != wanted:
            raise self.fault(action, "not_the_fixed_limit", wanted=wanted, cents=action.cents)

    def show(self, action: Action) -> None:
        """Let a player show or decline to show. This changes nothing if no opponent is left."""
        seat = action.by
        if seat not in self.in_hand or self.shows.get(seat) is False:
            raise self.fault(action, "nothing_to_show")
        self.check_shown(action)
        self.say_shown(action)

    def say_shown(self, action: Action) -> None:
        """Record whether a player decided to show."""
        seat = action.by
        if self.shows.get(seat):
            return  # shown when all were in, and again at the end: open cards cannot be hidden
        shows = action.same or action.cards is not None
        is_in_turn = isinstance(self.phase, Showdown)
        if is_in_turn and self.norm != NO_NORM and self.phase.turn != seat and shows:
            self.do(self.acts["show"](seat))  # out of turn: raises the refusal, with its clause
        self.shows[seat] = shows
        if shows and self.fillers.intersection(self.phase.felt.cards(seat) or self.own[seat]):
            self.unknown_shown.append(seat)

    def check_shown(self, action: Action) -> None:
        """Raise if shown cards were not dealt to the player, or are not all of the player's cards.

        In a stud game, the open cards may be left out. The number of cards is not checked for a player who
        has shown before, or after the hand is over.
        """
        cards, seat, felt = action.cards, action.by, self.phase.felt
        if cards is None:
            return
        held = () if seat in self.shows else felt.cards(seat)
        counts = {len(held)}
        if isinstance(felt, StudCloth):
            counts.add(sum(not one.up for one in felt.held(seat)))
        if not set(cards) <= {None, *(held or self.own[seat])} or (held and len(cards) not in counts):
            raise self.fault(action, "other_cards")

    # ---- the croupier

    def go_on(self) -> None:
        """Act for the croupier: deal the prepared cards, turn up the hands to show, and pay the pot."""
        while not self.is_over:
            phase = self.phase
            if phase.turn is CHANCE:
                waiting = self.waiting.get(phase.owner())
                if not waiting:
                    return
                self.do(Drawn(what=waiting.pop(0)))
            elif isinstance(phase, Showdown):
                seat = phase.turn
                if not isinstance(seat, int) or seat not in self.shows or self.unknown_shown:
                    return  # the winner is unknown
                self.do(self.acts["show" if self.shows[seat] else "renounce"](seat))
            elif isinstance(phase, Reading):
                self.do(self.acts["pay_pot"]())
            else:
                return  # a player must decide

    # ---- the end

    def stacks(self) -> tuple[int, ...]:
        """Return the present stack of each player."""
        purses: tuple[int, ...] = self.phase.felt.purses if self.phase is not None else ()
        return purses[: self.history.count]

    @property
    def carried(self) -> int:
        """The pot that remains on the table after the hand."""
        return self.phase.felt.cloth if self.is_over else 0

    def check_stacks(self) -> None:
        """Raise at the first wrong finishing stack, if these stacks are given and can be computed."""
        for fault in self.stack_faults():
            raise fault

    def stack_faults(self) -> Iterator[NovamasError]:
        """Yield every wrong finishing stack, and a rake that is too high."""
        given = self.history.finishing
        if given is None or self.unknown_shown:
            return
        if not self.is_over:
            yield NovamasError("hand_not_over")
            return
        house = 0
        if None not in self.history.stacks:  # a carried pot belongs to no one yet
            house = sum(stacks_of(self.history)) - sum(given) - self.carried
        pot, won = self.winnings()
        for seat, (mine, theirs) in enumerate(zip(self.stacks(), given, strict=True), start=1):
            if self.history.stacks[seat - 1] is None or mine == theirs:
                continue
            if house > 0 and seat in won and 0 < mine - theirs <= house:
                continue  # the rake comes out of the winnings
            yield NovamasError("other_stack", player=f"p{seat}", ours=mine, given=theirs)
        if house > 0 and self.norm != NO_NORM:
            yield from self.house_faults(house, pot)

    def winnings(self) -> tuple[int, set[int]]:
        """Return the total paid from the pots, and the seats that won."""
        paid = [event for _, events in self.events for event in events if isinstance(event, Payment)]
        return sum(event.returned for event in paid), {event.seat for event in paid if event.returned}

    def house_faults(self, house: int, pot: int) -> Iterator[NovamasError]:
        """Yield a fault if the rake exceeds the norm's maximum."""
        option = lawful_table(self.history, self.norm, self.law).frame.options["rake"]
        most = Fraction(str(option.most))
        if house > pot * most:
            yield NovamasError(
                "house_took_too_much", clause=option.cite[0], took=house, pot=pot, most=str(most)
            )


def _without_clause(problem: NovamasError) -> NovamasError:
    """Return a problem and its refusal without clauses, because no norm applies."""
    figures = dict(problem.figures)
    if isinstance(why := figures.get("why"), Refused):
        figures["why"] = Refused(replace(why.refusal, clause=""), why.game)
    return NovamasError(problem.code, text_key=problem.text_key, **figures)


def _without_clauses(events: Events) -> Events:
    """Return events without clauses, because no norm applies."""
    found: list[Event] = []
    for event in events:
        if isinstance(event, Payment):
            found.append(replace(event, clauses=()))
        else:
            found.append(replace(event, clause="") if "clause" in event.__struct_fields__ else event)
    return tuple(found)
