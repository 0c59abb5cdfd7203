"""Exercises are data: everything follows from them, always the same, with texts in every language."""

from __future__ import annotations

import re

import msgspec
import pytest
from msgspec import json

import novamas
from novamas.errors import NovamasError
from novamas.house.opening import frame_to_play, homes, is_playable
from novamas.law import clause, library
from novamas.law.texts import LANGUAGES, Language
from novamas.record.schema import common
from novamas.school import (
    Exercise,
    ExerciseKind,
    MarkedExercise,
    PosedExercise,
    exercise_text,
    fits,
    games_for,
    mark_exercise,
    pose_exercise,
)
from novamas.school.chips import COMMON_VALUES, fewest
from novamas.school.exercises import HARDEST, ActOption, ClauseOption, TermOption
from novamas.school.marking import POSED
from novamas.school.schema import school_schema
from novamas.school.terms import pattern
from novamas.school.text import explained, hint, marked_text, option_text, read_answer
from novamas.table.wire import reader, written
from novamas.words import voice_for

EVERY = [
    (kind, game) for kind in POSED for game in ((*games_for(kind), "") if fits(kind, "") else games_for(kind))
]


@pytest.mark.parametrize(("kind", "game"), EVERY)
def test_an_exercise_that_was_written_is_the_same_problem(kind: ExerciseKind, game: str) -> None:
    exercise = Exercise(kind, game, seed=77, level=2)
    problem = pose_exercise(exercise)
    library().cache.clear()
    again = msgspec.json.decode(msgspec.json.encode(exercise), type=Exercise)
    assert pose_exercise(again) == problem


@pytest.mark.parametrize(("kind", "game"), EVERY)
def test_the_right_answer_is_right_and_no_other_is(kind: ExerciseKind, game: str) -> None:
    for seed in range(5):
        problem = pose_exercise(Exercise(kind, game, seed=seed, level=1 + seed))
        assert mark_exercise(problem.exercise, problem.right).is_right
        for nth, _ in enumerate(problem.questions):
            other = list(problem.right)
            other[nth] += 1
            marked = mark_exercise(problem.exercise, other)
            assert not marked.is_right
            assert marked.points == len(problem.questions) - 1
        assert mark_exercise(problem.exercise, ()).points == 0


@pytest.mark.parametrize(("kind", "game"), EVERY)
def test_a_problem_is_told_in_every_language(kind: ExerciseKind, game: str) -> None:
    problem = pose_exercise(Exercise(kind, game, seed=3, level=3))
    marked = mark_exercise(problem.exercise, [one + 1 for one in problem.right])
    tellings = set()
    for language in LANGUAGES:
        voice = voice_for(language)
        lines = [
            *exercise_text(problem, voice),
            *explained(problem, voice),
            *marked_text(problem, marked, voice),
        ]
        for question in problem.questions:
            lines += hint(question, voice)
            assert len({line for line in exercise_text(problem, voice) if line.startswith("  ")}) >= len(
                question.options
            )
        assert all(lines)
        assert not [line for line in lines if "{" in line]
        tellings.add("\n".join(lines))
    assert len(tellings) == len(LANGUAGES)


def test_what_does_not_fit_is_refused_in_one_sentence() -> None:
    for exercise in (
        Exercise(ExerciseKind.PAYOUTS, "holdem"),
        Exercise(ExerciseKind.PAYOUTS),
        Exercise(ExerciseKind.PAYOUTS, "ruletta"),
        Exercise(ExerciseKind.PAYOUTS, "ruleta", norm="AR99"),
        Exercise(ExerciseKind.PAYOUTS, "ruleta", choices={"no_such_choice": 1}),
    ):
        with pytest.raises(NovamasError) as refused:
            pose_exercise(exercise)
        for language in LANGUAGES:
            assert voice_for(language).error(refused.value).endswith((".", ")", "?"))


@pytest.mark.parametrize("level", range(1, HARDEST + 1))
def test_chips_are_the_fewest_and_there_is_but_one_way(level: int, soak: bool) -> None:
    for seed in range(1_000 if soak else 20):
        problem = pose_exercise(Exercise(ExerciseKind.CHIPS, seed=seed, level=level))
        values = [number(question.figures["value"]) for question in problem.questions]
        total = sum(value * count for value, count in zip(values, problem.right, strict=True))
        figures = problem.figures
        assert total == figures.get("cents", 0) or total == number(figures["pieces"]) * number(
            figures["value"]
        )
        assert values == sorted(values, reverse=True)
        assert set(values) <= set(COMMON_VALUES)
        assert sum(problem.right) == fewest_by_trying(total, values)


def number(figure: object) -> int:
    assert isinstance(figure, int)
    return figure


def fewest_by_trying(amount: int, values: list[int]) -> int:
    """Return the number of chips by breadth-first search from the amount down."""
    reached, left = {amount}, 0
    while 0 not in reached:
        reached = {rest - value for rest in reached for value in values if rest >= value}
        left += 1
    return left


