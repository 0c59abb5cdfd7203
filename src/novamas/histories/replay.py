"""Replaying a hand history: every action is checked by the engine, and the finishing stacks where given."""

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
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Dealt, Discarded, Event, Events, Payment, RoundOver, Shown
from novamas.table.phases import do
from novamas.table.refusals import Refused
from novamas.table.roles import CHANCE


class Departure(Struct, frozen=True):
    """Where a hand history departs from what may be done, or from what came of it."""

    problem: NovamasError  # without clauses, where no norm applies
    action: int | None = None  # its number, counted from 1

    @property
    def code(self) -> str:
        return self.problem.code

    @property
    def clause(self) -> str | None:
        """What it offends against, where a norm applies."""
        return self.problem.clause


class Replayed(Struct, frozen=True):
    """What came of a hand history."""

    history: History
    norm: str
    told: tuple[tuple[Action | None, Events], ...]  # what was noticed after each action; before them, None
    stacks: tuple[int, ...]
    is_over: bool
    unknown: tuple[int, ...] = ()  # who laid down cards that the history does not know: nobody knows who won
    departure: Departure | None = None
    carried: int = 0  # a pot that nobody won, which stays on the table for the next hand

    @property
    def is_checked(self) -> bool:
        """Were finishing stacks given, could they be known, and do they agree?"""
        return self.history.finishing is not None and not self.unknown and self.departure is None


