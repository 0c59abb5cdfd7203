"""The JSON Schema of what the school reads and gives, for a page that shows an exercise or keeps progress."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from novamas.record.schema import printed_beside
from novamas.school.exams import AnswersFile, Exam, ExamFile
from novamas.school.exercises import Exercise, MarkedExercise, PosedExercise
from novamas.school.lessons import Lesson
from novamas.school.progress import Entry

TYPES: Mapping[str, Any] = {
    "exercise": Exercise,
    "problem": PosedExercise,
    "marked": MarkedExercise,
    "exam_file": ExamFile,
    "answers_file": AnswersFile,
    "exam": Exam,
    "lesson": Lesson,
    "progress": Entry,  # a line of it
}


def school_schema() -> str:
    """The schema of all of it, which points to the common one beside it."""
    return printed_beside("school", TYPES)
