"""Baccarat in which both players choose: two given strategies against each other, or equilibrium.

The banker knows the bank's own two cards and the punto's act: a third card of known points, or
none. The punto knows the total of the punto's hand. Everything is counted in whole numbers and
solved in fractions. Sources: J. G. Kemeny and J. L. Snell, "Game-theoretic solution of baccarat"
(1957); F. Downton and R. L. Lockwood, "Computer studies of baccarat, I: chemin-de-fer" (1975); S.
N. Ethier and C. Gámez, "A game-theoretic analysis of baccara chemin de fer" (2013).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, pairwise
from math import perm
from typing import TypeAlias

from msgspec import Struct

from novamas.equipment.shoe import Shoe
from novamas.hands import baccarat_points

BankHand: TypeAlias = tuple[int, ...]  # the points of two cards, or only their total
Info: TypeAlias = tuple[BankHand, int | None]  # what the banker knows: own hand, the punto's third card
PuntoPlan: TypeAlias = Mapping[int, Fraction]  # the chance of drawing, by the punto's total
BankPlan: TypeAlias = Callable[[Info], Fraction]  # the chance of drawing

NATURALS = (8, 9)
FIVE = 5
CARDS = 6  # most cards of a coup
INFINITE_DECK = (4, 1, 1, 1, 1, 1, 1, 1, 1, 1)  # of thirteen ranks, four count zero
DRAW_BANK, DRAW_PUNTO, STAND_BANK, STAND_PUNTO = range(4)


def counts_of(shoe: Shoe) -> tuple[int, ...]:
    """Return the number of unseen cards of each value, from 0 to 9."""
    counts = [0] * 10
    for code, many in shoe.items():
        counts[baccarat_points((code,))] += many
    return tuple(counts)


class Coups(Struct, frozen=True):
    """All coups of a shoe: in how many ways each side wins, by the banker's knowledge and act."""

    whole: int
    naturals: tuple[int, int]  # won by the bank, won by the punto
    cells: Mapping[Info, Mapping[int, tuple[int, int, int, int]]]  # then by the punto's total

    def by_total(self) -> Coups:
        """Return the same coups for a banker who knows only the total of the bank's cards."""
        merged: dict[Info, dict[int, tuple[int, int, int, int]]] = {}
        for (hand, third), totals in self.cells.items():
            cell = merged.setdefault(((sum(hand) % 10,), third), {})
            for total, ways in totals.items():
                a, b, c, d = cell.get(total, (0, 0, 0, 0))
                cell[total] = (a + ways[0], b + ways[1], c + ways[2], d + ways[3])
        return Coups(self.whole, self.naturals, merged)


class Outcome(Struct, frozen=True):
    """The probabilities that the bank wins, that the coup is a tie, and that the punto wins."""

    bank: Fraction
    tie: Fraction
    punto: Fraction

    @property
    def punto_gains(self) -> Fraction:
        """The punto's average gain per unit staked."""
        return self.punto - self.bank

    def bank_gains(self, rake: Fraction) -> Fraction:
        """Return the banker's average gain per unit of the punto's stake, after the house's deduction."""
        return (1 - rake) * self.bank - self.punto


class Equilibrium(Struct, frozen=True):
    """A pair of plans in which neither player gains by changing only their own plan."""

    punto_draws: Fraction  # on five
    mixes: dict[Info, Fraction]  # where the banker mixes: the chance of drawing
    draws: dict[Info, bool]  # everywhere else: whether the banker draws
    outcome: Outcome

    def bank(self, info: Info) -> Fraction:
        """Return the banker's probability of drawing in this situation."""
        return self.mixes[info] if info in self.mixes else Fraction(int(self.draws[info]))


# ---------------------------------------------------------------- counting


@cache
def coups_of(counts: tuple[int, ...], *, replaced: bool = False) -> Coups:
    """Return all coups of a shoe with `counts` cards of each value, with or without replacement."""
    left = _Left(list(counts), replaced=replaced)
    naturals = [0, 0]
    cells: dict[Info, dict[int, list[int]]] = {}
    for punto_cards, punto_ways in left.pairs():
        left.take(*punto_cards)
        for bank_cards, bank_ways in left.pairs():
            left.take(*bank_cards)
            punto, bank = sum(punto_cards) % 10, sum(bank_cards) % 10
            ways = punto_ways * bank_ways
            if punto in NATURALS or bank in NATURALS:
                if punto != bank:
                    naturals[punto > bank] += ways * left.padding(4)
            else:
                for info, tally in left.thirds(punto, bank_cards):
                    cell = cells.setdefault(info, {}).setdefault(punto, [0, 0, 0, 0])
                    for n, many in enumerate(tally):
                        cell[n] += ways * many
            left.put_back(*bank_cards)
        left.put_back(*punto_cards)
    return Coups(
        left.padding(0),
        (naturals[0], naturals[1]),
        {
            info: {total: (cell[0], cell[1], cell[2], cell[3]) for total, cell in totals.items()}
            for info, totals in cells.items()
        },
    )


