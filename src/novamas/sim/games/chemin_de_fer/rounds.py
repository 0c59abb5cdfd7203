"""Simulation of chemin de fer: coup after coup and shoe after shoe, each to its cut card.

A coup is one punto's stake against the banker who covers it. Whose turn it is to bank, and how much
of the win stays in the bank, does not matter. The bets are those with known odds, on either side.
Either the punto stands or draws on five against the table of play, or both play the equilibrium.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

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
from novamas.sim.compiler import kernel
from novamas.sim.games.baccarat import BANCA, NATURAL, ONE, PUNTO, STOOD, THREE, TWO, does, in_ten, words
from novamas.sim.play import CompiledBet, Counts, check_strategy
from novamas.sim.streams import Words, deal
from novamas.table.game import Table

FIVES = {"five_stands": STANDS, "five_draws": DRAWS}
EQUILIBRIUM = "equilibrium"
BANK_WINS, TIE, PUNTO_WINS = range(3)


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
    """Play coups: two cards each and, without a natural, third cards for punto and bank."""
    seen = len(cards)
    for _ in range(rounds):
        if seen >= cut:
            seen = 0
        deal(stream, cards, seen, seen + 4)
        here = np.uint64(seen)  # a signed index would be range-checked
        one, other = points[cards[here + TWO]], points[cards[here + THREE]]
        punto, bank = in_ten(points[cards[here]] + points[cards[here + ONE]]), in_ten(one + other)
        seen += 4
        if punto < NATURAL and bank < NATURAL:
            third = STOOD
            if does(stream, punto_draws[punto]):
                deal(stream, cards, seen, seen + 1)
                third = points[cards[seen]]
                punto, seen = in_ten(punto + third), seen + 1
            if does(stream, bank_draws[one, other, third]):
                deal(stream, cards, seen, seen + 1)
                bank, seen = in_ten(bank + points[cards[seen]]), seen + 1
        counts[TIE + int(punto > bank) - int(punto < bank)] += 1


def bets_of(table: Table) -> tuple[str, ...]:
    """Return the bets that can be simulated: both sides with each strategy."""
    return tuple(side + name for name in (*FIVES, *_solved(table)) for side in (PUNTO, BANCA))


def compiled(table: Table, bet: str, strategy: str) -> CompiledBet:
    """Compile one side of a coup. The bet's name says how both sides play."""
    known = bets_of(table)
    if bet not in known:
        raise NovamasError("no_such_bet", game=table.game.slug, given=quoted(bet), known=known)
    check_strategy(strategy, ())
    rules, shoe, name = _rules(table), full_shoe(table.frame), bet.removeprefix(PUNTO).removeprefix(BANCA)
    stake, prize = rules.minimum, rules.prize(rules.minimum)
    is_bank = bet.startswith(BANCA)
    if name in FIVES:
        five, bank = FIVES[name], table_plan(table.frame.group("cuadro", Cuadro))
    else:
        five, bank = _solved(table)[name]
    return CompiledBet(
        kernel=play_shoes,
        scratch=(np.frombuffer(shoe.left, np.uint8),),
        tables=(
            shoe.cut,
            np.array([baccarat_points((each,)) for each in DECK_52], np.int64),
            np.array([words(punto_plan(five)[total]) for total in range(NATURAL)], np.int64),
            bank_words(bank),
        ),
        nets=(stake - rules.house_part(stake), 0, -prize) if is_bank else (-stake, 0, prize),
        unit=Fraction(stake),
        per=PER_BANCA if is_bank else PER_PUNTO,
        from_shoe=True,
    )


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


def _rules(table: Table) -> Rules:
    rules = table.opening.felt.rules  # type: ignore[attr-defined]  # the felt of this game
    assert isinstance(rules, Rules)
    return rules
