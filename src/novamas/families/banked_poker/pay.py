"""What the bank pays at banked poker."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from novamas.table.felt import Felt
from novamas.table.moves import Moves

EVEN = Fraction(0)  # the stake goes back, nothing won or lost


def pay_at(
    moves: Moves[Any], felt: Felt, seat: int, bet: str, rate: Fraction, clauses: Iterable[str]
) -> None:
    """A bet ends: so many times its stake is won, or all of it is lost."""
    stake = felt.on(seat, bet)
    moves.settle(seat, bet, int(stake * (1 + rate)), *clauses, rate=rate)
