"""The odds of pai gow poker: the published simulation, its kernels, and the engine itself."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest
from tests.wheels import opened

from novamas.games.banked.pai_gow_poker.cloth import house_way
from novamas.games.banked.pai_gow_poker.house_way import (
    LOWS,
    high_shape,
    house_setting,
    kinds,
    settings,
    worth,
)
from novamas.hands import Category, best_hand, ranking
from novamas.kit.cards import DECK_53, cards
from novamas.odds.pai_gow_poker import (
    _numbers,
    advise,
    bets,
    client_nets,
    count_hands,
    hand_chances,
    pairing_odds,
    published,
    simulate,
)
from novamas.odds.report import report
from novamas.table.game import Wager

SLUG = "pai_gow_poker"
WAYS = ("usual", "simple")


# ---------------------------------------------------------------- exact


def test_the_hands_of_seven_add_up_and_agree_with_counting_by_hand() -> None:
    hands = published().hands
    assert sum(hands.values()) == comb(53, 7) == 154_143_080
    assert sum(hand_chances().values()) == 1
    assert hands[Category.CINCO_ASES] == comb(48, 2)
    whole_royals, joker_royals = 4 * comb(48, 2), 4 * 5 * comb(47, 2)
    assert hands[Category.ESCALERA_DE_COLOR_REAL] == whole_royals + joker_royals


def test_high_cards_counted_by_hand() -> None:
    """Seven ranks without the joker, as among 52 cards; six ranks without an ace with it."""
    windows = [set(range(low, low + 5)) for low in range(2, 11)] + [{14, 2, 3, 4, 5}]
    ranks = [
        held
        for held in map(set, combinations(range(2, 14), 6))
        if all(len(held & window) < 4 for window in windows)
    ]
    unsuited = 4**6 - 4 * (
        comb(6, 4) * 9 + comb(6, 5) * 3 + 1
    )  # no four of a suit: the joker would complete it
    assert published().hands[Category.CARTA_MAYOR] == 23_294_460 + len(ranks) * unsuited


def test_hands_of_a_small_deck_counted_one_by_one() -> None:
    deck = cards("As Ad Ac Ah Ks Kd Qs Js Ts 9s 5h 4h 3h 2h Jk")
    five = ranking(SLUG)
    naive = Counter(
        max(best_hand(five, held) for held in combinations(seven, 5)).category
        for seven in combinations(deck[:11], 7)
    )
    assert {name: count for name, count in count_hands(deck[:11]).items() if count} == naive
    with_joker = deck[4:]
    naive = Counter(
        max(best_hand(five, held) for held in combinations(seven, 5)).category
        for seven in combinations(with_joker, 7)
    )
    assert {name: count for name, count in count_hands(with_joker).items() if count} == naive


# ---------------------------------------------------------------- the simulation


@pytest.mark.parametrize("way", WAYS)
def test_the_standard_errors_are_below_a_ten_thousandth(way: str) -> None:
    odds = bets(opened(SLUG, "IB09", house_way=way))
    assert set(odds) == {"casilla", "casilla_best", "banca", "banca_best"}
    for bet in odds.values():
        assert not bet.exact
        assert bet.se is not None
        assert 0 < bet.se < 0.0001
    assert odds["casilla_best"].edge < odds["casilla"].edge
    assert odds["banca_best"].edge < odds["banca"].edge < odds["casilla"].edge


def test_it_lies_where_published_studies_have_it() -> None:
    """2.73 % against a client and 0.20 % against the bank, at 5 % commission; 28.61 % won, 41.48 % void.

    «Pai Gow Poker Probability», casinoadvisor.com, 7 June 2008; house ways differ a little.
    """
    odds = bets(opened(SLUG, "IB09"))
    assert Fraction(26, 1000) < odds["casilla"].edge < Fraction(29, 1000)
    assert Fraction(1, 1000) < odds["banca"].edge < Fraction(3, 1000)
    won, void = odds["casilla"].hit, dict(odds["casilla"].distribution or ())[Fraction(0)]
    assert abs(float(won) - 0.286) < 0.003
    assert abs(float(void) - 0.415) < 0.005


def test_the_commission_is_all_that_moves_it_besides_the_house_way() -> None:
    at = {
        rate: bets(opened(SLUG, "IB09", commission=rate))["casilla"].edge
        for rate in (Fraction(0), Fraction(1, 20))
    }
    assert at[Fraction(1, 20)] - at[Fraction(0)] == bets(opened(SLUG, "IB09"))["casilla"].hit / 20
    assert bets(opened(SLUG, "IB09", rounding="up", seats=2)) == bets(opened(SLUG, "IB09"))


def test_the_kernels_deal_again_what_was_published() -> None:
    """A small run of the same kernels agrees with the published one within the error of both."""
    small = simulate("IB09", "usual", deals=100_000, learnt=100_000, seed=7)
    whole = bets(opened(SLUG, "IB09"))
    for name, counts in (("casilla", small.house), ("casilla_best", small.best)):
        ours = pairing_odds(counts, small.deals, client_nets(Fraction(1, 20)), Wager((), 1, ""))
        assert ours.se is not None
        assert abs(float(ours.edge - whole[name].edge)) < 4 * ours.se
        assert abs(float(ours.hit - whole[name].hit)) < 0.005
    again = simulate("IB09", "usual", deals=100_000, learnt=100_000, seed=7)
    assert again == small


@pytest.mark.parametrize("way", WAYS)
def test_the_kernels_set_hands_as_the_table_does(way: str) -> None:
    import numpy as np

    from novamas.odds.pai_gow_poker_kernels import house_choice, rank_ways

    tables, lows, of_low, figures = _numbers("IB09", way)
    rng = Random(3)
    for _ in range(500):
        held = tuple(sorted(rng.sample(DECK_53, 7)))
        ranks, high, low = (np.empty(size, np.int64) for size in (7, len(LOWS), len(LOWS)))
        rank_ways()(*tables, lows, of_low, np.array(held, np.uint8), ranks, high, low)
        assert (tuple(high.tolist()), tuple(low.tolist())) == settings(held)
        assert tuple(ranks.tolist()) == tuple(map(worth, held))
        assert house_choice()(lows, *figures, ranks, high, low) == house_setting(held, house_way("IB09", way))


def test_advice_for_one_hand_is_what_everybody_knows() -> None:
    """A pair stays high; aces and kings are split; the best way gains most."""
    for seven, low in (("As Ad Qc 9h 7d 5s 2c", "9hQc"), ("As Ad Kc Kh 7d 5s 2c", "KcKh")):
        found = advise("IB09", "usual", cards(seven), learnt=100_000, seed=1)
        assert found[0][0] == low
        assert [gain for _, gain in found] == sorted((gain for _, gain in found), reverse=True)
        assert all(-1 <= gain <= 0.95 for _, gain in found)


def test_the_kinds_are_those_of_the_ranking() -> None:
    assert len(set(kinds())) == len(high_shape().order)
    assert list(kinds()) == sorted(kinds())


def test_the_report_carries_the_error_the_rule_and_the_chances_of_hands() -> None:
    table = opened(SLUG, "AR10")
    odds = bets(table)
    found = report(table, odds)
    assert found["bets"]["casilla"]["exact"] is False
    assert found["bets"]["casilla"]["se"] < 0.0001
    costs = {one["bet"]: Fraction(one["cost"]) for one in found["strategy"] if "cost" in one}
    assert costs == {
        name: odds[name.removesuffix("_best")].edge - odds[name].edge
        for name in ("casilla_best", "banca_best")
    }
    rows = next(one["table"] for one in found["strategy"] if "table" in one)
    assert {one["when"]["best five of seven"]: one["hands"] for one in rows} == dict(published().hands)
