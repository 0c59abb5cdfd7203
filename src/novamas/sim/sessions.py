"""Simulated sessions: many players repeat one bet with a betting system until a rule ends them.

Each round is drawn from the exact distribution of the bet. A system gives the next stake in whole
units, limited by the table's minimum and maximum and by the player's chips. Players play in blocks,
and each block has its own random stream.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from novamas.errors import InvalidInput, NovamasError, quoted
from novamas.odds.report import BetOdds
from novamas.sim.bankroll import alias_table, end_of_round
from novamas.sim.compiler import kernel, part_of_kernel
from novamas.sim.streams import AT, Words, stream_of, turn_to
from novamas.sim.wagers import odds_of_placed, stake_of
from novamas.table.game import Table

FIRST_BLOCK = 3 * 2**62  # apart from the blocks of simulations and bankrolls
MAX_PLAYERS = 10**7
MAX_ROUNDS = 10**6
LONGEST_LIST = 512  # of Labouchère: each loss adds a number
SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
WON, FELL, LASTED, LAID, LOSING, WAY = range(6)  # columns: the values of a session
RUINED, REACHED, OVER, DONE = range(4)
WAYS = {RUINED: "ruined", REACHED: "reached", OVER: "over", DONE: "done"}
NO_TARGET = 2**62


class System(IntEnum):
    """A betting system, which computes the next stake from the last round."""

    FLAT = 0  # always one unit
    MARTINGALE = 1  # double the stake after a loss, one unit after a win
    DALEMBERT = 2  # one unit more after a loss, one less after a win
    LABOUCHERE = 3  # first plus last number of a list; a win deletes both, a loss appends their sum
    KELLY = 4  # the share of the bankroll that grows fastest; without an edge the minimum


SYSTEMS = {each.name.lower(): each for each in System}


class SessionPlan(Struct, frozen=True, kw_only=True):
    """The stakes of a session and the rules that end it, in céntimos and rounds."""

    purse: int
    rounds: int  # at most
    target: int | None = None  # the bankroll at which the player leaves
    system: str = "flat"
    line: tuple[int, ...] = (1, 2, 3, 4)  # of Labouchère, in units


class SessionsReport(Struct, frozen=True, kw_only=True):
    """The results of many players' sessions, in céntimos. The same seed gives the same report anywhere."""

    game: str
    norm: str
    edition: str
    bet: str
    seed: int
    players: int
    evening: SessionPlan
    unit: int  # the minimum stake
    most: int  # the maximum stake, in whole units
    edge: Fraction  # of the bet, by the odds
    ruined: Fraction  # share of players who cannot stake another unit
    reached: Fraction  # share who reached the target
    over: Fraction  # share who played all rounds
    done: Fraction  # share who deleted their whole list
    mean: Fraction  # average win of a player
    staked: Fraction  # average total stake of a player
    result: tuple[tuple[float, int], ...]  # share of players, and the most that they won
    drawdown: tuple[tuple[float, int], ...]  # share, and the deepest fall below the highest bankroll
    rounds: tuple[tuple[float, int], ...]  # share, and the number of rounds played
    losing: tuple[tuple[float, int], ...]  # share, and the longest run of losing rounds


@part_of_kernel
def next_units(
    system: int, units: Any, net: Any, most: int, line: NDArray[np.int64], first: Any, last: Any
) -> tuple[Any, Any, Any]:
    """Return the next stake in units, and the first and last position in Labouchère's list."""
    if system == 1:
        if net < 0:
            units *= 2
        elif net > 0:
            units = 1
    elif system == 2:
        if net < 0:
            units += 1
        elif net > 0:
            units = max(units - 1, 1)
    elif system == 3:
        if net > 0:
            first, last = first + 1, last - 1
        elif net < 0:
            if last == len(line):  # reuse the room of deleted numbers
                for place in range(last - first):
                    line[place] = line[first + place]
                first, last = np.int64(0), last - first
            if last < len(line):
                line[last] = units
                last += 1
        if last - first >= 2:
            units = line[first] + line[last - 1]
        elif last - first == 1:
            units = line[first]
        else:
            units = 0
    return min(units, most), first, last


@part_of_kernel
def _start(many: int) -> tuple[Any, Any, Any]:
    """Return both ends of a list, and one unit, as the signed integers that numba needs."""
    return np.int64(0), np.int64(many), np.int64(1)


