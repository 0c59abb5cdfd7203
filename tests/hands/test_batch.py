"""The kernels compared with the reference ranking, hand by hand, and their speed."""

import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from math import comb
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from novamas.equipment import JOKER, cards, deck
from novamas.errors import InvalidInput
from novamas.hands import Ranking, batch, best_hand, ladder, ranking, rankings
from novamas.hands.batch import FEW, against_all, every_hand, strengths
from novamas.hands.kernels import compiled, rank_hands
from novamas.hands.reference import Key, made_by
from novamas.hands.tables import tables

Cards = NDArray[np.uint8]


def dealt(size: int, hands: int, deck_size: int = 52, seed: int = 1) -> Cards:
    """Return random hands, the same in each run."""
    random = np.random.default_rng(seed)
    order = random.random((hands, deck_size), dtype=np.float32).argsort(axis=1)[:, :size]
    return np.array(deck(deck_size), dtype=np.uint8)[order]


def by_ranks_and_suits(ranking: Ranking, hands: Cards) -> list[int]:
    """Return the reference's strengths. Hands with equal ranks and suit patterns are ranked once."""
    shape = ranking.shape
    known: dict[tuple[bytes, bool], int] = {}
    found = []
    in_order = np.sort(hands, axis=1)
    ranks = in_order // 4
    same_suit = (in_order % 4 == in_order[:, :1] % 4) | (in_order == 52)
    for row, each, suited in zip(in_order, ranks, same_suit.all(axis=1).tolist(), strict=True):
        key = (each.tobytes(), suited)
        if key not in known:
            known[key] = ladder(shape).strength(made_by(row.tolist(), shape).key)
        found.append(known[key])
    return found


SHAPES = {each.shape: each for each in rankings()}


@pytest.mark.parametrize("each", SHAPES.values(), ids=lambda each: f"{each.game}-{each.shape.deck}")
def test_reference_and_kernel_agree_on_every_hand_of_every_deck(each: Ranking, soak: bool) -> None:
    hands = every_hand(deck(each.shape.deck), each.shape.cards)[:: 1 if soak else 7]
    assert strengths(each, hands).tolist() == by_ranks_and_suits(each, hands)


def best_of_all_fives(ranking: Ranking, hands: Cards) -> NDArray[np.uint16]:
    """Return the best of all five-card hands, each ranked alone: slow but certain."""
    every = [strengths(ranking, hands[:, list(five)]) for five in combinations(range(hands.shape[1]), 5)]
    best: NDArray[np.uint16] = np.max(every, axis=0)
    return best


@pytest.mark.parametrize("game", ["holdem", "sintetico"])
@pytest.mark.parametrize("size", [6, 7])
def test_a_million_hands_of_six_and_seven_cards(game: str, size: int, soak: bool) -> None:
    each = ranking(game, norm="IB05" if game == "sintetico" else None)
    hands = dealt(size, 1_000_000 if soak else 100_000, each.shape.deck)
    assert np.array_equal(strengths(each, hands), best_of_all_fives(each, hands))


@pytest.mark.parametrize("game", ["omaha", "sintetico"])
def test_a_million_hands_of_exactly_two_and_three(game: str, soak: bool) -> None:
    each = ranking(game, "IB09")
    size = each.own + each.common
    hands = dealt(size, 1_000_000 if soak else 100_000, each.shape.deck)
    every = [
        strengths(each, hands[:, [*two, *three]])
        for two in combinations(range(each.own), 2)
        for three in combinations(range(each.own, size), 3)
    ]
    assert np.array_equal(strengths(each, hands), np.max(every, axis=0))


@pytest.mark.parametrize("game", ["holdem", "omaha", "sintetico", "seven_stud"])
def test_the_best_hand_is_the_kernel_s(game: str) -> None:
    each = ranking(game)
    for row in dealt(each.own + each.common, 100, each.shape.deck, seed=7):
        own, common = row[: each.own].tolist(), row[each.own :].tolist()
        assert best_hand(each, own, common).strength == strengths(each, row[None])[0]


def test_every_hand_comes_once() -> None:
    for size in range(5):
        assert [tuple(row) for row in every_hand(range(10, 16), size).tolist()] == list(
            combinations(range(10, 16), size)
        )


