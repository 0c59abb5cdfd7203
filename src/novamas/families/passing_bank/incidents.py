"""Irregularities shared by the passing-bank games."""

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
    """An irregularity whose clause is in the figures, under the name of the irregularity."""

    @classmethod
    def could(cls, now: N, past: Past) -> Iterable[Offer]:
        yield Offer(cls(), cls.clause_in(now.felt))

    @classmethod
    def clause_in(cls, felt: BankFelt) -> str:
        """Return the clause that decides this incident."""
        return str(getattr(felt.wrongs, cls.verb()))


class Untouched(BankIncident[AnyMoment], frozen=True):
    """An incident that does not change the coup."""

    def happen(self, now: AnyMoment, past: Past) -> Step:
        return now, ()


class Voided(BankIncident[AnyMoment], frozen=True):
    """An incident that voids the coup."""

    annul: ClassVar[Callable[[BankMoves[Any]], Step]]

    def happen(self, now: AnyMoment, past: Past) -> Step:
        return type(self).annul(BankMoves(now.felt))


class PutRightOrVoided(Voided, frozen=True):
    """An error that is corrected if the correction harms no player. Otherwise the coup is void."""

    put_right: bool = True

    @classmethod
    def could(cls, now: AnyMoment, past: Past) -> Iterable[Offer]:
        yield Offer(cls(put_right=True), cls.clause_in(now.felt))
        yield Offer(cls(put_right=False), cls.clause_in(now.felt))

    def happen(self, now: AnyMoment, past: Past) -> Step:
        return (now, ()) if self.put_right else super().happen(now, past)


class BoxedCard(BankIncident[N], Generic[N], frozen=True):
    """A boxed card (face up in the shoe) is dead. No player may reduce or withdraw a stake because of it."""

    @classmethod
    def could(cls, now: N, past: Past) -> Iterable[Offer]:
        if now.felt.spares(1):
            yield Offer(cls(), cls.clause_in(now.felt))


class EarlyCards(BankIncident[AnyMoment], frozen=True):
    """A card is drawn before the end of the betting. The coup must be played, unless that is waived."""

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
        """Keep the drawn card as the first of the coup. If the coup need not be played, discard the card."""
        moves = BankMoves(now.felt)
        if self.waived:
            moves.burn(now.felt.wrongs.early_waived)
        moves.change(early=not self.waived)
        return moves.to(replace(now, felt=moves.felt))
