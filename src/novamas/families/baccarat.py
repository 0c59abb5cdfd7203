"""Rules that the baccarat games share: points, naturals, and the third card."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from novamas.hands import baccarat_points
from novamas.law import law
from novamas.table.game import HandPoints


def points_of(cards: Sequence[int]) -> HandPoints:
    """Return the points of a baccarat hand."""
    return HandPoints(baccarat_points(cards))


class ThirdCard(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of the third card, by the points of both hands and the value of the punto's third card."""

    natural: tuple[int, ...]
    punto_draws: tuple[int, ...]
    bank_draws_if_punto_stands: tuple[int, ...]
    bank_draws_on: tuple[tuple[int, ...], ...]  # by the bank's points: third cards of the punto

    @law("IB05.07.VI.1.7")
    def is_over(self, punto: int, bank: int) -> bool:
        """Return whether a natural in either hand ends the coup. Then neither hand may draw."""
        return punto in self.natural or bank in self.natural

    @law("IB05.07.VI.2.a.1", "IB05.07.VI.2.a.2")
    def does_punto_draw(self, punto: int) -> bool:
        """Return whether the punto must draw. Otherwise the punto must stand."""
        return punto in self.punto_draws

    @law("IB05.07.VI.2.b.1", "IB05.07.VI.2.b.2")
    def does_bank_draw(self, bank: int, third: int | None) -> bool:
        """Return whether the bank must draw. It depends on the punto's third card, if there is one."""
        if third is None:
            return bank in self.bank_draws_if_punto_stands
        return third in self.bank_draws_on[bank]
