"""Odds of hold'em against the house compared with published figures, plain enumeration and engine."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from random import Random
from typing import Any

import numpy as np
import pytest
from benchmarks.players import bettor, player_of
from benchmarks.rounds import compare, play
from msgspec.structs import replace

from novamas.equipment.cards import DECK_52, RANK_LETTERS, card, cards, rank
from novamas.equipment.shoe import Shoe
from novamas.families.banked.acts import Bet, Fold
from novamas.families.banked_poker.bets import BOARD
from novamas.families.house_holdem.acts import BetOn, Check
from novamas.families.house_holdem.figures import FLOP, figures_of
from novamas.families.house_holdem.phases import Deciding
from novamas.hands import best_hand, ranking
from novamas.hands.batch import against_all
from novamas.law import catalogue
from novamas.odds.engine_payouts import net
from novamas.odds.games.house_holdem.bets import (
    EXAMPLES,
    Play,
    bets,
    bets_won,
    bonus_nets,
    hands_of,
    kind_label,
    totals,
    weigh,
    worth_of_bet,
)
from novamas.odds.games.house_holdem.kernels import bets_simply
from novamas.odds.report import table_odds
from novamas.odds.suit_classes import suit_classes
from novamas.odds.walk import Walk
from novamas.table.deeds import Deed
from novamas.testing.rehearsal import opened, rehearse

GAMES = ("holdem_contrapartida", "holdem_bonus")
RANKED = ranking("holdem_contrapartida", "AR10")
WHOLE = 1_326 * 19_600 * 47 * 46 * 990  # hands, flops, turns, rivers, hands of the bank


# ---------------------------------------------------------------- the sums that are kept


def test_the_sums_count_every_deal_once() -> None:
    kept = totals()
    for by_hand in (kept.best, kept.simple):
        assert sum(map(sum, by_hand)) == WHOLE
        for kind, by_outcome in enumerate(by_hand):
            assert sum(by_outcome) * 1_326 == WHOLE * hands_of(kind)


def test_player_and_bank_are_alike_when_nobody_decides() -> None:
    """Player and bank win equally often, because the cards favour neither."""
    for by_hand in (totals().best, totals().simple):
        won = sum(many for hand in by_hand for outcome, many in enumerate(hand) if outcome % 4 in (0, 1))
        lost = sum(many for hand in by_hand for outcome, many in enumerate(hand) if outcome % 4 == 2)
        assert won == lost


@pytest.mark.parametrize("nth", [3, *(pytest.param(nth, marks=pytest.mark.soak) for nth in (700, 1_600))])
def test_sampled_flops_are_as_the_file_has_them(nth: int) -> None:
    flops, weights = suit_classes(3)
    here = weigh(flops[nth], int(weights[nth]))
    assert bets_won(here) == totals().won[nth]
    assert {int(ways.sum()) for ways in here} == {int(weights[nth]) * 1_176 * 47 * 46 * 990}


def test_what_the_bets_win_flop_by_flop_makes_up_the_whole() -> None:
    kept = totals()
    whole = bets_won((np.array(kept.best), np.array(kept.simple)))
    assert whole == tuple(map(sum, zip(*kept.won, strict=True)))
    assert whole[0] > whole[1]
    assert all(best >= simple for best, simple in kept.won)


# ---------------------------------------------------------------- plain enumeration


def plain_worth(own: tuple[int, ...], board: tuple[int, ...]) -> Fraction:
    """Return the value of a bet, river by river, against every hand of the bank."""
    won, whole = 0, 0
    for river in DECK_52:
        if river not in own + board:
            standing = against_all(RANKED, own, (*board, river))
            won += standing.beats - standing.loses
            whole += standing.beats + standing.ties + standing.loses
    return Fraction(won, whole)


def test_sampled_turns_are_worth_what_plain_enumeration_says() -> None:
    rng = Random(7)
    for _ in range(3):
        drawn = rng.sample(range(52), 6)
        assert worth_of_bet(drawn[:2], drawn[2:]) == plain_worth(tuple(drawn[:2]), tuple(drawn[2:]))


def test_a_sampled_flop_is_worth_the_mean_of_its_turns() -> None:
    own, flop = cards("Jh Ts"), cards("2c 9h Qd")
    turns = [one for one in DECK_52 if one not in own + flop]
    mean = sum((worth_of_bet(own, (*flop, turn)) for turn in turns), Fraction(0)) / len(turns)
    assert worth_of_bet(own, flop) == mean


def test_one_board_by_the_reference_alone() -> None:
    """The kernels rank the nuts against every hand as the plain reference does."""
    own, board = cards("Ah Kh"), cards("Qh Jh Th 2c")
    assert worth_of_bet(own, board) == 1
    rivers = [one for one in DECK_52 if one not in own + board]
    mine = best_hand(RANKED, own, (*board, rivers[0]))
    others = rivers[1:]
    assert all(best_hand(RANKED, bank, (*board, rivers[0])) < mine for bank in combinations(others[:12], 2))


# ---------------------------------------------------------------- the ante


@pytest.mark.parametrize("slug", GAMES)
def test_the_edge_with_best_play_is_the_published_one(slug: str) -> None:
    """wizardofodds.com has 2.037 % of the ante and 0.5335 % of the stakes for Texas Hold'em Bonus.

    In that game the ante is paid from a straight on. The site calls this the rules of Las Vegas.
    """
    odds = table_odds(opened(slug, "AR10"))["ante"]
    assert odds.edge == Fraction(578_107_733, 28_381_438_800)
    assert round(float(odds.edge), 5) == 0.02037
    assert odds.distribution is not None
    assert sum(chance for _, chance in odds.distribution) == 1
    assert {net for net, _ in odds.distribution} == {-5, -4, -3, -1, 0, 2, 3, 4, 5}
    assert round(float(odds.also["unit_staked_on_average"]), 6) == 0.005335
    assert round(float(Play(opened(slug, "AR10")).staked()), 4) == 3.8181


def test_hands_before_the_flop_are_worth_what_is_published() -> None:
    """For a deuce with another card of another suit, wizardofodds.com has the same six decimals."""
    worths = {row["when"]["hand"]: row["worth"]["s1 bet_on"] for row in Play(opened(GAMES[0], "AR10")).rows()}
    published = {"3-2": -1.155927, "4-2": -1.091604, "5-2": -1.019987, "6-2": -1.046723, "7-2": -1.031301}
    published |= {"8-2": -0.896002, "9-2": -0.763132, "T-2": -0.613979, "J-2": -0.459414, "Q-2": -0.28969}
    assert {hand: round(float(Fraction(worths[hand])), 6) for hand in published} == published


def test_fold_a_deuce_with_a_three_to_a_seven_of_another_suit() -> None:
    play = Play(opened("holdem_contrapartida", "AR10"))
    folded = {row["when"]["hand"] for row in play.rows() if row["best"] == "fold"}
    assert folded == {f"{high}-2" for high in "34567"}
    worst = next(row for row in play.rows() if row["when"]["hand"] == "3-2")
    assert Fraction(worst["worth"]["s1 bet_on"]) < -1
    assert len(list(play.rows())) == 169


@pytest.mark.parametrize("slug", GAMES)
def test_the_table_itself_pays_every_outcome(slug: str) -> None:
    play = Play(opened(slug, "AR10"))
    assert play.fold == -500
    assert [won // 500 for won in play.nets] == [2, 3, -3, 0, 3, 4, -4, 0, 4, 5, -5, 0]
    for own, board, bank in EXAMPLES.values():
        assert len(set(cards(f"{own} {board} {bank}"))) == 9


def test_the_short_rule_and_its_cost() -> None:
    flop, later, table = bets(opened("holdem_contrapartida", "AR10"))["ante"].advice
    assert flop["cost"] == "0"
    assert 0 < Fraction(later["cost"]) < Fraction(12, 1000)
    assert len(table["table"]) == 169
    assert sum(row["hands"] for row in table["table"]) == 1_326


def by_rule(own: str, board: str) -> bool:
    on_table = np.array(cards(board), dtype=np.uint8)
    one, other = cards(own)
    return bets_simply(one, other, on_table, len(on_table))


def test_the_short_rule_in_plain_words() -> None:
    assert by_rule("9c 2d", "9h Js 4d")  # a pair with the table
    assert by_rule("Kc Kd", "9h Js 4d")
    assert not by_rule("3c 3d", "9h Js 4d")  # a pair below the table
    assert by_rule("3c 3d", "9h 9s 4d")  # two pairs, where the table has one
    assert not by_rule("Ac Kd", "9h Js 4d")
    assert by_rule("Ac 5d", "9h 9s 4d")  # an ace, and the table has a pair
    assert not by_rule("Kc 5d", "9h 9s 4d")
    assert by_rule("Kh 2c", "9h Jh 4h")  # four hearts
    assert not by_rule("Kh 2c", "9h Jh 4h 3s")  # too late
    assert by_rule("Kh 2h", "9h Jh 4h 3s")
    assert by_rule("5c 3d", "Ah 2s 4d")  # ace to five
    assert by_rule("Tc 8d", "7h 9s Jd Kc")


# ---------------------------------------------------------------- the bonus


def test_the_bonus_by_hand() -> None:
    """The bonus odds agree with a count by hand of the 1,326 hands. Aces meet aces once in 1,225."""
    ways = {
        30: Fraction(6 * 1_224, 1_225),
        25: Fraction(4),
        20: Fraction(8),
        15: Fraction(12),
        10: Fraction(18),
        5: Fraction(24),
        3: Fraction(54),
        1_000: Fraction(6, 1_225),
    }
    expected = {Fraction(pays): many / 1_326 for pays, many in ways.items()}
    expected[Fraction(-1)] = 1 - sum(expected.values(), Fraction(0))
    assert bonus_nets(figures_of(catalogue.under("AR10")["holdem_bonus"])) == expected
    odds = table_odds(opened("holdem_bonus", "AR10"))["bonus"]
    assert odds.edge == -sum(won * chance for won, chance in expected.items())
    assert round(float(odds.edge), 4) == 0.0854


def test_the_engine_pays_the_bonus_as_the_odds_say() -> None:
    table = opened("holdem_bonus", "AR10")
    acts = (Bet(1, "ante", 500), Bet(1, "bonus", 500), Fold(1))
    assert net(table.opening, acts, cards("Ac Ad Ah As")) == -500 + 1_000 * 500
    assert net(table.opening, acts, cards("Ac Ad Ah Ks")) == -500 + 30 * 500
    assert net(table.opening, acts, cards("Tc 9d")) == -1_000


# ---------------------------------------------------------------- the engine itself


def few_cards(unseen: tuple[int, ...]) -> Deciding[Any]:
    """Return a hand with nine-ten on a flop of jack, deuce, seven. Only these cards are unseen."""
    lines = ("s1 bet ante 500", "9h Td", "s1 bet_on flop", "Js 2c 7d")
    phase = rehearse("holdem_contrapartida", "AR10", *lines, seats=1).phase
    assert isinstance(phase, Deciding)
    shoe = phase.felt.shoe
    assert shoe is not None
    few = Shoe(bytes(sorted(unseen)), size=len(unseen) + 5, dealt=shoe.dealt)
    return replace(phase, felt=replace(phase.felt, shoe=few))


@pytest.mark.parametrize(
    "unseen", ["8c Kc 3s 3h Ac Jd 6s", pytest.param("2d Ah Ad Kc 4c Jc Th", marks=pytest.mark.soak)]
)
def test_the_walk_over_the_engine_decides_as_the_odds_do(unseen: str) -> None:
    """With few cards, the rule to bet if wins outnumber losses is the best that the engine allows."""
    left = cards(unseen)
    phase = few_cards(left)
    result = Walk(1).result(phase, phase.felt.of(1))
    own, flop = cards("9h Td"), cards("Js 2c 7d")
    mean, turn_worth, deals = Fraction(0), 0, 0
    for turn in left:
        river_worth = 0
        for river, *bank in permutations([one for one in left if one != turn], 3):
            board = (*flop, turn, river)
            mine, theirs = best_hand(RANKED, own, board), best_hand(RANKED, bank, board)
            sign = (mine > theirs) - (mine < theirs)
            ante = (
                sign if sign < 0 or figures_of(catalogue.under("AR10")["holdem_bonus"]).pays_ante(mine) else 0
            )
            mean += 2 * sign + ante
            river_worth += sign
            deals += 1
        mean += max(0, river_worth)
        turn_worth += river_worth
    mean += max(0, turn_worth)
    assert result.mean == 500 * mean / deals
    first = next(iter(result.decisions))
    assert isinstance(first.best, BetOn) == (turn_worth > 0)


def kind_of(own: tuple[int, ...]) -> int:
    """Return the number of a hand before the flop."""
    low, high = sorted(rank(one) - 2 for one in own)
    return high * 13 + low if own[0] % 4 == own[1] % 4 else low * 13 + high


@pytest.mark.soak
def test_the_engine_itself_agrees_with_best_play() -> None:
    """Each bet is evaluated over all cards. `test_rounds` plays many more rounds by the short rule."""
    by_rule, odds = player_of("holdem_contrapartida"), table_odds(opened("holdem_contrapartida", "AR10"))

    def decide(phase: Deciding[Any]) -> Deed:
        if phase.street == FLOP:
            return by_rule.decide(phase)
        bets = worth_of_bet(phase.felt.cards(1), phase.felt.cards(BOARD)) > 0
        return BetOn(1, phase.street) if bets else Check(1)

    best = bettor(by_rule.ready, odds["ante"], "best play", decide)
    found = compare(best, play(best, 1_500, seed=4))
    assert found.is_near, found


def test_hands_before_the_flop_have_their_names() -> None:
    assert [kind_label(kind_of(cards(hand))) for hand in ("Ac Kc", "Ac Kd", "Ac Ad")] == [
        "A-K:suited",
        "A-K",
        "A-A",
    ]
    assert sum(hands_of(kind) for kind in range(169)) == 1_326
    assert RANK_LETTERS[rank(card("Th")) - 2] == "T"
