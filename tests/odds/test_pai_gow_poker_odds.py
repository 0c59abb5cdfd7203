"""The odds of pai gow poker: all pairs of hands, and the kernels that count them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, sqrt
from random import Random
from statistics import mean, stdev

import numpy as np
import pytest

from novamas.equipment.cards import DECK_53, cards, names
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
from novamas.law import catalogue
from novamas.odds.games.pai_gow_poker.bets import (
    OTHER_HANDS,
    PAIRS,
    STEP,
    Against,
    _house_hands,
    _numbers,
    bets,
    count_hands,
    counted_anew,
    explain_setting,
    net_gain,
    outcomes,
    published,
    right_ways,
    worth_a_thought,
)
from novamas.odds.games.pai_gow_poker.every_pair import (
    all_kinds,
    as_written,
    best_marks,
    faced_by_ranks,
    faced_by_suit,
    held_as_written,
    ways_to_set,
)
from novamas.odds.games.pai_gow_poker.kernels import face_all, house_choice, rank_ways
from novamas.odds.games.pai_gow_poker.pair_kernels import Kinds, Ways
from novamas.odds.games.pai_gow_poker.strategy_table import line, whole_lines
from novamas.odds.payload import report
from novamas.testing.rehearsal import opened

FRAME = catalogue.under("IB09")["pai_gow_poker"]

SLUG = "pai_gow_poker"
WAYS = ("usual", "simple")
DRAWN = 5_000  # hands of the bank


# ---------------------------------------------------------------- exact


def test_the_hands_of_seven_add_up_and_agree_with_counting_by_hand() -> None:
    hands = published().hands
    assert sum(hands.values()) == comb(53, 7) == 154_143_080
    assert hands[Category.CINCO_ASES] == comb(48, 2)
    whole_royals, joker_royals = 4 * comb(48, 2), 4 * 5 * comb(47, 2)
    assert hands[Category.ESCALERA_DE_COLOR_REAL] == whole_royals + joker_royals


def test_high_cards_counted_by_hand() -> None:
    """The count of high-card hands agrees with one by hand: seven ranks without the joker, six with it."""
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
    """All 792 hands of twelve cards are grouped by the two hands that the house makes of them."""
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
    """Three kings, one in the low hand, are compared with deals that the table's own function sets."""
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


# ---------------------------------------------------------------- all pairs of hands

DRAWN_WON, DRAWN_LOST, DRAWN_PAIRS = 11_507_447, 12_016_129, 40_000_000
"""What became of both clients in twenty million deals of the house way against itself, from seed 2026."""


@cache
def kinds_and_ways() -> tuple[Kinds, Ways]:
    return all_kinds(), ways_to_set(_numbers(FRAME, "usual"), all_kinds())


def kind_of(held: tuple[int, ...]) -> tuple[int, list[int]]:
    """Return the kind of a hand, and its ranks in each suit as bits."""
    kinds, _ = kinds_and_ways()
    plain = [card for card in held if card < 52]
    of_suit = [sum(1 << (card >> 2) for card in plain if card & 3 == suit) for suit in range(4)]
    joker = len(held) - len(plain)
    long = next((ranks for ranks in of_suit if ranks.bit_count() + joker >= 5), 0)
    counts = [sum(card >> 2 == rank for card in plain) for rank in range(13)]
    is_it = (kinds.counts == counts).all(axis=1) & (kinds.jokers == joker) & (kinds.long == long)
    (kind,) = np.flatnonzero(is_it).tolist()
    return kind, of_suit


def drawn_hands(rng: Random) -> list[tuple[int, ...]]:
    """Return hands of all kinds: random, with a long suit, with the joker, with four of a kind."""
    hearts, fours = [card for card in DECK_53 if card < 52 and card & 3 == 2], [32, 33, 34, 35]
    begun = [
        [],
        [],
        rng.sample(hearts, 5),
        rng.sample(hearts, 4),
        [52],
        [52, *rng.sample(hearts, 4)],
        fours,
        [52, *fours],
    ]
    return [
        tuple(sorted([*some, *rng.sample([card for card in DECK_53 if card not in some], 7 - len(some))]))
        for some in begun
    ]


