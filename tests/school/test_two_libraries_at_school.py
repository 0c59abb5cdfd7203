"""Exercises are posed, marked and explained under the given library."""

from __future__ import annotations

from pathlib import Path

from tests.support.law_pack import NORM, two_libraries

from novamas.school import Exercise, ExerciseKind, mark_exercise, pose_exercise
from novamas.school.tables import table_for
from novamas.school.text import explained
from novamas.words import voice_for


def test_a_payout_is_asked_and_marked_under_each_library(tmp_path: Path) -> None:
    both = two_libraries(tmp_path)
    asked = []
    for law in both:
        exercises = [Exercise(ExerciseKind.PAYOUTS, "boule", NORM, seed=seed) for seed in range(12)]
        problems = [pose_exercise(one, law) for one in exercises]
        asked.append([question.right for problem in problems for question in problem.questions])
        assert all(table_for(one, law).frame.law is law for one in exercises)
        for problem in problems:
            right = [question.right for question in problem.questions]
            assert mark_exercise(problem.exercise, right, law).is_right
    of_numbers = [(one, other) for one, other in zip(*asked, strict=True) if one != other]
    assert of_numbers, "some of twelve exercises pay a number"
    assert all(other > one for one, other in of_numbers)


def test_the_explanation_quotes_the_clause_of_the_library(tmp_path: Path) -> None:
    for law, pays in zip(two_libraries(tmp_path), (8, 10), strict=True):
        voice = voice_for("en", law=law)
        lines = [
            line
            for seed in range(12)
            for line in explained(
                pose_exercise(Exercise(ExerciseKind.PAYOUTS, "boule", NORM, seed=seed), law), voice
            )
        ]
        quoted = {line for line in lines if f"{NORM}.3:" in line}
        assert quoted == {next(iter(quoted))}
        assert f"pays {pays} to one" in quoted.pop()
