"""A hand history followed though something in it was not lawful, as far as it can be.

A raise by too little or too much is played for what it is; raises after it may come of it. A card that cannot
have come comes all the same, but then nobody knows who won, and the stacks are not compared. Cards that are
shown though others were dealt count as those that were dealt. What somebody did out of turn is left out. What
departs later and may come of what departed before is held against nobody: then, and where a player's own
decision cannot be played, the hand is given up.
"""

from __future__ import annotations

from novamas.errors import NovamasError
from novamas.families.circle.cloth import BET
from novamas.families.circle.phases.hand import Interval
from novamas.histories.phh import RAISE, SHOW, Action, History
from novamas.histories.replay import Departure, HandOnEngine, Replayed
from novamas.house.audit.continuation import UNFORESEEN, followed, with_card
from novamas.house.audit.departures import LIMITS, Kind
from novamas.table.deeds import Deed, Drawn
from novamas.table.phases import AnyPhase
from novamas.table.refusals import Refused

OF_CARDS: dict[str, Kind] = {
    "card_twice": "impossible_card",
    "card_not_in_deck": "impossible_card",
    "some_not_in_deck": "impossible_card",
    "card_not_left": "impossible_card",
    "cannot_be_drawn": "impossible_card",
    "other_cards": "card_out_of_order",
    "cards_left_over": "card_out_of_order",
    "card_unknown": "card_out_of_order",
    "not_chance": "card_out_of_order",
}
OF_AMOUNTS = (*LIMITS, "broken_chip", "not_the_fixed_limit")


class FollowedHand(HandOnEngine):
    """A hand that goes on where another would stop."""

    def __init__(self, history: History, norm: str) -> None:
        super().__init__(history, norm)
        self.found: list[Departure] = []
        self.is_lost = False  # what comes after is not examined
        self._left_out = False  # something was: what departs after it may come of that
        self._is_raised = False  # to what no lawful raise comes
        self._is_doubtful = False  # which cards lay on the table is not known, and so not who won
        self._is_strained = False  # something lies on the table that no game foresees

    def followed(self) -> Replayed:
        """What came of the hand, to its end or as far as it could be followed."""
        try:
            self.begin()
        except NovamasError as fault:
            self.found.append(Departure(fault))
            self.is_lost = True
        for number, action in enumerate(self.history.actions, start=1):
            if not self.is_lost:
                self.number = number
                self._one(action)
        self.number = 0
        if not self.is_lost:
            self._end()
        return self.replayed(self.found[0] if self.found else None)

    def _one(self, action: Action) -> None:
        """One action, lawful or not."""
        try:
            self.act(action)
        except Refused as refused:
            self._departs(action, self.refused(action, refused))
        except NovamasError as fault:
            self._departs(action, fault)
        except UNFORESEEN:
            if not self._is_strained:
                raise
            self.is_lost = True
        if not self.is_lost:
            self.note(action)

    def _departs(self, action: Action, fault: NovamasError) -> None:
        """What is held against an action, and how the hand goes on after it."""
        if self._left_out or self._may_come_of_it(action, fault):
            self.is_lost = True
            return
        self.found.append(Departure(fault, self.number))
        if fault.code == "nothing_to_show":
            return  # it changes nothing
        refused = fault.figures.get("why")
        if action.does == SHOW and fault.code == "other_cards":
            self.say_shown(action)
            self._go_on(action)
        elif action.does == RAISE and fault.code in OF_AMOUNTS and self._can_be_raised(action):
            self._is_raised = True
            self._force(action, self.phase, self.acts["raise_to"](action.by, action.cents))
        elif isinstance(refused, Refused) and fault.code == "cannot_be_drawn":
            card = int(str(refused.refusal.given))
            self._is_doubtful = True
            self._force(action, with_card(self.phase, card), Drawn(what=card))
        elif action.by and action.by != self.phase.turn:
            self._left_out = True
        else:
            self.is_lost = True

    def _may_come_of_it(self, action: Action, fault: NovamasError) -> bool:
        """Cards after one that cannot have come, and raises after one of a wrong amount, may be no fault."""
        of_raise = self._is_raised and action.does == RAISE and fault.code in OF_AMOUNTS
        return of_raise or (self._is_doubtful and fault.code in OF_CARDS)

    def _can_be_raised(self, action: Action) -> bool:
        """Is it a raise at all, by a player who has so much?"""
        phase, seat = self.phase, action.by
        if not isinstance(phase, Interval) or phase.turn != seat:
            return False
        has = phase.felt.on(seat, BET) + phase.felt.purse(seat)
        return bool(phase.talk.level < action.cents <= has)

    def _force(self, action: Action, phase: AnyPhase, deed: Deed) -> None:
        """What follows from a deed as if it were lawful, where the game knows it."""
        step = followed(phase, deed, ())
        self._is_strained = True
        if step is None:
            self.is_lost = True
            return
        self.reach(*step)
        self._go_on(action)

    def _go_on(self, action: Action) -> None:
        """What the croupier does after an action; what departs in it is held against the same action."""
        try:
            self.go_on()
        except Refused as refused:
            self._departs(action, self.refused(action, refused))
        except UNFORESEEN:
            if not self._is_strained:
                raise
            self.is_lost = True

    def _end(self) -> None:
        """What is left over, and the stacks; after something was left out, only whether all of it agrees."""
        faults: list[NovamasError] = []
        try:
            self.check_left_over()
        except NovamasError as fault:
            faults.append(fault)
        if not self._is_doubtful:
            faults += self.stack_faults()
        if self._left_out or self._is_doubtful:
            self.is_lost = self._is_doubtful or bool(faults)
        else:
            self.found += map(Departure, faults)
