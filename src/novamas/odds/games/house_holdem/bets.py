"""Exact odds of hold'em against the house, with and without the bonus.

At the last two decisions the player knows the player's hand, the flop and, at the second, the turn
card. A further bet wins or loses its stake with the hand. The decisions do not affect each other,
so each is made on its own: bet if more of the possible outcomes win than lose. All 1,755 flops that
differ by more than suits are enumerated, with every turn and river and every hand of player and
bank. That takes a minute or two, so `tools/house_holdem.py` stores the sums in a file that comes
with the package. `bets_anew` recomputes them. They also decide the bet before the flop.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import files
from itertools import combinations
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52, RANK_LETTERS, cards
from novamas.families.banked.acts import Fold
from novamas.families.house_holdem.acts import BetOn
from novamas.families.house_holdem.figures import BONUS, FLOP, RIVER, TURN, Figures, figures_of
from novamas.hands import Category, ladder, ranking
from novamas.hands.tables import tables
from novamas.law.default import ours
from novamas.odds.advice import SUITED, coded, row, rule, whole_table
from novamas.odds.engine_payouts import net, odds_of
from novamas.odds.games.house_holdem.kernels import (
    BANK_HANDS,
    HANDS,
    LEFT,
    LOST,
    OUTCOMES,
    TIED,
    WON,
    WON_HIGH,
    count_flop,
    weigh_flop,
)
from novamas.odds.progress import tracked
from novamas.odds.report import BetOdds
from novamas.odds.suit_classes import suit_classes
from novamas.table.deeds import Act
from novamas.table.game import Table

RANKS = len(RANK_LETTERS)
TURNS, RIVERS = 47, 46
LATER = "turn_y_river"
FLOP_RULE = coded("all_but_low_deuces")
BETS_RULE = coded("better_than_the_table")
EXAMPLES = {  # own cards, community cards, the bank's cards
    WON: ("Ac Ad", "2c 7d 9h Jc 4s", "Kc Kd"),
    WON_HIGH: ("Td 8c", "2c 7d 9h Jc 4s", "Kc Kd"),
    LOST: ("Kc Kd", "2c 7d 9h Jc 4s", "Ac Ad"),
    TIED: ("Ac Kd", "2c 7d 9h Jc 4s", "Ad Kc"),
}


class Totals(Struct, frozen=True):
    """The sums over all flops by starting hand and outcome, for best play and for the simple rule.

    `won` has the total gain of the turn and river bets on each flop, so that a single flop can be
    recomputed and compared.
    """

    best: tuple[tuple[int, ...], ...]
    simple: tuple[tuple[int, ...], ...]
    won: tuple[tuple[int, int], ...]


@cache
def totals() -> Totals:
    """Return the sums that come with the package."""
    data = files("novamas.odds.games.house_holdem").joinpath("data.json").read_bytes()
    return msgspec.json.decode(data, type=Totals)


def count_all() -> Totals:
    """Recompute the sums of all flops."""
    best = np.zeros((RANKS * RANKS, OUTCOMES), dtype=np.int64)
    simple, won = np.zeros_like(best), []
    flops, weights = suit_classes(3)
    for n in tracked("flops", range(len(flops))):
        here = weigh(flops[n], int(weights[n]))
        best += here[0]
        simple += here[1]
        won.append(bets_won(here))
    return Totals(tuple(map(tuple, best.tolist())), tuple(map(tuple, simple.tolist())), tuple(won))


def weigh(flop: NDArray[np.uint8], weight: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Play every hand on a flop. Return the ways by starting hand and outcome for both strategies.

    The strategies are best play and the simple rule.
    """
    best = np.zeros((RANKS * RANKS, OUTCOMES), dtype=np.int64)
    simple = np.zeros_like(best)
    left, counts = counted(tuple(flop.tolist()))
    weigh_flop()(flop, left, counts, weight, best, simple)
    return best, simple