@pytest.mark.soak  # the next one counts so too
def test_five_counts_make_what_becomes_of_a_hand() -> None:
    """Counts by rank and by suit give the same as `outcomes`, which holds a hand against every other."""
    kinds, ways = kinds_and_ways()
    hands = drawn_hands(Random(11))
    found = {held: kind_of(held) for held in hands}
    by_ranks = faced_by_ranks(kinds, ways, sorted({int(kinds.plain[kind]) for kind, _ in found.values()}))
    holdings = {(ranks, int(kinds.jokers[kind])) for kind, of_suit in found.values() for ranks in of_suit}
    rows, by_suit = faced_by_suit(kinds, ways, sorted(holdings))
    for held, (kind, of_suit) in found.items():
        first, end = ways.begin[kind], ways.begin[kind + 1]
        became = by_ranks[first:end].copy()
        short = [rank for rank in range(13) if kinds.short[kind] >> rank & 1]
        for ranks in of_suit:
            place = sum((ranks >> rank & 1) << n for n, rank in enumerate(short))
            if ranks and ranks == kinds.long[kind]:
                place = 1 << len(short)
            row = rows[kind] + place * (end - first)
            became += by_suit[row : row + end - first]
        high, low = settings(held)
        numbered = {(high[n], low[n]): n for n in range(len(LOWS))}
        each = [numbered[ways.highs[mark], ways.lows[mark]] for mark in range(first, end, 2)]
        told = outcomes(FRAME, "usual", held, each)
        assert each[0] in (
            house := house_setting(held, house_way(FRAME, "usual")),
            numbered[high[house], low[house]],
        )
        assert {numbered[high[n], low[n]] for n in worth_a_thought(held)} <= set(each)
        expected = [(won, lost) for n in each for won, _, lost in told[n]]
        assert [tuple(row) for row in became.tolist()] == expected


