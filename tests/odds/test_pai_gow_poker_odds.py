"""The odds of pai gow poker: the published simulation, its kernels, and the engine itself."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from random import Random

import numpy as np
import pytest

from novamas.games.pai_gow_poker.cloth import house_way, way_name
from novamas.games.pai_gow_poker.house_way import (
    LOWS,
    high_shape,
    house_setting,
    kinds,
    least_high,
    settings,
    worth,
)
from novamas.hands import Category
from novamas.kit.cards import DECK_53, cards, names
from novamas.law import catalogue
from novamas.odds.pai_gow_poker import (
    OTHER_HANDS,
    _house_hands,
    _numbers,
    best_odds,
    bets,
    client_nets,
    count_hands,
    explain_setting,
    hand_chances,
    outcomes,
    pairing_odds,
    published,
    right_ways,
    simulate,
    worth_a_thought,
)
from novamas.odds.pai_gow_poker.kernels import face_all, house_choice, rank_ways
from novamas.odds.pai_gow_poker.table import line, whole_lines
from novamas.odds.report import report
from novamas.table.game import Wager
from novamas.testing.rehearsal import opened

FRAME = catalogue.under("IB09")["pai_gow_poker"]

SLUG = "pai_gow_poker"
WAYS = ("usual", "simple")
DRAWN = 5_000  # hands of the bank


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


def test_all_hands_are_counted_anew_as_they_were_published() -> None:
    assert count_hands() == published().hands


@pytest.mark.parametrize(
    "deck",
    [
        "As Ks Qs Js 9s 8s 7s 5h 4d 3c 2h Jk",
        "As Ad Ac Ah Ks Kd Qs Js Ts 9s 5h 4h",
        "Ah Kh Qh Jh 9h 5h 2c 2d 3c 3d 4c Jk",
        "Ac Ad 8c 8d 8h 8s 7c 7d 6c 6d 6h Jk",
    ],
)
@pytest.mark.parametrize("way", WAYS)
def test_hands_of_the_cards_that_are_left_counted_one_by_one(deck: str, way: str) -> None:
    """By how the house sets each of them: 792 hands of twelve cards, and no other."""
    naive: Counter[tuple[int, int]] = Counter()
    for seven in combinations(sorted(cards(deck)), 7):
        high, low = settings(seven)
        chosen = house_setting(seven, house_way(FRAME, way))
        naive[high[chosen], low[chosen]] += 1
    gone = np.array([card for card in DECK_53 if card not in cards(deck)], np.uint8)
    low_places = np.arange(len(least_high()), dtype=np.uint32)
    high_places = np.arange(len(kinds()), dtype=np.uint32) * len(low_places)
    counts = np.zeros((len(high_places), len(low_places)), np.int64)
    face_all()(*_house_hands(FRAME, way), gone, high_places, low_places, counts.ravel())
    assert {(high, low): counts[high, low] for high, low in np.argwhere(counts).tolist()} == naive
    assert counts.sum() == comb(12, 7)


def test_what_becomes_of_one_hand_agrees_with_deals() -> None:
    """Three kings, of which one goes low: against deals that are set by the table's own function."""
    held, rng = cards("3s 7d 8s Tc Kh Kd Ks"), Random(5)
    held = tuple(sorted(held))
    high, low = settings(held)
    left = [card for card in DECK_53 if card not in held]
    ways = {way_name(held, n): n for n in right_ways(held)}
    found = outcomes(FRAME, "usual", held, ways.values())
    drawn = {name: ([0, 0, 0], [0, 0, 0]) for name in ("TcKd", "8sTc")}
    for _ in range(DRAWN):
        bank = tuple(sorted(rng.sample(left, 7)))
        chosen = house_setting(bank, house_way(FRAME, "usual"))
        theirs = settings(bank)[0][chosen], settings(bank)[1][chosen]
        for name, (client, as_bank) in drawn.items():
            mine = high[ways[name]], low[ways[name]]
            client[sum(their >= my for their, my in zip(theirs, mine, strict=True))] += 1
            as_bank[sum(their > my for their, my in zip(theirs, mine, strict=True))] += 1
    for name, sides in drawn.items():
        for counts, became in zip(sides, found[ways[name]], strict=True):
            assert sum(became) == OTHER_HANDS
            for count, many in zip(counts, became, strict=True):
                chance = many / OTHER_HANDS
                assert abs(count / DRAWN - chance) < 4 * sqrt(chance * (1 - chance) / DRAWN)


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
    small = simulate(FRAME, "usual", deals=100_000, hands=200, seed=7)
    whole, commission = bets(opened(SLUG, "IB09")), Fraction(1, 20)
    house = pairing_odds(small.house, small.deals, client_nets(commission), Wager((), 1, ""))
    best = best_odds(house, small.client, small.hands, commission)
    for name, ours in (("casilla", house), ("casilla_best", best)):
        assert ours.se is not None
        assert abs(float(ours.edge - whole[name].edge)) < 4 * ours.se
        assert abs(float(ours.hit - whole[name].hit)) < 0.005
        assert sum(chance for _, chance in ours.distribution or ()) == 1
    again = simulate(FRAME, "usual", deals=100_000, hands=200, seed=7)
    assert again == small


