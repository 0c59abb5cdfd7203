"""What can go wrong in the same way at every baccarat table at which players bank."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Generic, TypeVar

from msgspec.structs import replace

from novamas.families.passing_bank.cloth import BankFelt, BankMoves
from novamas.families.passing_bank.phases import BankPhase
from novamas.law import law
from novamas.table.offers import Offer
from novamas.table.phases import Incident, Past, Step

AnyMoment = BankPhase[Any]
N = TypeVar("N", bound=AnyMoment)


class BankIncident(Incident[N], Generic[N], frozen=True):
    """Something goes wrong; the figures have its clause under its own name."""

    @classmethod
    def could(cls, now: N, past: Past) -> Iterable[Offer]:
        yield Offer(cls(), cls.clause_in(now.felt))

    @classmethod
    def clause_in(cls, felt: BankFelt) -> str:
        """The clause that decides it."""
        return str(getattr(felt.wrongs, cls.verb()))


class Untouched(BankIncident[AnyMoment], frozen=True):
    """Something happens that changes nothing of the coup."""

    def happen(self, now: AnyMoment, past: Past) -> Step:
        return now, ()


class Voided(BankIncident[AnyMoment], frozen=True):
    """Something happens that voids the coup."""

    annul: ClassVar[Callable[[BankMoves[Any]], Step]]

    def happen(self, now: AnyMoment, past: Past) -> Step:
        return type(self).annul(BankMoves(now.felt))


class PutRightOrVoided(Voided, frozen=True):
    """A fault that is put right where that harms nobody; else the coup is void."""

    put_right: bool = True

    @classmethod
    def could(cls, now: AnyMoment, past: Past) -> Iterable[Offer]:
        yield Offer(cls(put_right=True), cls.clause_in(now.felt))
        yield Offer(cls(put_right=False), cls.clause_in(now.felt))

    def happen(self, now: AnyMoment, past: Past) -> Step:
        return (now, ()) if self.put_right else super().happen(now, past)


class BoxedCard(BankIncident[N], Generic[N], frozen=True):
    """A card lies face up in the shoe: it is dead, and nobody may touch his stake because of it."""

    @classmethod
    def could(cls, now: N, past: Past) -> Iterable[Offer]:
        if now.felt.spares(1):
            yield Offer(cls(), cls.clause_in(now.felt))


class EarlyCards(BankIncident[AnyMoment], frozen=True):
    """A card is drawn before the betting has ended: the coup must be played, unless that is waived."""

    waived: bool = False

    @classmethod
    def could(cls, now: AnyMoment, past: Past) -> Iterable[Offer]:
        if not now.felt.early:
            yield Offer(cls(waived=False), now.felt.wrongs.early_cards)
        if now.felt.spares(3):
            yield Offer(cls(waived=True), now.felt.wrongs.early_waived)

    @law("IB05.08.VIII.1.1", "IB05.08.VIII.1.2", "IB05.08.VIII.1.3")
    @law("IB05.09.VIII.1.1", "IB05.09.VIII.1.2", "IB05.09.VIII.1.3")
    def happen(self, now: AnyMoment, past: Past) -> Step:
        """The card is the first of the coup, for it never goes back; or it is discarded and binds nobody."""
        moves = BankMoves(now.felt)
        if self.waived:
            moves.burn(now.felt.wrongs.early_waived)
        moves.change(early=not self.waived)
        return moves.to(replace(now, felt=moves.felt))