def bets_won(ways: tuple[NDArray[np.int64], NDArray[np.int64]]) -> tuple[int, int]:
    """Return the total gain of the turn and river bets, by best play and by the simple rule."""
    gain = np.zeros(OUTCOMES, dtype=np.int64)
    for more in range(3):
        gain[4 * more + WON] = gain[4 * more + WON_HIGH] = more
        gain[4 * more + LOST] = -more
    best, simple = (int((each.sum(axis=0) * gain).sum()) for each in ways)
    return best, simple


@lru_cache(maxsize=8)
def counted(flop: tuple[int, ...]) -> tuple[NDArray[np.uint8], NDArray[np.uint16]]:
    """Return the cards that are not on a flop, and the results of each hand with each turn card."""
    ranked = ranking("holdem_contrapartida", law=ours())
    left = np.array([card for card in DECK_52 if card not in flop], dtype=np.uint8)
    counts = np.zeros((LEFT, HANDS, 3), dtype=np.uint16)
    count_flop()(*tables(ranked.shape, 7), np.array(flop, dtype=np.uint8), left, straight(), counts)
    return left, counts


def straight() -> int:
    """Return the strength of the weakest straight. The ante is paid from this strength on."""
    rungs = enumerate(ladder(ranking("holdem_contrapartida", law=ours()).shape).rungs, start=1)
    return next(strength for strength, rung in rungs if rung.category is Category.ESCALERA)


def worth_of_bet(own: Sequence[int], board: Sequence[int]) -> Fraction:
    """Return the value of one more unit with two cards, on a flop with or without a turn card."""
    left, counts = counted(tuple(board[:3]))
    places = left.tolist()
    one, other = sorted(places.index(card) for card in own)
    hand = one * (2 * LEFT - one - 1) // 2 + other - one - 1
    turns = [places.index(card) for card in board[3:]] or [n for n in range(LEFT) if n not in (one, other)]
    by_turn = counts[turns, hand].astype(np.int64)
    won = int(by_turn[:, (WON, WON_HIGH)].sum() - by_turn[:, LOST].sum())
    return Fraction(won, len(turns) * RIVERS * BANK_HANDS)


# ---------------------------------------------------------------- the ante