def test_where_two_ways_are_as_few_nothing_is_asked() -> None:
    assert fewest(600, (500, 400, 200, 100)) is None  # 5 + 1 and 4 + 2
    assert fewest(600, (400, 300, 100)) == {400: 0, 300: 2, 100: 0}
    assert fewest(150, (100,)) is None
    assert fewest(0, (100,)) is None


@pytest.mark.parametrize("level", range(1, HARDEST + 1))
def test_one_term_alone_is_right(level: int, soak: bool) -> None:
    for seed in range(1_000 if soak else 20):
        (question,) = pose_exercise(Exercise(ExerciseKind.TERMS, seed=seed, level=level)).questions
        assert len(set(question.options)) == len(question.options) >= 3
        right, spoken = question.options[question.right - 1], question.figures["term"]
        asked = [one for one in library().glossary if spoken in (one.es, one.ca, one.en)]
        if isinstance(right, TermOption):
            listed = [
                library().glossary[one.number] for one in question.options if isinstance(one, TermOption)
            ]
            assert [one for one in listed if one in asked] == [library().glossary[right.number]]
        else:
            said = [
                library().clause_in(one.clause, "es").says
                for one in question.options
                if isinstance(one, ClauseOption)
            ]
            speak = [nth for nth, says in enumerate(said, start=1) if pattern(asked[0], "es").search(says)]
            assert speak == [question.right]


def test_answers_are_read_as_people_write_them() -> None:
    paid, term = Exercise(ExerciseKind.PAYOUTS, "ruleta", seed=1), Exercise(ExerciseKind.TERMS, seed=1)
    money, option = pose_exercise(paid).questions[0], pose_exercise(term).questions[0]
    assert read_answer(money, " 12,50 € ", paid, voice_for("es")) == 1_250
    assert read_answer(option, "2", term, voice_for("es")) == 2
    for line in ("0", "99", "dos", "", "²", "9" * 40):
        with pytest.raises(NovamasError) as refused:
            read_answer(option, line, term, voice_for("es"))
        assert voice_for("es").error(refused.value).endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_option_may_be_typed_out(language: Language) -> None:
    """Acts are typed as at a table, in any language. All other options are typed as printed."""
    for kind in (ExerciseKind.PROCEDURE, ExerciseKind.TERMS, ExerciseKind.IRREGULARITIES):
        for seed in range(6):
            exercise = Exercise(kind, "" if kind is ExerciseKind.TERMS else "blackjack", seed=seed, level=3)
            for question in pose_exercise(exercise).questions:
                told = [
                    option_text(option, exercise, voice_for(language, exercise.game))
                    for option in question.options
                ]
                voice = voice_for("es" if isinstance(question.options[0], ActOption) else language)
                for number, line in enumerate(told, start=1):
                    if told.count(line) == 1 and not line.isdecimal():
                        assert read_answer(question, line.upper(), exercise, voice) == number


def test_what_is_posed_travels_as_json() -> None:
    """The JSON of an exercise matches the schema, and no part of it is lost."""
    for kind in POSED:
        for game in games_for(kind)[:8]:
            exercise = Exercise(kind, game, seed=3, level=2)
            problem, marked = pose_exercise(exercise), mark_exercise(exercise, [1, 2])
            assert json.decode(json.encode(exercise), type=Exercise) == exercise
            assert written(reader(PosedExercise).decode(written(problem))) == written(problem)
            assert json.decode(json.encode(marked), type=MarkedExercise) == marked


def test_the_schema_names_what_a_page_reads() -> None:
    schema = json.decode(school_schema())
    assert schema["$defs"].keys() >= {"exercise", "problem", "marked", "exam", "lesson", "progress"}
    names = schema["$defs"].keys() | common().keys()
    refs = re.findall(r'"\$ref":\s*"(?:common\.json)?#/\$defs/(\w+)"', school_schema())
    assert set(refs) <= names


def test_the_door_of_the_library_has_the_school() -> None:
    exercise = novamas.Exercise(novamas.ExerciseKind.CHIPS, seed=4)
    assert novamas.mark_exercise(exercise, novamas.pose_exercise(exercise).right).is_right


UNDER = [
    (kind, game, norm)
    for kind in POSED
    for game in games_for(kind)
    for norm in homes(game)
    if is_playable(frame_to_play(game, norm))
]


@pytest.mark.parametrize(("kind", "game", "norm"), UNDER)
def test_every_norm_that_has_the_game_whole_has_its_exercises(
    kind: ExerciseKind, game: str, norm: str
) -> None:
    problem = pose_exercise(Exercise(kind, game, norm, seed=1, level=2))
    assert problem.norm == norm
    for cited in problem.clauses:
        assert clause(cited).says


def test_the_choices_of_the_house_change_what_is_paid() -> None:
    """With a higher minimum stake, the same seed asks for a different payment."""
    low, high = (
        pose_exercise(Exercise(ExerciseKind.PAYOUTS, "ruleta", "IB05", choices, seed=4, level=2))
        for choices in ({}, {"minimum": "20 €", "authorised_minimum": "20 €", "minimum_sencilla": "20 €"})
    )
    assert low.right != high.right
