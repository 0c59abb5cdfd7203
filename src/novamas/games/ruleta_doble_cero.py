"""Ruleta americana doble cero, roulette with two zeros and the special corner (AR10, section 2 bis)."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from novamas.equipment.wheels import DOUBLE_ZERO_WHEEL, Wheel
from novamas.families.roulette.american import ACTS, AmericanCloth, AmericanRules, faults
from novamas.families.roulette.layout import places_of
from novamas.families.roulette.positions import double_zero_positions
from novamas.families.roulette.variant import variant
from novamas.families.wheel.layout import Drawn
from novamas.law import law
from novamas.table.bets import parts_of
from novamas.table.refusals import Refusal


class NotAnnounced(Struct, frozen=True, forbid_unknown_fields=True):
    """The announced bets of American roulette that this game does not have."""

    cite: tuple[str, ...]
    kinds: tuple[str, ...]


@law("AR10.5.2", "AR10.5.b.1", "AR10.5.c.1", "AR10.5.d.1")
class Cloth(AmericanCloth, frozen=True, cache_hash=True, kw_only=True):
    """The American cloth with two zeros, played by the same principles.

    The courtesy space is a second spot for the split of the zeros.
    """

    wheel: ClassVar[Wheel] = DOUBLE_ZERO_WHEEL
    drawn: ClassVar[Drawn] = places_of(DOUBLE_ZERO_WHEEL, double_zero_positions(DOUBLE_ZERO_WHEEL))

    @law("AR10.5.2")
    def why_no_bet(self, seat: int, bet: str, cents: int) -> Refusal | None:
        """Explain why a bet does not exist here, or return None.

        It is our reading that only the wheel with one zero has neighbours and sectors.
        """
        none = self.rules.frame.group("not_announced", NotAnnounced)
        if parts_of(bet).kind in none.kinds:
            return Refusal("not_announced_here", none.cite[0], dial="bet", given=bet)
        return super().why_no_bet(seat, bet, cents)


GAME = variant("ruleta_doble_cero", Cloth, AmericanRules, own_acts=ACTS, faults=faults)
