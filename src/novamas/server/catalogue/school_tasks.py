"""Tasks about the school: drills, exercises, marking and lessons."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import ClassVar

from msgspec.structs import replace

from novamas.errors import InvalidInput, quoted
from novamas.house.opening import read_choices
from novamas.school import Exercise, ExerciseKind, games_for, mark_exercise, pose_exercise
from novamas.school.exercises import HARDEST
from novamas.school.lessons import Lesson, lesson_at, seated, shipped, stage
from novamas.school.marking import WITHOUT_GAME
from novamas.school.payload import ExercisesPayload, exercise_payload
from novamas.school.selection import ExerciseRequest, kind_named, new_exercises
from novamas.school.text import explained, marked_text
from novamas.server.catalogue.school_payloads import (
    DrillPayload,
    DrillsPayload,
    LessonInfo,
    LessonPayload,
    LessonStepPayload,
    MarkedPayload,
)
from novamas.server.catalogue.tasks import Queue, Task
from novamas.words import Voice
from novamas.words.events import event_texts


class Drills(Task, frozen=True):
    """A request for the list of drills and lessons."""

    queue: ClassVar[Queue] = "short"

    def content(self, voice: Voice) -> DrillsPayload:
        """Return each kind of exercise with its games, and the lessons that come with novamas."""
        kinds = (
            DrillPayload(
                kind, voice.text(f"school.kind_{kind}"), tuple(games_for(kind)), kind in WITHOUT_GAME, HARDEST
            )
            for kind in ExerciseKind
        )
        lessons = ((name, lesson_at(name, voice.law)[1]) for name in shipped())
        return DrillsPayload(
            tuple(kinds),
            tuple(
                LessonInfo(name, lesson.game, lesson.title.in_language(voice.language))
                for name, lesson in lessons
            ),
        )


class Posed(Task, frozen=True):
    """A request for exercises, generated from a seed."""

    queue: ClassVar[Queue] = "short"
    seed: int
    kinds: tuple[str, ...] = ()
    game: str = ""
    norm: str = ""
    choices: tuple[str, ...] = ()
    level: int | None = None
    count: int = 10
    with_answers: bool = True

    def content(self, voice: Voice) -> ExercisesPayload:
        """Return the output of `novamas drill --json`, with or without the answers."""
        kinds = tuple(map(kind_named, self.kinds))
        exercise_request = ExerciseRequest(
            kinds, self.game, self.norm, read_choices(self.choices), self.level
        )
        wanted = islice(new_exercises(exercise_request, self.seed), self.count)
        posed = (pose_exercise(one, voice.law) for one in wanted)
        return ExercisesPayload(
            tuple(exercise_payload(one, voice, with_answers=self.with_answers) for one in posed)
        )


class AnswersMarked(Task, frozen=True):
    """A request to mark the answers to an exercise."""

    queue: ClassVar[Queue] = "short"
    exercise: Exercise
    answers: tuple[int | None, ...]

    def content(self, voice: Voice) -> MarkedPayload:
        """Return which answers are right, and how far off the others are, with the reasons."""
        marked = mark_exercise(self.exercise, self.answers, voice.law)
        problem = pose_exercise(self.exercise, voice.law)
        return MarkedPayload(
            exercise=marked.exercise,
            right=marked.is_right,
            points=marked.points,
            results=marked.results,
            says=tuple(marked_text(problem, marked, voice)),
            why=tuple(explained(problem, voice)),
        )


class LessonSteps(Task, frozen=True):
    """A request for a lesson of novamas, along the path to which the given answers lead."""

    queue: ClassVar[Queue] = "short"
    lesson: str
    answers: tuple[bool, ...] = ()  # whether each earlier question was answered correctly

    def content(self, voice: Voice) -> LessonPayload:
        """Return the steps of the lesson up to the first question that has no answer yet."""
        if self.lesson not in shipped():
            raise InvalidInput("no_such_lesson", given=quoted(self.lesson), known=tuple(shipped()))
        _path, lesson = lesson_at(self.lesson, voice.law)
        title = lesson.title.in_language(voice.language)
        return LessonPayload(self.lesson, lesson.game, title, tuple(self._steps(lesson, voice)))

    def _steps(self, lesson: Lesson, voice: Voice) -> Iterator[LessonStepPayload]:
        sitting, nth, given = seated(lesson, voice.law), 0, iter(self.answers)
        while nth < len(lesson.steps):
            shown = stage(lesson, nth, sitting, voice.language)
            problem = shown.problem
            yield LessonStepPayload(
                step=nth + 1,
                says=shown.says,
                events=shown.events,
                told=tuple(event_texts(shown.events, voice.at(lesson.game))),
                # the chips are where the lesson has put them
                problem=None if problem is None else replace(exercise_payload(problem, voice), laid=()),
            )
            is_right = None if problem is None else next(given, None)
            if problem is not None and is_right is None:
                return
            nth = lesson.place_after(nth, is_right=is_right)
