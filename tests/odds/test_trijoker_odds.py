"""Odds of trijoker compared with figures derived by hand, the walk over the engine, and simulation."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from novamas.equipment.cards import cards, name
from novamas.games.trijoker.acts import Leave
from novamas.games.trijoker.cloth import BETS, FIRST, SECOND
from novamas.games.trijoker.phases import Deciding
from novamas.games.trijoker.setup import prizes_of
from novamas.hands import Category
from novamas.law import catalogue
from novamas.odds.games.trijoker.bets import (
    bets,
    census,
    keeps_first_simply,
    keeps_second_simply,
    with_common_card,
    worth_of,
)
from novamas.odds.payload import report
from novamas.odds.report import table_odds
from novamas.odds.suit_classes import suit_classes
from novamas.odds.walk import Walk
from novamas.testing.rehearsal import opened, rehearse

FRAMES = {norm: catalogue.under(norm)["trijoker"] for norm in ("IB05", "AR10")}

NORMS = ("IB05", "AR10")
FIVE_CARD_HANDS = {  # how many of 2,598,960 hands gain so much: the well-known counts, a pair from jacks up
    500: 4,
    200: 36,
    50: 624,
    11: 3_744,
    8: 5_108,
    5: 10_200,
    3: 54_912,
    2: 123_552,
    1: 4 * 84_480,
}


def test_classes_of_suits_are_the_known_numbers() -> None:
    for size, classes, hands in ((2, 169, 1_326), (3, 1_755, 22_100), (4, 16_432, 270_725)):
        cards, weights = suit_classes(size)
        assert (len(cards), weights.sum()) == (classes, hands)


@pytest.mark.parametrize("norm", NORMS)
def test_a_bet_that_always_stays_gains_what_the_counts_of_five_cards_say(norm: str) -> None:
    won = sum(gain * hands for gain, hands in FIVE_CARD_HANDS.items())
    lost = 2_598_960 - sum(FIVE_CARD_HANDS.values())
    counted = census(FRAMES[norm])
    never = np.zeros(len(counted.hands), dtype=np.bool_)
    nothing = np.zeros(counted.second.shape, dtype=np.bool_)
    assert counted.worth(never, nothing) == Fraction(won - lost, 2_598_960)
    assert counted.worth(~never, ~nothing) == 3 * Fraction(won - lost, 2_598_960)
    assert int(counted.ways.sum()) == counted.whole


@pytest.mark.parametrize("norm", NORMS)
def test_the_edge_with_best_play(norm: str) -> None:
    odds = table_odds(opened("trijoker", norm))["trijoker"]
    assert odds.edge == Fraction(32_653, 216_580)  # 15.08 % of one bet: in Let It Ride tens already pay
    assert odds.distribution is not None
    assert sum(chance for _, chance in odds.distribution) == 1
    assert min(odds.distribution)[0] == -3
    assert max(odds.distribution)[0] == 1_500


def test_with_the_prizes_of_let_it_ride_the_edge_is_the_published_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Tens pay too and a royal pays 1,000: 3.5 % of one bet, 1.22 bets left in play, 2.85 % of these.

    J. Grochowski, «Let It Ride Redux», casinocitytimes.com, 10 December 2020.
    """
    prizes = prizes_of(FRAMES["AR10"])
    pair, royal = Category.PAREJA, Category.ESCALERA_DE_COLOR_REAL
    changed = {
        **prizes,
        pair: replace(prizes[pair], least_rank=10),
        royal: replace(prizes[royal], pays=Fraction(1_000)),
    }
    monkeypatch.setattr("novamas.odds.games.trijoker.bets.prizes_of", lambda norm: changed)
    counted = census.__wrapped__(FRAMES["AR10"])
    edge = -counted.worth(counted.first > 0, counted.second > 0)
    units = Fraction(int((counted.ways.sum(axis=1) * [1, 2, 3]).sum()), counted.whole)
    assert round(100 * float(edge), 2) == 3.51
    assert round(float(units), 2) == 1.22
    assert round(100 * float(edge / units), 2) == 2.86


def test_the_rules_that_can_be_remembered_and_their_cost() -> None:
    first, second, table = bets(opened("trijoker", "AR10"))["trijoker"].advice
    assert Fraction(first["cost"]) == Fraction(47, 216_580)  # two hundredths of one per cent of a bet
    assert Fraction(second["cost"]) == 0
    leave = {row["when"]["hand"] for row in table["table"] if row["best"] == "leave"}
    assert {"5-4-3:suited", "Q-J-8:suited", "J-J", "2-2-2", "J-T-9-8"} <= leave
    assert not {"4-3-2:suited", "A-3-2:suited", "T-T", "T-9-8-7"} & leave


