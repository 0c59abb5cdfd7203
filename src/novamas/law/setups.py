"""Set-ups: the choices of the house for a table, and every breach of the law in them.

The house states the *rules* of a table (which change play or odds) and its *premises* (staff,
equipment, authorisations, floats), with amounts as on a placard. The figures contain the law's
conditions on both: the bounds of each choice, and `needs`, which relate several choices.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
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
    unknown: frozenset[str] = frozenset()  # faulty choices, and defaults that follow from them
    doubts: tuple[Fault, ...] = ()  # unmet needs that the letter of the law asks and our reading lifts


def set_up(frame: Frame, given: Mapping[str, object]) -> Setup:
    """Return the set-up for these choices. A fault in one choice does not hide faults in others.

    If novamas includes only the amended parts of a game's rules, those parts are still checked.
    """
    faults = [] if frame.can_be_played else [rules_not_held(frame)]
    faults += [unknown_choice(frame, name) for name in given if name not in frame.options]
    choosing = _Choosing(frame, given)
    for name in frame.options:
        choosing.choose(name)
    faults += choosing.faults
    unmet = list(_unmet(frame, choosing.chosen, choosing.unknown))
    doubts = tuple(fault for need, fault in unmet if need.doubt)
    faults += (fault for need, fault in unmet if not need.doubt)
    faults += _lacking(frame, choosing.chosen, choosing.unknown)
    return Setup(frame, choosing.chosen, tuple(faults), frozenset(choosing.unknown), doubts)


class _Choosing:
    """The choices of one set-up while they are being completed one after another."""

    def __init__(self, frame: Frame, given: Mapping[str, object]) -> None:
        self._frame = frame
        self._given = given
        self.chosen: dict[str, Any] = {}
        self.faults: list[Fault] = []
        self.unknown: set[str] = set()

    def choose(self, name: str) -> None:
        """Set one choice: the house's value, or the default if that is missing or invalid."""
        if name in self.chosen:
            return
        option = self._frame.options[name]
        if name in self._given:
            fault = option.fault(self._given[name])
            if fault is None:
                self.chosen[name] = option.settled(self._given[name])
                return
            self._add(fault, name)
        elif option.must_be_stated:
            self._add(option.missing(), name)
        self.chosen[name] = self._usual(option)

    def _usual(self, option: Option) -> Value | None:
        if not option.default_from:
            return option.example if option.default is None else option.default
        sources = names_in(option.default_from) & self._frame.options.keys()
        for name in sources:
            self.choose(name)
        if sources & self.unknown:
            self.unknown.add(option.name)
        found: Value = value_of(option.default_from, self.chosen, self._frame.figures)
        return found

    def _add(self, fault: Fault, name: str) -> None:
        self.faults.append(fault)
        self.unknown.add(name)


def _unmet(frame: Frame, chosen: Mapping[str, Any], unknown: Set[str]) -> Iterator[tuple[Need, Fault]]:
    """Yield a fault for each need of the law that the set-up does not meet.

    A need that names an unknown choice is not judged, because its default is not the house's choice.
    """
    for name, need in frame.needs.items():
        if unknown & {need.choice, *names_in(need.must), *(names_in(need.when) if need.when else ())}:
            continue
        if need.when and not value_of(need.when, chosen, frame.figures):
            continue
        if not value_of(need.must, chosen, frame.figures):
            figures = _values_of(frame, need, chosen)
            text = frame.texts.get(f"needs.{name}")
            yield need, Fault(need.choice, need.code or name, need.cite[0], figures, text)


def _values_of(frame: Frame, need: Need, chosen: Mapping[str, Any]) -> dict[str, Figure]:
    """Return the values for the text of an unmet need: its choices and the results it computes."""
    named = {need.choice, *names_in(need.must), *(names_in(need.when) if need.when else ())}
    plain = {name: chosen[name] for name in sorted(named & chosen.keys())}
    computed = {name: value_of(sum, chosen, frame.figures) for name, sum in need.figures.items()}
    return {name: as_figure(value) for name, value in {**plain, **computed}.items() if value is not None}


def _lacking(frame: Frame, chosen: Mapping[str, Any], unknown: Set[str]) -> Iterator[Fault]:
    """Yield a fault for each required object that this table lacks.

    If only some tables need an object, it is not judged while a choice that decides it is unknown.
    """
    for name in chosen.get("lacks") or ():
        thing = frame.things.get(name)
        if thing is None or (thing.when and unknown & names_in(thing.when)):
            continue
        if not thing.when or value_of(thing.when, chosen, frame.figures):
            yield Fault(
                "lacks", f"no_{name}", thing.cite[0], {"thing": name}, frame.texts.get(f"equipment.{name}")
            )
