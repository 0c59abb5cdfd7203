"""Ruleta: French roulette, with the prison of the zero (IB05, section 01)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

from novamas.equipment.wheels import SINGLE_ZERO, Wheel
from novamas.families.banked.phases import end_round
from novamas.families.prison import (
    ChoosingHalf,
    Imprison,
    LeaveInPrison,
    Prison,
    PrisonFigures,
    TakeHalf,
    caught,
    caught_again,
    half,
    may_take_half,
    worth,
)
from novamas.families.roulette.cloth import AnnounceMinima, RouletteCloth
from novamas.families.roulette.layout import places_of
from novamas.families.roulette.positions import single_zero_positions
from novamas.families.roulette.setup import Rules
from novamas.families.roulette.variant import variant
from novamas.families.wheel.layout import Drawn
from novamas.families.wheel.setup import SIMPLE
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.layout import Marker
from novamas.table.moves import Moves
from novamas.table.phases import Step
from novamas.table.refusals import Refusal


class Cloth(RouletteCloth, frozen=True, cache_hash=True, kw_only=True):
    """The French cloth. A stake in prison is beside the others, with a mark for each zero that caught it."""

    wheel: ClassVar[Wheel] = SINGLE_ZERO
    drawn: ClassVar[Drawn] = places_of(SINGLE_ZERO, single_zero_positions(SINGLE_ZERO))

    @property
    def prison(self) -> PrisonFigures:
        return self.rules.frame.group("prison", PrisonFigures)

    @property
    def prisoners(self) -> Prison:
        return Prison(self, self.prison, self.rounding, self.rules.minimum)

    def why_bound(self, seat: int, bet: str, cents: int) -> Refusal | None:
        return self.prisoners.why_bound(seat, bet)

    def why_not_own(self, act: Act) -> Refusal | None:
        return self.prisoners.why_not(act) or super().why_not_own(act)

    def why_over(self, act: Act) -> Refusal | None:
        return self.prisoners.why_over(act)

    @property
    def markers(self) -> tuple[Marker, ...]:
        return (Marker("prision", self.prison.caught),)

    def settle(self, moves: Moves[Any], code: int) -> Step:
        """Catch the even chances when zero falls. On other numbers, stakes in prison are freed or lost."""
        if code == 0:
            self.catch(moves)
        elif any(caught(bet)[1] for _, bet, _ in self.chips):
            self.free_or_lose(moves, code)
        self.collect(moves, code)
        self.pay(moves, code)
        asked = self.asked(moves.felt) if code == 0 else ()
        return moves.to(Choosing(moves.felt, asked)) if asked else end_round(moves)

    def asked(self, felt: Cloth) -> tuple[tuple[int, str], ...]:
        """Return the stakes of which a player may now take back half, by seat and bet."""
        rules = self.rules
        return tuple(
            (seat, bet)
            for seat, bet, cents in felt.chips
            if may_take_half(cents, caught(bet)[1], rules.rounding, rules.minimum)
        )

    @law("IB05.01.IV.1.B.b.3", "IB05.01.IV.1.B.b.5")
    def catch(self, moves: Moves[Any]) -> None:
        """Catch every even chance because zero fell. On the last spin the owners take back half."""
        for seat, bet, cents in self.chips:
            name, zeros = caught(bet)
            if self.figures.spots[name].kind != SIMPLE:
                continue
            if self.is_last:
                back = half(cents, zeros + 1, self.rules.rounding)
                moves.settle(seat, bet, back, *self.prison.last, rate=Fraction(back, cents) - 1)
            elif (marked := caught_again(bet, cents)) != bet:
                moves.slide(seat, bet, marked, self.prison.caught[0])

    @law("IB05.01.IV.1.B.b.2")
    def free_or_lose(self, moves: Moves[Any], code: int) -> None:
        """Free the stakes in prison on the winning side, and take the others."""
        for seat, bet, cents in self.chips:
            name, zeros = caught(bet)
            if not zeros:
                continue
            if code in self.figures.spots[name].covers:
                back = worth(cents, zeros, self.rules.rounding)
                clauses = (*self.prison.freed, *self.prison.again(zeros))
                moves.settle(seat, bet, back, *clauses, rate=Fraction(back, cents) - 1)
            else:
                moves.collect(seat, bet, *self.prison.freed)


class Choosing(ChoosingHalf, frozen=True):
    """Zero falls. Each player with a caught stake takes half back or leaves it in prison."""

    felt: Cloth

    def seats(self) -> int:
        return self.felt.rules.seats

    @property
    def prisoners(self) -> Prison:
        return self.felt.prisoners

    def all_chosen(self, moves: Moves[Any]) -> Step:
        return end_round(moves)


# ---------------------------------------------------------------- the game


GAME = variant(
    "ruleta",
    Cloth,
    Rules,
    own_acts=(AnnounceMinima, TakeHalf, Imprison, LeaveInPrison),
    own_phases=(Choosing,),
)