@pytest.mark.soak  # deals, drawn below, are what the published sums are held against otherwise
def test_hands_as_they_are_written_are_weighed_exactly_and_set_for_the_best() -> None:
    """Some hands, each in its own suits, give the same as `outcomes`, also for the best setting."""
    kinds, ways = kinds_and_ways()
    some = [kind_of(held)[0] for held in drawn_hands(Random(7))]
    by_ranks = faced_by_ranks(kinds, ways, sorted({int(kinds.plain[kind]) for kind in some}))
    held_of = held_as_written(kinds)
    holdings = {(ranks, int(kinds.jokers[kind])) for kind in some for ranks in held_of[kind].tolist()}
    became = as_written(kinds, ways, by_ranks, *faced_by_suit(kinds, ways, sorted(holdings)))
    for kind in some:
        held, first, end = tuple(map(int, kinds.hands[kind])), ways.begin[kind], ways.begin[kind + 1]
        high, low = settings(held)
        numbered = {(high[n], low[n]): n for n in range(len(LOWS))}
        each = [numbered[ways.highs[mark], ways.lows[mark]] for mark in range(first, end, 2)]
        told = outcomes(FRAME, "usual", held, each)
        assert became[first:end].tolist() == [[won, lost] for n in each for won, _, lost in told[n]]
        for commission in (Fraction(0), Fraction(1, 20)):
            for side in range(2):
                best = best_marks(ways, became, commission, is_bank=bool(side))[kind]
                gains = [net_gain(told[n][side], commission) for n in each]
                assert gains[(best - first) // 2] == max(gains)


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
def test_all_pairs_are_counted_anew_as_they_were_published(way: str) -> None:
    commissions = [Fraction(0), Fraction(1, 20), Fraction(1, 10)]
    again, sums = counted_anew(FRAME, way, commissions).ways[way], published().ways[way]
    assert again.house == sums.house
    assert again.best == {str(each): sums.best[str(each)] for each in commissions}


@pytest.mark.parametrize("way", WAYS)
def test_no_play_is_better_at_a_commission_than_the_best_one_there(way: str) -> None:
    sums = published().ways[way]
    commissions = [n * STEP for n in range(101)]
    assert list(sums.best) == [str(each) for each in commissions]
    house = {"casilla": sums.house, "banca": Against(sums.house.lost, sums.house.won)}
    for side, simply in house.items():
        plays = [getattr(best, side) for best in sums.best.values()]
        for commission, best in zip(commissions, plays, strict=True):
            gain = best.gain(commission)
            assert all(gain >= other.gain(commission) for other in plays)
            assert gain > simply.gain(commission)
            assert 0 < best.won < PAIRS - best.lost < PAIRS


def test_the_house_way_against_itself_agrees_with_deals() -> None:
    house, deals = published().ways["usual"].house, DRAWN_PAIRS // 2
    for exactly, drawn in ((house.won, DRAWN_WON), (house.lost, DRAWN_LOST)):
        chance = exactly / PAIRS
        assert abs(drawn / DRAWN_PAIRS - chance) < 3 * sqrt(chance * (1 - chance) / deals)
    copies = Fraction(house.lost - house.won, PAIRS)  # what the bank wins by them
    drawn_copies = (DRAWN_LOST - DRAWN_WON) / DRAWN_PAIRS
    assert abs(drawn_copies - float(copies)) < 3 * sqrt(float(copies) / deals)


def test_what_the_best_setting_gains_agrees_with_drawn_hands() -> None:
    """The mean gain over the house way is computed for two hundred hands, each against all others."""
    rng, gains = Random(4), []
    for _ in range(200):
        held = tuple(sorted(rng.sample(DECK_53, 7)))
        house = house_setting(held, house_way(FRAME, "simple"))
        found = outcomes(FRAME, "simple", held, {house, *worth_a_thought(held)})
        worth = {n: 19 * won - 20 * lost for n, ((won, _, lost), _) in found.items()}
        gains.append((max(worth.values()) - worth[house]) / (20 * OTHER_HANDS))
    sums, commission = published().ways["simple"], Fraction(1, 20)
    exactly = float(sums.best["1/20"].casilla.gain(commission) - sums.house.gain(commission))
    assert abs(mean(gains) - exactly) < 3.5 * stdev(gains) / sqrt(len(gains))


@pytest.mark.parametrize("way", WAYS)
def test_all_figures_are_exact_fractions(way: str) -> None:
    odds = bets(opened(SLUG, "IB09", house_way=way))
    assert set(odds) == {"casilla", "casilla_best", "banca", "banca_best"}
    for bet in odds.values():
        assert bet.exact
        assert bet.within is None
        assert PAIRS * 20 % bet.edge.denominator == 0
        assert sum(chance for _, chance in bet.distribution or ()) == 1
        assert sum(net * chance for net, chance in bet.distribution or ()) == -bet.edge
    assert odds["casilla_best"].edge < odds["casilla"].edge
    assert odds["banca_best"].edge < odds["banca"].edge < odds["casilla"].edge


@pytest.mark.law("CM16.9.3.1")
def test_odds_reach_to_the_highest_commission_of_each_norm() -> None:
    """The odds reach to the highest commission: ten per cent in one norm, five in the others."""
    highest = {norm: opened(SLUG, norm).frame.options["commission"].most for norm in ("IB09", "AR10", "CM16")}
    assert highest == {"IB09": Fraction(1, 20), "AR10": Fraction(1, 20), "CM16": Fraction(1, 10)}
    for norm, most in highest.items():
        dearest = bets(opened(SLUG, norm, commission=most))["casilla_best"]
        assert dearest.exact
        assert dearest.edge >= bets(opened(SLUG, norm))["casilla_best"].edge


def test_between_two_commissions_the_best_play_is_proved_within_a_bound() -> None:
    """The best play for a slightly different commission gains almost as much, within the proved bound."""
    odds = bets(opened(SLUG, "IB09", commission=Fraction(1, 30)))
    for name in ("casilla", "banca"):
        best = odds[f"{name}_best"]
        assert odds[name].exact
        assert not best.exact
        assert best.within is not None
        assert 0 < best.within < 1e-8
        around = [getattr(published().ways["usual"].best[each], name) for each in ("33/1000", "17/500")]
        assert -best.edge == max(each.gain(Fraction(1, 30)) for each in around)


def test_it_lies_where_published_studies_have_it() -> None:
    """The edge is 2.73 % against a client and 0.20 % against the bank, at 5 % commission.

    28.61 % are won and 41.48 % are void: «Pai Gow Poker Probability», casinoadvisor.com, 7 June 2008. Its
    house way differs a little.
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
    """A pair stays high, aces and kings are split, and no setting gains more than the best one."""
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
    """Of three kings one belongs in the low hand, although the house keeps them together."""
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


def test_the_report_carries_the_rule_and_the_chances_of_hands() -> None:
    table = opened(SLUG, "AR10")
    odds = bets(table)
    found = report(table, odds)
    assert found["bets"]["casilla"]["exact"] is True
    assert found["bets"]["casilla"]["se"] is None
    costs = {one["bet"]: Fraction(one["cost"]) for one in found["strategy"] if "cost" in one}
    assert costs == {
        name: odds[name.removesuffix("_best")].edge - odds[name].edge
        for name in ("casilla_best", "banca_best")
    }
    rows = next(one["table"] for one in found["strategy"] if "table" in one)
    assert {one["when"]["best_five_of_seven"]: one["hands"] for one in rows} == dict(published().hands)
