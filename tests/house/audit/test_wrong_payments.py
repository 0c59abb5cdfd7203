"""The reason for a wrong payment: an irregularity with that same bet, or the payout."""

from __future__ import annotations

import pytest

from novamas.house.audit.payments import Due, wrong
from novamas.table.events import Happened

LATE = Happened("late_bet", "IB05.01.IV.3.c.1", {"seat": 2, "bet": "rojo"})


@pytest.mark.parametrize(
    ("seat", "bet", "kind"),
    [
        (2, "rojo", "misapplied_irregularity"),
        (1, "rojo", "wrong_payout"),  # another player's bet on the same chance
        (2, "negro", "wrong_payout"),
    ],
)
def test_an_irregularity_explains_the_bet_of_its_own_seat_only(seat: int, bet: str, kind: str) -> None:
    assert wrong(seat, bet, Due(200, 100, ()), 100, [LATE]).kind == kind


def test_an_irregularity_without_a_seat_explains_the_bet_of_every_seat() -> None:
    everybody = Happened("late_bet", "IB05.01.IV.3.c.1", {"bet": "rojo"})
    assert wrong(1, "rojo", Due(200, 100, ()), 100, [everybody]).kind == "misapplied_irregularity"
