"""Set-ups that break the law, found by a search: one for each bound, need and item of equipment."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

from novamas.games import GAMES, game
from novamas.house.floor.check import check
from novamas.house.floor.findings import Finding, FloorReport
from novamas.house.floor.form import toml
from novamas.house.floor.text import finding_text
from novamas.law import Frame, Option, catalogue, clauses, library, norms, set_up
from novamas.law.conditions import names_in
from novamas.law.options import EXACT
from novamas.law.texts import Language
from novamas.table.game import faults_of
from novamas.words import voice_for

CLOSED = (
    "limit",
    "paid_in",
)  # whose clause itself lists the ways that there are
MOST_CHANGED = 3  # choices that are tried together


class Broken(NamedTuple):
    """A set-up that breaks a clause: the frame of law, and the choices that differ from a lawful set-up."""

    frame: Frame
    clause: str
    code: str
    changed: Mapping[str, object]


def frames() -> Iterator[Frame]:
    """Yield the frame of every game under every norm that has the game."""
    for norm in norms():
        for slug in library().entries(norm):
            yield catalogue.under(norm)[slug]


def lawful(frame: Frame) -> dict[str, object]:
    """Return a lawful set-up that states every choice."""
    chosen = set_up(frame, frame.examples).chosen
    return {name: value for name, value in chosen.items() if value is not None}


def as_file(frame: Frame, stated: Mapping[str, object]) -> str:
    """Return a set-up in the format of a file for one table."""
    lines = [f'game = "{frame.game}"', f'norm = "{frame.norm}"']
    for part in ("rules", "premises"):
        lines.append(f"[{part}]")
        for name, option in frame.options.items():
            if option.part == part and name in stated:
                lines.append(f"{name} = {toml(stated[name])}")
    return "\n".join(lines) + "\n"


def broken(frame: Frame) -> Iterator[Broken]:
    """Yield an unlawful set-up for each need, each item of equipment and each bound of a game's choices.

    A text that is not a number, or an unknown name, breaks no clause and is left out.
    """
    for name, need in frame.needs.items():
        spoken = sorted(_spoken(frame, need.must, need.when))
        if found := _search(frame, spoken, need.cite[0], need.code or name):
            yield found
    for name, thing in frame.things.items():
        spoken = sorted(_spoken(frame, thing.when))
        if found := _search(frame, spoken, thing.cite[0], f"no_{name}", {"lacks": (name,)}):
            yield found
    for option in frame.options.values():
        yield from _beyond_bounds(frame, option)
        yield from _beyond_figures(frame, option)


def _beyond_figures(frame: Frame, option: Option) -> Iterator[Broken]:
    """Yield set-ups that break no figure of the law, only a rule of the game itself."""
    if option.unit != "cents" or frame.game not in GAMES or not frame.can_be_played:
        return
    base = lawful(frame)
    for value in (1, int(str(base[option.name])) * 1000):
        setup = set_up(frame, {**base, option.name: value})
        for fault in faults_of(game(frame.game), setup)[len(setup.faults) :]:
            if fault.clause:
                yield Broken(frame, fault.clause, fault.code, {option.name: value})


def _beyond_bounds(frame: Frame, option: Option) -> Iterator[Broken]:
    step = Fraction(1, 100) if option.unit in EXACT else 1
    first = option.cite[0]
    if option.least not in (None, 0, 1):
        wrong = {option.name: option.least - step}
        yield Broken(frame, option.least_clause or first, "choice_too_low", wrong)
    if option.most is not None:
        wrong = {option.name: option.most + step}
        yield Broken(frame, option.most_clause or first, "choice_too_high", wrong)
    if option.name in CLOSED:
        yield Broken(frame, first, "choice_not_offered", {option.name: "otra"})
    numbers = [one for one in option.one_of if isinstance(one, int) and not isinstance(one, bool)]
    if numbers:
        yield Broken(frame, first, "choice_not_offered", {option.name: max(numbers) + 1})
    if option.must_be_stated:
        yield Broken(frame, first, "choice_missing", {option.name: None})


def _spoken(frame: Frame, *conditions: str) -> set[str]:
    return {
        name for condition in conditions if condition for name in names_in(condition)
    } & frame.options.keys()


def _search(
    frame: Frame, spoken: list[str], clause: str, code: str, also: Mapping[str, object] | None = None
) -> Broken | None:
    """Return the smallest change of the named choices that breaks this clause."""
    base = lawful(frame)
    for size in range(MOST_CHANGED + 1):
        for names in combinations(spoken, size):
            for values in product(*(_values(frame.options[name], base.get(name), base) for name in names)):
                changed = {**dict(zip(names, values, strict=True)), **(also or {})}
                setup = set_up(frame, {**base, **changed})
                faults = (*setup.faults, *setup.doubts)
                if any(fault.code == code and fault.clause == clause for fault in faults):
                    return Broken(frame, clause, code, changed)
    return None


def _values(option: Option, now: Any, base: Mapping[str, object]) -> list[Any]:
    """Return values that a choice alone may have, but that may contradict other choices."""
    if option.unit == "flag":
        return [True, False]
    if option.unit == "names":
        return [(), *((str(one),) for one in option.one_of), tuple(map(str, option.one_of))]
    if option.one_of or option.unit == "name":
        return list(option.one_of)
    now = now or 0
    others = [value for value in base.values() if isinstance(value, int) and not isinstance(value, bool)]
    tried = [
        0,
        1,
        now - 1,
        now + 1,
        now + 7,
        2 * now,
        now * 1000,
        now // 2,
        *others,
        *(2 * one for one in others),
    ]
    return [value for value in dict.fromkeys(tried) if option.fault(value) is None]


# ---------------------------------------------------------------- checked as files


def checked(text: str) -> FloorReport:
    """Return the report of the check of a file with this text."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.toml"
        path.write_text(text, "utf-8")
        return check(path)


@cache
def found_under(norm: str, slug: str) -> list[tuple[Broken, Finding | None]]:
    """Return every broken set-up of a game, each with the finding that cites its clause."""
    return [(one, _found_in(one)) for one in broken(catalogue.under(norm)[slug])]


def _found_in(one: Broken) -> Finding | None:
    """Return the finding of a broken set-up that cites its clause."""
    stated = {
        name: value for name, value in {**lawful(one.frame), **one.changed}.items() if value is not None
    }
    findings = checked(as_file(one.frame, stated)).findings
    same = (each for each in findings if (each.problem.code, each.clause) == (one.code, one.clause))
    return next(same, None)


@cache
def found_by_clause() -> dict[str, tuple[Broken, Finding]]:
    """Return the first set-up that breaks each clause, with its finding."""
    found: dict[str, tuple[Broken, Finding]] = {}
    for frame in frames():
        for one, finding in found_under(frame.norm, frame.game):
            if one.clause not in found and finding is not None:
                found[one.clause] = (one, finding)
    return found


def printed(language: Language = "es") -> str:
    """Return a page with each clause that a set-up can break: the file, and the findings of the check."""
    voice, found = voice_for(language), found_by_clause()
    lines = []
    for clause in clauses(duty="table"):
        if clause.id in found:
            one, finding = found[clause.id]
            said = ", ".join(
                f"{name} = {toml(value)}" if value is not None else f"({name})"
                for name, value in one.changed.items()
            )
            weight = voice.text(f"check.{finding.severity}")
            lines.append(f"{one.frame.game}, {one.frame.norm}: {said}")
            lines.append(f"  {weight}: {finding_text(finding, voice)}")
    return "\n".join(lines) + "\n"
