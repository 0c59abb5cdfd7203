"""Replay of a hand history that continues, as far as possible, after unlawful actions.

A raise of a wrong amount is played at its amount, and may cause wrong raises after it. An
impossible card is dealt all the same, but then the winner is unknown and the stacks are not
compared. If a player shows other cards than those dealt, the dealt cards count. An action out of
turn is omitted. A later departure that may result from an earlier one is not reported, and the hand
is given up there. It is also given up if a player's own decision cannot be played.
"""

from __future__ import annotations

from novamas.errors import NovamasError
from novamas.families.circle.cloth import BET
from novamas.families.circle.phases.hand import Interval
from novamas.histories.phh import RAISE, SHOW, Action, History
from novamas.histories.replay import Departure, HandOnEngine, Replayed
from novamas.house.audit.continuation import UNFORESEEN, followed, with_card
from novamas.house.audit.departures import LIMITS, Kind
from novamas.law import Library
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
    """A hand of a history. It continues after actions at which other replays stop."""

    def __init__(self, history: History, norm: str, law: Library | None = None) -> None:
        super().__init__(history, norm, law)
        self.found: list[Departure] = []
        self.is_lost = False  # the rest is not examined
        self._left_out = False  # an action was omitted, which may cause later departures
        self._is_raised = False  # to an amount that no lawful raise reaches
        self._is_doubtful = False  # the cards on the table are unknown, and so is the winner
        self._is_strained = False  # the table is in a state that no game foresees

    def followed(self) -> Replayed:
        """Play the hand to its end, or as far as possible. Return the results."""
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
        """Play one action, whether it is lawful or not."""
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
        """Add a departure for an action and continue the hand."""
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
        """Return whether an action may be wrong only because of an earlier wrong raise or impossible card."""
        of_raise = self._is_raised and action.does == RAISE and fault.code in OF_AMOUNTS
        return of_raise or (self._is_doubtful and fault.code in OF_CARDS)

    def _can_be_raised(self, action: Action) -> bool:
        """Return whether an action is a raise in turn by a player with enough chips."""
        phase, seat = self.phase, action.by
        if not isinstance(phase, Interval) or phase.turn != seat:
            return False
        has = phase.felt.on(seat, BET) + phase.felt.purse(seat)
        return bool(phase.talk.level < action.cents <= has)

    def _force(self, action: Action, phase: AnyPhase, deed: Deed) -> None:
        """Apply an unlawful deed as if it were lawful. If the game cannot continue, the hand is lost."""
        step = followed(phase, deed, ())
        self._is_strained = True
        if step is None:
            self.is_lost = True
            return
        self.reach(*step)
        self._go_on(action)

    def _go_on(self, action: Action) -> None:
        """Play the croupier's acts that follow an action. Their departures count as the action's."""
        try:
            self.go_on()
        except Refused as refused:
            self._departs(action, self.refused(action, refused))
        except UNFORESEEN:
            if not self._is_strained:
                raise
            self.is_lost = True

    def _end(self) -> None:
        """Check the stacks and the unused cards and chips of the hand.

        After an omitted action, faults in them only decide whether the hand is lost.
        """
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
