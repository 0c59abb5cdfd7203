"""Exact odds of bacará a dos paños in one model: equal stakes on both sides, only totals known.

The banker sees what both sides did, and draws or stands against both at once. Each hand plays for
its own side of the table. Both draw with five with the same chance, whatever the other did. The
banker's gain from drawing is then a quadratic in that chance, with whole coefficients. It yields
the banker's best reply to any chance. The equilibrium is where the hands' gain from drawing with
five changes sign. The shoe has six decks. Source: S. N. Ethier and J. Lee, "On the three-person
game baccara banque" (2015), who cite the earlier papers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import isqrt, lcm, perm
from typing import Any, TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from novamas.families.passing_bank.cloth import full_shoe
from novamas.families.passing_bank.cuadro import Cuadro, Says
from novamas.games.bacara_dos_panos.setup import Rules
from novamas.law import Frame
from novamas.odds.engine_payouts import odds_of
from novamas.odds.games.bacara_dos_panos.kernels import count_coups
from novamas.odds.games.baccarat import FIVE, INFINITE_DECK, NATURALS, counts_of
from novamas.odds.report import BetOdds
from novamas.table.game import Table

Did: TypeAlias = int  # the points of a third card; STOOD; or a natural of 8 or 9, as EIGHT and NINE
STOOD, EIGHT, NINE = 10, 11, 12
DIDS = tuple(range(13))
Know: TypeAlias = tuple[int, Did, Did]  # what the banker knows: the bank's points, what each side did
Fares: TypeAlias = tuple[int, int]  # the bank's result on each side: 1 won, 0 tied, -1 lost
Joint: TypeAlias = dict[Fares, Fraction]
Rake: TypeAlias = tuple[Fraction, Fraction]  # the house's deduction from a net gain of one unit, and of two
Ways: TypeAlias = Mapping[tuple[int, int, int], tuple[int, ...]]  # by five, five, draws: ways to each result
FARES: tuple[Fares, ...] = tuple((one, other) for one in (-1, 0, 1) for other in (-1, 0, 1))
AFTER_BANK = 7  # most cards of a coup after the bank's pair
PER_PUNTO, PER_BANCA = "stake_of_the_punto", "stake_on_each_cloth"


# ---------------------------------------------------------------- counting


class Coups(Struct, frozen=True):
    """The numbers of card sequences in coups: with a natural of the bank, or by the banker's information."""

    whole: int
    naturals: tuple[int, ...]
    cells: dict[Know, Ways]


@cache
def coups_of(counts: tuple[int, ...], *, replaced: bool = False) -> Coups:
    """Return all coups of a shoe with `counts` cards of each value, with or without replacement."""
    many, kept = sum(counts), int(not replaced)

    def ways_of(cards: int, drawn: int) -> int:
        return many**cards if replaced else perm(many - drawn, cards)

    pairs = list(combinations_with_replacement(range(10), 2))
    padding = [ways_of(AFTER_BANK - drawn, 2 + drawn) for drawn in range(AFTER_BANK + 1)]
    found = np.zeros((len(pairs), 13, 2, 13, 2, 2, 9), np.int64)
    shoe, hands = np.array(counts, np.int64), np.array(list(_hands()), np.int64)
    count_coups()(shoe, np.array(pairs, np.int64), hands, np.array(padding, np.int64), kept, found)
    naturals, by_total = [0] * 9, [np.zeros(found.shape[1:], object) for _ in range(8)]
    for n, (one, other) in enumerate(pairs):
        ways = counts[one] * (counts[one] - kept) if one == other else 2 * counts[one] * counts[other]
        total = (one + other) % 10
        if total < NATURALS[0]:
            by_total[total] += ways * found[n].astype(object)
        elif ways:
            left = list(counts)
            for card in (one, other):
                left[card] -= kept
            for fares, inner in _against_natural(total, left, kept):
                naturals[fares] += ways * inner * ways_of(AFTER_BANK - 4, 6)
    cells: dict[Know, Ways] = {}
    for know in ((points, *dids) for points in range(8) for dids in np.ndindex(13, 13)):
        points, first, second = know
        kinds = by_total[points][first, :, second]
        cells[points, first, second] = {
            (one, other, draws): tuple(kinds[one, other, draws]) for one, other, draws in np.ndindex(2, 2, 2)
        }
    return Coups(ways_of(9, 0), tuple(naturals), cells)


