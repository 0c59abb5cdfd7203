"""Ruleta: French roulette, with the prison of the zero (IB05, epigraph 01)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar, TypeAlias

from msgspec.structs import replace

from novamas.games.banked.cloth import single_zero_positions
from novamas.games.banked.roulette import (
    RouletteChoices,
    RouletteCloth,
    draw_layout,
    limit_faults,
    rules_of,
    wagers,
)
from novamas.games.banked.spots import Layout
from novamas.games.banked.wheel import (
    ACTS,
    AnnounceLimits,
    LateBet,
    TiradaNula,
    Waiting,
    end_spin,
    phases_of,
)
from novamas.games.setup import StaffFigures, equipment_faults, staff_faults
from novamas.kit.wheels import SINGLE_ZERO, Wheel
from novamas.law import Fault, Frame, catalogue, law
from novamas.table.deeds import Act
from novamas.table.game import Game
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.people import Who
from novamas.table.phases import Phase, Step
from novamas.table.refusals import Refusal

# ---------------------------------------------------------------- opening a table


class Choices(RouletteChoices, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at a French roulette."""

    cloths: int
    table_ends: int


def faults(frame: Frame, choices: Choices) -> list[Fault]:
    """All that keeps the table from being opened."""
    staff = frame.group("staff.two_cloths" if choices.cloths == 2 else "staff.one_cloth", StaffFigures)
    return [
        *limit_faults(frame, choices),
        *staff_faults(
            staff,
            croupiers=choices.croupiers,
            table_ends=choices.table_ends,
            tables_per_chief=choices.tables_per_chief,
        ),
        *equipment_faults(frame, choices.lacks),
    ]


@cache
def _frame(norm: str) -> Frame:
    return catalogue.under(norm)["ruleta"]


@cache
def _layout(norm: str) -> Layout:
    return draw_layout(_frame(norm), single_zero_positions(SINGLE_ZERO))


# ---------------------------------------------------------------- the zero


class TakeHalf(Act, frozen=True):
    """A player takes back half of what zero caught; the bank keeps the other half."""

    bet: str


class Imprison(Act, frozen=True):
    """A player leaves his whole stake in prison."""

    bet: str


def caught(bet: str) -> tuple[str, int]:
    """The bet, and how many zeros have caught it: `rojo@2` has suffered two."""
    name, _, zeros = bet.partition("@")
    return name, int(zeros or 0)


