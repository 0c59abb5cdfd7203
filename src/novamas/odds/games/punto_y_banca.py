"""Exact odds of punto y banca from any shoe: every coup counted by card points, in whole numbers.

A coup is counted as the ordered ways to draw six cards, even if it takes only four or five. The
total is then N·(N-1)···(N-5) for a shoe of N cards. Burned cards change nothing, because no one has
seen them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import perm

from msgspec import Struct

from novamas.equipment.cards import card
from novamas.families.baccarat import ThirdCard
from novamas.families.coups.setup import fresh_shoe
from novamas.games.punto_y_banca.cloth import BANCA, EMPATE, PUNTO
from novamas.odds.engine_payouts import net, odds_of
from novamas.odds.games.baccarat import counts_of
from novamas.odds.report import BetOdds
from novamas.table.game import Table

SIX_CARDS = 6
FIRST_CARD = "As"  # burns one card
COUPS = {
    PUNTO: "4s 5s Kh Qh",
    BANCA: "Kh Qh 4s 5s",
    EMPATE: "4s 5s 4h 5h",
}  # naturals, the punto's cards first


class Census(Struct, frozen=True):
    """The number of ways to reach each pair of final points, and their total."""

    whole: int
    ways: dict[tuple[int, int], int]  # by the punto's points and the bank's

    @property
    def by_result(self) -> dict[str, int]:
        """The number of ways in which each hand wins, and of ways to tie."""
        found = {BANCA: 0, PUNTO: 0, EMPATE: 0}
        for (punto, bank), ways in self.ways.items():
            found[EMPATE if punto == bank else PUNTO if punto > bank else BANCA] += ways
        return found


@cache
def census(counts: tuple[int, ...], rule: ThirdCard) -> Census:
    """Return in how many ways this shoe can bring each pair of final points."""
    left, many = list(counts), sum(counts)
    ways: dict[tuple[int, int], int] = {}
    for punto_cards, punto_ways in _pairs(left):
        _take(left, *punto_cards)
        for bank_cards, bank_ways in _pairs(left):
            _take(left, *bank_cards)
            points = sum(punto_cards) % 10, sum(bank_cards) % 10
            for final, drawn, third_ways in _thirds(left, points, rule):
                padding = perm(many - 4 - drawn, SIX_CARDS - 4 - drawn)
                ways[final] = ways.get(final, 0) + punto_ways * bank_ways * third_ways * padding
            _put_back(left, *bank_cards)
        _put_back(left, *punto_cards)
    return Census(perm(many, SIX_CARDS), ways)


def _pairs(left: list[int]) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield each pair of cards by points, with the number of ordered ways to draw the pair."""
    for one, other in combinations_with_replacement(range(10), 2):
        ways = left[one] * (left[one] - 1) if one == other else 2 * left[one] * left[other]
        if ways:
            yield (one, other), ways


def _thirds(
    left: list[int], points: tuple[int, int], rule: ThirdCard
) -> Iterator[tuple[tuple[int, int], int, int]]:
    """Yield each end of a coup after the first four cards: final points, cards drawn and ways."""
    punto, bank = points
    if rule.is_over(punto, bank):
        yield points, 0, 1
    elif rule.does_punto_draw(punto):
        for third, ways in enumerate(left):
            if ways:
                left[third] -= 1
                for total, drawn, more in _bank(left, bank, third, rule):
                    yield ((punto + third) % 10, total), 1 + drawn, ways * more
                left[third] += 1
    else:
        for total, drawn, ways in _bank(left, bank, None, rule):
            yield (punto, total), drawn, ways


def _bank(left: list[int], bank: int, third: int | None, rule: ThirdCard) -> Iterator[tuple[int, int, int]]:
    """Yield each end of the bank's hand: points, cards drawn and ways."""
    if not rule.does_bank_draw(bank, third):
        yield bank, 0, 1
        return
    for points, ways in enumerate(left):
        if ways:
            yield (bank + points) % 10, 1, ways


def _take(left: list[int], *cards: int) -> None:
    for points in cards:
        left[points] -= 1


def _put_back(left: list[int], *cards: int) -> None:
    for points in cards:
        left[points] += 1


def bets(table: Table) -> dict[str, BetOdds]:
    """Return the odds of the three bets on a coup from a full shoe. The engine gives the payouts."""
    frame = table.frame
    found = census(counts_of(fresh_shoe(frame)), frame.group("third_card", ThirdCard))
    chances = {result: Fraction(ways, found.whole) for result, ways in found.by_result.items()}
    odds = {}
    for name, wager in table.game.wagers(table.opening).items():
        nets: dict[Fraction, Fraction] = {}
        for result, chance in chances.items():
            draws = (card(FIRST_CARD), *map(card, COUPS[result].split()))
            won = Fraction(net(table.opening, wager.acts, draws), wager.stake)
            nets[won] = nets.get(won, Fraction(0)) + chance
        odds[name] = odds_of(nets, wager.per, wager.stake)
    return odds
