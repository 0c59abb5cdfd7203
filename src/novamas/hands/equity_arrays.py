"""Winners of many deals at once, with numpy. `novamas.hands.equity_readable` does it without numpy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from novamas.hands.batch import every_hand, strengths
from novamas.hands.equity import Deal, Winners

CHUNK = 250_000  # ways ranked at a time

Rows = NDArray[np.uint8]


def count_winners(deal: Deal, samples: tuple[int, int] | None) -> Winners:
    """Return how often each hand is the best, in all ways or in a sample of ways drawn from a seed."""
    unseen, hands = np.array(deal.unseen, dtype=np.uint8), len(deal.hands)
    parts = every_way(unseen, deal.missing) if samples is None else drawn_ways(unseen, deal.missing, *samples)
    best = np.zeros((hands, hands + 1), dtype=np.int64)
    for part in parts:
        ranked = _ranked(deal, part)
        is_best = ranked == ranked.max(axis=0)
        sharing = is_best.sum(axis=0)
        for hand, mine in enumerate(is_best):
            best[hand] += np.bincount(sharing[mine], minlength=hands + 1)
    counts: Winners = best.tolist()
    return counts


# ---------------------------------------------------------------- cards still to come


def every_way(unseen: Rows, missing: Sequence[int]) -> Iterator[Rows]:
    """Yield all ways in chunks, one way per row: the cards of each hand in turn, then of the board."""
    picks, left = [], len(unseen)
    for count in filter(None, missing):
        picks.append(every_hand(range(left), count))
        left -= count
    if not picks:  # nothing is missing
        yield np.empty((1, 0), dtype=np.uint8)
        return
    sizes = [len(each) for each in picks]
    for start in range(0, prod(sizes), CHUNK):
        numbers = np.unravel_index(np.arange(start, min(start + CHUNK, prod(sizes))), sizes)
        yield _picked(unseen, [each[number] for each, number in zip(picks, numbers, strict=True)])


def _picked(unseen: Rows, picks: Sequence[Rows]) -> Rows:
    """Return the cards at the picked places. Later picks count only the cards that earlier ones left."""
    left = np.broadcast_to(unseen, (len(picks[0]), len(unseen)))
    found = []
    for number, places in enumerate(picks, start=1):
        found.append(np.take_along_axis(left, places.astype(np.intp), axis=1))
        if number < len(picks):
            left = np.take_along_axis(left, _others(places, left.shape[1]), axis=1)
    return np.hstack(found)


def _others(picks: Rows, cards: int) -> NDArray[np.intp]:
    """Return, for each pick, the places that were not picked."""
    is_left = np.ones((len(picks), cards), dtype=np.bool_)
    is_left[np.arange(len(picks))[:, None], picks] = False
    return np.nonzero(is_left)[1].reshape(len(picks), -1)


def drawn_ways(unseen: Rows, missing: Sequence[int], samples: int, seed: int) -> Iterator[Rows]:
    """Yield random ways drawn from a seed, all equally likely. Each row is the start of one shuffle."""
    generator = np.random.Generator(np.random.Philox(seed))
    pools = np.tile(unseen, (samples, 1))
    rows = np.arange(samples)
    count = sum(missing)
    for place in range(count):
        other = generator.integers(place, len(unseen), size=samples)
        pools[rows, other], pools[:, place] = pools[:, place].copy(), pools[rows, other]
    return (pools[start : start + CHUNK, :count] for start in range(0, samples, CHUNK))


# ---------------------------------------------------------------- the winners


def _ranked(deal: Deal, coming: Rows) -> NDArray[np.uint16]:
    """Return the strength of every hand (rows) in each way (columns)."""
    ways, places = len(coming), np.cumsum([0, *deal.missing])
    common = np.hstack((_repeated(deal.board, ways), coming[:, places[-2] : places[-1]]))
    ranked = np.empty((len(deal.hands), ways), dtype=np.uint16)
    for number, hand in enumerate(deal.hands):
        own = np.hstack((_repeated(hand, ways), coming[:, places[number] : places[number + 1]]))
        ranked[number] = strengths(deal.ranking, np.ascontiguousarray(np.hstack((own, common))))
    return ranked


def _repeated(cards: Sequence[int], ways: int) -> Rows:
    return np.tile(np.array(cards, dtype=np.uint8), (ways, 1))