@pytest.mark.parametrize(
    ("game", "norm", "own", "on_table"),
    [
        ("holdem", None, "As Ad", "Ac 7d 2h 9s 4c"),
        ("holdem", None, "Qs Jd", "Ac Kc 9c 8c 4h"),
        ("holdem", None, "2s 3d", "Ac Kc 9c 8c 4c"),
        ("holdem_bonus", "AR10", "As Ad", "Ac 7d 7h"),
        ("sintetico", "IB05", "As 9d", "Ac 8d 8h 9s Tc"),
        ("sintetico", "IB09", "As 9d", "Ac 8c 8h 9c Tc"),
    ],
)
def test_one_hand_against_all_others_on_a_board(game: str, norm: str | None, own: str, on_table: str) -> None:
    each = ranking(game, norm)
    held, board = cards(own), cards(on_table)
    mine = best_hand(each, held, board)
    unseen = [card for card in deck(each.shape.deck) if card not in held + board]
    others = [best_hand(each, two, board) for two in combinations(unseen, 2)]
    standing = against_all(each, held, board)
    assert standing.beats == sum(mine > other for other in others)
    assert standing.ties == sum(mine.ties(other) for other in others)
    assert standing.loses == sum(mine < other for other in others)
    assert sum(standing) == comb(len(unseen), 2)


def test_an_omaha_hand_against_all_others() -> None:
    standing = against_all(ranking("omaha"), cards("As Ad Kh 2c"), cards("Ac 7d 2h 9s 4c"))
    assert sum(standing) == comb(43, 4)
    assert standing.beats > standing.loses > 0


def test_a_royal_flush_on_the_table_ties_with_everybody() -> None:
    assert against_all(ranking("holdem"), cards("2d 2c"), cards("As Ks Qs Js Ts")) == (0, 990, 0)


@pytest.mark.parametrize(
    ("game", "rows", "complaint"),
    [
        ("five_stud", [[0, 50, 49, 48, 47]], "not in the 32-card deck"),
        ("holdem", [[52, 50, 49, 48, 47]], "not in the 52-card deck"),
        ("holdem", [[51, 50, 49, 48, 47], [51, 50, 255, 255, 255]], "not in the 52-card deck"),
        ("omaha", [[51, 50, 49, 48, 47, 46, 45, 44, 53]], "not in the 52-card deck"),
        ("sintetico", [[51, 50, 49, 48, 47, 46, 23]], "not in the 28-card deck"),
        ("holdem", [[50, 49, 48, 47]], "hands of 5 to 7 cards, not 4"),
        ("pai_gow_poker", [[50, 49, 48, 47, 46, 45]], "hands of 5 cards, not 6"),
        ("tres_cartas", [[50, 49, 48, 47]], "hands of 3 cards, not 4"),
        (
            "omaha",
            [[50, 49, 48, 47, 46, 45]],
            "Each row of Omaha has 4 hole cards and 5 community cards, not 6",
        ),
    ],
)
def test_wrong_rows_are_refused(game: str, rows: list[list[int]], complaint: str) -> None:
    with pytest.raises(InvalidInput, match=complaint):
        strengths(ranking(game), np.array(rows, dtype=np.uint8))


def add_up(values: NDArray[np.uint64], hands: Cards, out: NDArray[np.uint16]) -> None:
    """Read every card once, which is the least that a kernel can do."""
    for hand in range(hands.shape[0]):
        total = np.uint64(0)
        for place in range(7):
            total += values[hands[hand, place]]
        out[hand] = total >> np.uint64(32)


def test_the_kernel_costs_little_more_than_looking_at_the_cards() -> None:
    """The kernel takes less than eight times the minimal loop. Reference counting would make it fifteen."""
    from numba import njit

    each = ranking("holdem")
    hands = dealt(7, 200_000)
    out = np.empty(len(hands), dtype=np.uint16)
    made = tables(each.shape, 7)
    kernel, bare = rank_hands(7), njit()(add_up)
    ranking_times, bare_times = [], []
    for _ in range(12):
        ranking_times.append(timed(lambda: kernel(*made, hands, out)))
        bare_times.append(timed(lambda: bare(made.values, hands, out)))
    assert min(ranking_times) < 8 * min(bare_times)


