"""The choice of a bet's kernel: one made for the game, or a chain of states made from the walk."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from msgspec.structs import replace

from novamas.errors import InvalidInput, NovamasError, quoted
from novamas.families.circle.cloth import Cloth
from novamas.odds.cache import cached_odds
from novamas.odds.report import BetOdds, method_of, placed
from novamas.odds.walk import Walk
from novamas.sim import state_chains
from novamas.sim.games.circle import rounds
from novamas.sim.play import BEST, CompiledBet
from novamas.sim.seats import CompiledSeats
from novamas.sim.strategies import BY_FILE, Strategy, decisions, kernel_module
from novamas.sim.wagers import (
    PER,
    PlacedBet,
    PlacedBets,
    after_placing,
    can_be_walked,
    is_by_name,
    not_together,
    odds_of_placed,
    parse_bets,
)
from novamas.table.game import Table

SEATS = "seats"


def bets_of(table: Table) -> tuple[str, ...]:
    """Return the bets that can be simulated: those of the game, or those of its kernel."""
    own = _own(table)
    if hasattr(own, "bets_of"):
        found: tuple[str, ...] = own.bets_of(table)
        return found
    return tuple(table.game.wagers(table.opening))


def compile_play(
    table: Table, bet: str, strategy: str | Strategy = BEST, *, seats: int = 1, jackpot: int | None = None
) -> CompiledBet | CompiledSeats:
    """Compile a bet for simulation. One or several seats place it."""
    several = _own(table, SEATS)
    is_for_table = hasattr(several, "is_for_table") and several.is_for_table(table, bet)
    if seats != 1 or jackpot is not None or is_for_table:
        return compile_seats(table, bet, strategy, seats=seats, jackpot=jackpot)
    return compile_bet(table, bet, strategy)


def compile_bet(table: Table, bet: str, strategy: str | Strategy = BEST) -> CompiledBet:
    """Compile a bet that one seat places.

    A game with its own kernel has a package in `novamas.sim.games`, whose module `rounds` has
    `compiled(table, bet, strategy)`. Other games are compiled phase by phase if the walk can follow
    them.
    """
    if isinstance(strategy, Strategy):
        decided = decisions(table, bet, strategy)
        by_file: CompiledBet = _own(table).compiled(table, bet, BY_FILE, **decided)
        return by_file
    if hasattr(_own(table), "bets_of"):
        return _by_name(table, bet, strategy)
    if not bets_of(table):
        raise NovamasError("not_simulated_yet", game=table.game.slug)
    bets = parse_bets(table, bet)
    if is_by_name(bets):
        return _by_name(table, bet, strategy)
    if can_be_walked(table):
        placed_bets = PlacedBets(table, bets)
        unit = Fraction(placed_bets.staked)
        return state_chains.compiled(
            placed_bets.walk(), placed_bets.phase, placed_bets.staked, unit=unit, per=PER, strategy=strategy
        )
    return _added(table, bets, strategy)


def compile_seats(
    table: Table, bet: str, strategy: str | Strategy = BEST, *, seats: int = 1, jackpot: int | None = None
) -> CompiledSeats:
    """Compile a listed bet that several seats place, or that pays a jackpot of a given amount.

    The game's module `seats` has `at_table(table, bet, strategy, seats, jackpot)`. If even one seat
    must sometimes be played this way, it also has `is_for_table(table, bet)`.
    """
    if type(seats) is not int or seats < 1:
        raise InvalidInput("no_such_seats", given=quoted(seats))
    several = _own(table, SEATS)
    if several is None or several is rounds:
        if jackpot is not None and seats == 1:
            raise NovamasError("no_jackpot", game=table.game.slug, bet=bet)
        raise NovamasError("not_simulated_yet", text_key="seats_not_simulated_yet", game=table.game.slug)
    if not bets_of(table):
        raise NovamasError("not_simulated_yet", game=table.game.slug)
    bets = parse_bets(table, bet)
    if not is_by_name(bets):
        raise not_together(table, bets)
    named, decided = (
        (strategy, {}) if isinstance(strategy, str) else (BY_FILE, decisions(table, bet, strategy))
    )
    play: CompiledSeats = several.at_table(table, bet, named, seats, jackpot, **decided)
    if jackpot is not None and play.jackpot is None:
        raise NovamasError("no_jackpot", game=table.game.slug, bet=bet)
    return play


def odds_by(table: Table, bet: str, strategy: str | Strategy) -> BetOdds | None:
    """Return the odds of a bet under a strategy, or None if they are unknown.

    A kernel that knows the odds of its own strategies has `odds_by(table, bet, strategy)`.
    """
    if isinstance(strategy, Strategy):
        return None
    if hasattr(_own(table), "bets_of"):
        return cached_odds(table, only=bet)[bet] if strategy == BEST else None
    if strategy == BEST:
        return odds_of_placed(table, bet)
    if not is_by_name(parse_bets(table, bet)):
        return None
    if (own := _own(table)) is not None:
        found: BetOdds | None = own.odds_by(table, bet, strategy) if hasattr(own, "odds_by") else None
        return found
    wager = table.game.wagers(table.opening)[bet]
    phase, staked = placed(table.opening, wager)
    return state_chains.odds_by(Walk(1, to_the_end=wager.to_the_end), phase, staked, wager, strategy)


def _own(table: Table, part: str = "rounds") -> Any:
    """Return the kernel module that was made for a game, or None. All circle games share one."""
    if isinstance(table.opening.felt, Cloth):
        return rounds
    return kernel_module(table.game, part)


def _by_name(table: Table, bet: str, strategy: str) -> CompiledBet:
    """Compile a bet from the game's list."""
    if (own := _own(table)) is not None:
        found: CompiledBet = own.compiled(table, bet, strategy)
        return found
    if method_of(table) is not None:
        raise NovamasError("not_simulated_yet", game=table.game.slug)
    wager = table.game.wagers(table.opening)[bet]
    phase, staked = placed(table.opening, wager)
    walk, unit = Walk(1, to_the_end=wager.to_the_end), Fraction(wager.stake)
    return state_chains.compiled(walk, phase, staked, unit=unit, per=wager.per, strategy=strategy)


