"""Payment at banked poker."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from novamas.table.felt import Felt
from novamas.table.moves import Moves

EVEN = Fraction(0)  # the rate of a push: the stake is returned


def pay_at(
    moves: Moves[Any], felt: Felt, seat: int, bet: str, rate: Fraction, clauses: Iterable[str]
) -> None:
    """Settle a bet at this rate to one. At −1 the bank takes the stake."""
    stake = felt.on(seat, bet)
    moves.settle(seat, bet, int(stake * (1 + rate)), *clauses, rate=rate)
