"""Table for reinforcement learning: the acting seat, its numbered lawful acts, its view and its win.

Croupier and chance act automatically. A seat acts when the table waits for it. In a pause, such as the
betting, it may also do nothing. The acts to choose from are the offers themselves, each with some of the
amounts that it allows, so there is no second list of lawful acts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from novamas.equipment.chance import Seeded
from novamas.errors import NovamasError
from novamas.table.deeds import Deed
from novamas.table.game import Table
from novamas.table.offers import Dial, Offer, Range
from novamas.table.roles import NOBODY
from novamas.table.session import Session
from novamas.table.views import View

MULTIPLES = (1, 2, 5, 10)  # of the least amount, besides the highest amount
MAX_ACTS = 4096  # most acts to choose from at once
MAX_DEEDS = 10_000  # of one round, which is then cut off
NOTHING = 0  # number of the act of doing nothing: the offered acts follow

Other = Callable[[View], Deed]


class LearningTable:
    """A table that can be played again and again, each time for a number of rounds from a seed."""

    def __init__(
        self,
        table: Table,
        *,
        seats: int,
        rounds: int = 1,
        acts_a_pause: int = 1,
        others: Callable[[int], Mapping[int, Other]] | None = None,
    ) -> None:
        if not 1 <= seats <= table.opening.seats():
            raise NovamasError("no_such_seat", given=str(seats), seats=table.opening.seats())
        self.table, self.seats = table, tuple(range(1, seats + 1))
        self.rounds, self.acts_a_pause = rounds, acts_a_pause
        self._others = others
        self.begin(0)

    @property
    def edition(self) -> str:
        """The name of the game and its norm, and the version of its rules."""
        pin, _, revision = self.table.game.pin(self.table.frame).partition(".")
        return f"{self.table.game.slug}-{self.table.frame.norm}-{pin}-v{revision}"

    def begin(self, seed: int) -> None:
        """Start a fresh table from a seed, and play until a seat has a choice."""
        companions = {} if self._others is None else self._others(seed)
        self.session = Session(self.table.opening, Seeded(seed), companions=companions)
        self._quiet: dict[int, int] = {}  # number of acts of each seat at this pause
        self._phase: object = None
        self.asked: int | None = None
        self._go_on()

    # ---- the seat to act

    @property
    def is_over(self) -> bool:
        """Whether all rounds have been played or the session has ended."""
        return self.session.rounds >= self.rounds or self.session.phase.turn is NOBODY

    @property
    def is_cut_off(self) -> bool:
        """Whether the session has reached `MAX_DEEDS` deeds per round."""
        return self.session.number >= MAX_DEEDS * self.rounds

    def _go_on(self) -> None:
        """Play automatically until a seat has a choice or all rounds are over."""
        while True:
            self.asked = None
            if self.is_over or self.is_cut_off:
                return
            self.asked = self._who_is_asked()
            if self.asked is not None:
                return
            self.session.do(self._by_itself())

    def _who_is_asked(self) -> int | None:
        phase = self.session.phase
        if type(phase) is not self._phase:
            self._phase, self._quiet = type(phase), {}
        if phase.turn in self.seats:
            return phase.turn
        if phase.pause:
            for seat in self.seats:
                if self._quiet.get(seat, 0) < self.acts_a_pause and self.session.offers(seat):
                    return seat
        return None

    def _by_itself(self) -> Deed:
        """Return the next deed of chance, the croupier or a bot, or the first offer if there is none."""
        deed = self.session.next_deed()
        return deed or self.session.offers(self.session.phase.turn)[0].act

    # ---- the acts

    def acts(self, seat: int) -> tuple[Deed | None, ...]:
        """Return the numbered acts of a seat. The first one is None, which means to do nothing."""
        if seat != self.asked:
            return ()
        found = (None, *(act for offer in self.session.offers(seat) for act in some_of(offer)))
        if len(found) > MAX_ACTS:
            raise NovamasError("too_many_acts", phase=type(self.session.phase).__name__, most=MAX_ACTS)
        return found

    def may_choose(self, seat: int, number: int) -> bool:
        """Return whether a number is a lawful act. A seat that must act cannot choose to do nothing."""
        if number == NOTHING:
            return seat == self.asked and self.session.phase.turn != seat
        return 0 < number < len(self.acts(seat))

    def choose(self, seat: int, number: int) -> bool:
        """Do the act with this number and play until a seat has a choice. Return False if it is unlawful."""
        if not self.may_choose(seat, number):
            return False
        act = self.acts(seat)[number]
        if act is None:
            self._quiet[seat] = self.acts_a_pause
        else:
            self.session.do(act)
            self._quiet[seat] = self._quiet.get(seat, 0) + 1
        self._go_on()
        return True

    # ---- results

    def net(self, seat: int) -> int:
        """Return the net win of a seat so far, in céntimos. Its chips on the cloth still belong to it."""
        return self.session.ledger.players[seat] + self.session.phase.felt.of(seat)


def some_of(offer: Offer) -> Iterator[Deed]:
    """Yield acts that an offer allows, with all values of each parameter but only a few amounts."""
    amounts = [_values(dial) for dial in offer.dials.values()]
    for values in product(*amounts):
        yield offer.turned(**dict(zip(offer.dials, values, strict=True)))


def _values(dial: Dial) -> Sequence[Any]:
    if not isinstance(dial, Range):
        return dial.every()
    wanted = [dial.least * many for many in MULTIPLES] + [dial.most]
    lowered = (min(cents, dial.most) - (min(cents, dial.most) - dial.least) % dial.step for cents in wanted)
    return sorted(dict.fromkeys(lowered))