def _hands() -> Iterator[tuple[int, ...]]:
    """Yield each hand of a side: two cards, the third or -1, points, its act, whether it had five."""
    for one, other in combinations_with_replacement(range(10), 2):
        total = (one + other) % 10
        if total >= FIVE:
            did = EIGHT + total - NATURALS[0] if total in NATURALS else STOOD
            yield one, other, -1, total, did, int(total == FIVE)
        if total <= FIVE:
            for third in range(10):
                yield one, other, third, (total + third) % 10, third, int(total == FIVE)


def _against_natural(bank: int, left: list[int], kept: int) -> Iterator[tuple[int, int]]:
    """Yield the results of the bank's natural against two pairs of cards, with their ways."""
    for a, b in combinations_with_replacement(range(10), 2):
        first = left[a] * (left[a] - kept) if a == b else 2 * left[a] * left[b]
        rest = list(left)
        for card in (a, b):
            rest[card] -= kept
        for c, d in combinations_with_replacement(range(10), 2):
            ways = first * (rest[c] * (rest[c] - kept) if c == d else 2 * rest[c] * rest[d])
            if ways > 0:
                totals = ((a + b) % 10, (c + d) % 10)
                yield FARES.index(tuple((bank > one) - (bank < one) for one in totals)), ways


def outcome(coups: Coups, fives: tuple[Fraction, Fraction], plan: Mapping[Know, Fraction]) -> Joint:
    """Return the probability of each pair of results, given both chances with five and a banker's plan."""
    found = {fares: Fraction(ways) for fares, ways in zip(FARES, coups.naturals, strict=True)}
    for know, kinds in coups.cells.items():
        draws = plan.get(know, Fraction(0))
        for (one, other, does), ways in kinds.items():
            part = (draws if does else 1 - draws) * _reached(know[1], one, fives[0])
            part *= _reached(know[2], other, fives[1])
            if part:
                for fares, many in zip(FARES, ways, strict=True):
                    if many:
                        found[fares] += part * many
    return {fares: ways / coups.whole for fares, ways in found.items() if ways}


def _reached(did: Did, has_five: int, five: Fraction) -> Fraction:
    """Return the probability of a hand's act. It is 1 unless the hand has five and may choose."""
    if not has_five:
        return Fraction(1)
    return 1 - five if did == STOOD else five


# ---------------------------------------------------------------- what the banker gains


def rake_of(rules: Rules) -> Rake:
    """Return the house's deduction from a net gain of one unit and of two, at the table's minimum."""
    one, two = (Fraction(rules.house_part(units * rules.minimum), rules.minimum) for units in (1, 2))
    return one, two


def pays(first: int, second: int, rake: Rake) -> Fraction:
    """Return the banker's gain from a coup with a unit on each side, after the house's deduction."""
    net = first + second
    return net - rake[net - 1] if net > 0 else Fraction(net)


def knows() -> Iterator[Know]:
    """Yield every situation in which a banker without a natural may have to decide."""
    for points in range(8):
        for first in DIDS:
            for second in DIDS:
                if min(first, second) < EIGHT:
                    yield points, first, second


