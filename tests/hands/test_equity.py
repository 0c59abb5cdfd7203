"""Equities: exact over every board, or sampled with an honest error, for every variant and dead cards."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novamas.equipment.cards import cards, deck
from novamas.errors import InvalidInput
from novamas.hands import best_hand, ranking
from novamas.hands.equity import SAMPLES, equities


def held(*texts: str) -> list[tuple[int, ...]]:
    return [cards(text) for text in texts]


def test_before_the_flop_every_board_is_counted() -> None:
    """The equity of aces against kings of the same suits counts every board."""
    found = equities("holdem", held("As Ah", "Ks Kh"))
    boards = comb(48, 5)
    assert (found.ways, found.is_exact) == (boards, True)
    aces, kings = found.hands
    assert (aces.wins, aces.ties) == (Fraction(1_410_336, boards), Fraction(9_308, boards))
    assert kings.ties == aces.ties
    assert aces.wins + aces.ties + kings.wins == 1
    assert aces.share + kings.share == 1
    assert aces.error is None


def test_on_the_turn_by_hand() -> None:
    """On the turn, a full house loses to no flush, and a pair of aces loses to each of the nine spades."""
    found = equities("holdem", held("Ad Ac", "Ks Qs"), board=cards("As 7s 2s 7h"))
    assert found.ways == 44
    assert [hand.share for hand in found.hands] == [1, 0]
    found = equities("holdem", held("Ad Ac", "Ks Qs"), board=cards("7s 6s 2h 3d"))
    assert found.hands[1].share == Fraction(9, 44)


def test_dead_cards_do_not_come() -> None:
    alive = equities("holdem", held("Ad Ac", "Ks Qs"), board=cards("7s 6s 2h 3d"))
    fewer = equities("holdem", held("Ad Ac", "Ks Qs"), board=cards("7s 6s 2h 3d"), dead=cards("As 2s 9h"))
    assert alive.ways == 44
    assert fewer.hands[1].share == Fraction(7, 41)


def test_three_way_ties_share_the_pot() -> None:
    found = equities("holdem", held("Ad 2c", "Ac 2d", "Ah 3h"), board=cards("Ks Qs Js Ts 9s"))
    assert [hand.share for hand in found.hands] == [Fraction(1, 3)] * 3
    assert [hand.ties for hand in found.hands] == [1, 1, 1]
    assert found.ways == 1


def brute(game: str, hands: list[tuple[int, ...]], board: tuple[int, ...]) -> list[Fraction]:
    """Return the equities by the slow ranking, if only community cards are missing."""
    rank = ranking(game)
    known = {*board, *(card for hand in hands for card in hand)}
    unseen = [card for card in deck(rank.shape.deck) if card not in known]
    shares, ways = [Fraction(0)] * len(hands), 0
    for more in combinations(unseen, rank.common - len(board)):
        ranked = [best_hand(rank, hand, (*board, *more)).strength for hand in hands]
        best = [number for number, each in enumerate(ranked) if each == max(ranked)]
        for number in best:
            shares[number] += Fraction(1, len(best))
        ways += 1
    return [share / ways for share in shares]


@settings(max_examples=15, deadline=None)
@given(
    st.sampled_from(["holdem", "omaha", "sintetico"]), st.randoms(use_true_random=False), st.integers(2, 4)
)
def test_the_kernels_agree_with_the_slow_ranking(game: str, random: Random, players: int) -> None:
    rank = ranking(game)
    order = list(deck(rank.shape.deck))
    random.shuffle(order)
    hands = [tuple(order[n * rank.own : (n + 1) * rank.own]) for n in range(players)]
    board = tuple(order[players * rank.own :][:4])
    found = equities(game, hands, board=board)
    assert [hand.share for hand in found.hands] == brute(game, hands, board)


def test_cards_missing_in_the_hands_come_too() -> None:
    """In seven stud with one card to come for each, every pair of cards that may come is counted."""
    hands = held("As Ad 2c 5h 9d Kh", "Ks Kd 3c 6h Td 4s")
    found = equities("seven_stud", hands)
    assert (found.ways, found.is_exact) == (40 * 39, True)
    rank = ranking("seven_stud")
    unseen = [card for card in deck(52) if card not in {*hands[0], *hands[1]}]
    wins = sum(
        best_hand(rank, (*hands[0], mine)).strength > best_hand(rank, (*hands[1], theirs)).strength
        for mine in unseen
        for theirs in unseen
        if mine != theirs
    )
    assert found.hands[0].wins == Fraction(wins, 40 * 39)


@pytest.mark.parametrize(
    ("hand", "published"),
    [
        ("As Ah", 0.8520371),
        ("Js Jh", 0.7746947),
        ("As Ks", 0.6704463),
        ("7s 7h", 0.6623602),
        ("Ks 5h", 0.5331397),
    ],
)
def test_against_any_hand_it_is_sampled_and_says_so(hand: str, published: float) -> None:
    """Equities against a random hand are sampled, and agree with the exact ones published by jazbo.com."""
    found = equities("holdem", [cards(hand), ()], samples=80_000)
    assert not found.is_exact
    mine, any_hand = found.hands
    assert mine.error is not None
    assert 0 < mine.error < 0.002
    assert abs(float(mine.share) - published) < 4 * mine.error
    assert mine.share + any_hand.share == 1


def test_too_many_ways_are_sampled_unasked() -> None:
    found = equities("omaha", [cards("As Ah Kd Qc"), ()], board=cards("2c 3d 9h"))
    assert (found.ways, found.is_exact) == (SAMPLES, False)


def test_samples_agree_with_the_exact_figure_and_the_seed_repeats_them() -> None:
    hands = held("As Kd", "Qh Qs")
    exact = equities("holdem", hands).hands[0].share
    sampled = equities("holdem", hands, samples=50_000, seed=3)
    assert (sampled.ways, sampled.is_exact) == (50_000, False)
    error = sampled.hands[0].error
    assert error is not None
    assert abs(float(sampled.hands[0].share - exact)) < 4 * error
    assert equities("holdem", hands, samples=50_000, seed=3) == sampled
    assert equities("holdem", hands, samples=50_000, seed=4) != sampled


@pytest.mark.parametrize(
    ("game", "hands", "board", "code"),
    [
        ("holdem", ["As Ah"], "", "one_hand"),
        ("holdem", ["As Ah Kd", "Qs Qh"], "", "cards_miscounted"),
        ("holdem", ["As Ah", "As Qh"], "", "card_twice"),
        ("holdem", ["As Ah", "Ks Qh"], "2c 3c 4c 5c 6c 7c", "cards_miscounted"),
        ("five_stud", ["2s Ah", "Ks Qh"], "", "card_not_in_deck"),
        ("ruleta", ["As Ah", "Ks Qh"], "", "ranking_unknown"),
    ],
)
def test_what_cannot_be_counted_is_refused(game: str, hands: list[str], board: str, code: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        equities(game, held(*hands), board=cards(board))
    assert refused.value.code == code


def test_a_short_deck_has_fewer_cards_to_come() -> None:
    """Of 32 cards eight are open. The first player has 24 possible fifth cards, the second 23."""
    hands = held("As Ad Kh 9c", "Ks Kd Qh Tc")
    assert equities("cubierto", hands, deck=32).ways == 24 * 23
    assert equities("cubierto", hands, deck=52).ways == 44 * 43


def test_a_deck_may_be_too_small() -> None:
    with pytest.raises(InvalidInput, match="more cards must be dealt"):
        equities("five_stud", [()] * 7)