class _Left:
    """The cards left in the shoe while coups are counted."""

    def __init__(self, counts: list[int], *, replaced: bool) -> None:
        self.counts, self.replaced, self.many = counts, replaced, sum(counts)

    def pairs(self) -> Iterator[tuple[tuple[int, int], int]]:
        """Yield each pair of cards by points, with the number of ordered ways to draw the pair."""
        kept = 0 if self.replaced else 1
        for one, other in combinations_with_replacement(range(10), 2):
            here = self.counts[one]
            ways = here * (here - kept) if one == other else 2 * here * self.counts[other]
            if ways:
                yield (one, other), ways

    def take(self, *cards: int) -> None:
        if not self.replaced:
            for points in cards:
                self.counts[points] -= 1

    def put_back(self, *cards: int) -> None:
        if not self.replaced:
            for points in cards:
                self.counts[points] += 1

    def padding(self, drawn: int) -> int:
        """Return the ways to draw the cards that a coup leaves, so that every coup counts as six cards."""
        if self.replaced:
            return int(self.many ** (CARDS - drawn))
        return perm(self.many - drawn, CARDS - drawn)

    def thirds(
        self, punto: int, bank_cards: tuple[int, int]
    ) -> Iterator[tuple[Info, tuple[int, int, int, int]]]:
        """Yield what the banker knows, with the ways in which each player wins by the banker's act.

        The punto stands, or draws each possible card.
        """
        bank = sum(bank_cards) % 10
        yield (bank_cards, None), self._ends(punto, bank, 4, 1)
        for third, ways in enumerate(self.counts):
            if ways:
                self.take(third)
                yield (bank_cards, third), self._ends((punto + third) % 10, bank, 5, ways)
                self.put_back(third)

    def _ends(self, punto: int, bank: int, drawn: int, ways: int) -> tuple[int, int, int, int]:
        draw_bank = draw_punto = 0
        for card, many in enumerate(self.counts):
            total = (bank + card) % 10
            if total > punto:
                draw_bank += many
            elif total < punto:
                draw_punto += many
        drawing, standing = ways * self.padding(drawn + 1), ways * self.padding(drawn)
        return (
            draw_bank * drawing,
            draw_punto * drawing,
            standing if bank > punto else 0,
            standing if bank < punto else 0,
        )


# ---------------------------------------------------------------- plans


def punto_plan(on_five: Fraction) -> dict[int, Fraction]:
    """Return the punto's rule: draw to four, stand from six, draw with five with a given probability."""
    return {total: Fraction(total < FIVE) if total != FIVE else on_five for total in range(8)}


def outcome(coups: Coups, punto: PuntoPlan, bank: BankPlan) -> Outcome:
    """Return the outcome of two plans against each other."""
    wins = [Fraction(coups.naturals[0]), Fraction(coups.naturals[1])]
    for info, totals in coups.cells.items():
        draws = bank(info)
        for total, ways in totals.items():
            reached = punto[total] if info[1] is not None else 1 - punto[total]
            if reached:
                for side in (0, 1):
                    wins[side] += reached * (draws * ways[side] + (1 - draws) * ways[2 + side])
    bank_wins, punto_wins = wins[0] / coups.whole, wins[1] / coups.whole
    return Outcome(bank_wins, 1 - bank_wins - punto_wins, punto_wins)


def best_punto(coups: Coups, bank: BankPlan) -> dict[int, Fraction]:
    """Return the punto's best reply to a banker's plan, if the punto may choose with every total."""
    gains = {total: Fraction(0) for total in range(8)}  # of drawing rather than standing
    for info, totals in coups.cells.items():
        draws = bank(info)
        for total, ways in totals.items():
            gain = draws * (ways[DRAW_PUNTO] - ways[DRAW_BANK])
            gain += (1 - draws) * (ways[STAND_PUNTO] - ways[STAND_BANK])
            gains[total] += gain if info[1] is not None else -gain
    return {total: Fraction(int(gain > 0)) for total, gain in gains.items()}


