"""Simulation of punto y banca: coup after coup and shoe after shoe, each to its cut card.

The kernel finds the winning hand. The payout of each result comes from the engine.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52, card
from novamas.families.baccarat import ThirdCard
from novamas.families.coups.setup import fresh_shoe
from novamas.hands import baccarat_points
from novamas.odds.engine_payouts import net
from novamas.odds.games.punto_y_banca import COUPS, FIRST_CARD
from novamas.sim.compiler import kernel, part_of_kernel, signed
from novamas.sim.games.baccarat import ONE, STOOD, THREE, TWO, in_ten
from novamas.sim.play import CompiledBet, Counts, check_strategy
from novamas.sim.streams import Words, deal
from novamas.table.game import Table


class Rules(NamedTuple):
    """The rules of a coup, stored as arrays."""

    cut: int  # cards before the cut card
    points: NDArray[np.int64]
    is_over: NDArray[np.bool_]  # with two cards each
    punto_draws: NDArray[np.bool_]
    bank_draws: NDArray[np.bool_]
    results: NDArray[np.int64]  # by the points of both hands


@part_of_kernel
def fresh_if_due(
    stream: Words, cards: NDArray[np.uint8], rules: Rules, seen: int, dealt: int
) -> tuple[int, int]:
    """Take a fresh shoe if the cut card has come. Burned cards only make it come earlier."""
    if dealt < rules.cut:
        return seen, dealt
    deal(stream, cards, 0, 1)
    first = rules.points[cards[0]]
    return signed(1), signed(1 + (first if first else 10))


@part_of_kernel
def coup(stream: Words, cards: NDArray[np.uint8], rules: Rules, seen: int) -> tuple[int, int, int]:
    """Deal a coup. Return the points of punto and bank, and the number of dealt cards."""
    points = rules.points
    deal(stream, cards, seen, seen + 4)
    here = np.uint64(seen)  # a signed index would be range-checked
    punto = in_ten(points[cards[here]] + points[cards[here + ONE]])
    bank = in_ten(points[cards[here + TWO]] + points[cards[here + THREE]])
    drawn = 4
    if not rules.is_over[punto, bank]:
        third = STOOD
        if rules.punto_draws[punto]:
            deal(stream, cards, seen + drawn, seen + drawn + 1)
            third = points[cards[seen + drawn]]
            punto, drawn = in_ten(punto + third), drawn + 1
        if rules.bank_draws[bank, third]:
            deal(stream, cards, seen + drawn, seen + drawn + 1)
            bank, drawn = in_ten(bank + points[cards[seen + drawn]]), drawn + 1
    return punto, bank, drawn


@kernel
def play_shoes(stream: Words, rounds: int, cards: NDArray[np.uint8], rules: Rules, counts: Counts) -> None:
    """Play coups from one shoe after the other."""
    seen, dealt = signed(0), signed(len(cards))
    for _ in range(rounds):
        seen, dealt = fresh_if_due(stream, cards, rules, seen, dealt)
        punto, bank, drawn = coup(stream, cards, rules, seen)
        seen, dealt = seen + drawn, dealt + drawn
        counts[rules.results[punto, bank]] += 1


def compiled(table: Table, bet: str, strategy: str) -> CompiledBet:
    """Compile one of the three bets, placed on every coup."""
    check_strategy(strategy, ())
    wager, shoe = table.game.wagers(table.opening)[bet], fresh_shoe(table.frame)
    nets = []
    for cards in COUPS.values():
        nets.append(net(table.opening, wager.acts, map(card, (FIRST_CARD, *cards.split()))))
    points = np.array([baccarat_points((each,)) for each in DECK_52], np.int64)
    thirds = third_cards(table.frame.group("third_card", ThirdCard))
    rules = Rules(shoe.cut, points, *thirds, results())
    return CompiledBet(
        kernel=play_shoes,
        scratch=(np.frombuffer(shoe.left, np.uint8),),
        tables=(rules,),
        nets=tuple(nets),
        unit=Fraction(wager.stake),
        per=wager.per,
        from_shoe=True,
    )


def third_cards(
    rule: ThirdCard,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the third-card rules as arrays: when a coup ends, when the punto and the bank draw."""
    both, thirds = range(10), (*range(10), None)
    return (
        np.array([[rule.is_over(punto, bank) for bank in both] for punto in both]),
        np.array([rule.does_punto_draw(punto) for punto in both]),
        np.array(
            [
                [bank not in rule.natural and rule.does_bank_draw(bank, third) for third in thirds]
                for bank in both
            ]
        ),
    )


def results() -> NDArray[np.int64]:
    """Return the result for each pair of points of both hands."""
    punto, bank, tie = (list(COUPS).index(name) for name in ("punto", "banca", "empate"))
    points = np.arange(10)
    return np.where(points[:, None] == points, tie, np.where(points[:, None] > points, punto, bank))
