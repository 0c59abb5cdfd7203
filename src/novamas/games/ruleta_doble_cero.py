"""Ruleta americana doble cero: a second zero, the special square (AR10, epigraph 2 bis)."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from novamas.kit.wheels import DOUBLE_ZERO_WHEEL, Wheel
from novamas.law import Fault, Frame, law
from novamas.rounds.banked.incidents import LateBet
from novamas.rounds.banked.phases import Waiting
from novamas.rounds.roulette.american import (
    AmericanChoices,
    AmericanCloth,
    AmericanRules,
    TakeColour,
    american_faults,
    american_rules,
)
from novamas.rounds.roulette.positions import double_zero_positions
from novamas.rounds.roulette.setup import AnnounceMinima, figures_of, wagers
from novamas.rounds.setup import SharedChief, shared_chief_faults
from novamas.rounds.wheel.cloth import Figures
from novamas.rounds.wheel.phases import ACTS, TiradaNula, layout, phases_of
from novamas.table.game import Game


class Choices(AmericanChoices, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house chooses at a double-zero roulette."""

    tables_adjoining: bool
    tables_recorded: bool


def faults(frame: Frame, choices: Choices) -> list[Fault]:
    """All that keeps the table from being opened."""
    shared = shared_chief_faults(
        frame.group("staff.shared_chief", SharedChief),
        tables_per_chief=choices.tables_per_chief,
        adjoining=choices.tables_adjoining,
        recorded=choices.tables_recorded,
    )
    return [*american_faults(frame, choices), *shared]


@cache
@law("AR10.5.b.1", "AR10.5.c.1", "AR10.5.d.1")
def _figures(frame: Frame) -> Figures:
    """The cloth with the double zero; the courtesy space is a second place for the split of the zeros."""
    positions = double_zero_positions(DOUBLE_ZERO_WHEEL)
    return figures_of(frame, DOUBLE_ZERO_WHEEL, positions)


@law("AR10.5.2")
class Cloth(AmericanCloth, frozen=True, cache_hash=True, kw_only=True):
    """The American cloth with two zeros, played by the same principles."""

    wheel: ClassVar[Wheel] = DOUBLE_ZERO_WHEEL
    slug: ClassVar[str] = "ruleta_doble_cero"

    rules: AmericanRules

    @property
    def figures(self) -> Figures:
        return _figures(self.rules.frame)

    @property
    def zero_clauses(self) -> tuple[str, ...]:
        """Either zero does to simple chances what the zero of American roulette does: our reading."""
        return ("AR10.5.2", "IB05.02.IV.1")


def opening(frame: Frame, choices: Choices) -> Waiting[Cloth]:
    """The first phase of a table."""
    return Waiting(Cloth(rules=AmericanRules(**american_rules(frame, choices))))


GAME = Game(
    slug="ruleta_doble_cero",
    says="American roulette with zero and double zero, and a special square of five numbers.",
    choices=Choices,
    faults=faults,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=phases_of(Cloth),
    acts=(*ACTS, AnnounceMinima, TakeColour),
    incidents=(TiradaNula, LateBet),
)