class Cloth(RouletteCloth, frozen=True, cache_hash=True, kw_only=True):
    """The French cloth: stakes in prison lie beside the others, marked with the zeros they have suffered."""

    @property
    def frame(self) -> Frame:
        return _frame(self.rules.norm)

    @property
    def layout(self) -> Layout:
        return _layout(self.rules.norm)

    @property
    def wheel(self) -> Wheel:
        return SINGLE_ZERO

    def settle(self, moves: Moves[Any], code: int, *, last: bool) -> Step:
        """On zero the simple chances are caught; on a number the prisoners are freed or lost."""
        if code == 0:
            self.catch(moves, last=last)
        elif any("@" in bet for _, bet, _ in self.chips):
            self.free_or_lose(moves, code)
        else:
            return super().settle(moves, code, last=last)
        others = replace(self, chips=tuple(chips for chips in moves.felt.chips if "@" not in chips.bet))
        others.collect(moves, code)
        others.pay(moves, code)
        asked = self.asked(moves.felt) if code == 0 else ()
        return moves.to(Choosing(moves.felt, asked)) if asked else end_spin(moves, last=last)

    def asked(self, felt: Cloth) -> tuple[tuple[int, str], ...]:
        """Who may now choose, and for which bet."""
        return tuple((seat, bet) for seat, bet, cents in felt.chips if self.may_take_half(bet, cents))

    def worth(self, stake: int, zeros: int) -> int:
        """What a stake is worth after so many zeros: all of it after the first, then half of that at each.

        IB05.01.IV.1.B.b.3 is read so that what may be withdrawn, always half of it, is 1/2, 1/4, 1/8… of the
        initial stake, as the last spin of the session refunds it (IB05.01.IV.1.B.b.5).
        """
        return self.rules.rounding.whole(Fraction(stake, 2 ** max(0, zeros - 1)))

    def half(self, stake: int, zeros: int) -> int:
        """What may be withdrawn after so many zeros."""
        return self.rules.rounding.whole(Fraction(stake, 2**zeros))

    @law("IB05.01.IV.1.B.b.3", "IB05.01.IV.1.B.b.5")
    def catch(self, moves: Moves[Any], *, last: bool) -> None:
        """Zero: every simple chance suffers it; on the last spin its owner must take what is left."""
        for seat, bet, cents in self.chips:
            name, zeros = caught(bet)
            if self.layout.spots[name].kind != "sencilla":
                continue
            suffered = min(zeros + 1, cents.bit_length() + 2)  # from there on, worth no longer changes
            if last:
                back = self.half(cents, suffered)
                rate = Fraction(back, cents) - 1
                moves.settle(seat, bet, back, "IB05.01.IV.1.B.b.5", rate=rate)
            elif suffered != zeros:
                moves.slide(seat, bet, f"{name}@{suffered}", "IB05.01.IV.1.B.b.1")

    @law("IB05.01.IV.1.B.b.2")
    def free_or_lose(self, moves: Moves[Any], code: int) -> None:
        """No zero: prisoners on the winning side recover their freedom, the others are lost."""
        for seat, bet, cents in self.chips:
            name, zeros = caught(bet)
            if not zeros:
                continue
            if code in self.layout.spots[name].covers:
                back = self.worth(cents, zeros)
                clauses = ("IB05.01.IV.1.B.b.2", "IB05.01.IV.1.B.b.3")[: 1 if zeros == 1 else 2]
                moves.settle(seat, bet, back, *clauses, rate=Fraction(back, cents) - 1)
            else:
                moves.collect(seat, bet, "IB05.01.IV.1.B.b.2")

    @law("IB05.01.IV.1.B.b.1", "IB05.01.IV.1.B.b.4")
    def may_take_half(self, bet: str, stake: int) -> bool:
        """At the first zero always; later, only if what is left reaches the table's minimum."""
        _, zeros = caught(bet)
        return zeros == 1 or (zeros > 1 and self.half(stake, zeros) >= self.rules.limits.minimum)


ChoosingAct: TypeAlias = TakeHalf | Imprison


class Choosing(Phase[ChoosingAct], frozen=True):
    """Zero fell: each player whom it caught takes half back or goes to prison; the silent go to prison."""

    clause: ClassVar[str] = "IB05.01.IV.1.B.b.1"
    public: ClassVar[tuple[str, ...]] = ("asked",)

    felt: Cloth
    asked: tuple[tuple[int, str], ...]

    def seats(self) -> int:
        return self.felt.rules.seats

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
        says = f"Zero has fallen: seat {seat} first says whether {bet} takes half back or goes to prison."
        return Refusal("zero_first", self.clause, says)

    def after(self, act: ChoosingAct) -> Step:
        (seat, bet), *rest = self.asked
        moves = Moves(self.felt)
        match act:
            case TakeHalf():
                stake, (_, zeros) = self.felt.on(seat, bet), caught(bet)
                back = self.felt.half(stake, zeros)
                clauses = ("IB05.01.IV.1.B.b.1", "IB05.01.IV.1.B.b.3")[: 1 if zeros == 1 else 2]
                moves.settle(seat, bet, back, *clauses, rate=Fraction(back, stake) - 1)
            case Imprison():
                moves.say(f"{caught(bet)[0]}: en prisión.", "IB05.01.IV.1.B.b.1")
        if rest:
            return moves.to(Choosing(moves.felt, tuple(rest)))
        return end_spin(moves, last=False)


# ---------------------------------------------------------------- the game


def opening(frame: Frame, choices: Choices) -> Waiting[Cloth]:
    """The first phase of a table."""
    return Waiting(Cloth(rules=rules_of(frame, choices)))


GAME = Game(
    slug="ruleta",
    says="French roulette: a ball, 37 pockets, and a prison for simple chances when zero falls.",
    choices=Choices,
    faults=faults,
    opening=opening,
    wagers=wagers,
    phases=(*phases_of(Cloth), Choosing),
    acts=(*ACTS, AnnounceLimits, TakeHalf, Imprison),
    incidents=(TiradaNula, LateBet),
)