class Model(Struct, frozen=True):
    """Two gains as polynomials: the banker's from drawing, and the first side's from drawing with five.

    The variable is the chance of drawing with five. The coefficients are whole numbers.
    """

    bank: dict[Know, tuple[int, int, int]]  # constant, linear, quadratic
    five: dict[Know, tuple[tuple[int, int], tuple[int, int]]]  # if the bank stands, if it draws

    def drawing_gains(self, know: Know, five: Fraction) -> int:
        """Return the banker's gain from drawing instead of standing, up to a positive factor."""
        a, b, c = self.bank[know]
        return a * five.denominator**2 + b * five.numerator * five.denominator + c * five.numerator**2

    def answer(self, five: Fraction) -> dict[Know, bool]:
        """Return the banker's best reply to hands that draw with five with this probability.

        A bank of zero must draw.
        """
        return {know: know[0] == 0 or self.drawing_gains(know, five) > 0 for know in self.bank}

    def gain(self, answer: Mapping[Know, bool], five: Fraction) -> Fraction:
        """Return the first side's gain from drawing with five instead of standing.

        The second side draws with five with the probability `five`.
        """
        constant, slope = self.five_line(answer)
        return constant + slope * five

    def five_line(self, answer: Mapping[Know, bool]) -> tuple[int, int]:
        """Return the first side's gain as a line in the second side's probability: constant and slope."""
        lines = [both[answer[know]] for know, both in self.five.items()]
        return sum(a for a, _ in lines), sum(b for _, b in lines)


@cache
def model(counts: tuple[int, ...], rake: Rake, *, replaced: bool = False) -> Model:
    """Return the polynomials for a shoe with `counts` cards of each value."""
    cells = coups_of(counts, replaced=replaced).cells
    scale = lcm(rake[0].denominator, rake[1].denominator)
    bank_has = [int(scale * pays(*fares, rake)) for fares in FARES]
    first_has = [-first for first, _ in FARES]
    bank, five = {}, {}
    for know in knows():
        kinds, curve = cells[know], [0, 0, 0]
        lines = [[0, 0], [0, 0]]
        for (one, other, draws), ways in kinds.items():
            won = sum(has * many for has, many in zip(bank_has, ways, strict=True))
            (u, v), (x, y) = _chance(know[1], one), _chance(know[2], other)
            for power, factor in enumerate((u * x, u * y + v * x, v * y)):
                curve[power] += factor * (won if draws else -won)
            if one:
                own = sum(has * many for has, many in zip(first_has, ways, strict=True))
                lines[draws][0] += v * own * x
                lines[draws][1] += v * own * y
        bank[know] = (curve[0], curve[1], curve[2])
        five[know] = ((lines[0][0], lines[0][1]), (lines[1][0], lines[1][1]))
    return Model(bank, five)


def _chance(did: Did, has_five: int) -> tuple[int, int]:
    """Return the probability of a hand's act, as a line in its probability of drawing with five."""
    if not has_five:
        return 1, 0
    return (1, -1) if did == STOOD else (0, 1)


# ---------------------------------------------------------------- the equilibrium


class Solution(Struct, frozen=True):
    """The equilibrium: the hands' probability of drawing with five, and the banker's mix of two replies.

    Both replies are worth the same to the banker.
    """

    five: Fraction
    exact: bool  # otherwise within 2^-40 of it: the root of a quadratic that is not a fraction
    mixes: tuple[Know, ...]
    later: Fraction  # the banker's weight for the reply to a greater chance
    draws_later: frozenset[Know]  # situations in which that reply is to draw
    outcome: Joint

    def draws(self, know: Know) -> Fraction:
        """Return the banker's probability of drawing in a situation where the banker mixes two replies."""
        return self.later if know in self.draws_later else 1 - self.later


