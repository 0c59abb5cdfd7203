"""The law's figures for craps: the course of play, and every bet with its throws and payout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from typing import Literal, TypeAlias

from msgspec import Struct

from novamas.equipment.dice import TWO_DICE, faces, points
from novamas.families.banked import cloth as banked
from novamas.families.figures import PayFigures
from novamas.law import Frame, law
from novamas.table.bets import write_bet
from novamas.table.layout import Prize, Spot, cell

POINTS = (4, 5, 6, 8, 9, 10)
SEVEN = 7
LOST = Fraction(-1)
VOID = Fraction(0)

Outcome = Literal["wins", "loses"]


class Course(banked.Course, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """The clauses on the course of play: bets, dice, the shooter and irregularities."""

    minimum: str
    bound: str
    follows: str
    offered: str
    refused: str
    owed: str
    passed_on: str
    thrown: str
    stickman: str
    point: str
    dice_changed: str
    dice_found: str
    change_ordered: str
    change_announced: str
    dice_chosen: str
    deprived: str
    null_throw: str
    slid: str
    held: str


class MultipleFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The cap on the win of a multiple bet, as a multiple of the greatest win on an even chance."""

    cite: tuple[str, ...]
    most_times: int


class BetFigures(PayFigures, frozen=True, forbid_unknown_fields=True):
    """A bet in the law's figures, or several bets that differ only in their number."""

    family: Literal["sencilla", "multiple", "asociada", "place"]
    maximum_clause: str
    maximum: Fraction = Fraction(1)
    wins: tuple[int, ...] = ()
    loses: tuple[int, ...] = ()
    void: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    number: Outcome = "wins"  # the result of the bet on its number; a 7 has the opposite result
    named: str = ""  # pattern for the name of the bet on each number
    follows: str = ""  # the bet that this one is associated with
    hard: bool = False  # the number wins only as a double
    doubles_on: tuple[int, ...] = ()
    double_pays: Fraction = Fraction(0)
    when: Literal["", "first_roll", "point"] = ""
    when_clause: str = ""
    point_cite: tuple[str, ...] = ()
    point_clause: str = ""  # the clause by which a first roll becomes the bet's point
    withdraw_clause: str = ""


Bets: TypeAlias = dict[str, BetFigures]  # the closed list


class Fate(Struct, frozen=True):
    """The effect of throws on the chips of a spot. A throw that is not listed leaves them there."""

    rates: dict[int, Fraction]  # by throw, the gain of one unit staked
    withdraw_clause: str  # empty if the bet must stay until it is decided
    moves: dict[int, str] = {}  # by throw, the spot to which an undecided bet moves
    moves_clause: str = ""
    follows: str = ""


def throws(totals: Iterable[int]) -> frozenset[int]:
    """Return the throws of two dice with one of these totals."""
    wanted = frozenset(totals)
    return frozenset(throw for throw in TWO_DICE.throws if points(throw) in wanted)


def is_double(throw: int) -> bool:
    """Return whether both dice show the same face."""
    first, second = faces(throw)
    return first == second


@cache
def spots(frame: Frame) -> dict[str, Spot]:
    """Return every spot of the cloth by its name."""
    return {spot.name: spot for spot, _ in _drawn(frame)}


@cache
def fates(frame: Frame) -> dict[str, Fate]:
    """Return the effect of throws on the chips of every spot."""
    return {spot.name: fate for spot, fate in _drawn(frame)}


def _drawn(frame: Frame) -> Iterator[tuple[Spot, Fate]]:
    """Yield every spot and the effect of throws on it, in the order of the closed list.

    Bets with a point or a number have a row of spots. The others are beside these rows.
    """
    figures, closing = frame.group("bets", Bets), frame.group("course", Course).closing
    rows = list(dict.fromkeys(bet.named or kind for kind, bet in figures.items() if bet.numbers))
    single = [kind for kind, bet in figures.items() if not bet.numbers]
    for kind, bet in figures.items():
        for number, name, clauses, fate in _spots(kind, bet, closing):
            if bet.numbers:
                at = cell(rows.index(bet.named or kind), 1 + POINTS.index(number) if number else 0)
            else:
                column, row = divmod(single.index(kind), len(rows))
                at = cell(row, 2 + len(POINTS) + column)
            yield Spot(name, kind, clauses, bet.pays, _doubles(bet), at=at), fate


