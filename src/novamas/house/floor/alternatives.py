"""Lawful alternatives: the bounds of a choice, and the lawful values nearest to the one stated."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from novamas.house.floor.findings import Lawful
from novamas.law import Fault, Frame, Option
from novamas.law.conditions import names_in, value_of
from novamas.law.needs import Need

Number = int | Fraction


def lawful_alternatives(frame: Frame, fault: Fault, field: str, chosen: Mapping[str, Any]) -> Lawful | None:
    """Return values for this field of the file that would remove the fault, all other choices unchanged.

    If no value of this field would, return those of the choice at fault. Return None if the fault is not
    about a choice, or about one whose value is a list of names.
    """
    option = frame.options.get(fault.choice or "")
    if option is None or option.unit == "names" or fault.code == "unknown_choice":
        return None
    need = _need(frame, fault)
    if need is None:
        return _may_be(option)
    stated = frame.options.get(field)
    if stated is None or stated.unit == "names" or field not in names_in(need.must):
        stated = option
    nearest = tuple(_nearest(frame, stated, need, chosen))
    if nearest or stated is option:
        return _may_be(stated, nearest)
    return _may_be(option, tuple(_nearest(frame, option, need, chosen)))


def _may_be(option: Option, nearest: tuple[Any, ...] = ()) -> Lawful:
    return Lawful(option.name, option.unit, option.least, option.most, option.one_of, nearest)


def _need(frame: Frame, fault: Fault) -> Need | None:
    """Return the need that is not met, or None if the fault is a choice out of its bounds."""
    for name, need in frame.needs.items():
        if (need.code or name, need.choice, need.cite[0]) == (fault.code, fault.choice, fault.clause):
            return need
    return None


def _nearest(frame: Frame, option: Option, need: Need, chosen: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the next number below and the next above that meet the need, or all other values that do."""
    given = chosen[option.name]

    def fulfils(value: Any) -> bool:
        trial = {**chosen, option.name: value}
        return option.fault(value) is None and bool(value_of(need.must, trial, frame.figures))

    if option.one_of or option.unit in ("flag", "name"):
        yield from filter(fulfils, option.one_of or (True, False))
        return
    tried = sorted(set(_worth_trying(frame, option, need, chosen)))
    yield from [value for value in tried if value < given and fulfils(value)][-1:]
    yield from [value for value in tried if value > given and fulfils(value)][:1]


def _worth_trying(frame: Frame, option: Option, need: Need, chosen: Mapping[str, Any]) -> Iterator[Number]:
    """Yield the numbers to try: those of the need, the choices that it names, and combinations of these."""
    given = chosen[option.name]
    of_need = {Fraction(1), *_numbers_in(need, frame)}
    others = [chosen[name] for name in names_in(need.must) & chosen.keys() if name != option.name]
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
    """Yield each number in a need, and in the figures that it names."""
    for node in ast.walk(ast.parse(need.must.strip(), mode="eval")):
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            yield Fraction(node.value)
        elif isinstance(node, ast.Attribute):
            found = value_of(ast.unparse(node), {}, frame.figures)
            for one in found if isinstance(found, list | tuple) else (found,):
                if isinstance(one, int | Fraction):
                    yield Fraction(one)
