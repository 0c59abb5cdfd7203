"""Irregularities at no-draw poker."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from novamas.families.banked.incidents import LateBet
from novamas.families.banked_poker.deal import take
from novamas.families.banked_poker.incidents import DealFault
from novamas.games.sin_descarte.cloth import INITIAL, SECOND, Cloth
from novamas.games.sin_descarte.phases import Deciding, Turning, finish, next_decision
from novamas.law import law
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, Range
from novamas.table.phases import Incident, Past, Step, happens_in

Held: TypeAlias = Deciding | Turning  # phases in which players hold cards


@law("IB05.11.V.4.24", "IB05.11.V.4.23", "AR10.10-1-A.VI.3.8", "AR10.10-1-A.IV.4")
@happens_in(Deciding, Turning)
class ShowsCards(Incident[Held], frozen=True):
    """A player reveals cards to others, or shows them too early. The player loses the whole bet.

    It is our reading that the player's side bets and the bets of others on the hand stay in play.
    """

    seat: int = 1

    @classmethod
    def could(cls, now: Held, past: Past) -> Iterable[Offer]:
        clause = now.felt.figures.play.showing
        for box, _ in now.felt.commands:
            if now.felt.held(box) and now.felt.on(box, INITIAL):
                yield Offer(cls(seat=box), clause)

    def happen(self, now: Held, past: Past) -> Step:
        moves, felt, clause = Moves(now.felt), now.felt, now.felt.figures.play.showing
        for bet in (INITIAL, SECOND):
            if felt.on(self.seat, bet):
                take(moves, self.seat, bet, clause)
        self.muck_if_idle(moves)
        if isinstance(now, Deciding):
            return next_decision(moves, now.waiting)
        return moves.to(Turning(moves.felt)) if moves.felt.chips else finish(moves)

    def muck_if_idle(self, moves: Moves[Cloth]) -> None:
        """Discard the player's cards unless another bet still depends on them."""
        felt = moves.felt
        if not felt.bettors(self.seat) and not felt.of(self.seat):
            moves.muck(self.seat, felt.figures.play.showing)


@law("AR10.10-1-A.IV.5", "IB05.11.IV.2.4")
@happens_in(Deciding, Turning)
class Comments(Incident[Held], frozen=True):
    """A player comments on the hand in progress. The player is warned, and the round continues."""

    seat: int = 1

    @classmethod
    def could(cls, now: Held, past: Past) -> Iterable[Offer]:
        clause = now.felt.figures.play.commenting
        dials: dict[str, Dial] = {"seat": Range(1, now.seats(), 1, clause)}
        yield Offer(cls(seat=1), clause, dials)

    def happen(self, now: Held, past: Past) -> Step:
        return now, ()


INCIDENTS: tuple[type[Incident[Any]], ...] = (DealFault, LateBet, ShowsCards, Comments)
