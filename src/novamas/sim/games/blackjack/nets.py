"""The bets at black jack whose result can be counted, with the net of each end of a round."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52, card, rank
from novamas.errors import NovamasError
from novamas.games.blackjack.cloth import INSURANCE, MAIN, NATURAL, SURRENDER
from novamas.games.blackjack.setup import Rules, SideBet
from novamas.money import times
from novamas.table.game import Table, Wager

OF_HAND, OF_INSURANCE, OF_SEVENS = range(3)  # the bet that is counted
MAX_HANDS = 97  # from a pair of tens and all other tens of the shoe
EVEN = 2 * MAX_HANDS  # the end with net 0; losses are below it, wins above
WON_NATURAL, GIVEN_UP = 2 * EVEN + 1, 2 * EVEN + 2
INSURANCE_LOST, INSURANCE_WON = 0, 1
NO_SEVEN = 4  # instead of a seven's suit


def insured_stake(stake: int, rules: Rules) -> int:
    """Return the greatest insurance on a stake. It is half the stake, in whole chips if required."""
    half = stake // 2
    return half if rules.insured_to_the_half else half // rules.chip * rules.chip


def bet_of(
    table: Table, bet: str, wager: Wager, rules: Rules
) -> tuple[int, tuple[int, ...], int, NDArray[np.int64]]:
    """Return the counted bet, the net of each end, the unit, and the prizes for sevens."""
    side, no_prizes = rules.side_bet, np.zeros((NO_SEVEN + 1,) * 3, np.int64)
    if side is not None and bet == side.name:
        nets, prizes = _prizes(side, rules)
        return OF_SEVENS, nets, side.stake, prizes
    if bet == INSURANCE:
        insured = wager.stake if rules.insured_to_the_half else wager.stake // rules.chip * rules.chip
        if not insured:
            figures = {"game": table.game.slug, "bet": bet}
            raise NovamasError("not_simulated_yet", text_key="bet_not_simulated_yet", **figures)
        won = times(insured, rules.pays[INSURANCE].pays, rules.rounding)
        return OF_INSURANCE, (-insured, won), insured, no_prizes
    return OF_HAND, nets_of(wager.stake, rules), wager.stake, no_prizes


def nets_of(stake: int, rules: Rules) -> tuple[int, ...]:
    """Return the net of each end: units lost and won, a black jack, and a surrender."""
    assert rules.pays[MAIN].pays == 1, "a stake that is won makes good one that is lost"
    apart = (
        times(stake, 1 + rules.pays[each].pays, rules.rounding) - stake if each in rules.pays else 0
        for each in (NATURAL, SURRENDER)
    )
    return (*(stake * units for units in range(-EVEN, EVEN + 1)), *apart)


def _prizes(bet: SideBet, rules: Rules) -> tuple[tuple[int, ...], NDArray[np.int64]]:
    """Return the nets of the sevens bet, loss first, and the index of the net for each three cards."""
    nets, ends = [-bet.stake], np.zeros((NO_SEVEN + 1,) * 3, np.int64)
    sevens = [each for each in DECK_52 if rank(each) == rank(card("7s"))]
    for suits in np.ndindex(*ends.shape):
        firsts = [sevens[n] for n in suits[: suits.index(NO_SEVEN) if NO_SEVEN in suits else 3]]
        if firsts and (won := bet.best(firsts, Fraction(0))) is not None:
            nets.append(times(bet.stake, won[1], rules.rounding))
            ends[suits] = len(nets) - 1
    return tuple(nets), ends
