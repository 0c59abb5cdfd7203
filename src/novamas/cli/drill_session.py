"""Exercises at the terminal: the trainee answers, the program marks and explains."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from time import monotonic

from novamas.cli.output import heading, say
from novamas.cli.player import ask, known_as
from novamas.cli.signals import Stopping
from novamas.errors import NovamasError
from novamas.school import MarkedExercise, PosedExercise, pose_exercise
from novamas.school.exercises import Exercise, Result
from novamas.school.lessons import Lesson, seated, stage
from novamas.school.marking import result_of
from novamas.school.progress import Entry, entry_of
from novamas.school.text import explained, hint, opening_text, questions_text, read_answer, result_text, title
from novamas.words import Voice
from novamas.words.events import event_texts
from novamas.words.normalisation import normalise


class DrillStopped(Exception):
    """Raised when the trainee stops the drill."""


class Drill:
    """Exercises at a terminal. Each result is shown at once or, in an exam, at the end."""

    def __init__(
        self, voice: Voice, stop: Stopping, *, kept: Callable[[Entry], None], explains: bool = True
    ) -> None:
        self.voice = voice
        self.stop = stop
        self.kept = kept
        self.explains = explains
        self.marked: list[MarkedExercise] = []

    def go_through(self, exercises: Iterable[Exercise]) -> None:
        """Pose the exercises one by one, until they end or the trainee stops."""
        say(self.voice.text("school.keys" if self.explains else "school.exam_keys"))
        try:
            for number, exercise in enumerate(exercises, start=1):
                self.exercise(number, pose_exercise(exercise, self.voice.law))
        except DrillStopped:
            pass

    def exercise(self, number: int, problem: PosedExercise) -> None:
        """Pose all questions of an exercise and explain the result."""
        heading(f"{number}. {title(problem, self.voice)}")
        say(*opening_text(problem, self.voice))
        begun = monotonic()
        results = [self.question(problem, nth) for nth in range(len(problem.questions))]
        marked = MarkedExercise(problem.exercise, tuple(results))
        self.marked.append(marked)
        self.kept(entry_of(marked, datetime.now().astimezone(), int(monotonic() - begun)))
        if self.explains:
            say(*explained(problem, self.voice))

    def lesson(self, name: str, lesson: Lesson) -> None:
        """Run a lesson step by step. The answers determine the next step."""
        heading(lesson.title.in_language(self.voice.language))
        say(self.voice.text("school.keys"))
        sitting, nth = seated(lesson, self.voice.law), 0
        try:
            while nth < len(lesson.steps):
                shown = stage(lesson, nth, sitting, self.voice.language)
                say("", *([shown.says] if shown.says else ()))
                say(*event_texts(shown.events, self.voice.at(lesson.game)))
                is_right = None if shown.problem is None else self._asked_in_lesson(shown.problem, name)
                nth = lesson.place_after(nth, is_right=is_right)
        except DrillStopped:
            pass

    def _asked_in_lesson(self, problem: PosedExercise, name: str) -> bool:
        """Pose, store and explain the question of a lesson's step. Return whether the answer was right."""
        begun = monotonic()
        result = self.question(problem, 0)
        marked = MarkedExercise(problem.exercise, (result,))
        self.marked.append(marked)
        self.kept(entry_of(marked, datetime.now().astimezone(), int(monotonic() - begun), name))
        say(*explained(problem, self.voice))
        return result.is_right

    def question(self, problem: PosedExercise, nth: int) -> Result:
        """Repeat a question until the trainee answers it. An empty line skips it."""
        question = problem.questions[nth]
        say(*questions_text(problem, nth, self.voice))
        while True:
            line = ask(f"{self.voice.text('school.prompt')} > ", self.stop)
            if line is None or normalise(line.strip()) in known_as("quit"):
                raise DrillStopped
            given = self._given(problem, nth, line)
            if given is not None or not line.strip():
                break
        result = result_of(question, given)
        if self.explains:
            say(result_text(question, result, problem.exercise, self.voice))
        return result

    def _given(self, problem: PosedExercise, nth: int, line: str) -> int | None:
        """Return the answer in a typed line, or None if the line asks for help or is not an answer."""
        question, typed = problem.questions[nth], normalise(line.strip())
        if not typed:
            return None
        if typed in known_as("help"):
            say(self.voice.text(f"school.help_{question.answer}"), self.voice.text("school.keys"))
            return None
        if typed in known_as("hint") and self.explains:
            say(*hint(question, self.voice.at(problem.exercise.game, problem.exercise.norm)))
            return None
        try:
            return read_answer(question, line, problem.exercise, self.voice)
        except NovamasError as fault:
            say(self.voice.error(fault))
            return None


def summary(marked: Sequence[MarkedExercise], voice: Voice) -> str:
    """Return a sentence with the number of right exercises."""
    right = sum(one.is_right for one in marked)
    return voice.say("school.summary", right=right, all=len(marked))
