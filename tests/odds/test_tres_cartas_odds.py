"""Odds of three-card poker compared with published figures, the generic walk and the engine."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.small_deck import ready_to_deal, unordered, with_deck

from novamas.equipment.cards import DECK_52, cards
from novamas.families.banked.acts import Bet, NoVaMas
from novamas.hands import best_hand, ranking
from novamas.hands.batch import every_hand, strengths
from novamas.law import catalogue
from novamas.odds import BetOdds, Walk, table_odds
from novamas.odds.advice import or_better
from novamas.odds.disjoint_hands import below
from novamas.odds.games.tres_cartas import Play, census, pareja_plus
from novamas.testing.rehearsal import opened

SMALL = cards("2c 3c 4c 5d Jc Jd Qh Qs Kc As")


@cache
def odds(norm: str = "AR10", pareja_plus: str = "A") -> dict[str, BetOdds]:
    return table_odds(opened("tres_cartas", norm, pareja_plus=pareja_plus))


@pytest.mark.parametrize("norm", ["IB09", "AR10"])
def test_the_published_edge_of_the_ante(norm: str) -> None:
    """With a bonus of 1, 4 and 5 the edge is 3.37 % of the ante, or 2.01 % of the stakes.

    J. Grochowski, «Three Card Poker Dissected», casinocitytimes.com, 19 December 2021, who also has the cost
    of staying in with any queen (3.45 %) and with every hand (7.65 %).
    """
    ante = odds(norm)["ante"]
    assert ante.edge == Fraction(686_689, 20_358_520)
    assert round(100 * float(ante.edge), 2) == 3.37
    (staked,) = ante.also.values()
    assert round(100 * float(staked), 2) == 2.01
    assert round(ante.sd, 2) == 1.64
    assert ante.distribution is not None
    assert sum(chance for _, chance in ante.distribution) == 1
    assert sum(net * chance for net, chance in ante.distribution) == -ante.edge


@pytest.mark.law("IB09.17.V.5.8", "AR10.10-1-D.V.3.6")
@pytest.mark.parametrize("norm", ["IB09", "AR10"])
@pytest.mark.parametrize(("letter", "edge"), [("A", "392/5525"), ("B", "128/5525"), ("C", "149/5525")])
def test_each_table_of_pareja_plus_has_its_edge(norm: str, letter: str, edge: str) -> None:
    """Of 22,100 hands: royal 4, straight flush 44, trio 52, straight 720, flush 1096, pair 3744."""
    assert odds(norm, letter)["pareja_plus"].edge == Fraction(edge)
    (by_choice,) = odds(norm)["pareja_plus"].advice
    assert by_choice["edges"][letter] == edge
    prizes = {"A": (50, 40, 30, 6, 3, 1), "B": (40, 40, 30, 6, 4, 1), "C": (35, 35, 33, 6, 4, 1)}[letter]
    ways = (4, 44, 52, 720, 1_096, 3_744)
    won = sum(prize * many for prize, many in zip(prizes, ways, strict=True))
    assert Fraction(22_100 - sum(ways) - won, 22_100) == Fraction(edge)


def test_the_choice_of_pareja_plus_does_not_touch_the_ante() -> None:
    assert odds(pareja_plus="A")["ante"] == odds(pareja_plus="C")["ante"]


def test_go_with_queen_six_four_or_better() -> None:
    best, as_bank, always, table = odds()["ante"].advice
    assert (best["from"], best["cost"]) == (or_better(cards("Qc 6d 4h")), "0")
    assert (as_bank["from"], as_bank["cost"]) == (or_better(cards("Qc 3d 2h")), "15501/20358520")
    assert (
        round(100 * float(Fraction(always["cost"]) + odds()["ante"].edge), 2) == 7.65
    )  # published, as above
    rows = table["table"]
    assert sum(row["hands"] for row in rows) == 22_100
    goes = [row["when"]["hand"] for row in rows if row["best"] == "go"]
    assert goes[-1] == "Q-6-4"
    assert "Q-6-3" not in goes


def test_hands_that_tie_are_all_played_alike() -> None:
    """Hands that tie are played alike, so no suit changes the decision and a rule by ranks is optimal."""
    play = Play(opened("tres_cartas", "AR10"))
    least = play.census.strengths[play.goes].min()
    assert (play.goes == (play.census.strengths >= least)).all()


def test_the_census_against_every_hand_of_the_bank_one_by_one() -> None:
    made = ranking("tres_cartas", "AR10")
    counted = census(catalogue.under("AR10")["tres_cartas"], SMALL)
    for hand, ways in zip(counted.hands.tolist(), counted.ways.tolist(), strict=True):
        mine = best_hand(made, hand)
        ends: Counter[int] = Counter()
        for other in combinations([card for card in SMALL if card not in hand], 3):
            bank = best_hand(made, other)
            plays = bank.category.value != "carta_mayor" or max(other) >= cards("Qc")[0]
            ends[0 if not plays else 1 if mine > bank else 2 if mine.ties(bank) else 3] += 1
        assert [ends[end] for end in range(4)] == ways


def test_the_fast_method_is_the_generic_walk_on_a_small_deck() -> None:
    table = opened("tres_cartas", "AR10")
    stake = table.chosen["minimum"]
    dealing = with_deck(ready_to_deal(table.opening, Bet(1, "ante", stake), NoVaMas()), SMALL)
    walked = Walk(1, alike=unordered).result(dealing, stake)
    play = Play(table, SMALL)
    chances = {Fraction(net, stake): chance for net, chance in walked.chances.items()}
    assert play.distribution() == chances
    assert play.worth(play.goes) == walked.mean / stake
    aside = 250
    both = ready_to_deal(table.opening, Bet(1, "ante", stake), Bet(1, "pareja_plus", aside), NoVaMas())
    with_aside = Walk(1, alike=unordered).result(with_deck(both, SMALL), stake + aside)
    won = sum(net * chance for net, chance in pareja_plus(table, SMALL).items())
    assert with_aside.mean == walked.mean + won * aside  # played best, the two do not disturb each other


@settings(max_examples=20, deadline=None)
@given(st.sets(st.sampled_from(DECK_52), min_size=8, max_size=13), st.sampled_from([2, 3, 5]))
def test_inclusion_and_exclusion_counts_what_counting_counts(deck: set[int], size: int) -> None:
    made = ranking(
        {2: "pai_gow_poker", 3: "tres_cartas", 5: "sin_descarte"}[size], variant="low" * (size == 2)
    )
    hands = every_hand(sorted(deck), size)
    strong = strengths(made, hands).astype(np.int64)
    found = below(hands, strong, strong)
    for n in Random(1).sample(range(len(hands)), min(10, len(hands))):
        apart = ~np.isin(hands, hands[n]).any(axis=1)
        assert found[n] == (apart & (strong < strong[n])).sum()