@cache
def solve(counts: tuple[int, ...], rake: Rake, *, replaced: bool = False) -> Solution:
    """Return the symmetric equilibrium. It is found by bisection over intervals with one best reply.

    The gain with five changes sign at an edge of such an interval, or inside it.
    """
    found = model(counts, rake, replaced=replaced)
    turns = {turn: exact for know in found.bank if know[0] for turn, exact in _roots(*found.bank[know])}
    edges = [Fraction(0), *sorted(turns), Fraction(1)]
    low, high = 0, len(edges) - 2  # numbers of the intervals between two edges
    while low < high:
        middle = (low + high) // 2
        answer = found.answer((edges[middle] + edges[middle + 1]) / 2)
        if found.gain(answer, edges[middle + 1]) > 0:
            low = middle + 1
        else:
            high = middle
    # the gain is 0 or less at the end of this interval, so check its beginning
    answer = found.answer((edges[low] + edges[low + 1]) / 2)
    constant, slope = found.five_line(answer)
    before, five, part, exact = answer, edges[low], Fraction(1), True
    if found.gain(answer, edges[low + 1]) > 0:
        five = edges[low + 1]
    elif constant + slope * five > 0:
        five = Fraction(-constant, slope)
    elif low:
        before = found.answer((edges[low - 1] + edges[low]) / 2)
        first, second = found.gain(before, five), constant + slope * five
        part, exact = first / (first - second), turns[five]
    plan = {know: (1 - part) * int(before[know]) + part * int(answer[know]) for know in answer}
    mixes = tuple(know for know in answer if before[know] != answer[know])
    later = frozenset(know for know in mixes if answer[know])
    joint = outcome(coups_of(counts, replaced=replaced), (five, five), plan)
    return Solution(five, exact, mixes, part, later, joint)


def _roots(a: int, b: int, c: int) -> Iterator[tuple[Fraction, bool]]:
    """Yield the roots of a + b x + c x² between 0 and 1. Each has a flag that says whether it is exact."""
    if c == 0:
        found = [(Fraction(-a, b), True)] if b else []
    elif (under := b * b - 4 * a * c) < 0:
        found = []
    else:
        root, exact = isqrt(under), isqrt(under) ** 2 == under
        if not exact:
            root = isqrt(under << 160)
        unit = 1 if exact else 1 << 80
        found = [(Fraction(-b * unit + sign * root, 2 * c * unit), exact) for sign in (1, -1)]
    yield from ((turn, exact) for turn, exact in found if 0 < turn < 1)


# ---------------------------------------------------------------- cost of ignorance


def table_plan(frame: Frame) -> dict[Know, bool]:
    """Return the plan of a banker who follows the banker's table of play.

    If it says different things for the two sides, the banker draws with five or less.
    """
    rule, plan = frame.group("cuadro", Cuadro), {}
    for know in knows():
        points, *dids = know
        said = {rule.says(points, None if did == STOOD else did) for did in dids if did < EIGHT}
        definite = said - {Says.EITHER} or {Says.DRAW}
        plan[know] = points <= FIVE if len(definite) > 1 else Says.DRAW in definite
    return plan


def punto_gains(joint: Joint) -> Fraction:
    """Return the average gain of a stake on the first side."""
    return sum((-first * chance for (first, _), chance in joint.items()), Fraction(0))


def bank_gains(joint: Joint, rake: Rake) -> Fraction:
    """Return the banker's average gain with a unit on each side."""
    return sum((pays(*fares, rake) * chance for fares, chance in joint.items()), Fraction(0))


def best_five(found: Model, plan: Mapping[Know, bool]) -> Fraction:
    """Return the best probability of drawing with five against a banker's plan.

    Each hand plays for its own side.
    """
    stands, draws = (found.gain(plan, five) for five in (Fraction(0), Fraction(1)))
    if draws >= 0:
        return Fraction(1)
    return stands / (stands - draws) if stands > 0 else Fraction(0)


