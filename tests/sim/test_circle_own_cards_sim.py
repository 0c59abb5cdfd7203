"""Simulated studs and covered poker pay like the engine for the same bets and draws."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import islice

import numpy as np
import pytest
from tests.sim.circle_engine import assert_same_hands, rounds
from tests.sim.engine import SEED, any_tables

from novamas.families.circle.cloth import Cloth
from novamas.families.circle.draw import PAIRS
from novamas.families.circle.stud import open_rank
from novamas.games.cubierto import mix_discards
from novamas.hands import best_hand, opens
from novamas.sim.compiler import kernel
from novamas.sim.games.circle.betting import share, sitting_of
from novamas.sim.games.circle.cards import ROOM, Cards, Deals, Numbers, before_deal, cards_for
from novamas.sim.games.circle.setup import deals_of, heights, stakes_of
from novamas.sim.strengths import strength_of
from novamas.testing.rehearsal import opened

STRATEGIES = ("any", "call", "strong", "strong/any", "any/strong")


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("norm", ["AR10", "IB09"])
@pytest.mark.parametrize("game", ["five_stud", "seven_stud", "cubierto"])
def test_hands_end_as_the_engine_ends_them(game: str, norm: str, strategy: str, soak: bool) -> None:
    assert_same_hands(opened(game, norm), 1, strategy, 1500 if soak else 40)


@pytest.mark.parametrize("norm", ["AR10", "IB09"])
@pytest.mark.parametrize("game", ["five_stud", "seven_stud", "cubierto"])
def test_whatever_the_house_chooses(game: str, norm: str, soak: bool) -> None:
    """Simulated hands end as on the engine under many choices of the house: seats, limits, rake, decks."""
    for block, table in enumerate(any_tables(game, norm, SEED, 30 if soak else 6)):
        strategy = STRATEGIES[block % len(STRATEGIES)]
        assert_same_hands(table, block, strategy, 60 if soak else 8)


@pytest.mark.parametrize("returns", [False, True])
@pytest.mark.parametrize("strategy", ["call", "strong/call", "call/strong"])
def test_a_deck_that_is_short_for_the_seventh_card(strategy: str, returns: bool, soak: bool) -> None:
    """With eight players the deck uses discarded cards, folded ones if allowed, or a community card."""
    table = opened("seven_stud", "AR10", seats=8, discards_return=returns)
    assert_same_hands(table, 4, strategy, 400 if soak else 30)


@kernel
def deal_the_seventh(deals: Deals, cards: Cards, alive: int, found: Numbers) -> None:
    """Deal the seventh card after 46 cards. Return the cards out of the deck and any community card."""
    found[0], found[1], found[2] = before_deal(deals, cards, 8, alive, 4, 46, 3)


@pytest.mark.parametrize("returns", [False, True])
def test_folded_cards_come_again_where_they_may(returns: bool) -> None:
    """After late folds seven of eight players are left and three cards set aside: three more must come."""
    felt = opened("seven_stud", "AR10", seats=8, discards_return=returns).opening.felt
    assert isinstance(felt, Cloth)
    deals, folded = deals_of(felt), 7
    cards, alive = cards_for(deals, 8), 0xFF & ~(1 << folded)
    for nth in range(46):  # four cards each for eight players, then two cards each for seven
        seat, place = (nth % 8, nth // 8) if nth < 32 else ((nth - 32) % 7, 4 + (nth - 32) // 7)
        cards.held[seat * ROOM + place] = cards.deck[nth]
    thrown = set(map(int, cards.held[folded * ROOM : folded * ROOM + 4]))
    found = np.zeros(3, np.int64)
    deal_the_seventh(deals, cards, alive, found)
    assert found.tolist() == ([42, 0, 0] if returns else [46, 3, 1])
    assert (set(map(int, cards.deck[42:46])) == thrown) == returns


@pytest.mark.parametrize("strategy", ["any", "any/call"])
@pytest.mark.parametrize("limit", ["split_limit", "bote_limitado", "bote_sin_limite"])
@pytest.mark.parametrize("norm", ["AR10", "IB09"])
def test_limits_of_seven_stud(norm: str, limit: str, strategy: str, soak: bool) -> None:
    """Simulated seven stud agrees with the engine, with limits by tiers, by the pot, or none."""
    assert_same_hands(opened("seven_stud", norm, limit=limit, seats=4), 5, strategy, 800 if soak else 80)


@pytest.mark.parametrize("strategy", ["any", "strong", "any/call"])
@pytest.mark.parametrize("norm", ["AR10", "IB09"])
def test_limits_of_five_stud(norm: str, strategy: str, soak: bool) -> None:
    """Under one norm, a pair brings the higher tier, which binds all later raises."""
    assert_same_hands(opened("five_stud", norm, limit="split_limit"), 10, strategy, 800 if soak else 80)


def test_odd_chips_go_to_the_first_from_the_mano() -> None:
    """The order begins at the mano, although five stud is always dealt from the first place."""
    stakes, sitting = stakes_of(opened("five_stud", "AR10", rake=Fraction(0))), sitting_of(5)
    for mano, first in ((0, 1), (1, 1), (2, 4), (4, 4)):
        sitting.stack[:], sitting.put[:], sitting.strength[:] = 0, 3, (5, 9, 5, 5, 9)
        assert share.py_func(stakes, sitting, 0b11111, 0, mano, 0) == 0  # type: ignore[attr-defined]
        assert sitting.stack[first] == 8
        assert sum(sitting.stack) == 15


@pytest.mark.parametrize("apart", [False, True])
def test_a_deck_that_is_short_for_the_draw(apart: bool, soak: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """With forty cards for eight players, discards are used again, except those of the opener."""
    mixed: Counter[str] = Counter()

    def counted(moves: object, seat: int, owed: int) -> None:
        mixed["mixed"] += 1
        mix_discards(moves, seat, owed)  # type: ignore[arg-type]

    monkeypatch.setattr("novamas.games.cubierto.mix_discards", counted)
    table = opened("cubierto", "AR10", seats=8, deck="40", folded_opener_proves=apart)
    for strategy in ("any", "call"):
        assert_same_hands(table, 6, strategy, 400 if soak else 40)
    assert mixed["mixed"] > 10


def test_a_pot_that_nobody_opens_is_played_for_again(soak: bool) -> None:
    """The pot is carried until a player wins it or antes have taken all chips. The house never wins it."""
    table = opened("cubierto", "AR10", seats=4, ante=100, least_resto=200)
    assert_same_hands(table, 7, "any", 1000 if soak else 80)
    nets = [net for net, _ in islice(rounds(table, 7, "any", "any"), 60)]
    assert nets.count(-200) > 2


def test_what_opens_a_pot(soak: bool) -> None:
    """The strength that opens a pot is that of the weakest hand with the required pair."""
    table = opened("cubierto", "AR10", deck="40")
    assert isinstance(table.opening.felt, Cloth)
    ranking = table.opening.felt.ranking
    deals, rng = deals_of(table.opening.felt), np.random.default_rng(SEED)
    for _ in range(5000 if soak else 500):
        held = rng.choice(deals.deck, 5, replace=False).astype(np.uint8)
        hand = best_hand(ranking, map(int, held))
        assert strength_of(deals.by_size[0], held, 0, 5, 0, 0) == hand.strength
        for nth, pair in enumerate(PAIRS):
            assert (hand.strength >= deals.opening[nth]) == opens(hand, pair)


def test_heights_of_open_cards() -> None:
    """Open cards rank as on the engine: four of a kind, trips, pairs, then card by card."""
    rng, found = np.random.default_rng(SEED), heights()
    for _ in range(2000):
        cards = int(rng.integers(1, 5))
        one, other = (tuple(map(int, rng.choice(52, cards, replace=False))) for _ in range(2))
        first, second = (found[number(each)] for each in (one, other))
        assert (first < second) == (open_rank(one) < open_rank(other))
        assert (first == second) == (open_rank(one) == open_rank(other))


def number(cards: tuple[int, ...]) -> int:
    """Return the kernel's number for these open cards."""
    found = 0
    for card in cards:
        found = 14 * found + card // 4 + 1
    return found
