"""What every moment of circle poker has in common."""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

from novamas.law import law
from novamas.rounds.circle.acts import Buy, Leave
from novamas.rounds.circle.cloth import Cloth
from novamas.rounds.circle.pots import PotToWin, pots_of
from novamas.table.deeds import Act
from novamas.table.people import CHANCE, Who
from novamas.table.phases import Phase
from novamas.table.refusals import Refusal

C = TypeVar("C", bound=Cloth)


class CirclePhase(Phase[Act], Generic[C], frozen=True):
    """Any moment of circle poker."""

    clause: ClassVar[str] = ""
    felt: C

    def seats(self) -> int:
        return self.felt.rules.seats


class InHand(CirclePhase[C], Generic[C], frozen=True):
    """A hand is under way: stakes may be neither added to nor taken off the table."""

    public: ClassVar[tuple[str, ...]] = ("pots",)

    @property
    def pots(self) -> tuple[PotToWin, ...]:
        """The pots as they would be shared now; bets of the interval are in none yet."""
        return pots_of(self.felt)

    @law("AR10.10-2.IX.e.1", "AR10.10-2.IX.g.1", "IB09.12.V.e.1", "IB09.12.V.g.1")
    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, Buy):
            return Refusal("hand_has_begun", self.felt.course.table_stakes)
        if isinstance(act, Leave):
            return Refusal("hand_has_begun", self.felt.course.off_table)
        return None


class Drawing(InHand[C], Generic[C], frozen=True):
    """A card is about to be seen."""

    @property
    def turn(self) -> Who:
        return CHANCE
