"""Chemin de fer as a coup that stops at both words: coup after coup, shoe after shoe, each to its cut card.

A coup is one punto's stake against the banker who covers it. Whose turn it is to bank, and how much
of the win stays in the bank, does not matter. The bets are those with known odds, on either side.
Either the punto stands or draws on five against the table of play, or both play the equilibrium.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52
from novamas.errors import NovamasError, quoted
from novamas.families.passing_bank.cloth import full_shoe
from novamas.families.passing_bank.cuadro import Cuadro
from novamas.games.chemin_de_fer.setup import Rules
from novamas.hands import baccarat_points
from novamas.odds.games.baccarat import BankPlan, counts_of, coups_of, equilibria, punto_plan
from novamas.odds.games.chemin_de_fer import DRAWS, PER_BANCA, PER_PUNTO, STANDS, house_rate, table_plan
from novamas.sim.compiler import kernel, part_of_kernel, signed
from novamas.sim.games.baccarat import BANCA, NATURAL, ONE, PUNTO, STOOD, THREE, TWO, does, in_ten, words
from novamas.sim.play import CompiledBet, Counts, check_strategy
from novamas.sim.streams import Words, deal
from novamas.table.game import Table

FIVES = {"five_stands": STANDS, "five_draws": DRAWS}
EQUILIBRIUM = "equilibrium"
BANK_WINS, TIE, PUNTO_WINS = range(3)


NOTHING, PUNTO_SPEAKS, BANK_SPEAKS = range(3)  # what is asked


class Coup(NamedTuple):
    """The state of a coup between two words."""

    asked: int
    seen: int  # cards of the shoe that have been dealt
    punto: int  # points
    one: int  # the points of the bank's first card
    other: int
    bank: int
    third: int  # the punto's third card, or STOOD


@part_of_kernel
def begin(stream: Words, cards: NDArray[np.uint8], points: NDArray[np.int64], seen: int) -> Coup:
    """Deal two cards each. A punto with a natural shows it, which ends the coup."""
    deal(stream, cards, seen, seen + 4)
    here = np.uint64(seen)  # a signed index would be range-checked
    one, other = signed(points[cards[here + TWO]]), signed(points[cards[here + THREE]])
    punto = in_ten(signed(points[cards[here]]) + signed(points[cards[here + ONE]]))
    asked = signed(NOTHING if punto >= NATURAL else PUNTO_SPEAKS)
    return Coup(asked, signed(seen + 4), punto, one, other, in_ten(one + other), signed(STOOD))


@part_of_kernel
def punto_says(
    stream: Words, cards: NDArray[np.uint8], points: NDArray[np.int64], coup: Coup, draws: bool
) -> Coup:
    """Give the punto a third card or none. A banker with a natural shows it instead, which ends the coup."""
    seen, punto, third = coup.seen, coup.punto, coup.third
    if coup.bank >= NATURAL:
        return Coup(signed(NOTHING), seen, punto, coup.one, coup.other, coup.bank, third)
    if draws:
        deal(stream, cards, seen, seen + 1)
        third = signed(points[cards[seen]])
        punto, seen = in_ten(punto + third), seen + 1
    return Coup(signed(BANK_SPEAKS), seen, punto, coup.one, coup.other, coup.bank, third)


@part_of_kernel
def bank_says(
    stream: Words, cards: NDArray[np.uint8], points: NDArray[np.int64], coup: Coup, draws: bool
) -> Coup:
    """Give the bank a third card or none, which ends the coup."""
    seen, bank = coup.seen, coup.bank
    if draws:
        deal(stream, cards, seen, seen + 1)
        bank, seen = in_ten(bank + signed(points[cards[seen]])), seen + 1
    return Coup(signed(NOTHING), seen, coup.punto, coup.one, coup.other, bank, coup.third)


@part_of_kernel
def end_of(coup: Coup) -> int:
    """Return the end of a coup."""
    return TIE + int(coup.punto > coup.bank) - int(coup.punto < coup.bank)


@kernel
def play_shoes(
    stream: Words,
    rounds: int,
    cards: NDArray[np.uint8],
    cut: int,
    points: NDArray[np.int64],
    punto_draws: NDArray[np.int64],
    bank_draws: NDArray[np.int64],
    counts: Counts,
) -> None:
    """Play coups by a table of both words. A punto's word without effect draws no random number."""
    seen = signed(len(cards))
    for _ in range(rounds):
        coup = begin(stream, cards, points, signed(0) if seen >= cut else seen)
        if coup.asked == PUNTO_SPEAKS:
            draws = coup.bank < NATURAL and does(stream, punto_draws[coup.punto])
            coup = punto_says(stream, cards, points, coup, draws)
        if coup.asked == BANK_SPEAKS:
            draws = does(stream, bank_draws[coup.one, coup.other, coup.third])
            coup = bank_says(stream, cards, points, coup, draws)
        seen = coup.seen
        counts[end_of(coup)] += 1


