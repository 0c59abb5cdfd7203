"""For every clause on set-ups there is a set-up that breaks it, or a reason why there is none."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tools.breaking import as_file, checked, found_by_clause, found_under, frames, lawful

from novamas.house.floor.form import form_of
from novamas.law import Frame, catalogue, clauses
from novamas.law.texts import LANGUAGES
from novamas.words import voice_for

FRAMES = [pytest.param(frame, id=f"{frame.game}-{frame.norm}") for frame in frames()]
OWED = {clause.id for clause in clauses(duty="table")}
NOT_HELD = {"rules_not_held"}


class Reason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The reason why no set-up can break these clauses."""

    why: str
    clauses: tuple[str, ...]


def reasons() -> dict[str, Reason]:
    path = Path(__file__).parent / "clauses_not_broken.toml"
    return msgspec.toml.decode(path.read_bytes(), type=dict[str, Reason])


@pytest.mark.parametrize("frame", FRAMES)
def test_a_lawful_set_up_passes(frame: Frame) -> None:
    findings = checked(as_file(frame, lawful(frame))).findings
    assert {finding.problem.code for finding in findings} <= NOT_HELD


@pytest.mark.parametrize("frame", FRAMES)
def test_the_form_of_a_game_is_lawful_as_it_is_printed(frame: Frame) -> None:
    for language in LANGUAGES:
        findings = checked(form_of(frame.game, catalogue.under(frame.norm), voice_for(language))).findings
        assert {finding.problem.code for finding in findings} <= NOT_HELD


@pytest.mark.parametrize("frame", FRAMES)
def test_a_broken_bound_need_or_thing_is_found_where_it_is_written(frame: Frame) -> None:
    for one, finding in found_under(frame.norm, frame.game):
        assert finding is not None, one
        stated = [name for name, value in one.changed.items() if value is not None]
        if finding.field in stated:
            assert finding.place.line > 2, "not the table as such, but the very choice"
            assert finding.given is not None


def test_every_clause_on_set_ups_is_broken_or_says_why_it_cannot_be() -> None:
    found = found_by_clause().keys() & OWED
    excused = [clause for reason in reasons().values() for clause in reason.clauses]
    assert len(excused) == len(set(excused))
    assert found.isdisjoint(excused)
    assert found | set(excused) == OWED
    assert (len(OWED), len(found), len(reasons()["floor"].clauses)) == (436, 330, 6)


def test_what_is_told_with_another_clause_stands_beside_it() -> None:
    beside: dict[str, set[str]] = {}
    for frame in frames():
        cited = [one.cite for one in frame.options.values()]
        cited += [one.cite for one in frame.needs.values()]
        cited += [one.cite for one in frame.things.values()]
        for cites in cited:
            for clause in cites:
                beside.setdefault(clause, set()).update(cites)
    for clause in reasons()["told_with"].clauses:
        assert beside[clause] & found_by_clause().keys(), clause


def test_what_would_be_lawful_is_lawful(soak: bool) -> None:
    """The values that a finding proposes are tried, and each removes the fault."""
    tried = 0
    for frame in list(frames())[:: 1 if soak else 4]:
        for one, finding in found_under(frame.norm, frame.game):
            assert finding is not None
            for value in finding.lawful.nearest if finding.lawful else ():
                assert finding.lawful is not None
                stated = {**lawful(frame), **one.changed, finding.lawful.choice: value}
                again = checked(as_file(frame, stated)).findings
                choice = getattr(finding.problem, "choice", "")
                assert (one.code, choice) not in {
                    (each.problem.code, getattr(each.problem, "choice", "")) for each in again
                }, one
                tried += 1
    assert tried > (300 if soak else 60)
