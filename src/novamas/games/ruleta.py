"""Ruleta: French roulette, with the prison of the zero (IB05, epigraph 01)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, ClassVar

from novamas.kit.money import Rounding
from novamas.kit.wheels import SINGLE_ZERO, Wheel
from novamas.law import Fault, Frame, law
from novamas.rounds.banked.incidents import LateBet
from novamas.rounds.banked.phases import Waiting, end_round
from novamas.rounds.prison import (
    ChoosingHalf,
    Imprison,
    TakeHalf,
    caught,
    caught_again,
    half,
    may_take_half,
    worth,
)
from novamas.rounds.roulette.positions import single_zero_positions
from novamas.rounds.roulette.setup import (
    AnnounceMinima,
    RouletteChoices,
    RouletteCloth,
    figures_of,
    limit_faults,
    rules_of,
    wagers,
)
from novamas.rounds.setup import StaffFigures, equipment_faults, staff_faults
from novamas.rounds.wheel.cloth import Figures
from novamas.rounds.wheel.phases import ACTS, TiradaNula, layout, phases_of
from novamas.table.game import Game
from novamas.table.layout import Marker
from novamas.table.moves import Moves
from novamas.table.phases import Step

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
def _figures(frame: Frame) -> Figures:
    return figures_of(frame, SINGLE_ZERO, single_zero_positions(SINGLE_ZERO))


# ---------------------------------------------------------------- the zero


class Cloth(RouletteCloth, frozen=True, cache_hash=True, kw_only=True):
    """The French cloth: stakes in prison lie beside the others, marked with the zeros they have suffered."""

    wheel: ClassVar[Wheel] = SINGLE_ZERO
    slug: ClassVar[str] = "ruleta"
    markers: ClassVar[tuple[Marker, ...]] = (Marker("prision", ("IB05.01.IV.1.B.b.1",)),)

    @property
    def figures(self) -> Figures:
        return _figures(self.rules.frame)

    def settle(self, moves: Moves[Any], code: int) -> Step:
        """On zero the simple chances are caught; on a number the prisoners are freed or lost."""
        if code == 0:
            self.catch(moves)
        elif any(caught(bet)[1] for _, bet, _ in self.chips):
            self.free_or_lose(moves, code)
        self.collect(moves, code)
        self.pay(moves, code)
        asked = self.asked(moves.felt) if code == 0 else ()
        return moves.to(Choosing(moves.felt, asked)) if asked else end_round(moves)

    def asked(self, felt: Cloth) -> tuple[tuple[int, str], ...]:
        """Who may now choose, and for which bet."""
        rules = self.rules
        return tuple(
            (seat, bet)
            for seat, bet, cents in felt.chips
            if may_take_half(cents, caught(bet)[1], rules.rounding, rules.limits.minimum)
        )

    @law("IB05.01.IV.1.B.b.3", "IB05.01.IV.1.B.b.5")
    def catch(self, moves: Moves[Any]) -> None:
        """Zero: every simple chance suffers it; on the last spin its owner must take what is left."""
        for seat, bet, cents in self.chips:
            name, zeros = caught(bet)
            if self.figures.spots[name].kind != "sencilla":
                continue
            if self.is_last:
                back = half(cents, zeros + 1, self.rules.rounding)
                moves.settle(seat, bet, back, "IB05.01.IV.1.B.b.5", rate=Fraction(back, cents) - 1)
            elif (marked := caught_again(bet, cents)) != bet:
                moves.slide(seat, bet, marked, "IB05.01.IV.1.B.b.1")

    @law("IB05.01.IV.1.B.b.2")
    def free_or_lose(self, moves: Moves[Any], code: int) -> None:
        """No zero: prisoners on the winning side recover their freedom, the others are lost."""
        for seat, bet, cents in self.chips:
            name, zeros = caught(bet)
            if not zeros:
                continue
            if code in self.figures.spots[name].covers:
                back = worth(cents, zeros, self.rules.rounding)
                clauses = ("IB05.01.IV.1.B.b.2", "IB05.01.IV.1.B.b.3")[: 1 if zeros == 1 else 2]
                moves.settle(seat, bet, back, *clauses, rate=Fraction(back, cents) - 1)
            else:
                moves.collect(seat, bet, "IB05.01.IV.1.B.b.2")


class Choosing(ChoosingHalf, frozen=True):
    """Zero fell: each player whom it caught takes half back or goes to prison."""

    clause: ClassVar[str] = "IB05.01.IV.1.B.b.1"
    clauses: ClassVar[tuple[str, ...]] = ("IB05.01.IV.1.B.b.1",)
    happened: ClassVar[str] = "Zero has fallen"

    felt: Cloth

    def seats(self) -> int:
        return self.felt.rules.seats

    @property
    def rounding(self) -> Rounding:
        return self.felt.rules.rounding

    def all_chosen(self, moves: Moves[Any]) -> Step:
        return end_round(moves)


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
    layout=layout,
    felt=Cloth,
    phases=(*phases_of(Cloth), Choosing),
    acts=(*ACTS, AnnounceMinima, TakeHalf, Imprison),
    incidents=(TiradaNula, LateBet),
)
