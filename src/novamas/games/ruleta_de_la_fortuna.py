"""Ruleta de la fortuna: a great wheel of 54 cells and seven bets (IB05, epigraph 10)."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from msgspec import Struct

from novamas.kit.wheels import FORTUNE, Wheel
from novamas.law import Fault, Frame, law
from novamas.rounds.banked.acts import Bet
from novamas.rounds.banked.incidents import LateBet
from novamas.rounds.banked.phases import Waiting
from novamas.rounds.figures import PayFigures
from novamas.rounds.setup import StaffFigures, equipment_faults, staff_faults
from novamas.rounds.wheel.cloth import Figures, Limits, Rules, SpinCourse
from novamas.rounds.wheel.phases import ACTS, TiradaNula, layout, phases_of
from novamas.rounds.wheel.phases import Cloth as WheelCloth
from novamas.table.game import Game, Wager
from novamas.table.layout import Spot, cell
from novamas.table.phases import AnyPhase


class Choices(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at a wheel of fortune."""

    seats: int
    minimum: int
    maximum: int
    chip: int
    croupiers: int
    tables_per_chief: int
    lacks: tuple[str, ...]


class LimitFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the law says who sets the limits."""

    clause: str


@law("IB05.10.V.2.1", "IB05.10.III.a.1", "IB05.10.III.b.1")
def faults(frame: Frame, choices: Choices) -> list[Fault]:
    """All that keeps the table from being opened."""
    clause = frame.group("limits", LimitFigures).clause
    found = [
        *staff_faults(
            frame.group("staff.table", StaffFigures),
            croupiers=choices.croupiers,
            table_ends=0,
            tables_per_chief=choices.tables_per_chief,
        ),
        *equipment_faults(frame, choices.lacks),
    ]
    if choices.maximum < choices.minimum:
        says = f"The maximum of {choices.maximum} is below the minimum of {choices.minimum}."
        found.append(Fault("maximum", "maximum_below_minimum", clause, says))
    if choices.minimum % choices.chip:
        says = f"A chip of {choices.chip} cannot make the minimum of {choices.minimum}."
        found.append(Fault("chip", "chip_too_large", clause, says))
    return found


@cache
@law("IB05.10.II.5", "IB05.10.V.1.1")
def _figures(frame: Frame) -> Figures:
    """Seven boxes, each named for the symbol on as many cells of the wheel."""
    clause = frame.group("limits", LimitFigures).clause
    bets = frame.group("bets", dict[str, PayFigures])
    spots = {
        name: Spot(name, name, bet.cite, bet.pays, covers=(FORTUNE.code(name),), at=cell(0, nth))
        for nth, (name, bet) in enumerate(bets.items())
    }
    return Figures(
        spots=spots,
        kinds={name: (name,) for name in bets},
        course=frame.group("course", SpinCourse),
        minimum_clause=clause,
        maximum_clauses=dict.fromkeys(bets, clause),
    )


class Cloth(WheelCloth, frozen=True, cache_hash=True, kw_only=True):
    """The table of the wheel of fortune."""

    wheel: ClassVar[Wheel] = FORTUNE

    @property
    def figures(self) -> Figures:
        return _figures(self.rules.frame)


def opening(frame: Frame, choices: Choices) -> Waiting[Cloth]:
    """The first phase of a table."""
    maximum = tuple((kind, choices.maximum) for kind in _figures(frame).kinds)
    limits = Limits(choices.minimum, choices.minimum, maximum)
    return Waiting(Cloth(rules=Rules(frame, choices.seats, limits, choices.chip)))


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """Each of the seven bets."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    stake = felt.rules.limits.minimum
    return {name: Wager((Bet(1, name, stake),), stake, "unit staked") for name in felt.figures.spots}


GAME = Game(
    slug="ruleta_de_la_fortuna",
    says="The wheel of fortune: 54 cells, seven bets, jokers that pay 45 to 1.",
    choices=Choices,
    faults=faults,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=phases_of(Cloth),
    acts=ACTS,
    incidents=(TiradaNula, LateBet),
)
