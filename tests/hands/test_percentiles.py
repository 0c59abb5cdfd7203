"""Percentiles: the numbers of better, equal and worse hands, counted by hand."""

from __future__ import annotations

import pytest

from novamas.equipment import cards
from novamas.hands import best_hand, ranking
from novamas.hands.percentiles import HandPercentile, hand_percentile

ALL = 2_598_960  # hands of five cards out of 52
FOURS, NOTHING = 13 * 48, (1287 - 10) * (4**5 - 4)


@pytest.mark.parametrize(
    ("five", "wanted"),
    [
        ("As Ks Qs Js Ts", HandPercentile(better=0, equal=4, worse=ALL - 4, alike=4, kind=1, kinds=7462)),
        (
            "Ac Ad Ah As Kc",
            HandPercentile(better=40, equal=4, worse=ALL - 44, alike=FOURS, kind=11, kinds=7462),
        ),
        (
            "Ac Ad Ah As Qc",
            HandPercentile(better=44, equal=4, worse=ALL - 48, alike=FOURS, kind=12, kinds=7462),
        ),
        (
            "7c 5d 4h 3s 2c",
            HandPercentile(better=ALL - 1020, equal=1020, worse=0, alike=NOTHING, kind=7462, kinds=7462),
        ),
    ],
)
def test_a_hand_of_five_cards_among_all_of_them(five: str, wanted: HandPercentile) -> None:
    assert hand_percentile(best_hand(ranking("sin_descarte", "IB05"), cards(five))) == wanted


def test_a_hand_of_seven_cards_is_one_among_the_best_of_seven() -> None:
    royal = hand_percentile(best_hand(ranking("holdem", "IB09"), cards("As Ks"), cards("Qs Js Ts 2d 3d")), 7)
    assert (royal.better, royal.equal) == (0, 4 * 1081)  # any two of the other 47 cards
    assert royal.hands == 133_784_560
