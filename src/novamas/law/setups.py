"""Set-ups: the choices of the house for a table, and every fault the law finds in them.

The house states the *rules* of a table (what changes play or odds) and its *premises* (staff,
equipment, authorisations, floats), with amounts as on a placard. The figures contain the law's
conditions on both: the bounds of each choice, and `needs`, which relate several choices.
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
    """The choices of the house, completed with defaults, and every fault in them."""

    frame: Frame
    chosen: Mapping[str, Any]
    faults: tuple[Fault, ...]


def set_up(frame: Frame, given: Mapping[str, object]) -> Setup:
    """Return the set-up for these choices. A fault of one choice does not hide the faults of others.

    If only the amended parts of a game's rules are included, they are checked all the same.
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
    """Set one choice: the house's, or the default if the house states none or states an invalid one."""
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
    """Yield a fault for each need of the law that the set-up does not meet."""
    for name, need in frame.needs.items():
        if need.when and not value_of(need.when, chosen, frame.figures):
            continue
        if not value_of(need.must, chosen, frame.figures):
            figures = _values_of(frame, need, chosen)
            yield Fault(
                need.choice, need.code or name, need.cite[0], figures, frame.texts.get(f"needs.{name}")
            )


def _values_of(frame: Frame, need: Need, chosen: Mapping[str, Any]) -> dict[str, Figure]:
    """Return the values for the text of an unmet need: its choices and the results it computes."""
    named = {need.choice, *names_in(need.must), *(names_in(need.when) if need.when else ())}
    plain = {name: chosen[name] for name in sorted(named & chosen.keys())}
    computed = {name: value_of(sum, chosen, frame.figures) for name, sum in need.figures.items()}
    return {name: as_figure(value) for name, value in {**plain, **computed}.items() if value is not None}


def _lacking(frame: Frame, chosen: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield a fault for each required object that this table lacks."""
    for name in chosen.get("lacks") or ():
        thing = frame.things.get(name)
        if thing and not (thing.when and not value_of(thing.when, chosen, frame.figures)):
            yield Fault(
                "lacks", f"no_{name}", thing.cite[0], {"thing": name}, frame.texts.get(f"equipment.{name}")
            )
