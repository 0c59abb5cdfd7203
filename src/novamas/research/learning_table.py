"""A table as a learner meets it: who is asked, which of the lawful acts he may choose, what he sees and wins.

Croupier and chance do their part by themselves. A seat is asked when the table waits for it, and must act;
and whenever the table pauses for bets and the like, where it may also do nothing. What may be chosen are the
offers themselves, each with some of the amounts that it allows: there is no second list of what is lawful.
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

MULTIPLES = (1, 2, 5, 10)  # of the least amount; and the most
MAX_ACTS = 4096  # that anybody can choose from at once
MAX_DEEDS = 10_000  # of one round: then it is cut off
NOTHING = 0  # the number of doing nothing; the acts that are offered follow

Other = Callable[[View], Deed]


class LearningTable:
    """A table that is played for some rounds, again and again from a seed."""

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
        """The name of the game under its norm, and the version of its rules."""
        pin, _, revision = self.table.game.pin(self.table.frame).partition(".")
        return f"{self.table.game.slug}-{self.table.frame.norm}-{pin}-v{revision}"

    def begin(self, seed: int) -> None:
        """A fresh table, whose chance follows from the seed; on to whoever is asked first."""
        companions = {} if self._others is None else self._others(seed)
        self.session = Session(self.table.opening, Seeded(seed), companions=companions)
        self._quiet: dict[int, int] = {}  # seats that have had their say at this pause
        self._phase: object = None
        self.asked: int | None = None
        self._go_on()

    # ---- who is asked

    @property
    def is_over(self) -> bool:
        """Have all rounds been played, or has the session ended?"""
        return self.session.rounds >= self.rounds or self.session.phase.turn is NOBODY

    @property
    def is_cut_off(self) -> bool:
        """Does a round take longer than anybody waits for?"""
        return self.session.number >= MAX_DEEDS * self.rounds

    def _go_on(self) -> None:
        """On by itself until a seat is asked or all is over."""
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
        """What chance, the croupier or somebody else does; or what is offered first."""
        deed = self.session.next_deed()
        return deed or self.session.offers(self.session.phase.turn)[0].act

    # ---- what may be chosen

    def acts(self, seat: int) -> tuple[Deed | None, ...]:
        """All that a seat may choose from, by number; the first is to do nothing."""
        if seat != self.asked:
            return ()
        found = (None, *(act for offer in self.session.offers(seat) for act in some_of(offer)))
        if len(found) > MAX_ACTS:
            raise NovamasError("too_many_acts", phase=type(self.session.phase).__name__, most=MAX_ACTS)
        return found

    def may_choose(self, seat: int, number: int) -> bool:
        """Is there a lawful act of this number? Nothing may be done only where the table does not wait."""
        if number == NOTHING:
            return seat == self.asked and self.session.phase.turn != seat
        return 0 < number < len(self.acts(seat))

    def choose(self, seat: int, number: int) -> bool:
        """The act of this number is done, and on to whoever is asked next; or it is refused, as any other."""
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

    # ---- what comes of it

    def net(self, seat: int) -> int:
        """What a seat has won so far, in céntimos; chips before it and on the cloth are still its own."""
        return self.session.ledger.players[seat] + self.session.phase.felt.of(seat)


def some_of(offer: Offer) -> Iterator[Deed]:
    """Acts that an offer allows: all but for amounts, of which a few stand for the rest."""
    amounts = [_values(dial) for dial in offer.dials.values()]
    for values in product(*amounts):
        yield offer.turned(**dict(zip(offer.dials, values, strict=True)))


def _values(dial: Dial) -> Sequence[Any]:
    if not isinstance(dial, Range):
        return dial.every()
    wanted = [dial.least * many for many in MULTIPLES] + [dial.most]
    lowered = (min(cents, dial.most) - (min(cents, dial.most) - dial.least) % dial.step for cents in wanted)
    return sorted(dict.fromkeys(lowered))
