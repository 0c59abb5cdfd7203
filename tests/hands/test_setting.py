import pytest
from tests.support.pai_gow_hands import outranks

from novamas.equipment import cards
from novamas.games.pai_gow_poker.house_way import least_high
from novamas.hands import best_hand, opens, ranking


@pytest.mark.law("IB09.16.VII.16", "AR10.10-1-C.VI.15")
@pytest.mark.parametrize(
    ("high", "low", "is_lawful"),
    [
        ("2c 2d 5h 6s 9c", "Ac Kd", True),
        ("Kc Kd 5h 6s 9c", "Ac Ad", False),
        ("Kc Kd 5h 6s 9c", "Qc Qd", True),
        ("Ac Kd 5h 6s 9c", "Ah Qd", True),
        ("Ac Qd 5h 6s 9c", "Ah Kd", False),
        ("Ac Kc 5h 6s 9c", "Ah Kd", True),
        ("Ac Ad 5h 6s 9c", "As Jk", True),
        ("Kc Qd 5h 6s 9c", "Jk 2d", False),
        ("2c 2d 3h 3s 9c", "Ac Jk", True),
    ],
)
@pytest.mark.parametrize("norm", ["IB09", "AR10", "CM16"])
def test_the_high_hand_must_outrank_the_low_hand(norm: str, high: str, low: str, is_lawful: bool) -> None:
    five = best_hand(ranking("pai_gow_poker", norm), cards(high))
    two = best_hand(ranking("pai_gow_poker", norm, variant="low"), cards(low))
    assert outranks(five, two) is is_lawful
    assert (five.strength >= least_high()[two.strength]) is is_lawful  # as the game decides


@pytest.mark.law("IB09.16.I.7", "AR10.10-1-C.I.6", "CM16.8.1.4")
def test_two_aces_are_the_best_two_cards() -> None:
    low = ranking("pai_gow_poker", variant="low")
    aces, with_joker, kings = (best_hand(low, cards(text)) for text in ("Ac Ad", "Ac Jk", "Kc Kd"))
    assert aces.ties(with_joker)
    assert aces > kings
    assert best_hand(low, cards("Jk Kd")).ranks == (14, 13)


@pytest.mark.law("IB09.12-1.II.a.1", "AR10.10-2-A.III.a.1")
@pytest.mark.parametrize("norm", ["IB09", "AR10"])
@pytest.mark.parametrize(
    ("text", "opens_from"),
    [
        ("Ac Kd Qh Ts 9c", []),
        ("Tc Td Ah Ks 9c", []),
        ("Jc Jd Ah 8s 9c", [11]),
        ("Qc Qd Ah 8s 9c", [11, 12]),
        ("Kc Kd Ah 8s 9c", [11, 12, 13]),
        ("Ac Ad Th 8s 9c", [11, 12, 13, 14]),
        ("7c 7d 8h 8s 9c", [11, 12, 13, 14]),
        ("Jc Jd Ah Ks Qc", [11, 12, 13, 14]),
        ("7c 8c 9c Tc Qc", [11, 12, 13, 14]),
    ],
)
def test_openers(norm: str, text: str, opens_from: list[int]) -> None:
    hand = best_hand(ranking("cubierto", norm, deck=32), cards(text))
    assert [pair for pair in (11, 12, 13, 14) if opens(hand, pair)] == opens_from
