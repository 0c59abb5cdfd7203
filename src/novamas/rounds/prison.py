"""The prison: what becomes of simple chances when zero falls, or when both rows make 31.

A bet in prison is marked with how many times it has been caught: `rojo@2` has been caught twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct

from novamas.kit.money import Rounding
from novamas.law import law
from novamas.table.bets import read_bet, write_bet
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.people import Who
from novamas.table.phases import Phase, Step
from novamas.table.refusals import Refusal


class PrisonFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """By which clauses a stake is caught, and what becomes of it."""

    caught: tuple[str, ...]
    freed: tuple[str, ...]
    halved: str  # when it is caught again
    last: tuple[str, ...]  # in the last round of the session

    def again(self, times: int) -> tuple[str, ...]:
        """What is also told of a stake that was caught more than once."""
        return (self.halved,) if times > 1 else ()


class TakeHalf(Act, frozen=True):
    """A player takes back half of a stake that was caught; the bank keeps the other half."""

    bet: str


class Imprison(Act, frozen=True):
    """A player leaves his whole stake in prison."""

    bet: str


def caught(bet: str) -> tuple[str, int]:
    """The bet, and how many times it has been caught."""
    name = read_bet(bet)
    return name.spot, name.times


def caught_again(bet: str, stake: int) -> str:
    """The bet as it is marked when it is caught once more, until its worth no longer changes."""
    name = read_bet(bet)
    return write_bet(name.kind, name.place, times=min(name.times + 1, stake.bit_length() + 2))


@law("IB05.01.IV.1.B.b.3")
def worth(stake: int, times: int, rounding: Rounding) -> int:
    """What a stake in prison is worth: all of it when caught once, then half of that each time.

    The clause is read so that what may be withdrawn, always half of it, is 1/2, 1/4, 1/8… of the initial
    stake, as the last round of the session refunds it (IB05.01.IV.1.B.b.5).
    """
    return rounding.whole(Fraction(stake, 2 ** max(0, times - 1)))


@law("IB05.01.IV.1.B.b.3", "IB05.01.IV.1.B.b.5")
def half(stake: int, times: int, rounding: Rounding) -> int:
    """What may be withdrawn of a stake that was caught so many times."""
    return rounding.whole(Fraction(stake, 2**times))


@law("IB05.01.IV.1.B.b.1", "IB05.01.IV.1.B.b.4")
def may_take_half(stake: int, times: int, rounding: Rounding, minimum: int) -> bool:
    """The first time always; later, only if what is left reaches the table's minimum."""
    return times == 1 or (times > 1 and half(stake, times, rounding) >= minimum)


ChoosingAct: TypeAlias = TakeHalf | Imprison


class ChoosingHalf(Phase[ChoosingAct], frozen=True):
    """Each player who was caught takes half back or goes to prison; the silent go to prison."""

    public: ClassVar[tuple[str, ...]] = ("asked",)

    asked: tuple[tuple[int, str], ...]

    @property
    def prison(self) -> PrisonFigures:
        raise AssertionError("each game has its own clauses")

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.prison.caught[0]

    @property
    def rounding(self) -> Rounding:
        raise AssertionError("each game has its own rounding")

    def all_chosen(self, moves: Moves[Any]) -> Step:
        """All have chosen."""
        raise AssertionError("each game goes on in its own way")

    @property
    def turn(self) -> Who:
        return self.asked[0][0]

    def offers(self, who: Who) -> Iterable[Offer]:
        seat, bet = self.asked[0]
        if who == seat:
            yield Offer(Imprison(seat, bet), self.clause)
            yield Offer(TakeHalf(seat, bet), self.clause)

    def reason(self, act: object) -> Refusal | None:
        seat, bet = self.asked[0]
        return Refusal("half_or_prison", self.clause, figures={"seat": seat, "bet": caught(bet)[0]})

    def after(self, act: ChoosingAct) -> Step:
        (seat, bet), *rest = self.asked
        moves = Moves(self.felt)
        match act:
            case TakeHalf():
                stake, (_, times) = self.felt.on(seat, bet), caught(bet)
                back = half(stake, times, self.rounding)
                clauses = (*self.prison.caught, *self.prison.again(times))
                moves.settle(seat, bet, back, *clauses, rate=Fraction(back, stake) - 1)
            case Imprison():
                moves.say(f"{caught(bet)[0]}: en prisión.", self.clause)
        return moves.to(type(self)(moves.felt, tuple(rest))) if rest else self.all_chosen(moves)
