"""Reference ranking of hands: try the combinations from the highest down and take the first one made.

All faster code in this package is derived from it and proved equal to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from novamas.equipment import JOKER, rank, suit
from novamas.hands.rankings import Category, Shape
from novamas.law import law

ACE = 14
KING = 13
JACK = 11

Key = tuple[int, ...]
"""A comparison key: the rank of the combination, the lowest first, and then the tie-breakers."""


class Made(NamedTuple):
    """A combination, its comparison key, and its ranks in the order in which they count."""

    key: Key
    category: Category
    ranks: tuple[int, ...]


class _Run(NamedTuple):
    """Consecutive ranks, highest first, and their position among the runs of the deck."""

    place: int
    ranks: tuple[int, ...]
    is_highest: bool


class _Seen(NamedTuple):
    """Properties of some cards: ranks with their counts, whether they are of one suit, and their run."""

    ranks: tuple[int, ...]
    counts: tuple[int, ...]
    is_suited: bool
    run: _Run | None


def made_by(cards: Iterable[int], shape: Shape) -> Made:
    """Return the combination made by exactly these cards."""
    held = [card for card in cards if card != JOKER]
    ranks = tuple(sorted([rank(card) for card in held]))
    return made_of(ranks, len({suit(card) for card in held}) == 1, shape)


@cache
def made_of(ranks: tuple[int, ...], is_suited: bool, shape: Shape) -> Made:
    """Return the combination of these ranks, of one suit or not. If a rank is missing, there is a joker.

    The result is cached, because a deck has only a few thousand sets of ranks. Ranks must be sorted, the
    lowest first.
    """
    if len(ranks) == shape.cards:
        return _made(ranks, is_suited, shape)
    return max(_with_joker(ranks, is_suited, shape))


@law("IB09.16.II.1.2", "AR10.10-1-C.II.1.2", "CM16.ANX1.1.a.1")
def _with_joker(ranks: tuple[int, ...], is_suited: bool, shape: Shape) -> Iterator[Made]:
    """Return the best combination with a joker.

    It is our reading that the joker is an ace, or any card that completes a straight, a flush or a straight
    flush.
    """
    yield _made((*ranks, ACE), False, shape)
    for stand_in in set(range(2, ACE + 1)) - set(ranks):
        completed = _made((*ranks, stand_in), is_suited, shape)
        if completed.category in _COMPLETED_BY_JOKER:
            yield completed


def _made(ranks: tuple[int, ...], is_suited: bool, shape: Shape) -> Made:
    features = _look_at(ranks, is_suited, shape)
    for place, category in enumerate(shape.order):
        decides = _MAKERS[category](features)
        if decides is not None:
            in_order = features.run.ranks if features.run and category in _RUNS else _repeated(features)
            return Made((len(shape.order) - place, *decides), category, in_order)
    raise AssertionError(f"{shape} leaves {ranks} without a name")


def _look_at(ranks: tuple[int, ...], is_suited: bool, shape: Shape) -> _Seen:
    by_count = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    return _Seen(
        ranks=tuple(each for each, _ in by_count),
        counts=tuple(count for _, count in by_count),
        is_suited=is_suited and len(ranks) > 1,
        run=_runs(shape).get(frozenset(ranks)) if len(by_count) == shape.cards else None,
    )


@cache
@law("IB09.12.II.1.3", "AR10.10-2.III.1.3", "IB09.12-1.I.5", "IB09.12-2-e.II.2", "AR10.10-2-B-e.II.2")
@law("IB05.11.II.1.2", "IB05.12.II.1.2", "IB05.13.II.b.2", "IB09.17.II.1.3", "AR10.10-1-D.II.1.2")
@law("AR10.10-1-A.II.1.2", "AR10.10-1-A.V.1.b.2", "AR10.10-1-E.II.1.2", "AR10.10-1-F.II.1.2")
@law("IB09.16.V.4", "AR10.10-1-C.V.1.b.2", "CM16.9.1.b.2")
def _runs(shape: Shape) -> dict[frozenset[int], _Run]:
    """Return the runs of a deck. The ace is the highest card or precedes the lowest, never in the middle.

    It is our reading that the ace is low only within a run, and that the other end of this run decides its
    rank.
    """
    lowest, length = shape.lowest_rank, shape.cards
    runs = [tuple(range(top, top - length, -1)) for top in range(lowest + length - 1, ACE + 1)]
    with_low_ace = (*range(lowest + length - 2, lowest - 1, -1), ACE)
    runs.insert(0 if shape.low_ace == "lowest" else len(runs) - 1, with_low_ace)
    return {frozenset(run): _Run(place, run, place == len(runs) - 1) for place, run in enumerate(runs)}


def _repeated(features: _Seen) -> tuple[int, ...]:
    pairs = zip(features.ranks, features.counts, strict=True)
    return tuple(each for each, count in pairs for _ in range(count))


def _cinco_ases(seen: _Seen) -> Key | None:
    return () if seen.counts == (5,) else None


def _escalera_real(seen: _Seen) -> Key | None:
    return () if seen.is_suited and seen.run is not None and seen.run.is_highest else None


def _escalera_de_color(seen: _Seen) -> Key | None:
    return (seen.run.place,) if seen.is_suited and seen.run is not None else None


def _color(seen: _Seen) -> Key | None:
    return seen.ranks if seen.is_suited and seen.run is None else None


def _escalera(seen: _Seen) -> Key | None:
    return (seen.run.place,) if seen.run is not None and not seen.is_suited else None


@law("IB09.12.VI.1.h.1", "AR10.10-2.VI.1.h.1", "IB09.12.VI.2.6", "AR10.10-2.VI.2.f.1")
def _figuras(seen: _Seen) -> Key | None:
    """Return the comparison key if all five cards are court cards or aces, with at least a pair.

    It is our reading that the highest pair decides, then the other cards from the highest.
    """
    if min(seen.ranks) < JACK or seen.counts[0] != 2:
        return None
    highest_pair, *others = _repeated(seen)
    return (highest_pair, *sorted(others[1:], reverse=True))


@law("AR10.10-1-A.V.1.j.1")
def _as_rey(seen: _Seen) -> Key | None:
    """Return the comparison key of five different cards with ace and king that make nothing else."""
    return seen.ranks if seen.ranks[:2] == (ACE, KING) and _carta_mayor(seen) is not None else None


def _carta_mayor(seen: _Seen) -> Key | None:
    return seen.ranks if seen.counts[0] == 1 else None


def _of_counts(*counts: int) -> Callable[[_Seen], Key | None]:
    """Return a function that recognises hands with these counts of equal ranks and no other pair."""

    def maker(seen: _Seen) -> Key | None:
        is_made = seen.counts[: len(counts)] == counts and set(seen.counts[len(counts) :]) <= {1}
        return seen.ranks if is_made else None

    return maker


_MAKERS: dict[Category, Callable[[_Seen], Key | None]] = {
    Category.CINCO_ASES: _cinco_ases,
    Category.ESCALERA_DE_COLOR_REAL: _escalera_real,
    Category.ESCALERA_REAL: _escalera_real,
    Category.ESCALERA_DE_COLOR: _escalera_de_color,
    Category.POQUER: _of_counts(4),
    Category.FULL: _of_counts(3, 2),
    Category.COLOR: _color,
    Category.ESCALERA: _escalera,
    Category.TRIO: _of_counts(3),
    Category.FIGURAS: _figuras,
    Category.DOBLE_PAREJA: _of_counts(2, 2),
    Category.PAREJA: _of_counts(2),
    Category.AS_REY: _as_rey,
    Category.CARTA_MAYOR: _carta_mayor,
}
_RUNS = {
    Category.ESCALERA_DE_COLOR_REAL,
    Category.ESCALERA_REAL,
    Category.ESCALERA_DE_COLOR,
    Category.ESCALERA,
}
_COMPLETED_BY_JOKER = _RUNS | {Category.COLOR}
