"""Ruleta americana doble cero, roulette with two zeros and the special corner (AR10, section 2 bis)."""

from __future__ import annotations

from typing import ClassVar

from novamas.equipment.wheels import DOUBLE_ZERO_WHEEL, Wheel
from novamas.families.banked.incidents import LateBet
from novamas.families.banked.phases import Waiting
from novamas.families.roulette.american import ACTS as AMERICAN_ACTS
from novamas.families.roulette.american import AmericanCloth, AmericanRules, faults
from novamas.families.roulette.layout import places_of
from novamas.families.roulette.positions import double_zero_positions
from novamas.families.roulette.setup import Premises
from novamas.families.wheel.incidents import TiradaNula
from novamas.families.wheel.layout import Drawn
from novamas.families.wheel.phases import ACTS, layout, phases_of, wagers
from novamas.law import law
from novamas.table.game import Game


@law("AR10.5.2", "AR10.5.b.1", "AR10.5.c.1", "AR10.5.d.1")
class Cloth(AmericanCloth, frozen=True, cache_hash=True, kw_only=True):
    """The American cloth with two zeros, played by the same principles.

    The courtesy space is a second place for the split of the zeros.
    """

    wheel: ClassVar[Wheel] = DOUBLE_ZERO_WHEEL
    drawn: ClassVar[Drawn] = places_of(DOUBLE_ZERO_WHEEL, double_zero_positions(DOUBLE_ZERO_WHEEL))


def opening(rules: AmericanRules, premises: Premises) -> Waiting[Cloth]:
    """Return the table before its first spin."""
    return Waiting(Cloth(rules=rules, premises=premises))


GAME = Game(
    slug="ruleta_doble_cero",
    family="roulette",
    pieces="wheel",
    audited_by="spins",
    revision=3,
    rules=AmericanRules,
    premises=Premises,
    faults=faults,
    opening=opening,
    wagers=wagers,
    layout=layout,
    felt=Cloth,
    phases=phases_of(Cloth),
    acts=(*ACTS, *AMERICAN_ACTS),
    incidents=(TiradaNula, LateBet),
)
