"""Boule: a ball, nine numbers, and a five that takes every simple chance (IB05, epigraph 04)."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from msgspec import Struct

from novamas.kit.wheels import BOULE, Colour, Wheel
from novamas.law import Fault, Frame, law
from novamas.rounds.banked.acts import Bet
from novamas.rounds.banked.incidents import LateBet
from novamas.rounds.banked.phases import Waiting
from novamas.rounds.figures import PayFigures
from novamas.rounds.setup import StaffFigures, equipment_faults, staff_faults
from novamas.rounds.wheel.cloth import Figures, Limits, Rules, SpinCourse
from novamas.rounds.wheel.phases import ACTS, layout, phases_of
from novamas.rounds.wheel.phases import Cloth as WheelCloth
from novamas.table.bets import write_bet
from novamas.table.game import Game, Wager
from novamas.table.layout import Spot, cell
from novamas.table.phases import AnyPhase

# ---------------------------------------------------------------- opening a table


class Choices(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at a boule table."""

    seats: int
    authorised_minimum: int
    double_minimum: bool
    minimum_kept_elsewhere: bool
    number_maximum: int
    simple_maximum: int
    total_maximum: int
    chip: int
    cloths: int
    croupiers: int
    tables_per_chief: int
    lacks: tuple[str, ...]

    @property
    def minimum(self) -> int:
        return self.authorised_minimum * (2 if self.double_minimum else 1)


class LimitFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What the law says of minima and maxima."""

    minimum_clause: str
    double_minimum_clause: str
    maximum_clause: str
    no_total_clause: str


@law("IB05.04.V.b.2", "IB05.04.V.b.6", "IB05.04.III.b.1")
def faults(frame: Frame, choices: Choices) -> list[Fault]:
    """All that keeps the table from being opened."""
    figures = frame.group("limits", LimitFigures)
    staff = frame.group("staff.table", StaffFigures)
    needed = StaffFigures(
        cite=staff.cite,
        croupiers=staff.croupiers * choices.cloths,
        tables_per_chief=staff.tables_per_chief,
        chief_clause=staff.chief_clause,
    )
    found = [
        *staff_faults(
            needed, croupiers=choices.croupiers, table_ends=0, tables_per_chief=choices.tables_per_chief
        ),
        *equipment_faults(frame, choices.lacks),
    ]
    if choices.double_minimum and not choices.minimum_kept_elsewhere:
        says = "No other cloth keeps the authorised minimum, so this one may not open at twice it."
        found.append(
            Fault("minimum_kept_elsewhere", "no_table_at_minimum", figures.double_minimum_clause, says)
        )
    if choices.total_maximum:
        says = "A maximum for the bets of different players together is forbidden."
        found.append(Fault("total_maximum", "total_maximum_forbidden", figures.no_total_clause, says))
    if choices.minimum % choices.chip:
        says = f"A chip of {choices.chip} cannot make the minimum of {choices.minimum}."
        found.append(Fault("chip", "chip_too_large", figures.minimum_clause, says))
    return found


# ---------------------------------------------------------------- the cloth


class BetFigures(PayFigures, frozen=True, forbid_unknown_fields=True):
    """A kind of bet in the law's figures."""

    maximum_clause: str


@law("IB05.04.II.7", "IB05.04.II.8", "IB05.04.V.a.5")
def simple_chances() -> dict[str, tuple[int, ...]]:
    """The six simple chances; the five belongs to none, so it takes them all."""
    numbers = (1, 2, 3, 4, 6, 7, 8, 9)
    return {
        "rojo": tuple(number for number in numbers if BOULE.colour(number) is Colour.RED),
        "negro": tuple(number for number in numbers if BOULE.colour(number) is Colour.BLACK),
        "par": tuple(number for number in numbers if number % 2 == 0),
        "impar": tuple(number for number in numbers if number % 2),
        "falta": tuple(number for number in numbers if number < 5),
        "pasa": tuple(number for number in numbers if number > 5),
    }


@cache
def _figures(frame: Frame) -> Figures:
    """Three rows of three numbers, and at their right the simple chances."""
    bets = frame.group("bets", dict[str, BetFigures])
    limits = frame.group("limits", LimitFigures)
    number, simple = bets["numero"], bets["sencilla"]
    spots = {
        name: Spot(name, "numero", number.cite, number.pays, covers=(n,), at=cell((n - 1) // 3, (n - 1) % 3))
        for n in range(1, 10)
        for name in (write_bet("numero", n),)
    }
    spots |= {
        name: Spot(name, "sencilla", simple.cite, simple.pays, covers=covers, at=cell(nth // 2, 3 + nth % 2))
        for nth, (name, covers) in enumerate(simple_chances().items())
    }
    return Figures(
        spots=spots,
        kinds={kind: tuple(spot.name for spot in spots.values() if spot.kind == kind) for kind in bets},
        course=frame.group("course", SpinCourse),
        minimum_clause=limits.minimum_clause,
        maximum_clauses={kind: figures.maximum_clause for kind, figures in bets.items()},
    )


class Cloth(WheelCloth, frozen=True, cache_hash=True, kw_only=True):
    """The two identical cloths of boule, on which a player's bets count together."""

    wheel: ClassVar[Wheel] = BOULE

    @property
    def figures(self) -> Figures:
        return _figures(self.rules.frame)


# ---------------------------------------------------------------- the game


@law("IB05.04.V.b.5")
def opening(frame: Frame, choices: Choices) -> Waiting[Cloth]:
    """The first phase of a table; the maxima bind each player by himself."""
    maximum = (
        ("numero", choices.authorised_minimum * choices.number_maximum),
        ("sencilla", choices.authorised_minimum * choices.simple_maximum),
    )
    limits = Limits(choices.minimum, choices.minimum, maximum)
    return Waiting(Cloth(rules=Rules(frame, choices.seats, limits, choices.chip)))


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """A number, and each simple chance."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    stake = felt.rules.limits.minimum
    simple = {name: Wager((Bet(1, name, stake),), stake, "unit staked") for name in simple_chances()}
    return {"numero": Wager((Bet(1, "numero:1", stake),), stake, "unit staked"), **simple}


GAME = Game(
    slug="boule",
    says="Boule: a rubber ball and nine numbers; the five loses every simple chance.",
    choices=Choices,
    faults=faults,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=phases_of(Cloth),
    acts=ACTS,
    incidents=(LateBet,),
)