def bets_of(table: Table) -> tuple[str, ...]:
    """Return the bets that can be simulated: each side with each strategy."""
    return tuple(side + name for name in plans_of(table) for side in (PUNTO, BANCA))


def plans_of(table: Table) -> tuple[str, ...]:
    """Return the names of the plans that both sides can follow."""
    return (*FIVES, *_solved(table))


def compiled(table: Table, bet: str, strategy: str) -> CompiledBet:
    """Compile one side of a coup. The bet's name says how both sides play."""
    known = bets_of(table)
    if bet not in known:
        raise NovamasError("no_such_bet", game=table.game.slug, given=quoted(bet), known=known)
    check_strategy(strategy, ())
    shoe, is_bank = full_shoe(table.frame), bet.startswith(BANCA)
    five, bank = plans(table, bet.removeprefix(PUNTO).removeprefix(BANCA))
    return CompiledBet(
        kernel=play_shoes,
        scratch=(np.frombuffer(shoe.left, np.uint8),),
        tables=(
            shoe.cut,
            np.array([baccarat_points((each,)) for each in DECK_52], np.int64),
            np.array([words(punto_plan(five)[total]) for total in range(NATURAL)], np.int64),
            bank_words(bank),
        ),
        nets=nets_of(table, is_bank=is_bank),
        unit=Fraction(rules_of(table).minimum),
        per=PER_BANCA if is_bank else PER_PUNTO,
        from_shoe=True,
    )


def plans(table: Table, name: str) -> tuple[Fraction, BankPlan]:
    """Return the probability that the punto draws on five, and the banker's plan."""
    if name in FIVES:
        return FIVES[name], table_plan(table.frame.group("cuadro", Cuadro))
    return _solved(table)[name]


def nets_of(table: Table, *, is_bank: bool) -> tuple[int, int, int]:
    """Return the nets of the ends of a coup for a punto with the minimum stake, or for the bank."""
    rules = rules_of(table)
    stake, prize = rules.minimum, rules.prize(rules.minimum)
    return (stake - rules.house_part(stake), 0, -prize) if is_bank else (-stake, 0, prize)


def bank_words(plan: BankPlan) -> NDArray[np.int64]:
    """Return the banker's probability of drawing as a number out of 2³².

    It depends on the bank's two cards and on the punto's third card.
    """
    found = np.zeros((10, 10, STOOD + 1), np.int64)
    for one, other, third in np.ndindex(found.shape):
        if (one + other) % 10 < NATURAL:
            hand = min(one, other), max(one, other)
            found[one, other, third] = words(plan((hand, None if third == STOOD else third)))
    return found


def _solved(table: Table) -> Mapping[str, tuple[Fraction, BankPlan]]:
    """Return both players' strategies in each equilibrium, under the names in the odds."""
    found = equilibria(coups_of(counts_of(full_shoe(table.frame))), house_rate(table))
    many = len(found) > 1
    return {
        f"{EQUILIBRIUM}:{n}" if many else EQUILIBRIUM: (one.punto_draws, one.bank)
        for n, one in enumerate(found, 1)
    }


def rules_of(table: Table) -> Rules:
    """Return the rules of a table."""
    rules = table.opening.felt.rules  # type: ignore[attr-defined]  # the felt of this game
    assert isinstance(rules, Rules)
    return rules