def replay_history(history: History, norm: str = "AR10") -> Replayed:
    """Play a hand again under a norm, or by the mechanics alone."""
    hand = HandOnEngine(history, norm)
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
    """A hand history on its way through the engine."""

    def __init__(self, history: History, norm: str) -> None:
        self.history = history
        self.norm = norm
        self.number = 0  # of the action that is being done
        self.told: list[tuple[Action | None, Events]] = []
        self.phase: Any = None
        self.is_over = False
        self.shows: dict[int, bool] = {}  # who has said that he shows his cards, or that he does not
        self.unknown_shown: list[int] = []
        self.waiting: dict[int | str, list[int]] = {"board": []}  # cards that were dealt but not yet laid
        self.given: dict[int, int] = {}  # cards that lie ready for who has changed some, not dealt yet
        self.in_hand: set[int] = set()
        self._queue: list[Event] = []

    def replayed(self, departure: Departure | None) -> Replayed:
        """What came of the hand as far as it was played."""
        told = self.told
        if self.norm == NO_NORM:
            told = [(action, _without_clauses(each)) for action, each in self.told]
        return Replayed(
            self.history,
            self.norm,
            tuple(told),
            stacks=self.stacks(),
            is_over=self.is_over,
            unknown=tuple(self.unknown_shown),
            departure=departure,
            carried=self.carried,
        )

    # ---- beginning

    def begin(self) -> None:
        """The table is opened and the hand begins: everything up to the first card."""
        self.variant = variant_of(self.history)
        self.acts = acts_of(game_named(self.variant.game))
        if self.norm == NO_NORM:
            self.phase = bare_phase(self.history)
        else:
            self.phase = lawful_phase(lawful_table(self.history, self.norm), self.history)
            self.do(self.acts["deal"]())
        told = told_holes(self.history)
        self.own = filled_holes(self.history, told, self.phase.felt.ranking.shape.deck)
        self.holes = {seat: list(cards) for seat, cards in self.own.items()}  # those still to be dealt
        known = {card for cards in told for card in cards}
        self.fillers = {card for cards in self.own.values() for card in cards} - known
        self.in_hand = set(range(1, self.history.count + 1))
        self.note(None)

    def do(self, deed: Deed) -> None:
        phase, events = do(self.phase, deed)
        self.reach(phase, events)

    def reach(self, phase: Any, events: Events) -> None:
        """The phase that follows, and what was noticed."""
        if isinstance(phase, Interval) and self.norm == NO_NORM and phase.talk.keeps:
            phase = replace(phase, talk=replace(phase.talk, keeps=0))  # it is a norm that keeps an opener in
        self.phase = phase
        self._queue.extend(events)
        self.is_over = self.is_over or any(isinstance(event, RoundOver) for event in events)

    def note(self, action: Action | None) -> None:
        """What was noticed belongs to this action; cards that the history does not know stay unknown."""
        noticed = map(self.without_fillers, self._queue) if self.fillers else self._queue
        self.told.append((action, tuple(noticed)))
        self._queue.clear()

    def without_fillers(self, event: Event) -> Event:
        """An event as the history can tell it."""
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
        """An action that the engine refuses."""
        return self.fault(action, refused.code, told_as="in_action", clause=refused.clause, why=refused)

    def check_left_over(self) -> None:
        """Every card that was dealt has been laid."""
        if any(self.waiting.values()):
            left = tuple(card for cards in self.waiting.values() for card in cards)
            raise NovamasError("cards_left_over", cards=left)

    def act(self, action: Action) -> None:
        """One action, and what the croupier does after it."""
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
        """So many cards lie ready for a player."""
        held = self.holes[seat]
        self.waiting.setdefault(seat, []).extend(held[:count])
        del held[:count]

    def bring_in(self, action: Action) -> None:
        """The forced bet of a stud: under a norm like any other bet, without one a part of the least bet."""
        phase, cents = self.phase, self.history.bring_in
        is_due = isinstance(phase, Interval) and phase.talk.forced == action.by
        if is_due and self.norm == NO_NORM:
            self.reach(*bring_in(phase, cents, self.history.small_bet))
        else:
            self.do(self.acts["raise_to"](action.by, cents))

    def draw(self, action: Action) -> None:
        """A player changes cards, or none; those he gets lie ready, whenever the history deals them."""
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
        """Whether a pot may be opened cannot be checked where the cards of who opens it are not told."""
        phase = self.phase
        if self.variant.game != "cubierto" or not isinstance(phase, Interval) or phase.felt.street:
            return
        if not phase.talk.level and self.fillers.intersection(phase.felt.cards(action.by)):
            raise self.fault(action, "card_unknown", told_as="openers_unknown")

    def fault(self, action: Action, code: str, **figures: Any) -> NovamasError:
        """What is wrong with an action."""
        return NovamasError(code, number=self.number, action=write_action(action), **figures)

    def owes(self, seat: int) -> bool:
        return isinstance(self.phase, Interval) and self.phase.owes(seat) > 0

    def check_fixed_limit(self, action: Action) -> None:
        """Where bets have a fixed size, a bet or raise goes up by that much, or is all a player has."""
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
        """A player says that he shows, or does not; when nobody is left to beat, it changes nothing."""
        seat = action.by
        if seat not in self.in_hand or self.shows.get(seat) is False:
            raise self.fault(action, "nothing_to_show")
        self.check_shown(action)
        self.say_shown(action)

    def say_shown(self, action: Action) -> None:
        """A player has said that he shows, or that he does not."""
        seat = action.by
        if self.shows.get(seat):
            return  # when all were in, and again at the end: what lies open cannot be hidden
        shows = action.same or action.cards is not None
        is_in_turn = isinstance(self.phase, Showdown)
        if is_in_turn and self.norm != NO_NORM and self.phase.turn != seat and shows:
            self.do(self.acts["show"](seat))  # refused, with the clause of the order of showing
        self.shows[seat] = shows
        if shows and self.fillers.intersection(self.phase.felt.cards(seat) or self.own[seat]):
            self.unknown_shown.append(seat)

    def check_shown(self, action: Action) -> None:
        """Cards that are shown are those that were dealt: all that are held, but for the open ones of a stud.

        How many they are is not asked of who has shown before, nor when the hand is over.
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
        """Cards that are there are laid, who has said so shows, and the pot is handed over."""
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
                    return  # who wins is not known
                self.do(self.acts["show" if self.shows[seat] else "renounce"](seat))
            elif isinstance(phase, Reading):
                self.do(self.acts["pay_pot"]())
            else:
                return  # somebody must decide

    # ---- the end

    def stacks(self) -> tuple[int, ...]:
        """What each player has before him now."""
        purses: tuple[int, ...] = self.phase.felt.purses if self.phase is not None else ()
        return purses[: self.history.count]

    @property
    def carried(self) -> int:
        """What lies on the table after the hand."""
        return self.phase.felt.cloth if self.is_over else 0

    def check_stacks(self) -> None:
        """The finishing stacks, where they are given and can be known, less what the house took."""
        for fault in self.stack_faults():
            raise fault

    def stack_faults(self) -> Iterator[NovamasError]:
        """Every finishing stack that is not what it should be, and what the house took too much."""
        given = self.history.finishing
        if given is None or self.unknown_shown:
            return
        if not self.is_over:
            yield NovamasError("hand_not_over")
            return
        house = 0
        if None not in self.history.stacks:  # a pot that is carried over is nobody's yet
            house = sum(stacks_of(self.history)) - sum(given) - self.carried
        pot, won = self.winnings()
        for seat, (mine, theirs) in enumerate(zip(self.stacks(), given, strict=True), start=1):
            if self.history.stacks[seat - 1] is None or mine == theirs:
                continue
            if house > 0 and seat in won and 0 < mine - theirs <= house:
                continue  # the house's part comes out of what is won
            yield NovamasError("other_stack", player=f"p{seat}", ours=mine, given=theirs)
        if house > 0 and self.norm != NO_NORM:
            yield from self.house_faults(house, pot)

    def winnings(self) -> tuple[int, set[int]]:
        """What was paid out of the pots, and to whom."""
        paid = [event for _, events in self.told for event in events if isinstance(event, Payment)]
        return sum(event.returned for event in paid), {event.seat for event in paid if event.returned}

    def house_faults(self, house: int, pot: int) -> Iterator[NovamasError]:
        """The house may take a part of the pot, and not more."""
        option = lawful_table(self.history, self.norm).frame.options["rake"]
        most = Fraction(str(option.most))
        if house > pot * most:
            yield NovamasError(
                "house_took_too_much", clause=option.cite[0], took=house, pot=pot, most=str(most)
            )


def _without_clause(problem: NovamasError) -> NovamasError:
    """A problem, and the refusal behind it, without the clause of a norm that does not apply."""
    figures = dict(problem.figures)
    if isinstance(why := figures.get("why"), Refused):
        figures["why"] = Refused(replace(why.refusal, clause=""), why.game)
    return NovamasError(problem.code, told_as=problem.told_as, **figures)


def _without_clauses(events: Events) -> Events:
    """What was noticed, without the clauses of a norm that does not apply."""
    found: list[Event] = []
    for event in events:
        if isinstance(event, Payment):
            found.append(replace(event, clauses=()))
        else:
            found.append(replace(event, clause="") if "clause" in event.__struct_fields__ else event)
    return tuple(found)