@law("IB05.06.IV.1.1", "IB05.06.IV.1.A.1", "IB05.06.IV.1.B.1")
def _spots(kind: str, bet: BetFigures, closing: str) -> Iterator[tuple[int, str, tuple[str, ...], Fate]]:
    """Yield the number, name, clauses and effect of each spot of one bet.

    A bet has one spot, one for each number, or one and then one for each point. A bet that the next throw
    decides may be taken back until the betting closes.
    """
    if bet.named:
        for number in bet.numbers:
            fate = Fate(before_seven(number, bet), bet.withdraw_clause, follows=bet.follows.format(number))
            yield number, bet.named.format(number), bet.cite, fate
        return
    moves = {throw: write_bet(kind, points(throw)) for throw in throws(bet.numbers)}
    yield 0, kind, bet.cite, Fate(at_once(bet), bet.withdraw_clause or closing, moves, bet.point_clause)
    for number in bet.numbers:
        fate = Fate(before_seven(number, bet), bet.withdraw_clause)
        yield number, write_bet(kind, number), bet.point_cite, fate


def _doubles(bet: BetFigures) -> tuple[Prize, ...]:
    """Return the prizes of the totals that pay another rate."""
    return tuple(Prize(str(total), bet.double_pays, bet.cite) for total in bet.doubles_on)


@law("IB05.06.IV.1.A.Field.1", "IB05.06.IV.1.A.Field.2", "IB05.06.IV.1.A.Under7.1", "IB05.06.IV.1.A.Over7.1")
@law("IB05.06.IV.1.A.Win.1", "IB05.06.IV.1.A.DontWin.1", "IB05.06.IV.1.A.Come.2", "IB05.06.IV.1.A.DontCome.2")
def at_once(bet: BetFigures) -> dict[int, Fraction]:
    """Return the rates of a bet on the next throw. If the law lists no losing totals, all others lose."""
    double, wins, void = throws(bet.doubles_on), throws(bet.wins), throws(bet.void)
    loses = throws(bet.loses) if bet.loses else frozenset(TWO_DICE.throws) - wins - double - void
    rates = dict.fromkeys(wins, bet.pays) | dict.fromkeys(double, bet.double_pays)
    return rates | dict.fromkeys(void, VOID) | dict.fromkeys(loses, LOST)


@law("IB05.06.IV.1.A.Win.3", "IB05.06.IV.1.A.DontWin.3", "IB05.06.IV.1.A.Come.3", "IB05.06.IV.1.A.DontCome.3")
@law("IB05.06.IV.1.C.2", "IB05.06.IV.1.C.4", "IB05.06.IV.1.C.7", "IB05.06.IV.1.C.9")
@law("IB05.06.IV.1.D.3", "IB05.06.IV.1.D.6", "IB05.06.IV.1.B.HardWays.2")
def before_seven(number: int, bet: BetFigures) -> dict[int, Fraction]:
    """Return the rates of a bet that a number comes before a 7. A hard way also loses to the easy way."""
    made, sevens = throws([number]), throws([SEVEN])
    if bet.number == "loses":
        return dict.fromkeys(sevens, bet.pays) | dict.fromkeys(made, LOST)
    if bet.hard:
        easy = frozenset(throw for throw in made if not is_double(throw))
        return dict.fromkeys(made - easy, bet.pays) | dict.fromkeys(sevens | easy, LOST)
    return dict.fromkeys(made, bet.pays) | dict.fromkeys(sevens, LOST)