def _bank_gain(coups: Coups, rake: Fraction, info: Info, punto: PuntoPlan) -> Fraction:
    """Return the banker's gain from drawing instead of standing in this situation."""
    gain = Fraction(0)
    for total, ways in coups.cells[info].items():
        reached = punto[total] if info[1] is not None else 1 - punto[total]
        drawing = (1 - rake) * ways[DRAW_BANK] - ways[DRAW_PUNTO]
        standing = (1 - rake) * ways[STAND_BANK] - ways[STAND_PUNTO]
        gain += reached * (drawing - standing)
    return gain


def must_draw(info: Info) -> bool:
    """Return whether the banker must draw. With zero (baccará) there is no choice."""
    return sum(info[0]) % 10 == 0


def best_bank(coups: Coups, punto: PuntoPlan, rake: Fraction) -> dict[Info, bool]:
    """Return the banker's best reply to a punto's plan. If both acts are equal, the bank stands."""
    return {info: must_draw(info) or _bank_gain(coups, rake, info, punto) > 0 for info in coups.cells}


# ---------------------------------------------------------------- the equilibrium


def equilibria(coups: Coups, rake: Fraction = Fraction(0)) -> list[Equilibrium]:
    """Return every equilibrium exactly, each with the punto's probability of drawing with five.

    The banker's best reply changes only at probabilities where drawing and standing are worth the same.
    Between two of these, the punto gains either by drawing or by standing. Where that changes sign, the
    banker mixes.
    """
    lines = {info: _line(coups, rake, info) for info in coups.cells if not must_draw(info)}
    turns = {-never / slope for never, slope in lines.values() if slope}
    edges = [Fraction(0), *sorted(turn for turn in turns if 0 < turn < 1), Fraction(1)]
    middles = [(low + high) / 2 for low, high in pairwise(edges)]
    answers = [_answer(coups, lines, middle) for middle in middles]
    gains = [_five_gain(coups, answer) for answer in answers]
    found = []
    if gains[0] < 0:
        found.append(_pure(coups, Fraction(0), answers[0]))
    for n, turn in enumerate(edges[1:-1]):
        if gains[n] * gains[n + 1] < 0:
            found.append(_mixed(coups, turn, answers[n], answers[n + 1], gains[n], gains[n + 1]))
    if gains[-1] > 0:
        found.append(_pure(coups, Fraction(1), answers[-1]))
    return found


def _line(coups: Coups, rake: Fraction, info: Info) -> tuple[Fraction, Fraction]:
    """Return the banker's gain from drawing as a line in the punto's probability of drawing with five.

    The two numbers are its value at 0 and its slope.
    """
    never = _bank_gain(coups, rake, info, punto_plan(Fraction(0)))
    return never, _bank_gain(coups, rake, info, punto_plan(Fraction(1))) - never


def _answer(
    coups: Coups, lines: Mapping[Info, tuple[Fraction, Fraction]], chance: Fraction
) -> dict[Info, bool]:
    """Return the banker's best reply to a punto who draws with five with a given probability."""
    return {info: info not in lines or lines[info][0] + lines[info][1] * chance > 0 for info in coups.cells}


def _five_gain(coups: Coups, answer: Mapping[Info, bool]) -> int:
    """Return how many more ways the punto wins with five by drawing instead of standing."""
    gain = 0
    for info, totals in coups.cells.items():
        if FIVE in totals:
            ways = totals[FIVE]
            at = DRAW_BANK if answer[info] else STAND_BANK
            won = ways[at + 1] - ways[at]
            gain += won if info[1] is not None else -won
    return gain


def _pure(coups: Coups, draws: Fraction, answer: dict[Info, bool]) -> Equilibrium:
    found = outcome(coups, punto_plan(draws), lambda info: Fraction(int(answer[info])))
    return Equilibrium(draws, {}, answer, found)


def _mixed(
    coups: Coups, turn: Fraction, before: dict[Info, bool], after: dict[Info, bool], first: int, second: int
) -> Equilibrium:
    """Return an equilibrium in which the banker mixes two replies.

    The mix makes drawing and standing equal for a punto with five.
    """
    part = Fraction(-second, first - second)  # the weight of the reply before the turning point
    mixes = {info: part if before[info] else 1 - part for info in before if before[info] != after[info]}
    draws = {info: answer for info, answer in before.items() if info not in mixes}
    equilibrium = Equilibrium(turn, mixes, draws, Outcome(Fraction(0), Fraction(1), Fraction(0)))
    found = outcome(coups, punto_plan(turn), equilibrium.bank)
    return Equilibrium(turn, mixes, draws, found)
