"""Set-ups: the rules of a table, what its premises are, and all that the law has against them.

The house states the *rules* of a table (what changes play or odds) and its *premises* (staff, equipment,
authorisations, floats), amounts as a placard shows them. What the law asks of both stands in the figures: the
bounds of each choice, and `needs`, which bind several choices to one another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from novamas.errors import Figure
from novamas.law.conditions import names_in, value_of
from novamas.law.faults import Fault
from novamas.law.frames import Frame, rules_not_held, unknown_choice
from novamas.law.needs import Need
from novamas.law.options import Option, Value, as_figure


class Setup(msgspec.Struct, frozen=True):
    """What the house has stated, completed with what follows from it, and every fault in it."""

    frame: Frame
    chosen: Mapping[str, Any]
    faults: tuple[Fault, ...]


def set_up(frame: Frame, given: Mapping[str, object]) -> Setup:
    """A set-up out of what the house has stated; no fault of one choice hides those of others.

    Where we hold only what a norm amended, that is checked all the same.
    """
    faults = [] if frame.can_be_played else [rules_not_held(frame)]
    faults += [unknown_choice(frame, name) for name in given if name not in frame.options]
    chosen: dict[str, Any] = {}
    for name in frame.options:
        _choose(frame, name, given, chosen, faults)
    faults += _unmet(frame, chosen)
    faults += _lacking(frame, chosen)
    return Setup(frame, chosen, tuple(faults))


def _choose(
    frame: Frame, name: str, given: Mapping[str, object], chosen: dict[str, Any], faults: list[Fault]
) -> None:
    """What the house has chosen, or what holds where it is silent; a value at fault gives way to that."""
    if name in chosen:
        return
    option = frame.options[name]
    if name in given:
        fault = option.fault(given[name])
        if fault is None:
            chosen[name] = option.settled(given[name])
            return
        faults.append(fault)
    elif option.must_be_stated:
        faults.append(option.missing())
    chosen[name] = _usual(frame, option, given, chosen, faults)


def _usual(
    frame: Frame, option: Option, given: Mapping[str, object], chosen: dict[str, Any], faults: list[Fault]
) -> Value | None:
    if option.default_from:
        for name in names_in(option.default_from) & frame.options.keys():
            _choose(frame, name, given, chosen, faults)
        found: Value = value_of(option.default_from, chosen, frame.figures)
        return found
    return option.example if option.default is None else option.default


def _unmet(frame: Frame, chosen: Mapping[str, Any]) -> Iterator[Fault]:
    """The needs of the law that the set-up does not fulfil."""
    for name, need in frame.needs.items():
        if need.when and not value_of(need.when, chosen, frame.figures):
            continue
        if not value_of(need.must, chosen, frame.figures):
            figures = _told(frame, need, chosen)
            yield Fault(
                need.choice, need.code or name, need.cite[0], figures, frame.texts.get(f"needs.{name}")
            )


def _told(frame: Frame, need: Need, chosen: Mapping[str, Any]) -> dict[str, Figure]:
    """The figures of an unmet need: the choices it speaks of, and what it reckons."""
    spoken = {need.choice, *names_in(need.must), *(names_in(need.when) if need.when else ())}
    plain = {name: chosen[name] for name in sorted(spoken & chosen.keys())}
    reckoned = {name: value_of(sum, chosen, frame.figures) for name, sum in need.figures.items()}
    return {name: as_figure(value) for name, value in {**plain, **reckoned}.items() if value is not None}


def _lacking(frame: Frame, chosen: Mapping[str, Any]) -> Iterator[Fault]:
    """Things that this very table must have and has not."""
    for name in chosen.get("lacks") or ():
        thing = frame.things.get(name)
        if thing and not (thing.when and not value_of(thing.when, chosen, frame.figures)):
            yield Fault(
                "lacks", f"no_{name}", thing.cite[0], {"thing": name}, frame.texts.get(f"equipment.{name}")
            )
