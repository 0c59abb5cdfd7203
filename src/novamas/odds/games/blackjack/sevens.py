"""Exact odds of the bet on sevens: the first three cards of a place, from a full shoe."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from novamas.equipment.cards import rank
from novamas.equipment.shoe import Shoe
from novamas.games.blackjack.setup import SideBet
from novamas.hands import jackpot_sevens


def first_cards(shoe: Shoe, cards: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Yield each series of sevens with which a hand can begin, with its probability.

    The series ends before the first other card. At most `cards` cards are drawn.
    """

    def follow(
        taken: tuple[int, ...], left: Shoe, chance: Fraction
    ) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        if len(taken) == cards:
            yield taken, chance
            return
        others = 0
        for card, many in left.items():
            if rank(card) == 7:
                yield from follow((*taken, card), left.take(card), chance * Fraction(many, left.total))
            else:
                others += many
        yield taken, chance * Fraction(others, left.total)

    yield from follow((), shoe, Fraction(1))


def sevens_nets(bet: SideBet, shoe: Shoe, jackpot: int, *, cards: int = 3) -> dict[Fraction, Fraction]:
    """Return the probability of each net win per unit, for a place that gets up to `cards` cards."""
    nets: dict[Fraction, Fraction] = {}
    for firsts, chance in first_cards(shoe, cards):
        won = bet.best(firsts, Fraction(jackpot, bet.stake)) if firsts else None
        net = Fraction(-1) if won is None else won[1]
        nets[net] = nets.get(net, Fraction(0)) + chance
    return nets


def third_card(bet: SideBet, shoe: Shoe, jackpot: int, pair: tuple[int, int]) -> tuple[Fraction, Fraction]:
    """Return the net win per unit of two sevens without a third card, and the average with one."""
    assert jackpot_sevens(pair) is not None
    greatest = Fraction(jackpot, bet.stake)
    left = shoe.take(pair[0]).take(pair[1])

    def net(firsts: tuple[int, ...]) -> Fraction:
        won = bet.best(firsts, greatest)
        return Fraction(-1) if won is None else won[1]

    drawn = sum((many * net((*pair, card)) for card, many in left.items()), Fraction(0))
    return net(pair), drawn / left.total
