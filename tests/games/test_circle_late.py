"""What circle poker finds late, or changes between hands: wrong numbers of cards, large chips, limits."""

from __future__ import annotations

import pytest
from tests.support.circle import circle

HANDS = "As Ks Qs 2h Ad Kd Qd 7c"

# ---------------------------------------------------------------- a wrong number of cards

FOUND_LATE = {
    ("IB09", "holdem"): (HANDS, "IB09.12.VIII.1.4"),
    ("IB09", "omaha"): ("As Ks Qs 2h Ad Kd Qd 7c Ac Kc Qc 3h Ah Kh Qh 4h", "IB09.12.VIII.1.4"),
    ("IB09", "seven_stud"): ("As Ks Qs 2h Ad Kd Qd 7c 9s 8s 7s 3h", "IB09.12.VIII.1.4"),
    ("IB09", "five_stud"): ("7c 8c 9c Tc As Ks Qs Js", "IB09.12.VIII.1.4"),
    ("IB09", "sintetico"): ("As Ks Qs 8h Ad Kd Qd 9c Tc", "IB09.12-2-e.V.1.3"),
    ("IB05", "sintetico"): ("As Ks Qs 8h Ad Kd Qd 9c Tc", "IB05.12.V.5.1.b.1"),
    ("AR10", "holdem"): (HANDS, "AR10.10-2.VIII.3.k.2"),
}


@pytest.mark.parametrize(("norm", "slug"), FOUND_LATE)
@pytest.mark.law("IB09.12.VIII.1.4", "IB09.12.VIII.1.5", "IB09.12-2-e.V.1.3", "IB05.12.V.5.1.b.1")
@pytest.mark.law("AR10.10-2.VIII.3.k.2")
def test_a_wrong_number_found_after_the_betting_began_voids_that_hand_alone(norm: str, slug: str) -> None:
    hands, clause = FOUND_LATE[norm, slug]
    ante = 200 if norm == "IB05" else 100
    table = circle(slug, norm, minimum=200, ante=ante, rake=0)
    table.play("croupier deal", hands)
    bettor = table.turn
    first_void = 1 if norm != "AR10" else 2
    for spoken in range(3):
        for cause in ("too_few", "too_many"):
            assert table.may(f"floor misdeal {cause}") is (spoken < first_void)
        assert table.may("floor wrong_number_of_cards 3") is (spoken >= first_void)
        if spoken < 2:
            table.whoever("match", "raise_to 200")
    others = tuple(seat for seat in table.felt.players if seat != bettor)
    assert table.play(f"floor wrong_number_of_cards {bettor}").happened == clause
    assert table.felt.players == others
    assert table.felt.cloth == 4 * ante + 2 * 200  # the antes and both bets, also that of the void hand
