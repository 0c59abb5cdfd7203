"""Simulation of circle poker: the net of a player in a hand, or the rake.

Every hand begins with equal stacks, and the mano goes round. At covered poker, a pot that no player
opens is played for again with the remaining chips, so a round lasts until the pot is won. All
amounts are in chips. Players follow simple strategies. No strategy is the best one, because players
play against each other.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from novamas.errors import NovamasError, quoted
from novamas.families.circle.cloth import Cloth
from novamas.sim.compiler import called_by_kernels, kernel
from novamas.sim.games.circle.betting import Sitting, Stakes, sitting_of
from novamas.sim.games.circle.cards import Cards, Deals, Numbers, cards_for
from novamas.sim.games.circle.draw import laid_aside_by, most_discards
from novamas.sim.games.circle.hand import (
    DISCARDS,
    NOT_WON,
    OVER,
    SPEAKS,
    Pot,
    begin,
    discard,
    needs_rank,
    onward,
    rank,
    say,
    settle,
    word_of,
)
from novamas.sim.games.circle.setup import deals_of, not_with, stakes_of
from novamas.sim.play import CompiledBet, Counts
from novamas.sim.streams import Words
from novamas.table.game import Table

PUESTO, CAGNOTTE = "puesto", "cagnotte"  # the counted bet: the first player's net, or the rake
BETS = (PUESTO, CAGNOTTE)
STRATEGIES = ("any", "call", "strong")  # in the order of their numbers
AGAINST = "/"  # strong/any: the first player's strategy and the others'
TOGETHER = 256  # hands that are played before they are counted
ME, MANO = range(2)  # positions in the speaking order


@called_by_kernels
def play_some(
    stream: Words,
    cards: Cards,
    sitting: Sitting,
    places: Numbers,
    ends: Numbers,
    deals: Deals,
    stakes: Stakes,
    mine: int,
    others: int,
    counts_house: bool,
) -> None:
    """Play hands. After each hand the mano passes to the next player.

    The mano acts first, or last if there are blinds.
    """
    players, me, mano = stakes.players, places[ME], places[MANO]
    for nth in range(len(ends)):
        stack, carried, blanks, taken, place = stakes.stack, 0, 0, NOT_WON, me
        while taken == NOT_WON and stack:
            place = me
            h = begin(stream, deals, stakes, cards, sitting, mano, Pot(stack, carried, blanks))
            while True:
                h = onward(stream, deals, stakes, cards, sitting, mano, h)
                strategy = mine if h.seat == me else others
                if h.asked == DISCARDS:
                    most = most_discards(deals, cards, h.dealt)
                    laid = laid_aside_by(stream, deals, cards, players, h.seat, strategy, most)
                    h = discard(stream, cards, h, laid)
                    continue
                if h.asked != SPEAKS:
                    break
                if needs_rank(strategy, h):
                    h = rank(deals, stakes, cards, sitting, h)
                act, to = word_of(stream, deals, cards, sitting, strategy, h)
                h = say(stakes, sitting, h, act, to)
            if h.asked == OVER:
                taken = settle(deals, stakes, cards, sitting, mano, carried, h)
            ante = min(stakes.ante, stack)
            stack, carried, blanks = stack - ante, carried + players * ante, blanks + 1
            if deals.turns:
                me = (me - deals.turns) % players
            else:
                mano = (mano + 1) % players
        ends[nth] = max(taken, 0) if counts_house else sitting.stack[place]
    places[ME], places[MANO] = me, mano


@kernel
def play_hands(
    stream: Words,
    rounds: int,
    cards: Cards,
    sitting: Sitting,
    places: Numbers,
    ends: Numbers,
    deals: Deals,
    stakes: Stakes,
    mine: int,
    others: int,
    counts_house: bool,
    counts: Counts,
) -> None:
    """Play hands in several batches."""
    while rounds:
        some = ends[: min(rounds, len(ends))]
        play_some(stream, cards, sitting, places, some, deals, stakes, mine, others, counts_house)
        for end in some:
            counts[end] += 1
        rounds -= len(some)


# ---------------------------------------------------------------- tables and strategies


def bets_of(table: Table) -> tuple[str, ...]:
    """Return the names of the two simulated amounts: the first player's net, and the rake."""
    return BETS


def compiled(table: Table, bet: str, strategy: str) -> CompiledBet:
    """Compile the simulation of the first player's net in a hand, or of the rake."""
    felt = table.opening.felt
    assert isinstance(felt, Cloth)
    if bet not in BETS:
        raise NovamasError("no_such_bet", game=table.game.slug, given=quoted(bet), known=BETS)
    mine, others = strategies(strategy)
    if bet == CAGNOTTE and felt.rules.by_session:
        raise not_with(table, "charge")  # no rake is taken from a hand
    deals, stakes, chip = deals_of(felt), stakes_of(table), felt.rules.chip
    kinds = range(stakes.players * stakes.stack + 1)
    places, ends = np.zeros(2, np.int64), np.zeros(TOGETHER, np.int64)
    places[ME] = stakes.players - 1 if stakes.big else 0
    is_house = bet == CAGNOTTE
    return CompiledBet(
        kernel=play_hands,
        tables=(deals, stakes, mine, others, is_house),
        nets=tuple(-chip * end if is_house else chip * (end - stakes.stack) for end in kinds),
        unit=Fraction(felt.rules.minimum),
        per="least_bet",
        scratch=(cards_for(deals, stakes.players), sitting_of(stakes.players), places, ends),
    )


def strategies(written: str) -> tuple[int, int]:
    """Return the strategies of the first player and of the others.

    The text is `strong/any`, or `call` for all players.
    """
    mine, _, others = written.partition(AGAINST)
    for name in (mine, others or mine):
        if name not in STRATEGIES:
            raise NovamasError("no_such_strategy", given=quoted(written), known=STRATEGIES)
    return STRATEGIES.index(mine), STRATEGIES.index(others or mine)
