"""Replaying a hand history: every action is checked by the engine, and the finishing stacks where given."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from novamas.errors import NovamasError
from novamas.games import game as game_named
from novamas.kit.cards import deck, names
from novamas.record import phh
from novamas.record.phh import Action, History, write_action
from novamas.record.phh_tables import (
    NO_NORM,
    acts_of,
    bare_phase,
    lawful_phase,
    lawful_table,
    stacks_of,
    variant_of,
)
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Dealt, Event, Events, Payment, RoundOver
from novamas.table.people import CHANCE
from novamas.table.phases import do
from novamas.table.refusals import Refused


class Departure(Struct, frozen=True):
    """Where a hand history departs from what may be done, or from what came of it."""

    code: str
    says: str
    clause: str | None = None
    action: int | None = None  # its number, counted from 1


class Replayed(Struct, frozen=True):
    """What came of a hand history."""

    history: History
    norm: str
    told: tuple[tuple[Action | None, Events], ...]  # what was noticed after each action; before them, None
    stacks: tuple[int, ...]
    is_over: bool
    unknown: tuple[int, ...] = ()  # who laid down cards that the history does not know: nobody knows who won
    departure: Departure | None = None

    @property
    def is_checked(self) -> bool:
        """Were finishing stacks given, could they be known, and do they agree?"""
        return self.history.finishing is not None and not self.unknown and self.departure is None


def replay_history(history: History, norm: str = "AR10") -> Replayed:
    """Play a hand again under a norm, or by the mechanics alone."""
    hand = _Hand(history, norm)
    departure = None
    try:
        hand.begin()
        hand.play()
        hand.check_stacks()
    except NovamasError as fault:
        clause = fault.clause if norm != NO_NORM else None
        departure = Departure(fault.code, fault.says.rstrip(), clause or None, hand.number or None)
    told = hand.told if norm != NO_NORM else [(action, _without_clauses(each)) for action, each in hand.told]
    return Replayed(
        history, norm, tuple(told), hand.stacks(), hand.is_over, tuple(hand.unknown_shown), departure
    )


class _Hand:
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
        self.in_hand: set[int] = set()
        self._queue: list[Event] = []

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
        self.holes = known_holes(self.history)
        known = {card for cards in _told_holes(self.history) for card in cards}
        self.fillers = {card for cards in self.holes.values() for card in cards} - known
        self.in_hand = set(range(1, self.history.count + 1))
        self.note(None)

    def do(self, deed: Deed) -> None:
        self.phase, events = do(self.phase, deed)
        self._queue.extend(events)
        self.is_over = self.is_over or any(isinstance(event, RoundOver) for event in events)

    def note(self, action: Action | None) -> None:
        """What was noticed belongs to this action; cards that the history does not know stay unknown."""
        noticed = [
            replace(event, card=None) if isinstance(event, Dealt) and event.card in self.fillers else event
            for event in self._queue
        ]
        self.told.append((action, tuple(noticed)))
        self._queue.clear()

    # ---- the actions

    def play(self) -> None:
        for number, action in enumerate(self.history.actions, start=1):
            self.number = number
            try:
                self.act(action)
            except Refused as refused:
                says = f"Action {number}, «{write_action(action)}»: {refused.says}"
                raise NovamasError(refused.code, says, clause=refused.clause) from None
            self.note(action)
        self.number = 0
        if any(self.waiting.values()):
            left = names(card for cards in self.waiting.values() for card in cards)
            raise NovamasError("cards_left_over", f"The cards {left} were dealt, but none were due.")

    def act(self, action: Action) -> None:
        """One action, and what the croupier does after it."""
        match action.does:
            case "":
                return
            case phh.HOLE:
                held = self.holes[action.to]
                self.waiting.setdefault(action.to, []).extend(held[: len(action.cards or ())])
                del held[: len(action.cards or ())]
            case phh.BOARD:
                if None in (action.cards or ()):
                    raise self.fault(action, "card_unknown", "common cards must be known.")
                self.waiting["board"].extend(card for card in action.cards or () if card is not None)
            case phh.FOLD:
                self.do(self.acts["fold"](action.by))
                self.in_hand.discard(action.by)
            case phh.CALL:
                self.do(self.acts["match" if self.owes(action.by) else "check"](action.by))
            case phh.RAISE:
                self.check_fixed_limit(action)
                self.do(self.acts["raise_to"](action.by, action.cents))
            case phh.SHOW:
                self.show(action)
            case _:
                raise self.fault(action, "no_such_action", "this is not done in this variant.")
        self.go_on()

    def fault(self, action: Action, code: str, why: str) -> NovamasError:
        return NovamasError(code, f"Action {self.number}, «{write_action(action)}»: {why}")

    def owes(self, seat: int) -> bool:
        return hasattr(self.phase, "owes") and self.phase.owes(seat) > 0

    def check_fixed_limit(self, action: Action) -> None:
        """Where bets have a fixed size, a bet or raise goes up by that much, or is all a player has."""
        if not self.variant.fixed or not hasattr(self.phase, "talk"):
            return
        felt, level = self.phase.felt, self.phase.talk.level
        unit = self.history.small_bet if felt.street < 2 else self.history.big_bet
        has = felt.on(action.by, "apuesta") + felt.purse(action.by)
        wanted = min(level + unit, has)
        if action.cents != wanted:
            why = f"by the fixed limit this goes to {wanted} céntimos, not to {action.cents}."
            raise self.fault(action, "not_the_fixed_limit", why)

    def show(self, action: Action) -> None:
        """A player says that he shows, or does not; when nobody is left to beat, it changes nothing."""
        seat = action.by
        if seat not in self.in_hand or seat in self.shows:
            raise self.fault(action, "nothing_to_show", "this player has no hand to show.")
        if action.cards is not None:
            held = known_holes(self.history)[seat]
            if len(action.cards) != len(held) or any(
                card not in held for card in action.cards if card is not None
            ):
                raise self.fault(action, "other_cards", "these are not the cards that were dealt.")
        shows = action.same or action.cards is not None
        is_in_turn = getattr(self.phase, "waiting", None) is not None
        if is_in_turn and self.norm != NO_NORM and self.phase.turn != seat and shows:
            self.do(self.acts["show"](seat))  # refused, with the clause of the order of showing
        self.shows[seat] = shows
        if shows and seat in self.blind_to():
            self.unknown_shown.append(seat)

    def blind_to(self) -> set[int]:
        """The players some of whose cards the history never tells."""
        return {seat for seat, known in enumerate(_told_holes(self.history), start=1) if None in known}

    # ---- the croupier

    def go_on(self) -> None:
        """Cards that are there are laid, who has said so shows, and the pot is handed over."""
        while not self.is_over:
            if self.phase.turn is CHANCE:
                waiting = self.waiting.get(self.phase.owner())
                if not waiting:
                    return
                self.do(Drawn(what=waiting.pop(0)))
            elif getattr(self.phase, "waiting", None) is not None:
                seat = self.phase.turn
                if seat not in self.shows or self.unknown_shown:
                    return  # who wins is not known
                self.do(self.acts["show" if self.shows[seat] else "renounce"](seat))
            elif hasattr(self.phase, "talk"):
                return
            else:
                self.do(self.acts["pay_pot"]())

    # ---- the end

    def stacks(self) -> tuple[int, ...]:
        """What each player has before him now."""
        purses: tuple[int, ...] = self.phase.felt.purses if self.phase is not None else ()
        return purses[: self.history.count]

    def check_stacks(self) -> None:
        """The finishing stacks, where they are given and can be known, less what the house took."""
        given = self.history.finishing
        if given is None or self.unknown_shown:
            return
        house = sum(stacks_of(self.history)) - sum(given) if None not in self.history.stacks else 0
        pot, won = self.winnings()
        for seat, (mine, theirs) in enumerate(zip(self.stacks(), given, strict=True), start=1):
            if self.history.stacks[seat - 1] is None or mine == theirs:
                continue
            if house > 0 and seat in won and 0 < mine - theirs <= house:
                continue  # the house's part comes out of what is won
            says = f"p{seat} ends with {mine} céntimos, not with {theirs}."
            raise NovamasError("other_stack", says)
        if house > 0 and self.norm != NO_NORM and self.is_over:
            self.check_house(house, pot)

    def winnings(self) -> tuple[int, set[int]]:
        """What was paid out of the pots, and to whom."""
        paid = [event for _, events in self.told for event in events if isinstance(event, Payment)]
        return sum(event.returned for event in paid), {event.seat for event in paid if event.returned}

    def check_house(self, house: int, pot: int) -> None:
        """The house may take a part of the pot, and not more."""
        option = lawful_table(self.history, self.norm).frame.options["rake"]
        most = Fraction(str(option.most))
        if house > pot * most:
            says = f"The house took {house} céntimos of a pot of {pot}: more than {most} of it."
            raise NovamasError("house_took_too_much", says, clause=option.cite[0])


# ---------------------------------------------------------------- which cards


def _told_holes(history: History) -> list[list[int | None]]:
    """Each player's own cards as far as the history tells them: when dealt, or when shown."""
    holes: list[list[int | None]] = [[] for _ in range(history.count)]
    for action in history.actions:
        if action.does == phh.HOLE:
            holes[action.to - 1].extend(action.cards or ())
        elif action.does == phh.SHOW and action.cards is not None:
            mine = holes[action.by - 1]
            new = [card for card in action.cards if card is not None and card not in mine]
            for place, card in enumerate(mine):
                if card is None and new:
                    mine[place] = new.pop(0)
    return holes


def known_holes(history: History) -> dict[int, list[int]]:
    """Each player's own cards; what the history never tells is filled with cards that it does not name."""
    holes = _told_holes(history)
    named = {card for cards in holes for card in cards}
    named |= {card for action in history.actions for card in action.cards or ()}
    unknown = sum(cards.count(None) for cards in holes)
    spare = iter([card for card in deck(52) if card not in named])
    if unknown + len(named - {None}) > len(deck(52)):
        raise NovamasError("too_many_cards", "More cards were dealt than there are.")
    return {
        seat: [next(spare) if card is None else card for card in cards]
        for seat, cards in enumerate(holes, start=1)
    }


def _without_clauses(events: Events) -> Events:
    """What was noticed, without the clauses of a norm that does not apply."""
    found: list[Event] = []
    for event in events:
        if isinstance(event, Payment):
            found.append(replace(event, clauses=()))
        else:
            found.append(replace(event, clause="") if "clause" in event.__struct_fields__ else event)
    return tuple(found)
