"""Irregularities at three-card poker."""

from __future__ import annotations

from collections.abc import Iterable

from novamas.families.banked.incidents import LateBet
from novamas.families.banked_poker.incidents import DealFault
from novamas.games.tres_cartas.phases import Deciding
from novamas.law import law
from novamas.table.offers import Offer
from novamas.table.phases import Incident, Past, Step, happens_in


@law("IB09.17.IV.2", "AR10.10-1-D.IV.2")
@happens_in(Deciding)
class ShowsCards(Incident[Deciding], frozen=True):
    """A player shows cards to another player or comments on the hand. It is recorded, and play continues."""

    seat: int = 1

    @classmethod
    def could(cls, now: Deciding, past: Past) -> Iterable[Offer]:
        for box, seat in now.felt.commands:
            if now.felt.held(box):
                yield Offer(cls(seat=seat), now.felt.figures.play.showing)

    def happen(self, now: Deciding, past: Past) -> Step:
        return now, ()


INCIDENTS = (DealFault, LateBet, ShowsCards)
