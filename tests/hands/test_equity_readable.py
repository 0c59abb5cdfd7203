"""Equities without numpy: the readable count of winners equals the count with arrays."""

from __future__ import annotations

from itertools import accumulate, pairwise
from random import Random

import numpy as np
import pytest

from novamas.equipment.cards import cards, deck
from novamas.extras import MissingExtra
from novamas.hands import equity, equity_arrays, equity_readable
from novamas.hands.equity import Deal, equities
from novamas.hands.philox import Philox
from novamas.hands.rankings import Ranking, ranking, rankings

SEEDS = (0, 1, 7, 2**31, 2**32 - 1, 2**32, 2**70 + 5, 2**140 + 9, *(Random(1).sample(range(2**32), 20)))
DEALT = [each for each in rankings() if each.own]


def some_deal(order: Ranking, seed: object) -> Deal:
    """Return four hands with some of their cards, and a part of the board."""
    rng, whole = Random(f"{order.game} {order.norm} {seed}"), list(deck(order.shape.deck))
    hands = 4 if 4 * order.own + order.common <= len(whole) else 2
    held = [rng.randrange(order.own + 1) for _ in range(hands)] + [rng.randrange(order.common + 1)]
    dealt = rng.sample(whole, sum(held))
    *own, board = (tuple(dealt[start:end]) for start, end in pairwise(accumulate((0, *held))))
    full = [order.own] * hands + [order.common]
    missing = tuple(most - has for most, has in zip(full, held, strict=True))
    return Deal(order, tuple(own), board, tuple(card for card in whole if card not in dealt), missing)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_generator_is_that_of_numpy(seed: int) -> None:
    theirs, ours = np.random.Generator(np.random.Philox(seed)), Philox(seed)
    for low, high, count in [(0, 52, 7), (3, 52, 300), (51, 52, 5), (1, 40, 33), (0, 2**31 + 11, 50)]:
        assert ours.integers(low, high, count) == theirs.integers(low, high, size=count).tolist()


@pytest.mark.parametrize("order", DEALT, ids=lambda each: f"{each.game}-{each.norm}-{each.shape.deck}")
def test_both_count_the_same_winners_in_samples(order: Ranking) -> None:
    for seed in range(3):
        deal = some_deal(order, seed)
        found = equity_readable.count_winners(deal, (100, seed))
        assert found == equity_arrays.count_winners(deal, (100, seed))
        assert sum(counts[1] for counts in found) <= 100


@pytest.mark.parametrize("game", ["holdem", "omaha", "cubierto", "sintetico"])
def test_both_count_the_same_winners_in_all_ways(game: str) -> None:
    order = ranking(game, None)
    whole = deck(order.shape.deck)
    own, dealt = order.own, whole[:: len(whole) // 20]
    hands, board = (dealt[:own], dealt[own : 2 * own]), dealt[2 * own : 2 * own + max(order.common - 1, 0)]
    short = 0 if order.common else 1
    hands = (hands[0][: own - short], hands[1])
    known = {*hands[0], *hands[1], *board}
    missing = (short, 0, order.common - len(board))
    deal = Deal(order, hands, board, tuple(card for card in whole if card not in known), missing)
    found = equity_readable.count_winners(deal, None)
    assert found == equity_arrays.count_winners(deal, None)
    assert sum(sum(n / k for k, n in enumerate(counts) if k) for counts in found) == pytest.approx(
        equity.ways_of(len(deal.unseen), missing)
    )


def test_without_the_extra_equities_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    hands, board = [cards("As Ah"), cards("Ks Qs"), ()], cards("Js Ts 2d")
    fast = equities("holdem", hands, board=board, samples=300, seed=11)
    monkeypatch.setattr(equity, "is_installed", lambda extra: False)
    assert equities("holdem", hands, board=board, samples=300, seed=11) == fast


def test_too_many_hands_name_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equity, "is_installed", lambda extra: False)
    with pytest.raises(MissingExtra) as raised:
        equities("holdem", [cards("As Ah"), cards("Ks Kh")])  # 1.7 million ways
    assert raised.value.text_key == "missing_extra_for_speed"
    assert "novamas[odds]" in str(raised.value)
    with pytest.raises(MissingExtra):
        equities("omaha", [cards("As Ah Kd Qc"), ()])  # 60 sets of cards in every hand
