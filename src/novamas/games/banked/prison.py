"""The prison: what becomes of simple chances when zero falls, or when both rows make 31.

A bet in prison is marked with how many times it has been caught: `rojo@2` has been caught twice.
"""

from __future__ import annotations

from fractions import Fraction

from novamas.kit.money import Rounding
from novamas.law import law
from novamas.table.deeds import Act


class TakeHalf(Act, frozen=True):
    """A player takes back half of a stake that was caught; the bank keeps the other half."""

    bet: str


class Imprison(Act, frozen=True):
    """A player leaves his whole stake in prison."""

    bet: str


def caught(bet: str) -> tuple[str, int]:
    """The bet, and how many times it has been caught."""
    name, _, times = bet.partition("@")
    return name, int(times or 0)


def caught_again(bet: str, stake: int) -> str:
    """The bet as it is marked when it is caught once more, until its worth no longer changes."""
    name, times = caught(bet)
    return f"{name}@{min(times + 1, stake.bit_length() + 2)}"


@law("IB05.01.IV.1.B.b.3")
def worth(stake: int, times: int, rounding: Rounding) -> int:
    """What a stake in prison is worth: all of it when caught once, then half of that each time.

    The clause is read so that what may be withdrawn, always half of it, is 1/2, 1/4, 1/8… of the initial
    stake, as the last round of the session refunds it (IB05.01.IV.1.B.b.5).
    """
    return rounding.whole(Fraction(stake, 2 ** max(0, times - 1)))


@law("IB05.01.IV.1.B.b.3", "IB05.01.IV.1.B.b.5")
def half(stake: int, times: int, rounding: Rounding) -> int:
    """What may be withdrawn of a stake that was caught so many times."""
    return rounding.whole(Fraction(stake, 2**times))


@law("IB05.01.IV.1.B.b.1", "IB05.01.IV.1.B.b.4")
def may_take_half(stake: int, times: int, rounding: Rounding, minimum: int) -> bool:
    """The first time always; later, only if what is left reaches the table's minimum."""
    return times == 1 or (times > 1 and half(stake, times, rounding) >= minimum)
