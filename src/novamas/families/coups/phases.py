"""The course of a card game played in coups: the shoe, bets, «no va más», the cards, payment.

Punto y banca and treinta y cuarenta share this course. The cloth of each game adds its boxes, the effect of
the cards and the person who handles them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic

from novamas.families.banked.acts import BETTING, Bet, HaganJuego, Shuffle, Withdraw
from novamas.families.banked.phases import Betting, Closed, NothingAtRisk, Waiting
from novamas.families.coups.cloth import C, Cloth
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import AnyPhase, Step
from novamas.table.refusals import Refusal
from novamas.table.roles import CROUPIER, Who

# ---------------------------------------------------------------- what the law says of the course


class Shuffling(NothingAtRisk[C], Generic[C], frozen=True):
    """There is no shoe on the table, and the cards are shuffled."""

    rest: ClassVar[bool] = True

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            return (Offer(Shuffle(), self.felt.course.shuffling),)
        return self.felt.withdrawals(who) if isinstance(who, int) else ()

    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, Bet | HaganJuego):
            return Refusal("no_shoe", self.felt.course.shuffling)
        return super().reason(act)

    def after(self, act: Act) -> Step:
        return self.withdrawn(act) if isinstance(act, Withdraw) else self.felt.shuffle(Moves(self.felt))


ACTS: tuple[type[Act], ...] = (Shuffle, *BETTING)


def phases_of(cloth: type[Cloth]) -> tuple[type[AnyPhase], ...]:
    """Return the shared phases, adapted to the cloth of one game."""
    return tuple(phase[cloth] for phase in (Shuffling, Waiting, Betting, Closed))  # type: ignore[misc]
