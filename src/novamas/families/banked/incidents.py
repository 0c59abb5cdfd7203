"""Irregularities that can happen in every game against the house."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from novamas.families.banked.cloth import Cloth
from novamas.families.banked.phases import Playing
from novamas.table.bets import write_bet
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, OneOf, Range
from novamas.table.phases import Incident, Past, Step, happens_in


@happens_in(Playing)
class LateBet(Incident[Playing[Any]], frozen=True):
    """A player places chips after «no va más». They are returned, and the game continues."""

    seat: int = 1
    bet: str = ""
    cents: int = 0

    @classmethod
    def could(cls, now: Playing[Any], past: Past) -> Iterable[Offer]:
        felt: Cloth = now.felt
        late, clause = felt.late_bets(), felt.course.closing
        dials: dict[str, Dial] = {
            "seat": Range(1, felt.places, 1, clause),
            "bet": OneOf(late.bets, late.listed),
            "cents": Range(1, late.most, 1, clause),
        }
        yield Offer(cls(seat=1, bet=late.bets[0], cents=late.usual), clause, dials)

    def happen(self, now: Playing[Any], past: Past) -> Step:
        moves, clause, late = Moves(now.felt), now.felt.course.closing, write_bet("tarde", self.bet)
        moves.stake(self.seat, late, self.cents, clause)
        moves.withdraw(self.seat, late, self.cents, clause)
        return moves.to(now)
