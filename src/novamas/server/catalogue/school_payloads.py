"""Payloads of the school that no command prints: drills, marked answers and lessons."""

from __future__ import annotations

from msgspec import Struct

from novamas.school.exercises import Exercise, ExerciseKind, Result
from novamas.school.payload import ExercisePayload
from novamas.table.events import AnyEvent


class DrillPayload(Struct, frozen=True):
    """A kind of exercise, with the games it is set in."""

    kind: ExerciseKind
    name: str
    games: tuple[str, ...]
    without_game: bool
    levels: int


class LessonInfo(Struct, frozen=True):
    """A lesson that comes with novamas."""

    lesson: str
    game: str
    title: str


class DrillsPayload(Struct, frozen=True):
    """All kinds of exercises, and all lessons."""

    kinds: tuple[DrillPayload, ...]
    lessons: tuple[LessonInfo, ...]


class MarkedPayload(Struct, frozen=True, kw_only=True):
    """The marked answers to an exercise, with sentences and reasons."""

    exercise: Exercise
    right: bool
    points: int
    results: tuple[Result, ...]
    says: tuple[str, ...]
    why: tuple[str, ...]


class LessonStepPayload(Struct, frozen=True, kw_only=True):
    """One step of a lesson. Some steps have a question."""

    step: int
    says: str
    events: tuple[AnyEvent, ...]
    told: tuple[str, ...]
    problem: ExercisePayload | None


class LessonPayload(Struct, frozen=True):
    """A lesson up to the first question that has no answer yet."""

    lesson: str
    game: str
    title: str
    steps: tuple[LessonStepPayload, ...]
