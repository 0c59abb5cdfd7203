"""Poker without discard at volume: one box against the bank, where no card is sold."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from novamas.errors import NovamasError
from novamas.games.sin_descarte.cloth import INITIAL, SEGURO
from novamas.hands import ranking_of
from novamas.hands.tables import Tables, tables
from novamas.kit.cards import DECK_52
from novamas.odds.sin_descarte.census import HAND, census
from novamas.odds.sin_descarte.doubts import goes_against, pair, parts
from novamas.odds.sin_descarte.pays import End, Pays
from novamas.sim.compiling import kernel
from novamas.sim.playing import BEST, Counts, Play, must_be_known
from novamas.sim.streams import Words, deal
from novamas.sim.strengths import strength_of
from novamas.table.game import Table

FOLDED = 0  # then come the combinations, each with the ends that its comparison may have
ENDS = len(End)
IDLE, WON, TIED, LOST = (int(end) for end in End)
ALL = 2 * HAND

_ONE = np.uint64(1)


@kernel
def play_hands(
    stream: Words,
    rounds: int,
    cards: NDArray[np.uint8],
    hands: NDArray[np.uint8],
    ranked: Tables,
    shown: int,
    bank_plays: int,
    goes_from: int,
    against: NDArray[np.uint64],
    parts: NDArray[np.int64],
    made: NDArray[np.int64],
    counts: Counts,
) -> None:
    """Five cards and the one that the bank shows, which comes at its own place; then the bank's others."""
    for _ in range(rounds):
        deal(stream, cards, 0, HAND + 1)
        for place in range(HAND + 1):
            hands[HAND if place == shown else place - int(place > shown)] = cards[place]
        mine = strength_of(ranked, hands, 0, HAND, 0, 0)
        if mine < goes_from:
            goes = False
            if mine >= bank_plays:
                for place in range(1, HAND):  # in order, as hands are numbered
                    card, other = hands[place], place
                    while other > 0 and hands[other - 1] > card:
                        hands[other] = hands[other - 1]
                        other -= 1
                    hands[other] = card
                number = np.int64(0)
                for place in range(HAND):
                    number += parts[hands[place], place]
                goes = bool(against[number] >> np.uint64(hands[HAND]) & _ONE)
            if not goes:
                counts[FOLDED] += 1
                continue
        deal(stream, cards, HAND + 1, ALL)
        for place in range(HAND + 1, ALL):
            hands[place] = cards[place]
        bank = strength_of(ranked, hands, HAND, HAND, 0, 0)
        if bank < bank_plays:
            end = IDLE
        elif bank < mine:
            end = WON
        else:
            end = TIED if bank == mine else LOST
        counts[1 + made[mine] * ENDS + end] += 1


def compiled(table: Table, bet: str, strategy: str, *, from_hand: int = 0) -> Play:
    """The initial bet played for the best or always going on; or what the insurance adds to it.

    Who goes on may do so only from a hand of some strength up, whatever the bank shows.
    """
    pays, wager = Pays(table), table.game.wagers(table.opening)[bet]
    if pays.rules.buy_card:
        figures = {"game": table.game.slug, "choice": "buy_card"}
        raise NovamasError("not_simulated_yet", told_as="choice_not_simulated_yet", **figures)
    if bet not in (INITIAL, SEGURO):
        figures = {"game": table.game.slug, "bet": bet}
        raise NovamasError("not_simulated_yet", told_as="bet_not_simulated_yet", **figures)
    must_be_known(strategy, ("go",))
    counted, frame = census(table.frame), table.frame
    order = counted.ladder.shape.order
    nets = [pays.fold * pays.stake if bet == INITIAL else -wager.stake]
    for category in order:
        if bet == INITIAL:
            nets += [pays.nets.get((category, end), 0) * pays.stake for end in End]
        else:
            nets += [int(pays.seguro[category] * wager.stake)] * ENDS
    return Play(
        kernel=play_hands,
        scratch=(np.array(DECK_52, np.uint8), np.zeros(ALL, np.uint8)),
        tables=(
            tables(ranking_of(frame).shape, HAND),
            1 if pays.is_shown_first else HAND,
            counted.bank_plays,
            pair(counted) if strategy == BEST else from_hand,
            goes_against(pays) if strategy == BEST else np.zeros(comb(len(DECK_52), HAND), np.uint64),
            parts(),
            np.array([order.index(category) for category in counted.categories], np.int64),
        ),
        nets=tuple(nets),
        unit=Fraction(wager.stake),
        per=wager.per,
    )
