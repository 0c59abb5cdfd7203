"""Pai gow poker by simulation: the house way against itself, against the best setting, and as the bank.

There are too many pairs of hands of seven to go through: the figures come from deals, and say how many and
with which standard error. Each deal counts twice, either hand being the client once, so that what is luck in
the cards cancels out and the error is that of the copies and the commission alone.

The best setting is the best against how the house sets its hand, given how many aces and whether the joker
the player holds. To know these is worth five hundred-thousandths of the stake; to know all seven cards would
be worth a little more, which is not in the figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb, sqrt
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from novamas.errors import Unreadable
from novamas.games.banked.pai_gow_poker.choices import Choices
from novamas.games.banked.pai_gow_poker.cloth import house_way, way_name
from novamas.games.banked.pai_gow_poker.house_way import (
    ACE,
    LOWS,
    high_shape,
    house_setting,
    kinds,
    least_high,
    low_strengths,
    settings,
    worth,
)
from novamas.hands import Category, ladder
from novamas.kit.cards import DECK_53, JOKER, names
from novamas.kit.cards import cards as read_cards
from novamas.odds.advice import row, rule, whole_table
from novamas.odds.report import BetOdds, Settings
from novamas.odds.steps import steps
from novamas.table.game import Table, Wager

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.int64]

HELD = 7
AT_ONCE = 200_000  # deals
LEARNT, SEED = 400_000, 2026  # deals from which one hand is explained
COMMISSION = Fraction(1, 20)  # for which the best setting is learnt: it hardly moves it


class Tallies(Struct, frozen=True, forbid_unknown_fields=True):
    """What became of both clients in so many deals, for each pairing: rows and columns won, void, lost."""

    deals: int
    seed: int
    learnt: int
    house: tuple[tuple[int, ...], ...]
    best: tuple[tuple[int, ...], ...]
    bank_best: tuple[tuple[int, ...], ...]


class Published(Struct, frozen=True, forbid_unknown_fields=True):
    """What `simulate` and `count_hands` gave: tallies by house way, and every hand of seven."""

    ways: dict[str, Tallies]
    hands: dict[Category, int]


@cache
def published() -> Published:
    """The simulation that comes with the package."""
    from importlib.resources import files

    text = files("novamas.odds").joinpath("data", "pai_gow_poker.json").read_bytes()
    return msgspec.json.decode(text, type=Published)


def counted_anew(norm: str, way: str) -> Published:
    """The same for one house way, dealt and counted again: some minutes."""
    kept = published().ways[way]
    tallies = simulate(norm, way, deals=kept.deals, learnt=kept.learnt, seed=kept.seed)
    return Published({way: tallies}, count_hands())


def hand_chances() -> dict[Category, Fraction]:
    """How likely each combination is as the best five of seven cards, exactly."""
    return {category: Fraction(count, comb(53, 7)) for category, count in published().hands.items()}


# ---------------------------------------------------------------- the odds


def bets(table: Table) -> dict[str, BetOdds]:
    """A box set by the house way or for the best, and the bank held against one box at the house way."""
    return _bets(table, published())


def bets_anew(table: Table) -> dict[str, BetOdds]:
    """The same with the simulation run again, which takes some minutes."""
    choices: Choices = table.choices
    return _bets(table, counted_anew(table.frame.norm, choices.house_way))


def _bets(table: Table, sums: Published) -> dict[str, BetOdds]:
    choices: Choices = table.choices
    tallies = sums.ways[choices.house_way]
    wagers = table.game.wagers(table.opening)
    found = {}
    for name, best, nets in (
        ("casilla", tallies.best, client_nets(choices.commission)),
        ("banca", tallies.bank_best, bank_nets(choices.commission)),
    ):
        wager = wagers[name]
        simply = pairing_odds(tallies.house, tallies.deals, nets, wager)
        odds = pairing_odds(best, tallies.deals, nets, wager)
        cost = rule("any seven cards", simply.edge - odds.edge, best="set_as_house", otherwise="set_hand")
        found[name] = replace(simply, advice=(whole_table(hand_rows(sums)),))
        found[f"{name}_best"] = replace(odds, advice=(cost,))
    return found


def hand_rows(sums: Published) -> tuple[Mapping[str, Any], ...]:
    """Every combination as the best five of seven: how many hands, exactly."""
    return tuple(
        row({"best five of seven": category.value}, "", {}, count) for category, count in sums.hands.items()
    )


def client_nets(commission: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """What a client gains by a unit when he wins, when the game is void, and when he loses."""
    return 1 - commission, Fraction(0), Fraction(-1)


def bank_nets(commission: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """What the bank gains when that client wins, when the game is void, and when he loses."""
    return Fraction(-1), Fraction(0), 1 - commission


def pairing_odds(
    counts: tuple[tuple[int, ...], ...], deals: int, nets: tuple[Fraction, ...], wager: Wager
) -> BetOdds:
    """The mean over both clients of every deal, and its standard error over the deals."""
    either = [sum(counts[n]) + sum(row[n] for row in counts) for n in range(3)]
    chances = {net: Fraction(count, 2 * deals) for net, count in zip(nets, either, strict=True)}
    mean = sum((net * chance for net, chance in chances.items()), Fraction(0))
    square = sum((net**2 * chance for net, chance in chances.items()), Fraction(0))
    pairs = [(counts[a][b], (nets[a] + nets[b]) / 2) for a in range(3) for b in range(3)]
    spread = sum((many * (net - mean) ** 2 for many, net in pairs), Fraction(0)) / deals
    return BetOdds(
        edge=-mean,
        per=wager.per,
        stake=wager.stake,
        sd=sqrt(square - mean**2),
        hit=sum((chance for net, chance in chances.items() if net > 0), Fraction(0)),
        distribution=tuple(sorted(chances.items())),
        exact=False,
        se=sqrt(spread / deals),
    )


# ---------------------------------------------------------------- the simulation


def simulate(norm: str, way: str, *, deals: int, learnt: int, seed: int) -> Tallies:
    """Deal so often, after so many deals to learn how the house sets its hands."""
    import numpy as np

    from novamas.odds.pai_gow_poker_kernels import play

    cards, lows, of_low, figures = _numbers(norm, way)
    counts = _learnt(norm, way, learnt, seed + 1)
    as_client, as_bank = _worths(counts)
    won = np.zeros((3, 3, 3), np.int64)
    deck, state = np.arange(len(DECK_53), dtype=np.uint8), np.uint64(seed)
    for many in steps("deals", _parts(deals)):
        told = cards, lows, of_low, figures, as_client, as_bank
        state = np.uint64(play()(*told, deck, many, state, won))
    rows = [tuple(tuple(row) for row in pairing) for pairing in won.tolist()]
    return Tallies(deals, seed, learnt, *rows)


def advise(norm: str, way: str, cards: Sequence[int], *, learnt: int, seed: int) -> list[tuple[str, float]]:
    """Every right way to set seven cards against the croupier's bank, the best first, and what it gains.

    So many deals tell how the house sets its hand; the gain is an estimate.
    """
    held = tuple(sorted(cards))
    as_client, _ = _worths(_learnt(norm, way, learnt, seed))
    bucket = sum(worth(card) == ACE for card in held if card != JOKER) + 5 * (JOKER in held)
    high, low = settings(held)
    found = [
        (way_name(held, n), float(as_client[bucket, low[n], high[n]]))
        for n in range(len(LOWS))
        if high[n] >= least_high()[low[n]]
    ]
    return sorted(found, key=lambda each: -each[1])


def explain_setting(table: Table, hand: str) -> Settings:
    """What each way to set seven cards is worth against the croupier's bank, by many deals."""
    held = tuple(sorted(read_cards(hand)))
    if len(set(held)) != HELD:
        raise Unreadable("no_hand", f"«{hand}» is not a hand: write seven cards; the joker is *.")
    choices: Choices = table.choices
    gains = advise(table.frame.norm, choices.house_way, held, learnt=LEARNT, seed=SEED)
    setting = house_setting(held, house_way(table.frame.norm, choices.house_way))
    return Settings(names(held), dict(gains), way_name(held, setting), exact=False)