def test_the_kernel_is_far_quicker_than_a_plain_loop() -> None:
    """The kernel is far faster than a plain loop. The usual factor is some twenty thousand."""
    each = ranking("holdem")
    hands, out = dealt(7, 200_000), np.empty(200_000, np.uint16)
    rank_hands(7)(*tables(each.shape, 7), hands, out)
    kernel = min(timed(lambda: rank_hands(7)(*tables(each.shape, 7), hands, out)) for _ in range(5)) / len(
        hands
    )
    few = hands[:20].tolist()
    plain = min(timed(lambda: [naive(each, row) for row in few]) for _ in range(3)) / len(few)
    assert plain / kernel > 1_000


def naive(each: Ranking, row: list[int]) -> Key:
    return max(made_by(five, each.shape).key for five in combinations(row, 5))


def timed(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def test_where_nothing_can_be_kept_on_disk_kernels_are_compiled_all_the_same() -> None:
    code = (
        "import numpy, numba.core.caching as caching; caching.CacheImpl._locator_classes = []\n"
        "from novamas.hands import ranking; from novamas.hands.batch import strengths\n"
        "print(strengths(ranking('tres_cartas'), numpy.array([[51, 47, 43]], dtype=numpy.uint8)))"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "[741]"


def plus(more: Any) -> Any:
    """Return a kernel that adds `more` and calls another kernel."""

    def one_more(number: int) -> int:
        return number + 1

    one: Any = compiled(one_more)

    def some_more(number: int) -> int:
        return int(one(number) + more)

    return compiled(some_more)


def test_a_kernel_that_calls_another_is_found_again() -> None:
    """A kernel made again has the same cache name, unless it contains another number."""
    assert plus(1)(40) == 42
    again, other = plus(1), plus(2)
    assert again(40) == 42
    assert other(40) == 43
    assert again.stats.cache_hits


def test_a_kernel_that_is_made_with_more_than_figures_leaves_nothing_on_disk() -> None:
    """A kernel made with an array is not cached on disk: a similar array could have the same cache name."""
    with_array = plus(np.ones(1, np.int64)[0])
    assert with_array.stats.cache_path is None
    assert with_array(40) == 42


@pytest.mark.parametrize(
    ("game", "size"), [("holdem", 7), ("holdem", 5), ("tres_cartas", 3), ("pai_gow_poker", 5)]
)
def test_few_hands_are_ranked_as_many_are(monkeypatch: pytest.MonkeyPatch, game: str, size: int) -> None:
    """The results with and without a kernel agree, for flushes, straights and the joker too."""
    rank, generator = ranking(game), np.random.default_rng(8)
    held = np.array(deck(rank.shape.deck), np.uint8)
    hands = dealt(size, FEW + 1, rank.shape.deck)
    suited = held[held < 52].reshape(-1, 4)[:, 2]
    hands[:3_000] = [generator.choice(suited, size, replace=False) for _ in range(3_000)]
    if rank.shape.has_joker:
        hands[1_000:3_000, -1] = JOKER
    monkeypatch.setattr(batch._Patience, "left", FEW)
    few = strengths(rank, hands[:FEW])
    assert batch._Patience.left == 0
    assert (strengths(rank, hands)[:FEW] == few).all()
    assert (strengths(rank, hands[:FEW]) == few).all()  # no one has the patience any more
    assert len(np.unique(few)) > 100


def test_tables_are_kept_and_a_broken_file_is_made_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NOVAMAS_CACHE", str(tmp_path))
    shape = ranking("tres_cartas").shape
    made = tables.__wrapped__(shape, 3)
    (kept,) = tmp_path.iterdir()
    again = tables.__wrapped__(shape, 3)
    kept.write_bytes(kept.read_bytes()[:1_000])
    for other in (again, tables.__wrapped__(shape, 3)):
        for one, same in zip(map(np.asarray, made), map(np.asarray, other), strict=True):
            assert np.array_equal(one, same)
            assert one.dtype == same.dtype
    monkeypatch.setenv("NOVAMAS_CACHE", str(kept))  # no folder: nothing is kept, and nothing fails
    assert np.array_equal(tables.__wrapped__(shape, 3).strengths, made.strengths)
