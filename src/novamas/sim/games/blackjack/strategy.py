"""The format of a strategy for black jack: a letter for each hand and each first card of the bank.

even_money = true         a black jack against an ace takes even money at once
[decide.hard]             by the total, 4 to 20
16 = "S S S S S H H H R H"     2 3 4 5 6 7 8 9 T A
[decide.soft]             with an ace that counts eleven, 12 to 20
[decide.pair]             of 2 to 9, T and A; "-" plays it as its total

S stands and H draws. With two cards D and Ds double, and R and Rs surrender. If that is not possible any
more, D and R draw, Ds and Rs stand. P splits a pair.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from novamas.errors import InvalidInput
from novamas.games.blackjack.setup import Rules
from novamas.odds.games.blackjack.bets import rules_of
from novamas.odds.games.blackjack.enumeration import ACE, TEN, VALUES, hands
from novamas.odds.games.blackjack.kernels import DOUBLE, HIT, STAND
from novamas.sim.games.blackjack.acts import EVEN_MONEY, GIVE_UP, SPLIT, Acts, nothing_but_stand
from novamas.sim.strategies import DECIDE, Misread, flag, section, text
from novamas.table.game import Table

DECIDED = "mano"
EVEN = "even_money"
HARD, SOFT, PAIR = "hard", "soft", "pair"
LETTERS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")  # the bank's first cards, in the order of a row
UPS = (*VALUES[1:], ACE)  # the same values as the analyser counts them
ROWS = {
    HARD: tuple(map(str, range(4, 21))),
    SOFT: tuple(map(str, range(12, 21))),
    PAIR: LETTERS,
}
AS_TOTAL, IS_SPLIT = "-", "P"
FIRST = {"S": STAND, "H": HIT, "D": DOUBLE, "Ds": DOUBLE, "R": GIVE_UP, "Rs": GIVE_UP, IS_SPLIT: SPLIT}
DOUBLES, GIVES_UP = ("D", "Ds"), ("R", "Rs")
STANDS_ELSE = ("S", "Ds", "Rs")

Plan = dict[str, dict[str, tuple[str, ...]]]


def read(table: Table, decide: Mapping[str, Any]) -> dict[str, Any]:
    """Return the acts of a written strategy for every hand."""
    fields = section(decide, (EVEN, *ROWS))
    takes_even_money = flag(fields, EVEN)
    plan: Plan = {
        kind: {name: _row(decide, kind, name) for name in section(decide, rows, kind)}
        for kind, rows in ROWS.items()
    }
    rules = rules_of(table)
    if takes_even_money and not rules.frame.has("course.even_money"):
        raise Misread((DECIDE, EVEN), InvalidInput("strategy_no_even_money", norm=rules.frame.norm))
    _must_be_lawful(plan, rules)
    return {"acts": _acts(plan, rules, takes_even_money=takes_even_money)}


def _row(decide: Mapping[str, Any], kind: str, name: str) -> tuple[str, ...]:
    """Return the letters in a row, one for each first card of the bank."""
    written = text(decide[kind], kind, name)
    found = tuple(written.split())
    known = (*FIRST, AS_TOTAL) if kind == PAIR else tuple(each for each in FIRST if each != IS_SPLIT)
    if len(found) != len(LETTERS) or not set(found) <= set(known):
        raise Misread((DECIDE, kind, name), InvalidInput("strategy_no_row", given=written, known=known))
    return found


def _must_be_lawful(plan: Plan, rules: Rules) -> None:
    """Raise `Misread` for a double or a surrender that the table does not offer."""
    for kind, rows in plan.items():
        for name, row in rows.items():
            is_two_aces = (kind, name) in ((PAIR, "A"), (SOFT, "12"))
            is_doubled = not is_two_aces and rules.may_double_total(_points(kind, name))
            for nth, letter in enumerate(row):
                gives_up = letter in GIVES_UP and (not rules.surrender.is_offered or UPS[nth] == ACE)
                if gives_up or (letter in DOUBLES and not is_doubled):
                    problem = InvalidInput("strategy_unlawful", given=letter, bank=LETTERS[nth])
                    raise Misread((DECIDE, kind, name), problem)


def _points(kind: str, name: str) -> int:
    """Return the points of the hands of a row."""
    return int(name) if kind != PAIR else {"T": 20, "A": 12}.get(name) or 2 * int(name)


def _acts(plan: Plan, rules: Rules, *, takes_even_money: bool) -> Acts:
    """Return letters as tables of acts."""
    every, acts = hands(), nothing_but_stand()
    for nth, up in enumerate(UPS):
        letters = _by_hand(plan, nth)
        later = np.array([STAND if letter in STANDS_ELSE else HIT for letter in letters], np.int8)
        two = np.array([FIRST[letter] for letter in letters], np.int8)
        acts.later[up] = later
        for one in VALUES:
            for other in VALUES:
                acts.first[up, one, other] = two[every.of(one, other)]
            letter = plan[PAIR][LETTERS[UPS.index(one)]][nth]
            if letter != AS_TOTAL:
                acts.first[up, one, one] = FIRST[letter]
            acts.split[up, one] = np.where((every.size == 2) & (two == DOUBLE), DOUBLE, later)
            if one == ACE:
                acts.split[up, one] = STAND  # a single card on each ace
            if letter == IS_SPLIT and (one != ACE or rules.resplit_aces):
                acts.split[up, one, every.of(one, one)] = SPLIT
        acts.first[up, ACE, TEN] = acts.first[up, TEN, ACE] = STAND
        if up == ACE and takes_even_money:
            acts.first[up, ACE, TEN] = acts.first[up, TEN, ACE] = EVEN_MONEY
    return acts


def _by_hand(plan: Plan, nth: int) -> list[str]:
    """Return each hand's letter against a card of the bank. A hand of 21 stands."""
    every = hands()
    found = []
    for points, is_soft in zip(every.points.tolist(), every.is_soft.tolist(), strict=True):
        row = plan[SOFT if is_soft else HARD].get(str(points))
        found.append("S" if row is None else row[nth])
    return found
