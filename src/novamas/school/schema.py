"""JSON Schema of the school's files and results, for pages that show exercises or store progress."""

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
    "progress": Entry,  # one line of the file
}


def school_schema() -> str:
    """Return the schema of all types of the school. It refers to the common schema in the same folder."""
    return printed_beside("school", TYPES)
