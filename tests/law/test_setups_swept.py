"""Sweeps of all set-ups: every choice of every game and norm, with every kind of faulty value.

A faulty choice has one fault. Needs and equipment that depend on it are not judged on its default, because
nobody chose the default.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from novamas.law import Fault, Frame, Option, catalogue, norms, set_up
from novamas.law.conditions import names_in
from novamas.law.frames import entries

FRAMES = [catalogue.under(norm)[game] for norm in norms() for game in entries(norm)]
STRANGE: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    10**15,
    "",
    "none_of_these",
    1.5,
    [],
    ["none_of_these"],
    {},
)


def faulty_values(option: Option) -> Iterator[Any]:
    """Values that the house may not choose: of another kind, beyond the bounds, not on the list."""
    beyond = [bound + step for bound in (option.least, option.most) for step in (-1, 1) if bound is not None]
    for value in (*STRANGE, *beyond):
        if option.fault(value) is not None:
            yield value


def dependents(frame: Frame, name: str, given: dict[str, Any]) -> set[str]:
    """The choices that are not stated and whose default follows from this one, and this one."""
    found = {name}
    while more := {
        other.name
        for other in frame.options.values()
        if other.name not in found | given.keys()
        and other.default_from
        and names_in(other.default_from) & found
    }:
        found |= more
    return found


def stated(frame: Frame) -> list[dict[str, Any]]:
    """Set-ups to start from: the examples, and the examples with another value of one choice."""
    starts: list[dict[str, Any]] = [dict(frame.examples)]
    for option in frame.options.values():
        others = [True, False] if option.unit == "flag" else list(option.one_of)
        if option.unit == "names":
            others = [(other,) for other in others]
        chosen = set_up(frame, frame.examples).chosen[option.name]
        if option.unit == "cents" and isinstance(chosen, int):
            others = [chosen * 3, chosen // 2]
        starts += [{**frame.examples, option.name: other} for other in others if option.fault(other) is None]
    return starts


def judged(frame: Frame, fault: Fault) -> set[str]:
    """The choices by which this fault of a need or of an object was judged."""
    for name, need in frame.needs.items():
        if (need.code or name, need.choice, need.cite[0]) == (fault.code, fault.choice, fault.clause):
            return {need.choice, *names_in(need.must), *(names_in(need.when) if need.when else ())}
    thing = frame.things.get(str(fault.figures.get("thing")))
    return set(names_in(thing.when)) if thing and thing.when else set()


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: f"{frame.norm}-{frame.game}")
def test_no_need_is_judged_by_a_faulty_choice_or_by_its_default(frame: Frame, soak: bool) -> None:
    wrong: list[str] = []
    count = 0
    for start in stated(frame)[:: 1 if soak else 12]:
        for option in frame.options.values():
            for value in faulty_values(option):
                given = {**start, option.name: value}
                unknown = dependents(frame, option.name, given)
                faults = set_up(frame, given).faults
                count += 1
                assert sum(fault.choice == option.name for fault in faults) >= 1
                wrong += [
                    f"{option.name}={value!r}: {one.code}" for one in faults if judged(frame, one) & unknown
                ]
    assert count >= 4 * len(frame.options)
    assert not wrong, f"{len(wrong)} of {count}: {wrong[:5]}"