def _numbers(norm: str, way: str) -> tuple[tuple[object, ...], Array, Array, tuple[object, ...]]:
    """All that the kernels are told: tables of the hands, ways to set, and the house way."""
    import numpy as np

    from novamas.hands.tables import tables

    two_pairs, four, three_aces, five_aces = house_way(norm, way).plain
    figures = (
        *(np.array(least_high()), np.array(kinds()), np.array(two_pairs), np.array(four)),
        *(three_aces, five_aces),
    )
    return tuple(tables(high_shape(), 5)), np.array(LOWS), np.array(low_strengths()), figures


def _learnt(norm: str, way: str, deals: int, seed: int) -> Array:
    """How the house sets its hand, counted by what the other hand holds."""
    import numpy as np

    from novamas.odds.pai_gow_poker_kernels import BUCKETS, learn

    cards, lows, of_low, figures = _numbers(norm, way)
    counts = np.zeros((BUCKETS, len(least_high()), len(kinds())), np.int64)
    deck, state = np.arange(len(DECK_53), dtype=np.uint8), np.uint64(seed)
    for many in steps("deals to learn from", _parts(deals)):
        state = np.uint64(learn()(cards, lows, of_low, figures, deck, many, state, counts))
    return counts


def _parts(deals: int) -> list[int]:
    """So many deals in parts, between which one sees how far it has come."""
    whole, rest = divmod(deals, AT_ONCE)
    return [AT_ONCE] * whole + [rest] * (rest > 0)


def _worths(counts: Array) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What each setting gains against the house's hand: as its client, and as its bank."""
    import numpy as np

    whole = np.maximum(counts.sum(axis=(1, 2), keepdims=True), 1)
    upto = counts.cumsum(axis=1).cumsum(axis=2) / whole  # both no better than this
    below = np.zeros_like(upto)
    below[:, 1:, 1:] = upto[:, :-1, :-1]
    flipped = counts[:, ::-1, ::-1].cumsum(axis=1).cumsum(axis=2)[:, ::-1, ::-1] / whole  # no worse
    above = np.zeros_like(flipped)
    above[:, :-1, :-1] = flipped[:, 1:, 1:]
    prize = float(1 - COMMISSION)
    return (prize * below - flipped).astype(np.float32), (prize * upto - above).astype(np.float32)


def count_hands(cards: Sequence[int] = DECK_53) -> dict[Category, int]:
    """How many of all hands of seven of these cards make each combination with their best five."""
    import numpy as np

    from novamas.hands.tables import tables
    from novamas.odds.pai_gow_poker_kernels import count_all

    counts = np.zeros(len(kinds()), np.int64)
    told = *tables(high_shape(), 5), np.array(LOWS), np.array(cards, np.uint8)
    for first in steps("hands", range(len(cards) - 6)):
        count_all()(*told, first, counts)
    found = dict.fromkeys(high_shape().order, 0)
    for rung, count in zip(ladder(high_shape()).rungs, counts[1:].tolist(), strict=True):
        found[rung.category] += count
    return found