def ignorance(frame: Frame, counts: tuple[int, ...], rake: Rake) -> list[dict[str, Any]]:
    """Return each player's loss per unit by leaving the equilibrium.

    The opponent knows how that player plays.
    """
    coups, found, solved = coups_of(counts), model(counts, rake), solve(counts, rake)
    loses = {}
    for word, five in (("draw", Fraction(1)), ("stand", Fraction(0))):
        best = outcome(coups, (five, five), _played(found.answer(five)))
        lost = punto_gains(solved.outcome) - punto_gains(best)
        loses[f"cloths_{word}_on_five"] = lost
    plan = table_plan(frame)
    five = best_five(found, plan)
    worst = outcome(coups, (five, five), _played(plan))
    lost = bank_gains(solved.outcome, rake) - bank_gains(worst, rake)
    loses["banker_draws_to_five"] = lost
    return [{"ignorance": who, "loses": str(lost), "loses_float": float(lost)} for who, lost in loses.items()]


def _played(answer: Mapping[Know, bool]) -> dict[Know, Fraction]:
    return {know: Fraction(int(draws)) for know, draws in answer.items()}


# ---------------------------------------------------------------- report


def bets(table: Table) -> dict[str, BetOdds]:
    """Return the odds of a stake on one side, and of a bank with a unit on each side.

    They are computed for hands that stand with five, for hands that draw, and in equilibrium.
    """
    rules: Rules = table.opening.felt.rules  # type: ignore[attr-defined]  # the felt of this game
    rake, stake = rake_of(rules), rules.minimum
    counts = counts_of(full_shoe(rules.frame))
    found = {}
    for name, five in (("five_stands", Fraction(0)), ("five_draws", Fraction(1))):
        plan = _played(model(counts, rake).answer(five))
        found[name] = outcome(coups_of(counts), (five, five), plan)
    solved = solve(counts, rake)
    found["equilibrium"] = solved.outcome
    odds = {}
    for name, joint in found.items():
        punto: dict[Fraction, Fraction] = {}
        bank: dict[Fraction, Fraction] = {}
        for (first, second), chance in joint.items():
            punto[Fraction(-first)] = punto.get(Fraction(-first), Fraction(0)) + chance
            net = pays(first, second, rake)
            bank[net] = bank.get(net, Fraction(0)) + chance
        odds[f"punto_{name}"] = odds_of(punto, PER_PUNTO, stake)
        odds[f"banca_{name}"] = odds_of(bank, PER_BANCA, stake)
    for side in ("punto", "banca"):
        name = f"{side}_equilibrium"
        odds[name] = replace(odds[name], exact=solved.exact)
    models = [_advice(counts, rake), _advice(INFINITE_DECK, rake, replaced=True)]
    models[0]["ignorance"] = ignorance(rules.frame, counts, rake)
    odds["punto_equilibrium"] = replace(odds["punto_equilibrium"], advice=tuple(models))
    return odds


def _advice(counts: tuple[int, ...], rake: Rake, *, replaced: bool = False) -> dict[str, Any]:
    """Return the equilibrium of a model as advice. With five, a hand's two acts are worth the same."""
    solved = solve(counts, rake, replaced=replaced)
    worth = str(punto_gains(solved.outcome))
    return {
        "model": "two_cloths_put_back" if replaced else "two_cloths",
        "best": "carta" if solved.five else "no",
        "worth": {"s1 carta": worth, "s1 no": worth},
        "punto_draws_on_five": str(solved.five),
        "punto_draws_on_five_float": float(solved.five),
        "bank_mixes": [_mix(know, solved.draws(know)) for know in solved.mixes],
        "punto_gains_float": float(punto_gains(solved.outcome)),
        "bank_gains_float": float(bank_gains(solved.outcome, rake)),
    }


def _mix(know: Know, chance: Fraction) -> dict[str, Any]:
    """Return the banker's probability of drawing, by the bank's points and the acts of both hands."""
    points, *dids = know
    words = {STOOD: "stand", EIGHT: "eight_shown", NINE: "nine_shown"}
    against = [words.get(did, str(did)) for did in dids]
    return {"bank": str(points), "against": against, "draws": str(chance)}
