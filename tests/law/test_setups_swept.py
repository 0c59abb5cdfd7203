"""Sweeps of all set-ups: every choice of every game and norm, with every kind of faulty value.

A faulty choice has one fault. Needs and equipment that depend on it are not checked with its default, because
the house did not choose that default.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

import pytest
from tools.breaking import checked

from novamas.house.floor.alternatives import every_fault, lawful_alternatives
from novamas.house.floor.findings import Finding
from novamas.house.floor.form import toml
from novamas.house.floor.text import alternatives_text
from novamas.law import Fault, Frame, Option, catalogue, library, norms, set_up
from novamas.law.conditions import names_in
from novamas.words import voice_for

FRAMES = [catalogue.under(norm)[game] for norm in norms() for game in library().entries(norm)]
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

OF_ONE_CHOICE = {"choice_of_wrong_kind", "choice_not_offered", "choice_too_low", "choice_too_high"}
OF_ONE_CHOICE |= {"choice_missing", "rules_not_held"}


def faulty_values(option: Option) -> Iterator[Any]:
    """Yield forbidden values of a choice: of a wrong kind, beyond the bounds, or not on the list."""
    beyond = [bound + step for bound in (option.least, option.most) for step in (-1, 1) if bound is not None]
    for value in (*STRANGE, *beyond):
        if option.fault(value) is not None:
            yield value


def dependents(frame: Frame, name: str, given: dict[str, Any]) -> set[str]:
    """Return a choice and all unstated choices whose defaults depend on it."""
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
    """Return set-ups to start from: the examples, also with another value of one choice."""
    starts: list[dict[str, Any]] = [dict(frame.examples)]
    for option in frame.options.values():
        others: list[Any] = [True, False] if option.unit == "flag" else list(option.one_of)
        if option.unit == "names":
            others = [(other,) for other in others]
        chosen = set_up(frame, frame.examples).chosen[option.name]
        if option.unit == "cents" and isinstance(chosen, int):
            others = [chosen * 3, chosen // 2]
        starts += [{**frame.examples, option.name: other} for other in others if option.fault(other) is None]
    return starts


def judged(frame: Frame, fault: Fault) -> set[str]:
    """Return the choices on which a fault in a need or in equipment depends."""
    for name, need in frame.needs.items():
        if (need.code or name, need.choice, need.cite[0]) == (fault.code, fault.choice, fault.clause):
            return {need.choice, *names_in(need.must), *(names_in(need.when) if need.when else ())}
    thing = frame.things.get(str(fault.figures.get("thing")))
    if thing:
        return set(names_in(thing.when)) if thing.when else set()
    return {*fault.figures} if fault.code not in OF_ONE_CHOICE else set()


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: f"{frame.norm}-{frame.game}")
def test_no_need_is_judged_by_a_faulty_choice_or_by_its_default(frame: Frame, soak: bool) -> None:
    wrong: list[str] = []
    count = 0
    for start in stated(frame)[:: 1 if soak else 12]:
        for option in frame.options.values():
            for value in faulty_values(option):
                given = {**start, option.name: value}
                unknown = dependents(frame, option.name, given)
                faults = every_fault(set_up(frame, given))
                count += 1
                assert sum(fault.choice == option.name for fault in faults) >= 1
                wrong += [
                    f"{option.name}={value!r}: {one.code}" for one in faults if judged(frame, one) & unknown
                ]
    assert count >= 4 * len(frame.options)
    assert not wrong, f"{len(wrong)} of {count}: {wrong[:5]}"


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: f"{frame.norm}-{frame.game}")
def test_no_remedy_is_itself_unlawful(frame: Frame, soak: bool) -> None:
    """Each proposed value removes its fault and causes no other."""
    wrong: list[str] = []
    for start in broken_setups(frame)[:: 1 if soak else 12]:
        faults = every_fault(set_up(frame, start))
        for fault in faults:
            lawful = lawful_alternatives(frame, fault, str(fault.choice), start)
            for value in lawful.nearest if lawful else ():
                assert lawful is not None
                again = named(every_fault(set_up(frame, {**start, lawful.choice: value})))
                if not again <= named(faults) - named((fault,)):
                    wrong.append(f"{fault.code} of {start}: {lawful.choice}={value!r}")
    assert not wrong, wrong[:5]


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: f"{frame.norm}-{frame.game}")
def test_no_remedy_of_a_floor_is_itself_unlawful(frame: Frame, soak: bool) -> None:
    """Each value that the check of a floor proposes removes its finding and causes no other."""
    wrong: list[str] = []
    starts = [*broken_setups(frame)[:: 1 if soak else 8], *alone_above_the_minimum(frame)]
    for start in starts:
        findings = checked_floor(frame, start)
        before = counted(findings)
        for finding in findings:
            for value in finding.lawful.nearest if finding.lawful else ():
                assert finding.lawful is not None
                after = counted(checked_floor(frame, {**start, finding.lawful.choice: value}))
                if after - before or after[key(finding)] >= before[key(finding)]:
                    wrong.append(f"{finding.problem.code} of {start}: {finding.lawful.choice}={value!r}")
    assert not wrong, wrong[:5]


def alone_above_the_minimum(frame: Frame) -> Iterator[dict[str, Any]]:
    """Yield a floor whose only table is above the authorised minimum and claims that another is open."""
    if "minimum_kept_elsewhere" in frame.options:
        least = set_up(frame, frame.examples).chosen["authorised_minimum"]
        raised = {"minimum": 2 * least, "authorised_minimum": least, "minimum_kept_elsewhere": True}
        yield {**frame.examples, **raised}


def checked_floor(frame: Frame, given: dict[str, Any]) -> list[Finding]:
    """Return the findings about a floor with only this table, except those about its premises."""
    lines = ["[floor]", f'norm = "{frame.norm}"', "[[tables]]", 'name = "1"', f'game = "{frame.game}"']
    for name, value in given.items():
        if name in frame.options and not isinstance(value, dict | float):
            lines.append(f"{frame.options[name].part}.{name} = {toml(value)}")
    findings = checked("\n".join(lines) + "\n").findings
    return [one for one in findings if one.problem.code not in ("premises_not_stated", "not_as_on_floor")]


def key(finding: Finding) -> tuple[str, str, str | None]:
    return finding.field, finding.problem.code, finding.clause


def counted(findings: Iterable[Finding]) -> Counter[tuple[str, str, str | None]]:
    return Counter(map(key, findings))


def test_no_value_is_offered_for_a_fact_that_the_floor_decides() -> None:
    frame = catalogue.under("IB05")["boule"]
    (alone,) = alone_above_the_minimum(frame)
    (finding,) = checked_floor(frame, alone)
    assert (finding.problem.code, finding.lawful) == ("no_table_at_minimum", None)
    for language, word in (("es", "otra mesa"), ("ca", "una altra taula"), ("en", "another table")):
        assert alternatives_text(finding, voice_for(language)).startswith(word)  # type: ignore[arg-type]


def named(faults: Iterable[Fault]) -> set[tuple[str | None, str, str | None]]:
    return {(fault.choice, fault.code, fault.clause) for fault in faults}


def broken_setups(frame: Frame) -> list[dict[str, Any]]:
    """Return set-ups with one or two changed choices, many of them unlawful, or with a faulty choice."""
    found = [{**one, **other} for one, other in combinations(stated(frame), 2)][
        :: max(1, len(frame.options) // 5)
    ]
    for option in frame.options.values():
        found += [{**frame.examples, option.name: value} for value in faulty_values(option)]
    return found


def test_the_issues_own_remedy_is_not_offered() -> None:
    """If no minimum is lawful with the other choices of the house, no remedy is proposed."""
    frame = catalogue.under("IB09")["tres_cartas"]
    given = {**frame.examples, "minimum": 100, "maximum": 1000, "authorised_minimum": 200}
    (fault,) = (one for one in set_up(frame, given).faults if one.choice == "minimum")
    assert named(set_up(frame, {**given, "minimum": 200}).faults) == {
        ("maximum", "maximum_not_lawful", "IB09.17.V.4.3")
    }
    assert lawful_alternatives(frame, fault, "minimum", given) is None
