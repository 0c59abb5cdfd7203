"""Simulation of treinta y cuarenta: coups of two rows, shoe after shoe, each to its red card.

A round is one bet, from the coup on which it is placed until it is decided. It may be decided in
that coup or, in prison, in a later one. A coup that the red card interrupts does not count, and the
bet stays for the next shoe.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import is_red
from novamas.families.coups.setup import fresh_shoe
from novamas.families.prison import Imprison, TakeHalf, worth
from novamas.games.treinta_y_cuarenta.cloth import Cloth
from novamas.hands import row_points
from novamas.odds.engine_payouts import net
from novamas.odds.games.treinta_y_cuarenta.bets import (
    COUPS,
    cards_of,
    fresh_rows,
    half_or_prison,
    half_taken,
    imprisoned,
)
from novamas.odds.report import BetOdds
from novamas.sim.compiler import kernel, part_of_kernel
from novamas.sim.play import BEST, CompiledBet, Counts, check_strategy
from novamas.sim.streams import Words, deal
from novamas.table.game import Table, Wager

ENOUGH = 31  # points that end a row
POINTS, RED = 15, 4  # a card is its points, with a bit above them if it is red
KINDS = tuple(COUPS)
VOID, CAUGHT = KINDS.index("void"), KINDS.index("caught")
INTERRUPTED = -1
LOST = len(KINDS)  # in prison; freed bets follow, by how often they were caught


@part_of_kernel
def coup(
    stream: Words, cards: NDArray[np.uint8], cut: int, decided: NDArray[np.int64], dealt: int, ahead: bool
) -> tuple[int, int, int, int]:
    """Deal both rows. Return the kind of coup, the number of dealt cards, and both rows' points.

    With `ahead` the cards are already drawn. The kind is INTERRUPTED if the red card comes.
    """
    begins, black, bottom = dealt, 0, 0
    while black < ENOUGH and dealt < cut:
        if not ahead:
            deal(stream, cards, dealt, dealt + 1)
        black += cards[dealt] & POINTS
        dealt += 1
    while bottom < ENOUGH and dealt < cut:
        if not ahead:
            deal(stream, cards, dealt, dealt + 1)
        bottom += cards[dealt] & POINTS
        dealt += 1
    kind = INTERRUPTED
    if bottom >= ENOUGH:
        if black == bottom:
            kind = CAUGHT if black == ENOUGH else VOID
        else:
            kind = decided[int(bottom < black), np.int64(cards[begins]) >> RED]
    return kind, dealt, black, bottom


@kernel
def play_rows(
    stream: Words,
    rounds: int,
    cards: NDArray[np.uint8],
    cut: int,
    decided: NDArray[np.int64],
    wins: NDArray[np.bool_],
    to_prison: bool,
    most: int,
    counts: Counts,
) -> None:
    """Play coups until `rounds` bets are decided. `decided` has outcomes by winning row and colour.

    Each shoe is dealt to its red card, so all its cards are drawn at once.
    """
    left, dealt, times = rounds, cut, 0
    while left:
        if dealt == cut:
            deal(stream, cards, 0, cut)
            dealt = 0
        kind, dealt, _, _ = coup(stream, cards, cut, decided, dealt, True)
        if kind == INTERRUPTED:
            continue
        if kind == CAUGHT and to_prison:
            times = min(times + 1, most)
            continue
        if times:
            if kind == VOID:
                continue
            kind = LOST + times if wins[kind] else LOST
        counts[kind] += 1
        times = 0
        left -= 1


def compiled(table: Table, bet: str, strategy: str) -> CompiledBet:
    """Compile an insured or uninsured bet on one of the four chances."""
    wager, shoe = table.game.wagers(table.opening)[bet], fresh_shoe(table.frame)
    to_prison = _goes_to_prison(table, bet, wager, strategy)
    take = () if to_prison or bet not in _felt(table).boxes else (TakeHalf(1, f"{bet}@1"),)
    nets = [
        net(table.opening, (*wager.acts, *(take if kind == "caught" else ())), cards_of(kind))
        for kind in KINDS[: CAUGHT + (not to_prison)]
    ]
    most = wager.stake.bit_length() + 2  # from there on a freed bet's value does not change
    rounding = _felt(table).rules.rounding
    freed = [worth(wager.stake, times, rounding) - wager.stake for times in range(1, most + 1)]
    nets = [*nets, *([0] if to_prison else []), -wager.stake, *freed]
    kind_of = {(int("rojo" in kind), "color" in kind): n for n, kind in enumerate(KINDS[:VOID])}
    return CompiledBet(
        kernel=play_rows,
        scratch=(np.array([row_points((card,)) | is_red(card) << RED for card in shoe.left], np.uint8),),
        tables=(
            shoe.cut,
            np.array([[kind_of[row, row == first] for first in (0, 1)] for row in (0, 1)], np.int64),
            np.array([bet in kind.split(", ") for kind in KINDS]),
            to_prison,
            most,
        ),
        nets=tuple(nets),
        unit=Fraction(wager.stake),
        per=wager.per,
        from_shoe=True,
    )


def odds_by(table: Table, bet: str, strategy: str) -> BetOdds:
    """Return the odds of a bet that always goes to prison, or that always takes half back."""
    wager, found = table.game.wagers(table.opening)[bet], fresh_rows(table.frame)
    if strategy == "imprison":
        return imprisoned(table.opening, wager, found)
    return half_taken(table.opening, wager, bet, found)


def _goes_to_prison(table: Table, bet: str, wager: Wager, strategy: str) -> bool:
    """Return whether a caught bet goes to prison. An insured bet cannot be caught."""
    if bet not in _felt(table).boxes:
        check_strategy(strategy, ())
        return False
    check_strategy(strategy, ("imprison", "take_half"))
    if strategy == BEST:
        best = half_or_prison(table.opening, wager, bet, fresh_rows(table.frame)).best
        return isinstance(best, Imprison)
    return strategy == "imprison"


def _felt(table: Table) -> Cloth:
    assert isinstance(table.opening.felt, Cloth)
    return table.opening.felt
