"""Boule: a ball and nine numbers. On a five every even chance loses (IB05, section 04)."""

from __future__ import annotations

from typing import ClassVar

from novamas.equipment.wheels import BOULE, Colour, Wheel
from novamas.families.banked.incidents import LateBet
from novamas.families.banked.phases import Waiting
from novamas.families.wheel import phases as wheel
from novamas.families.wheel import setup, two_cloths
from novamas.families.wheel.layout import Drawn, Place
from novamas.law import law
from novamas.table.bets import write_bet
from novamas.table.game import Game
from novamas.table.layout import cell


class Rules(two_cloths.Rules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of one boule table. Its maxima apply to each player separately."""

    maximum_sencilla: int

    @law("IB05.04.V.b.5")
    def most(self, kind: str) -> int:
        return self.maximum_sencilla if kind == setup.SIMPLE else self.maximum


@law("IB05.04.II.7", "IB05.04.II.8", "IB05.04.V.a.5")
def places() -> Drawn:
    """Return three rows of numbers with the even chances to their right. No chance covers the five."""
    numbers = (1, 2, 3, 4, 6, 7, 8, 9)
    simple = {
        "rojo": [number for number in numbers if BOULE.colour(number) is Colour.RED],
        "negro": [number for number in numbers if BOULE.colour(number) is Colour.BLACK],
        "par": [number for number in numbers if number % 2 == 0],
        "impar": [number for number in numbers if number % 2],
        "falta": [number for number in numbers if number < 5],
        "pasa": [number for number in numbers if number > 5],
    }
    return {
        "numero": tuple(
            Place(write_bet("numero", n), (n,), cell((n - 1) // 3, (n - 1) % 3)) for n in range(1, 10)
        ),
        "sencilla": tuple(
            Place(name, tuple(covers), cell(nth // 2, 3 + nth % 2))
            for nth, (name, covers) in enumerate(simple.items())
        ),
    }


class Cloth(two_cloths.Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The two identical cloths of boule, which may have different minima."""

    wheel: ClassVar[Wheel] = BOULE
    drawn: ClassVar[Drawn] = places()

    rules: Rules


def opening(rules: Rules, premises: two_cloths.Premises) -> Waiting[Cloth]:
    """Return the table before its first spin."""
    return Waiting(Cloth(rules=rules, premises=premises))


GAME = Game(
    slug="boule",
    family="wheel",
    pieces="wheel",
    rules=Rules,
    premises=two_cloths.Premises,
    revision=3,
    opening=opening,
    wagers=wheel.wagers,
    layout=wheel.layout,
    felt=Cloth,
    phases=wheel.phases_of(Cloth),
    acts=(*wheel.ACTS, *two_cloths.ACTS),
    incidents=(LateBet,),
)
