"""What the baccarat games share: naturals, and who draws a third card."""

from __future__ import annotations

from msgspec import Struct

from novamas.law import law


class ThirdCard(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of the third card, by points; the third card of the punto counts by its own points."""

    natural: tuple[int, ...]
    punto_draws: tuple[int, ...]
    bank_draws_if_punto_stands: tuple[int, ...]
    bank_draws_on: tuple[tuple[int, ...], ...]  # by the bank's points: third cards of the punto

    @law("IB05.07.VI.1.7")
    def is_over(self, punto: int, bank: int) -> bool:
        """A natural in either hand ends the coup: the other may not draw."""
        return punto in self.natural or bank in self.natural

    @law("IB05.07.VI.2.a.1", "IB05.07.VI.2.a.2")
    def does_punto_draw(self, punto: int) -> bool:
        """The punto must draw, or must stand."""
        return punto in self.punto_draws

    @law("IB05.07.VI.2.b.1", "IB05.07.VI.2.b.2")
    def does_bank_draw(self, bank: int, third: int | None) -> bool:
        """The bank must draw, or must stand, by the points of the punto's third card or its standing."""
        if third is None:
            return bank in self.bank_draws_if_punto_stands
        return third in self.bank_draws_on[bank]