class Play:
    """The ante with all further bets at one table. The sums give the ways, the engine gives the payouts."""

    def __init__(self, table: Table, sums: Totals | None = None) -> None:
        self.sums = totals() if sums is None else sums
        self.wager = table.game.wagers(table.opening)["ante"]
        self.stake = self.wager.stake
        self.fold = net(table.opening, (*self.wager.acts, Fold(1)), cards("2c 3d"))
        self.nets = [self._net(table, more, result) for more in range(3) for result in range(4)]
        self.goes = [self._sum(by_outcome) > self.fold * sum(by_outcome) for by_outcome in self.sums.best]

    def _net(self, table: Table, more: int, result: int) -> int:
        """Return the net payment for this outcome, with `more` bets after the flop bet."""
        bets: tuple[Act, ...] = tuple(BetOn(1, street) for street in (FLOP, TURN, RIVER)[: 1 + more])
        own, board, bank = EXAMPLES[result]
        return net(table.opening, (*self.wager.acts, *bets), cards(f"{own} {board} {bank}"))

    def _sum(self, by_outcome: Sequence[int]) -> int:
        return sum(ways * won for ways, won in zip(by_outcome, self.nets, strict=True))

    def distribution(self, by_hand: Sequence[Sequence[int]]) -> dict[Fraction, Fraction]:
        """Return the probability of each net win per ante, with the best flop bets and these outcomes."""
        ways: dict[int, int] = {}
        for goes, by_outcome in zip(self.goes, by_hand, strict=True):
            if not goes:
                ways[self.fold] = ways.get(self.fold, 0) + sum(by_outcome)
                continue
            for won, many in zip(self.nets, by_outcome, strict=True):
                ways[won] = ways.get(won, 0) + many
        whole = sum(ways.values())
        return {Fraction(won, self.stake): Fraction(many, whole) for won, many in ways.items() if many}

    def odds(self) -> BetOdds:
        best = odds_of(self.distribution(self.sums.best), self.wager.per, self.stake)
        simple = odds_of(self.distribution(self.sums.simple), self.wager.per, self.stake)
        advice = (
            {**rule(FLOP_RULE, Fraction(0), best="bet_on", otherwise="fold"), "about": FLOP},
            {**rule(BETS_RULE, simple.edge - best.edge, best="bet_on", otherwise="check"), "about": LATER},
            whole_table(tuple(self.rows())),
        )
        also = {"unit_staked_on_average": best.edge / self.staked()}
        return replace(best, also=also, advice=advice)

    def staked(self) -> Fraction:
        """Return the average number of antes staked, including the ante itself."""
        units, whole = 0, 0
        for goes, by_outcome in zip(self.goes, self.sums.best, strict=True):
            for outcome, many in enumerate(by_outcome):
                units += many * (3 + outcome // 4 if goes else 1)
                whole += many
        return Fraction(units, whole)

    def rows(self) -> Iterator[Mapping[str, Any]]:
        """Yield the flop bet for each of the 169 starting hands. `whole_lines` has the later bets."""
        for kind, by_outcome in enumerate(self.sums.best):
            go = Fraction(self._sum(by_outcome), sum(by_outcome) * self.stake)
            worth = {"bet_on": go, "fold": Fraction(self.fold, self.stake)}
            best = "bet_on" if self.goes[kind] else "fold"
            yield row({"bet": FLOP, "hand": kind_label(kind)}, best, worth, hands_of(kind))


def kind_label(kind: int) -> str:
    """Return the label of a starting hand, such as "A-K:suited", "A-K" or "A-A"."""
    one, other = divmod(kind, RANKS)
    label = f"{RANK_LETTERS[max(one, other)]}-{RANK_LETTERS[min(one, other)]}"
    return label + SUITED * (one > other)


def kind_of(own: Sequence[int]) -> int:
    """Return the number of a starting hand.

    It is 13 times one rank plus the other. The higher rank comes first if the hand is suited.
    """
    low, high = sorted(card >> 2 for card in own)
    is_suited = own[0] & 3 == own[1] & 3
    return high * RANKS + low if is_suited else low * RANKS + high


def hands_of(kind: int) -> int:
    """Return how many two-card hands this starting hand's number stands for."""
    one, other = divmod(kind, RANKS)
    return 4 if one > other else 6 if one == other else 12


# ---------------------------------------------------------------- the bonus


def bonus_nets(figures: Figures) -> dict[Fraction, Fraction]:
    """Return the probability of each net win of the bonus per unit.

    Every two cards of the player are enumerated, and the bank's cards if they matter.
    """
    ways: dict[Fraction, int] = {}
    bank_hands = 50 * 49 // 2
    for own in combinations(DECK_52, 2):
        rest: Iterator[tuple[int, ...]] = iter([()])
        each = bank_hands
        if any(prize.fits(own, own) for prize in figures.may_need_bank):
            rest, each = combinations([card for card in DECK_52 if card not in own], 2), 1
        for bank in rest:
            prize = figures.bonus_prize(own, bank)
            won = Fraction(-1) if prize is None else prize.pays
            ways[won] = ways.get(won, 0) + each
    whole = 26 * 51 * bank_hands
    return {won: Fraction(many, whole) for won, many in ways.items()}


def bets(table: Table) -> dict[str, BetOdds]:
    """Return the odds of the ante under best play, and of the bonus if the table has one."""
    return _bets(table, totals())


def bets_anew(table: Table) -> dict[str, BetOdds]:
    """Return the odds with all flops recomputed, which takes a minute or two."""
    return _bets(table, count_all())


def _bets(table: Table, sums: Totals) -> dict[str, BetOdds]:
    found = {"ante": Play(table, sums).odds()}
    wagers = table.game.wagers(table.opening)
    if BONUS in wagers:
        nets = bonus_nets(figures_of(table.frame))
        found[BONUS] = odds_of(nets, wagers[BONUS].per, wagers[BONUS].stake)
    return found
