import pytest
from hypothesis import given
from hypothesis import strategies as st

from novamas.equipment import card, cards
from novamas.hands import (
    Sevens,
    baccarat_points,
    blackjack_total,
    is_row_complete,
    jackpot_sevens,
    row_points,
)

ANY_CARDS = st.lists(st.integers(0, 51), min_size=1, max_size=12)


@pytest.mark.law("IB05.07.VI.1.2", "IB05.07.VI.1.3", "IB05.08.VI.1")
@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("As", 1),
        ("Ts", 0),
        ("Jc Qd Kh", 0),
        ("9s 9d", 8),
        ("As 2d 3h", 6),
        ("7s 8d", 5),
        ("5c 5d", 0),
        ("", 0),
    ],
)
def test_baccarat_points(text: str, points: int) -> None:
    assert baccarat_points(cards(text)) == points


@given(ANY_CARDS)
def test_baccarat_points_are_units_and_do_not_depend_on_order(hand: list[int]) -> None:
    assert 0 <= baccarat_points(hand) <= 9
    assert baccarat_points(hand) == baccarat_points(sorted(hand)) == row_points(hand) % 10


@pytest.mark.law("IB05.03.II.1.2")
@pytest.mark.parametrize(
    ("text", "points", "is_soft"),
    [
        ("As 6d", 17, True),
        ("As Ad", 12, True),
        ("As 6d Tc", 17, False),
        ("As Ad 9c", 21, True),
        ("As Ad Ac Kd", 13, False),
        ("Ks Qd 2c", 22, False),
        ("5s 6d Kc", 21, False),
    ],
)
def test_blackjack_totals(text: str, points: int, is_soft: bool) -> None:
    total = blackjack_total(cards(text))
    assert (total.points, total.is_soft) == (points, is_soft)
    assert not total.is_blackjack


@pytest.mark.law("IB05.03.V.1.a.16")
def test_a_blackjack_beats_any_other_twenty_one() -> None:
    natural, drawn = blackjack_total(cards("As Kd")), blackjack_total(cards("7s 7d 7c"))
    assert natural.is_blackjack
    assert natural.strength > drawn.strength > blackjack_total(cards("Ks Qd")).strength
    assert natural.strength == blackjack_total(cards("Th Ac")).strength


@pytest.mark.law("IB05.03.V.1.c.8")
def test_split_aces_and_tens_make_no_blackjack() -> None:
    split = blackjack_total(cards("As Kd"), is_split=True)
    assert not split.is_blackjack
    assert split.strength == blackjack_total(cards("7s 7d 7c")).strength


def test_over_twenty_one_is_worth_nothing() -> None:
    over = blackjack_total(cards("Ks Qd 2c"))
    assert over.is_over
    assert over.strength == 0


@given(ANY_CARDS)
def test_an_ace_counts_eleven_only_where_it_does_not_go_over(hand: list[int]) -> None:
    total = blackjack_total(hand)
    assert total.points - 10 * total.is_soft == row_points(hand)
    assert not (total.is_soft and total.is_over)
    has_ace = any(each >= card("Ac") for each in hand)
    assert total.is_soft == (has_ace and row_points(hand) + 10 <= 21)


@pytest.mark.law("IB05.05.II.1.2", "IB05.05.V.1.2", "IB05.05.V.3.5")
def test_rows_of_thirty_and_forty() -> None:
    assert row_points(cards("Ks Qd Tc")) == 30
    assert not is_row_complete(cards("Ks Qd Tc"))
    assert is_row_complete(cards("Ks Qd Tc As"))
    assert row_points(cards("Ks Qd Tc As")) == 31
    assert row_points(cards("Ks Qd Tc Js")) == 40


@pytest.mark.law("AR10.7.e.a.1", "AR10.7.e.b.1", "AR10.7.e.c.1", "AR10.7.e.d.1", "AR10.7.e.e.1")
@pytest.mark.parametrize(
    ("first_cards", "sevens", "clause"),
    [
        (["7s"], Sevens.ONE, "AR10.7.e.a.1"),
        (["7s", "8s", "7d"], Sevens.ONE, "AR10.7.e.a.1"),
        (["7s", "7d"], Sevens.TWO_UNSUITED, "AR10.7.e.b.1"),
        (["7s", "7s", "Kd"], Sevens.TWO_SUITED, "AR10.7.e.c.1"),
        (["7s", "7s", "7d"], Sevens.THREE_UNSUITED, "AR10.7.e.d.1"),
        (["7s", "7d", "7c"], Sevens.THREE_UNSUITED, "AR10.7.e.d.1"),
        (["7s", "7s", "7s", "7d"], Sevens.THREE_SUITED, "AR10.7.e.e.1"),
    ],
)
def test_the_sevens_of_the_jackpot(first_cards: list[str], sevens: Sevens, clause: str) -> None:
    found = jackpot_sevens([card(each) for each in first_cards])
    assert found is sevens
    assert found.clause == clause


@pytest.mark.parametrize("first_cards", ["", "8s", "8s 7s 7d", "As"])
def test_no_sevens_at_first_is_nothing(first_cards: str) -> None:
    assert jackpot_sevens(cards(first_cards)) is None
