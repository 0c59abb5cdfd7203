"""What can go wrong in any game of banked poker."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from novamas.rounds.banked_poker.cloth import Cloth, Playing, give_back_all, named
from novamas.rounds.banked_poker.phases import end_round
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, OneOf, Range
from novamas.table.phases import Incident, Past, Step, happens_in

FAULTS = ("wrong_number", "exposed_card")


@happens_in(Playing)
class DealFault(Incident[Playing[Cloth]], frozen=True):
    """A wrong number of cards, or a card wrongly exposed: the whole round is void and every bet goes back."""

    what: str = FAULTS[0]

    @classmethod
    def could(cls, now: Playing[Cloth], past: Past) -> Iterable[Offer]:
        clause = now.felt.course.fault
        yield Offer(cls(what=FAULTS[0]), clause, {"what": OneOf(FAULTS, clause)})

    def happen(self, now: Playing[Cloth], past: Past) -> Step:
        moves: Moves[Any] = Moves(now.felt)
        give_back_all(moves, now.felt.course.fault)
        return end_round(moves)


@happens_in(Playing)
class LateBet(Incident[Playing[Cloth]], frozen=True):
    """Chips were laid on a box after the betting had closed: they are given back."""

    seat: int = 1
    box: int = 1
    cents: int = 0

    @classmethod
    def could(cls, now: Playing[Cloth], past: Past) -> Iterable[Offer]:
        rules, clause = now.felt.rules, now.felt.course.betting
        dials: dict[str, Dial] = {
            "seat": Range(1, now.seats(), 1, clause),
            "box": Range(1, rules.boxes, 1, clause),
            "cents": Range(1, rules.maximum, 1, clause),
        }
        yield Offer(cls(seat=1, box=1, cents=rules.chip), clause, dials)

    def happen(self, now: Playing[Cloth], past: Past) -> Step:
        moves, clause, late = Moves(now.felt), now.felt.course.betting, named("tarde", self.box, 0)
        moves.stake(self.seat, late, self.cents, clause)
        moves.withdraw(self.seat, late, self.cents, clause)
        return moves.to(now)
