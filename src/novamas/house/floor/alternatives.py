"""Lawful alternatives: the bounds of a choice, and the allowed values nearest to the stated one."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any

from novamas.games import game, known_games
from novamas.house.floor.findings import Lawful
from novamas.law import Fault, Frame, Option, Setup, set_up
from novamas.law.conditions import names_in, value_of
from novamas.law.needs import Need
from novamas.table.game import faults_of

Number = int | Fraction


def lawful_alternatives(
    frame: Frame,
    fault: Fault,
    field: str,
    given: Mapping[str, object],
    facts: Collection[str] = (),
) -> Lawful | None:
    """Return values for this field that would remove the fault if all else stays the same.

    A value that would bring another fault is not offered. Neither is a flag among the `facts`, because
    the floor decides it, whatever the table states. If no value of this field helps, values for the
    choice at fault are returned, or else values for another choice of the same rule. Return None if no
    single choice helps, if the fault is not about a choice, or if its value is a list of names.
    """
    option = frame.options.get(fault.choice or "")
    if option is None or option.unit == "names" or fault.code == "unknown_choice":
        return None
    need = _need(frame, fault)
    trial = _Trial(frame, need, fault, given)
    if need is None:
        return _may_be(option, tuple(_nearest(option, trial)) if option.one_of else ())
    named = {name: frame.options[name] for name in sorted(names_in(need.must) & frame.options.keys())}
    rules = [one for one in named.values() if one.part == "rules"]  # nobody chooses an authorisation
    stated_field = [named[field]] if field in named else []
    for stated in dict.fromkeys((*stated_field, option, *rules)):
        if stated.unit == "names" or (stated.unit == "flag" and stated.name in facts):
            continue
        if nearest := tuple(_nearest(stated, trial)):
            return _may_be(stated, nearest)
    return None


class _Trial:
    """A faulty set-up in which other values of a choice are tried."""

    def __init__(self, frame: Frame, need: Need | None, fault: Fault, given: Mapping[str, object]) -> None:
        self.frame = frame
        self.need = need
        self.given = given
        self.chosen = set_up(frame, given).chosen
        self._accepted = self._faults(given) - {_named(fault)}

    def helps(self, option: Option, value: Any) -> bool:
        """Return whether this value of a choice removes the fault and brings no other."""
        return (
            option.fault(value) is None and self._faults({**self.given, option.name: value}) <= self._accepted
        )

    def _faults(self, given: Mapping[str, object]) -> set[tuple[str | None, str, str | None]]:
        setup = set_up(self.frame, given)
        return set(map(_named, (*every_fault(setup), *setup.doubts)))


def every_fault(setup: Setup) -> tuple[Fault, ...]:
    """Return the faults in the figures and, if novamas has the game, the faults that the game finds."""
    slug = setup.frame.game
    return faults_of(game(slug), setup) if slug in known_games() else setup.faults


def _named(fault: Fault) -> tuple[str | None, str, str | None]:
    return fault.choice, fault.code, fault.clause


def _may_be(option: Option, nearest: tuple[Any, ...] = ()) -> Lawful:
    return Lawful(option.name, option.unit, option.least, option.most, option.one_of, nearest)


def _need(frame: Frame, fault: Fault) -> Need | None:
    """Return the condition that is not met, or None if the choice is out of its bounds."""
    for name, need in frame.needs.items():
        if (need.code or name, need.choice, need.cite[0]) == (fault.code, fault.choice, fault.clause):
            return need
    return None


def _nearest(option: Option, trial: _Trial) -> Iterator[Any]:
    """Yield the nearest lower and higher number that help, or all other values that help."""
    if option.one_of or option.unit in ("flag", "name"):
        yield from (value for value in option.one_of or (True, False) if trial.helps(option, value))
        return
    given = trial.chosen[option.name]
    tried = sorted(set(_worth_trying(option, trial)))
    below, above = [one for one in reversed(tried) if one < given], [one for one in tried if one > given]
    for side in (below, above):
        yield from islice((value for value in side if trial.helps(option, value)), 1)


def _worth_trying(option: Option, trial: _Trial) -> Iterator[Number]:
    """Yield numbers to try, taken from the conditions and from the choices that they name."""
    frame, chosen = trial.frame, trial.chosen
    given = chosen[option.name]
    needs = [need for need in frame.needs.values() if option.name in names_in(need.must)]
    needs += [trial.need] if trial.need else []
    of_need = {Fraction(1), *(number for need in needs for number in _numbers_in(need, frame))}
    named = {name for need in needs for name in names_in(need.must)} & chosen.keys() - {option.name}
    others = [chosen[name] for name in named]
    numbers = [one for one in others if isinstance(one, int | Fraction) and not isinstance(one, bool)]
    found: set[Number] = {given - 1, given + 1, *of_need, *numbers}
    for number in of_need:
        found |= {one * number for one in numbers} | {Fraction(one) / number for one in numbers if number}
    for one in numbers:
        if one:
            found |= {given // one * one, (given // one + 1) * one}
    for one in found:
        exact = Fraction(one)
        yield exact.numerator if exact.denominator == 1 else exact


def _numbers_in(need: Need, frame: Frame) -> Iterator[Fraction]:
    """Yield each number in a condition, and in the figures that the condition names."""
    for node in ast.walk(ast.parse(need.must.strip(), mode="eval")):
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            yield Fraction(node.value)
        elif isinstance(node, ast.Attribute):
            found = value_of(ast.unparse(node), {}, frame.figures)
            for one in found if isinstance(found, list | tuple) else (found,):
                if isinstance(one, int | Fraction):
                    yield Fraction(one)
