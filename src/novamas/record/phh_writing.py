"""Hands of circle poker that were played here, written as hand histories."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from novamas.errors import NovamasError
from novamas.record import phh
from novamas.record.phh import Action, History
from novamas.record.phh_tables import VARIANTS
from novamas.record.records import Record, replay
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Dealt, Events, RoundOver
from novamas.table.people import CHANCE
from novamas.table.phases import Incident

BETS = {"check": phh.CALL, "match": phh.CALL, "fold": phh.FOLD, "raise_to": phh.RAISE, "renounce": phh.SHOW}


def histories_of(record: Record) -> Iterator[History]:
    """Every hand of a record, the last one even if it was not played to its end."""
    before: Any = record.table.opening
    hand: _Writing | None = None
    hands = 0
    for after, deed, events in replay(record):
        if deed.verb() == "deal":
            hands += 1
            hand = _Writing(after, hands)
        elif hand is not None:
            hand.enter(before, deed, after, events)
            if any(isinstance(event, RoundOver) for event in events):
                yield hand.history(after)
                hand = None
        before = after
    if hand is not None:
        yield hand.history(before)


class _Writing:
    """A hand that is being written."""

    def __init__(self, began: Any, number: int) -> None:
        felt, rules = began.felt, began.felt.rules
        self.number = number
        self.rules = rules
        self.order: tuple[int, ...] = felt.dealt
        self.stacks = tuple(felt.purse(seat) + felt.of(seat) for seat in self.order)
        self.actions: list[Action] = []
        self.holes: dict[int, list[int]] = {}
        self.board: list[int] = []
        self._refuse_what_cannot_be_told(felt)

    def _refuse_what_cannot_be_told(self, felt: Any) -> None:
        if len(self.order) == 2 and self.rules.blinds:
            raise self.fault("between two, the format has the other player speak first")
        if any(chips.seat not in self.order for chips in felt.chips):
            raise self.fault("somebody who rests has laid an initial bet")
        self.variant = next(
            (
                each
                for each in VARIANTS.values()
                if (each.game, each.limit, each.fixed) == (self.rules.game, self.rules.limit, False)
            ),
            None,
        )
        if self.variant is None:
            raise self.fault(f"the format has no {self.rules.game} with {self.rules.limit}")

    def fault(self, why: str) -> NovamasError:
        return NovamasError("not_in_the_format", f"Hand {self.number} cannot be written as PHH: {why}.")

    def player(self, seat: int) -> int:
        return self.order.index(seat) + 1

    def enter(self, before: Any, deed: Deed, after: Any, events: Events) -> None:
        """One deed more."""
        if isinstance(deed, Incident):
            raise self.fault("an irregularity happened in it")
        if isinstance(deed, Drawn):
            for event in events:
                if isinstance(event, Dealt) and event.card is not None:
                    own = self.holes.setdefault(event.to, []) if isinstance(event.to, int) else self.board
                    own.append(event.card)
            if after.turn is not CHANCE or after.felt.street != before.felt.street:
                self.lay()
        elif isinstance(deed.by, int):
            self.speak(before, deed, deed.by)

    def lay(self) -> None:
        """The cards of one deal."""
        for seat in self.order:
            if seat in self.holes:
                cards = tuple(self.holes[seat])
                self.actions.append(Action(phh.DEALER, phh.HOLE, to=self.player(seat), cards=cards))
        if self.board:
            self.actions.append(Action(phh.DEALER, phh.BOARD, cards=tuple(self.board)))
        self.holes, self.board = {}, []

    def speak(self, before: Any, deed: Deed, seat: int) -> None:
        """What a player does."""
        by, verb = self.player(seat), deed.verb()
        if verb == "show":
            self.actions.append(Action(by, phh.SHOW, cards=before.felt.cards(seat)))
        elif verb in BETS:
            self.actions.append(Action(by, BETS[verb], cents=getattr(deed, "cents", 0)))
        else:
            self.actions.append(Action(phh.DEALER, "", remark=f"p{by} {verb}"))

    def history(self, now: Any) -> History:
        """The hand as it stands."""
        self.lay()
        assert self.variant is not None
        rules, players = self.rules, len(self.order)
        return History(
            variant=self.variant.code,
            antes=(rules.ante,) * players,
            blinds=(*rules.blinds, *[0] * players)[:players],
            min_bet=rules.minimum,
            stacks=self.stacks,
            actions=tuple(self.actions),
            finishing=tuple(now.felt.purse(seat) for seat in self.order),
            more={"hand": self.number, "seats": list(self.order), "currency": "EUR"},
        )
