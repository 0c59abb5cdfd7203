"""Ruleta de la fortuna: a large wheel of 54 cells and seven bets (IB05, section 10)."""

from __future__ import annotations

from typing import ClassVar

from novamas.equipment.wheels import FORTUNE, Wheel
from novamas.families.banked.incidents import LateBet
from novamas.families.banked.phases import Waiting
from novamas.families.wheel import cloth
from novamas.families.wheel import phases as wheel
from novamas.families.wheel.incidents import TiradaNula
from novamas.families.wheel.layout import Drawn, Place
from novamas.families.wheel.setup import Rules
from novamas.law import law
from novamas.table.game import Game, NoPremises
from novamas.table.layout import cell

SYMBOLS = ("24", "15", "7", "4", "2", "joker_rojo", "joker_negro")


@law("IB05.10.II.5", "IB05.10.V.1.1")
def places() -> Drawn:
    """Return seven boxes in a row, each named after a symbol of the wheel."""
    return {name: (Place(name, (FORTUNE.code(name),), cell(0, nth)),) for nth, name in enumerate(SYMBOLS)}


class Cloth(cloth.Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of the wheel of fortune."""

    wheel: ClassVar[Wheel] = FORTUNE
    drawn: ClassVar[Drawn] = places()


def opening(rules: Rules, premises: NoPremises) -> Waiting[Cloth]:
    """Return the table before its first spin."""
    return Waiting(Cloth(rules=rules))


GAME = Game(
    slug="ruleta_de_la_fortuna",
    family="wheel",
    pieces="wheel",
    rules=Rules,
    opening=opening,
    wagers=wheel.wagers,
    layout=wheel.layout,
    felt=Cloth,
    phases=wheel.phases_of(Cloth),
    acts=wheel.ACTS,
    incidents=(TiradaNula, LateBet),
)