@kernel
def play_evenings(
    stream: Words,
    nets: NDArray[np.int64],
    keep: NDArray[np.int64],
    other: NDArray[np.int64],
    unit: int,
    worst: int,
    most: int,
    purse: int,
    target: int,
    rounds: int,
    system: int,
    start: NDArray[np.int64],
    part: float,
    line: NDArray[np.int64],
    fared: NDArray[np.int64],
) -> None:
    """Play the sessions of many players. Nets are per unit, and a stake is a number of units.

    A player never stakes more units than the bankroll can cover in the worst case, because a round may
    cost more than its first stake.
    """
    at = np.uint64(stream[AT])
    for player in range(fared.shape[0]):
        for place in range(len(start)):
            line[place] = start[place]
        first, last, units = _start(len(start))
        if system == 3:
            units = line[0] + line[last - 1] if last > 1 else line[0]
        now, highest, deepest = np.int64(purse), np.int64(purse), np.int64(0)
        done, laid, row, longest, way = np.int64(0), np.int64(0), np.int64(0), np.int64(0), OVER
        while done < rounds:
            if system == 4:
                units = np.int64(part * now / unit)
            units = min(max(units, 1), most, now // worst)
            if units < 1:
                way = RUINED
                break
            end, at = end_of_round(stream, at, keep, other)
            net = nets[end] * units
            now += net
            laid += units * unit
            done += 1
            highest = max(highest, now)
            deepest = max(deepest, highest - now)
            row = row + 1 if net < 0 else np.int64(0)
            longest = max(longest, row)
            if now >= target:
                way = REACHED
                break
            units, first, last = next_units(system, units, net, most, line, first, last)
            if units == 0:
                way = DONE
                break
        if way == OVER and now < worst:
            way = RUINED
        fared[player, WON], fared[player, FELL], fared[player, LASTED] = now - purse, deepest, done
        fared[player, LAID], fared[player, LOSING], fared[player, WAY] = laid, longest, way
    stream[AT] = at


PLAYERS_TOGETHER = 1024  # players that share a block


def sessions(table: Table, bet: str, evening: SessionPlan, *, players: int, seed: int) -> SessionsReport:
    """Simulate the sessions of players at a table."""
    _check_sound(evening, players)
    stake = stake_of(table, bet)
    odds = odds_of_placed(table, bet)
    if odds is None or odds.distribution is None:
        raise NovamasError("no_distribution", game=table.game.slug, bet=bet)
    nets = whole_nets(odds, stake.unit, bet)
    worst = max(stake.unit, -int(nets.min()))
    if evening.purse < worst:
        raise NovamasError("purse_too_small", purse=evening.purse, worst=worst)
    settings = (
        nets,
        *alias_table(whole_weights([chance for _, chance in odds.distribution])),
        stake.unit,
        worst,
        stake.most // stake.unit,
        evening.purse,
        NO_TARGET if evening.target is None else evening.target,
        evening.rounds,
        int(SYSTEMS[evening.system]),
        np.array(evening.line, np.int64),
        kelly(odds.distribution),
        np.zeros(LONGEST_LIST, np.int64),
    )
    fared, stream = np.zeros((players, WAY + 1), np.int64), stream_of(seed)
    for begin in range(0, players, PLAYERS_TOGETHER):
        turn_to(stream, FIRST_BLOCK + begin // PLAYERS_TOGETHER)
        play_evenings(stream, *settings, fared[begin : begin + PLAYERS_TOGETHER])
    return SessionsReport(
        game=table.game.slug,
        norm=table.frame.norm,
        edition=table.game.pin(table.frame),
        bet=bet,
        seed=seed,
        players=players,
        evening=evening,
        unit=stake.unit,
        most=stake.most // stake.unit * stake.unit,
        edge=odds.edge,
        **{name: Fraction(int((fared[:, WAY] == way).sum()), players) for way, name in WAYS.items()},
        mean=Fraction(int(fared[:, WON].sum()), players),
        staked=Fraction(int(fared[:, LAID].sum()), players),
        result=_quantiles(fared[:, WON]),
        drawdown=_quantiles(fared[:, FELL]),
        rounds=_quantiles(fared[:, LASTED]),
        losing=_quantiles(fared[:, LOSING]),
    )


def _check_sound(evening: SessionPlan, players: int) -> None:
    """Raise an error if the sessions cannot be played."""
    if type(players) is not int or not 1 <= players <= MAX_PLAYERS:
        raise InvalidInput("no_such_players", given=quoted(players), most=MAX_PLAYERS)
    if type(evening.rounds) is not int or not 1 <= evening.rounds <= MAX_ROUNDS:
        raise InvalidInput("no_such_rounds", text_key="no_such_evening", given=quoted(evening.rounds))
    if evening.system not in SYSTEMS:
        raise NovamasError("no_such_system", given=quoted(evening.system), known=tuple(SYSTEMS))
    if evening.target is not None and evening.target <= evening.purse:
        raise NovamasError("target_not_above", target=evening.target, purse=evening.purse)
    is_line = all(type(number) is int and 0 < number < MAX_ROUNDS for number in evening.line)
    if not is_line or not 1 <= len(evening.line) < LONGEST_LIST // 2:
        raise InvalidInput("no_such_line", given=quoted(",".join(map(str, evening.line))))


def whole_nets(odds: BetOdds, unit: int, bet: str) -> NDArray[np.int64]:
    """Return the net of one unit at each end, in céntimos. Raise an error if a net is not whole."""
    nets = [net * unit for net, _ in odds.distribution or ()]
    if any(net.denominator != 1 for net in nets):
        raise NovamasError("unit_not_whole", bet=bet, cents=unit)
    return np.array([int(net) for net in nets], np.int64)


def whole_weights(chances: Sequence[Fraction]) -> list[int]:
    """Return probabilities as whole numbers in the same proportions."""
    common = lcm(*(chance.denominator for chance in chances))
    return [chance.numerator * (common // chance.denominator) for chance in chances]


def kelly(distribution: Sequence[tuple[Fraction, Fraction]]) -> float:
    """Return the share of a bankroll that makes it grow fastest (Kelly).

    It is 0 if the house has the edge. Growth is the mean of log(1 + share · net). Its slope falls, and
    bisection finds the zero.
    """
    nets = np.array([float(net) for net, _ in distribution])
    chances = np.array([float(chance) for _, chance in distribution])
    if (nets * chances).sum() <= 0 or nets.min() >= 0:
        return 0.0
    low, high = 0.0, 1 / -nets.min()
    for _ in range(60):
        part = (low + high) / 2
        slope = (chances * nets / np.maximum(1 + part * nets, 1e-300)).sum()
        low, high = (part, high) if slope > 0 else (low, part)
    return float(low)


def _quantiles(values: NDArray[np.int64]) -> tuple[tuple[float, int], ...]:
    ordered = np.sort(values)
    return tuple((share, int(ordered[int(share * (len(ordered) - 1))])) for share in SHARES)
