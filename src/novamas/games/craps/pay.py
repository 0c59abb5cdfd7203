"""Payment at craps: the effect of a throw on every bet."""

from __future__ import annotations

from novamas.games.craps.cloth import Cloth
from novamas.games.craps.figures import LOST, VOID
from novamas.law import law
from novamas.money import times
from novamas.table.moves import Moves


@law("IB05.06.IV.1.A.Win.2", "IB05.06.IV.1.A.DontWin.2", "IB05.06.IV.1.A.Come.3", "IB05.06.IV.1.A.DontCome.3")
@law("IB05.06.IV.1.C.3", "IB05.06.IV.1.C.5")
def settle(moves: Moves[Cloth], throw: int) -> None:
    """Collect lost bets, pay winning ones, return void ones, and move bets that now have a point."""
    felt = moves.felt
    decided = [(chips, felt.fates[chips.bet].rates.get(throw)) for chips in felt.chips]
    for (seat, bet, _), rate in decided:
        if rate == LOST:
            moves.collect(seat, bet, *felt.spots[bet].clauses)
    for (seat, bet, cents), rate in decided:
        if rate is not None and rate >= VOID:
            prize = times(cents, rate, felt.rules.rounding)
            moves.settle(seat, bet, cents + prize, *felt.spots[bet].clauses, rate=rate)
    for (seat, bet, _), rate in decided:
        to = felt.fates[bet].moves.get(throw)
        if rate is None and to is not None:
            moves.slide(seat, bet, to, felt.fates[bet].moves_clause)