def _added(table: Table, bets: tuple[PlacedBet, ...], strategy: str) -> CompiledBet:
    """Compile several bets as one if one kernel decides them alike. The nets of each end are added."""
    wagers = table.game.wagers(table.opening)
    plays = [_by_name(table, lot.wager, strategy) for lot in bets]
    times = [Fraction(lot.cents or wagers[lot.wager].stake, wagers[lot.wager].stake) for lot in bets]
    nets = [
        sum((net * many for net, many in zip(each, times, strict=True)), Fraction(0))
        for each in zip(*(play.nets for play in plays), strict=False)
    ]
    first, *others = plays
    are_alike = all(_plays_alike(first, other) for other in others)
    is_whole = all(net.denominator == 1 for net in nets)
    if not are_alike or not is_whole or any(lot.bet != lot.wager for lot in bets):
        raise not_together(table, bets)
    after_placing(table, table.opening, bets)  # raises if a bet may not be placed
    staked = sum(wagers[lot.wager].stake * many for lot, many in zip(bets, times, strict=True))
    return replace(first, nets=tuple(map(int, nets)), unit=Fraction(staked), per=PER)


def _plays_alike(one: CompiledBet, other: CompiledBet) -> bool:
    """Return whether each draw leads both bets to the same end."""
    return one.kernel is other.kernel and _are_equal((one.scratch, one.tables), (other.scratch, other.tables))


def _are_equal(one: Any, other: Any) -> bool:
    """Return whether two arrays are equal, or all arrays in two nested tuples."""
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(_are_equal, one, other))
    return np.array_equal(one, other)