@pytest.mark.parametrize("way", WAYS)
def test_the_kernels_set_hands_as_the_table_does(way: str) -> None:
    tables, lows, of_low, figures = _numbers(FRAME, way)
    rng = Random(3)
    for _ in range(500):
        held = tuple(sorted(rng.sample(DECK_53, 7)))
        ranks, high, low = (np.empty(size, np.int64) for size in (7, len(LOWS), len(LOWS)))
        rank_ways()(*tables, lows, of_low, np.array(held, np.uint8), ranks, high, low)
        assert (tuple(high.tolist()), tuple(low.tolist())) == settings(held)
        assert tuple(ranks.tolist()) == tuple(map(worth, held))
        assert house_choice()(lows, *figures, ranks, high, low) == house_setting(held, house_way(FRAME, way))


def test_advice_for_one_hand_is_what_everybody_knows() -> None:
    """A pair stays high; aces and kings are split; the best way gains most, and no better one is left out."""
    table = opened(SLUG, "IB09")
    for seven, low in (("As Ad Qc 9h 7d 5s 2c", "9hQc"), ("As Ad Kc Kh 7d 5s 2c", "KcKh")):
        found = explain_setting(table, seven)
        assert next(iter(found.worth)) == low
        assert list(found.worth.values()) == sorted(found.worth.values(), reverse=True)
        assert all(-1 <= gain <= Fraction(95, 100) for gain in found.worth.values())
        held = tuple(sorted(cards(seven)))
        thought = {way_name(held, n) for n in worth_a_thought(held)}
        assert thought < set(found.worth)
        assert max(found.worth[way] for way in thought) == found.worth[low]


def test_a_line_of_the_whole_table_is_the_advice_for_its_hand() -> None:
    """Three kings: one goes low, though the house keeps them together."""
    table, held = opened(SLUG, "IB09"), tuple(sorted(cards("3s 7d 8s Tc Kh Kd Ks")))
    found, advice = line(table, held), explain_setting(table, names(held))
    assert found["best"] in ("TcKd", "TcKh", "TcKs")
    assert (found["house_way"], advice.house) == ("8sTc", "8sTc")
    assert Fraction(str(found["worth_of_best"])) == max(advice.worth.values()) > 0
    assert Fraction(str(found["worth_of_house_way"])) == advice.worth["8sTc"] < 0
    assert Fraction(str(found["worth_of_best_as_bank"])) > Fraction(str(found["worth_of_best"]))
    lines = whole_lines(table)  # four deuces, first with three treys, then with two and a four
    assert [next(lines)["hands"] for _ in range(2)] == [comb(4, 3), comb(4, 2) * 4]


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
    assert {one["when"]["best_five_of_seven"]: one["hands"] for one in rows} == dict(published().hands)
