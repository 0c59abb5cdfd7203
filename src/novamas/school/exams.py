"""Exams: a file with a seed and a list of exercises. The same file always gives the same exam.

    title = "Ruleta y black jack"
    seed = 2026

    [[exercises]]
    kind = "payouts"
    game = "ruleta"
    level = 2
    count = 5

The answers are in a separate file, by the number of the exercise:

    candidate = "Ana"
    [answers]
    1 = "12,50"
    2 = ["3", "19,50"]
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from novamas.errors import NovamasError
from novamas.law import Library
from novamas.school.exercises import Exercise, ExerciseKind, Level, MarkedExercise, Name, Written
from novamas.school.marking import mark_exercise, pose_exercise
from novamas.school.text import read_answer
from novamas.school.toml_files import checked, digest_of, field_fault, line_of
from novamas.words.voice import Voice

MAX_EXERCISES = 200
_NUMBER = re.compile(r"[0-9]{1,4}")
SEEDS_APART = 1_000  # the seeds of two exams never overlap

Line: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f-\x9f]+$")]
Typed: TypeAlias = Annotated[str, Meta(max_length=60)]


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """Several exercises of an exam with the same kind and level."""

    kind: ExerciseKind
    game: Name = ""
    norm: Name = ""
    choices: Mapping[Name, Written] = {}
    level: Level = 1
    count: Annotated[int, Meta(ge=1, le=MAX_EXERCISES)] = 1


class ExamFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of an exam file."""

    title: Line
    seed: Annotated[int, Meta(ge=0, le=10**11)]
    exercises: Annotated[tuple[Part, ...], Meta(min_length=1, max_length=MAX_EXERCISES)]


class AnswersFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a file with a candidate's answers."""

    candidate: Line
    answers: Mapping[str, Typed | tuple[Typed, ...]] = {}


class Exam(Struct, frozen=True):
    """An exam with its exercises in order, and the digest of its file."""

    title: str
    seed: int
    digest: str
    exercises: tuple[Exercise, ...]


def read_exam(path: Path, law: Library | None = None) -> Exam:
    """Return the exam from a file. Raise an error if one of its exercises cannot be posed."""
    file = checked(path, ExamFile)
    exercises: list[Exercise] = []
    for nth, part in enumerate(file.exercises):
        for _ in range(part.count):
            seed = file.seed * SEEDS_APART + len(exercises)
            exercises.append(Exercise(part.kind, part.game, part.norm, part.choices, seed, part.level))
            if len(exercises) > MAX_EXERCISES:
                raise field_fault(path, "wrong", ("exercises", nth, "count"), "count")
        try:
            pose_exercise(exercises[-1], law)
        except NovamasError as fault:
            line = line_of(path, ("exercises", nth))
            raise NovamasError(
                "school_exercise_wrong", path=str(path), line=line, number=nth + 1, why=fault
            ) from None
    return Exam(file.title, file.seed, digest_of(path), tuple(exercises))


def read_answers(path: Path, exam: Exam, voice: Voice) -> tuple[str, list[list[int | None]]]:
    """Return the candidate and the answers to each exercise. Raise an error for an unknown exercise."""
    file = checked(path, AnswersFile)
    given: list[list[int | None]] = [[] for _ in exam.exercises]
    for number, written in file.answers.items():
        if not _NUMBER.fullmatch(number) or not 1 <= int(number) <= len(given):
            raise field_fault(path, "unknown", ("answers", number), number)
        exercise = exam.exercises[int(number) - 1]
        questions = pose_exercise(exercise, voice.law).questions
        lines = [written] if isinstance(written, str) else list(written)
        if len(lines) > len(questions):
            raise field_fault(path, "wrong", ("answers", number), number)
        try:
            given[int(number) - 1] = [
                read_answer(question, line, exercise, voice) if line.strip() else None
                for question, line in zip(questions, lines, strict=False)
            ]
        except NovamasError:
            raise field_fault(path, "wrong", ("answers", number), number) from None
    return file.candidate, given


def mark_exam(
    exam: Exam, given: Sequence[Sequence[int | None]], law: Library | None = None
) -> list[MarkedExercise]:
    """Mark every exercise of an exam."""
    both = zip(exam.exercises, given, strict=True)
    return [mark_exercise(exercise, answers, law) for exercise, answers in both]


def answers_written(candidate: str, marked: Sequence[MarkedExercise], law: Library | None = None) -> str:
    """Return the content of an answers file, which can be marked elsewhere."""
    lines = [f'candidate = "{candidate}"', "", "[answers]"]
    for number, one in enumerate(marked, start=1):
        questions = pose_exercise(one.exercise, law).questions
        typed = [
            _typed(question.answer, result.given)
            for question, result in zip(questions, one.results, strict=True)
        ]
        lines.append(f"{number} = [{', '.join(typed)}]")
    return "\n".join(lines) + "\n"


def _typed(kind: str, given: int | None) -> str:
    if given is None:
        return '""'
    return f'"{given // 100},{given % 100:02}"' if kind == "money" else f'"{given}"'
