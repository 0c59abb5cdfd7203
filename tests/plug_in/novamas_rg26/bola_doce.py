"""The ball of twelve: a ball and twelve numbers, and a twelve on which even and odd lose."""

from __future__ import annotations

from typing import ClassVar

from novamas.equipment.wheels import Colour, Wheel
from novamas.families.banked.incidents import LateBet
from novamas.families.banked.phases import Waiting
from novamas.families.wheel import cloth, setup
from novamas.families.wheel import phases as wheel
from novamas.families.wheel.layout import Drawn, Place
from novamas.law import law
from novamas.table.bets import write_bet
from novamas.table.game import Game, NoPremises
from novamas.table.layout import cell

NUMBERS = tuple(range(1, 13))
TWELVE = Wheel(tuple(map(str, NUMBERS)), NUMBERS, (Colour.GREEN,) * len(NUMBERS))


class Rules(setup.Rules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one table."""


@law("RG26.3", "RG26.5")
def places() -> Drawn:
    """Return two rows of six numbers, and even and odd below. The twelve belongs to neither."""
    simple = {"par": (2, 4, 6, 8, 10), "impar": (1, 3, 5, 7, 9, 11)}
    return {
        "numero": tuple(
            Place(write_bet("numero", n), (n,), cell((n - 1) // 6, (n - 1) % 6)) for n in NUMBERS
        ),
        "sencilla": tuple(
            Place(name, covers, cell(2, 3 * nth)) for nth, (name, covers) in enumerate(simple.items())
        ),
    }


@law("RG26.2")
class Cloth(cloth.Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of the ball of twelve."""

    wheel: ClassVar[Wheel] = TWELVE
    drawn: ClassVar[Drawn] = places()

    rules: Rules


def opening(rules: Rules, premises: NoPremises) -> Waiting[Cloth]:
    """Return the table before its first spin."""
    return Waiting(Cloth(rules=rules))


GAME = Game(
    slug="bola_doce",
    family="wheel",
    pieces="wheel",
    rules=Rules,
    opening=opening,
    wagers=wheel.wagers,
    layout=wheel.layout,
    felt=Cloth,
    phases=wheel.phases_of(Cloth),
    acts=wheel.ACTS,
    incidents=(LateBet,),
)
