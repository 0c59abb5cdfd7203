"""What can go wrong in the same way at every baccarat table at which players bank."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from novamas.law import law
from novamas.rounds.passing_bank.cloth import BankFelt, BankMoves
from novamas.table.offers import Offer
from novamas.table.phases import AnyPhase, Incident, Past, Step


class Untouched(Incident[AnyPhase], frozen=True):
    """Something happens that changes nothing of the coup."""

    def happen(self, now: AnyPhase, past: Past) -> Step:
        return now, ()


class EarlyCards(Incident[AnyPhase], frozen=True):
    """A card is drawn before the betting has ended: the coup must be played, unless that is waived."""

    waived_clause: ClassVar[str]

    waived: bool = False

    @classmethod
    def could(cls, now: AnyPhase, past: Past) -> Iterable[Offer]:
        felt = now.felt
        assert isinstance(felt, BankFelt)
        if not felt.early:
            yield Offer(cls(waived=False), cls.clause)
        if felt.spares(3):
            yield Offer(cls(waived=True), cls.waived_clause)

    @law("IB05.08.VIII.1.1", "IB05.08.VIII.1.2", "IB05.08.VIII.1.3")
    @law("IB05.09.VIII.1.1", "IB05.09.VIII.1.2", "IB05.09.VIII.1.3")
    def happen(self, now: AnyPhase, past: Past) -> Step:
        """The card is the first of the coup, for it never goes back; or it is discarded and binds nobody."""
        assert isinstance(now.felt, BankFelt)
        moves = BankMoves(now.felt)
        if self.waived:
            moves.burn(self.waived_clause)
        moves.change(early=not self.waived)
        return moves.to(replace(now, felt=moves.felt))