def test_the_table_agrees_with_every_single_hand() -> None:
    counted = census(FRAMES["IB05"])
    rows = {
        (row["when"]["bet"], row["when"]["hand"]): row
        for row in bets(opened("trijoker", "IB05"))["trijoker"].advice[2]["table"]
    }
    assert sum(row["hands"] for (bet, _), row in rows.items() if bet == FIRST) == 22_100
    assert sum(row["hands"] for (bet, _), row in rows.items() if bet == SECOND) == 270_725
    assert rows[FIRST, "Q-J-8:suited"]["worth"]["s1 leave"] == str(
        worth_of(FRAMES["IB05"], cards("8h Jh Qh"))
    )
    assert rows[SECOND, "J-T-9-8"]["worth"]["s1 leave"] == str(
        worth_of(FRAMES["IB05"], cards("8h Jc Td"), cards("9s")[0])
    )
    assert (counted.first > 0).sum() == sum(
        1 for hand in counted.hands.tolist() if worth_of(FRAMES["IB05"], hand) > 0
    )


def test_a_decision_by_hand() -> None:
    """8-9-10-J of mixed suits: the gain in 48 cards is six units, from eight straights and three jacks."""
    assert worth_of(FRAMES["AR10"], cards("8c 9d Th"), cards("Js")[0]) == Fraction(8 * 5 + 3 - 37, 48)
    assert (
        worth_of(FRAMES["AR10"], cards("4c 5d 6h"), cards("7s")[0]) == 0
    )  # without a high card it is worth nothing


# ---------------------------------------------------------------- the engine itself


def deciding(norm: str, hand: str) -> Deciding:
    phase = rehearse("trijoker", norm, "s1 bet apuesta_1 500", hand, seats=1).phase
    assert isinstance(phase, Deciding)
    return phase


@pytest.mark.parametrize(("norm", "hand"), [("IB05", "8c Jc Qc"), ("AR10", "2c 3d Ah")])
def test_the_walk_over_the_engine_finds_the_same(norm: str, hand: str) -> None:
    phase = deciding(norm, hand)
    result = Walk(1).result(phase, phase.felt.of(1))
    own = cards(hand)
    others = [one for one in range(52) if one not in own]
    worth = worth_of(FRAMES[norm], own)
    second = sum((max(Fraction(0), worth_of(FRAMES[norm], own, one)) for one in others), Fraction(0)) / len(
        others
    )
    assert result.mean == 500 * (worth + max(Fraction(0), worth) + second)
    for decision in result.decisions:
        assert isinstance(decision.phase, Deciding)
        common = decision.phase.felt.cards("board")
        gain = worth_of(FRAMES[norm], own, common[0] if common else None)
        assert isinstance(decision.best, Leave) == (gain >= 0)  # a worth of nothing is as good either way


def test_the_short_rules_in_plain_words() -> None:
    def first(hand: str) -> bool:
        return bool(keeps_first_simply(np.array([cards(hand)], dtype=np.uint8))[0])

    def second(hand: str) -> bool:
        return bool(keeps_second_simply(np.array([cards(hand)], dtype=np.uint8))[0])

    assert [first(hand) for hand in ("Jc Jd 2h", "2c 2d 2h", "4c 5c 6c", "Tc Qc Ac")] == [True] * 4
    assert [first(hand) for hand in ("Tc Td 2h", "4c 5c 6d", "9c Jc Qc", "Ac Kd Qh")] == [False] * 4
    assert [second(hand) for hand in ("Jc Jd 2h 5s", "2c 2d 5h 5s", "2c 5c 9c Kc", "4c 5d 6h 7s")] == [
        True
    ] * 4
    assert [second(hand) for hand in ("Tc Td 2h 5s", "2c 5c 9c Kd", "4c 5d 6h 8s")] == [False] * 3
    assert len(with_common_card(np.array([cards("2c 3c 4c")], dtype=np.uint8))) == 52


def test_random_hands_are_worth_the_same_whatever_their_suits() -> None:
    rng = Random(3)
    for _ in range(50):
        drawn = rng.sample(range(52), 4)
        turned = moved(drawn, rng)
        assert worth_of(FRAMES["IB05"], drawn[:3], drawn[3]) == worth_of(
            FRAMES["IB05"], turned[:3], turned[3]
        ), list(map(name, drawn))


def moved(drawn: Sequence[int], rng: Random) -> list[int]:
    suits = rng.sample(range(4), 4)
    return [one & ~3 | suits[one & 3] for one in drawn]


def test_the_report_can_be_read_by_programs() -> None:
    table = opened("trijoker", "IB05")
    plain = report(table, table_odds(table))
    assert plain["bets"]["trijoker"]["edge"] == "32653/216580"
    assert len(BETS) == 3
