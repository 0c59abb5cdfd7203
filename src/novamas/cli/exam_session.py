"""Exams at the terminal: novamas prints them, asks their questions and marks the answers."""

from __future__ import annotations

from collections.abc import Sequence
from getpass import getuser
from pathlib import Path
from typing import TYPE_CHECKING

from novamas.cli.output import print_json, show_document, write_document
from novamas.errors import NovamasError
from novamas.law import Library
from novamas.words import Voice

if TYPE_CHECKING:
    from novamas.school import MarkedExercise
    from novamas.school.exams import Exam


def examine(
    path: Path,
    voice: Voice,
    *,
    printed: bool,
    answers: bool,
    marked: Path | None,
    save: Path | None,
    file: Path | None,
    json: bool,
) -> None:
    """Print an exam, mark a candidate's answers, or ask the questions at the terminal."""
    from novamas.school.exam_document import sheet
    from novamas.school.exams import mark_exam, read_answers, read_exam

    exam = read_exam(path, voice.law)
    if printed:
        document = sheet(exam, voice, with_answers=answers)
        show_document(document) if file is None else write_document(document, file)
    elif marked is not None:
        candidate, given = read_answers(marked, exam, voice)
        write_report(exam, candidate, mark_exam(exam, given, voice.law), voice, file=file, json=json)
    else:
        candidate = _user_name()
        found = sit(exam, voice)
        if save is not None:
            _save(save, candidate, found, voice.law)
        write_report(exam, candidate, found, voice, file=file, json=json)


def sit(exam: Exam, voice: Voice) -> list[MarkedExercise]:
    """Ask the exercises of an exam one by one. Unanswered exercises count as skipped."""
    from novamas.cli.drill_session import Drill
    from novamas.cli.signals import stopping
    from novamas.school import mark_exercise

    with stopping() as stop:
        candidate = Drill(voice, stop, kept=lambda _entry: None, explains=False)
        candidate.go_through(exam.exercises)
    left = exam.exercises[len(candidate.marked) :]
    return [*candidate.marked, *(mark_exercise(exercise, (), voice.law) for exercise in left)]


def write_report(
    exam: Exam,
    candidate: str,
    marked: Sequence[MarkedExercise],
    voice: Voice,
    *,
    file: Path | None,
    json: bool,
) -> None:
    """Write the report of an exam as JSON, as a document file, or to the terminal."""
    from novamas.school.exam_document import points_of, report

    if file is not None:
        write_document(report(exam, candidate, marked, voice), file)
    if json:
        points, most = points_of(marked)
        print_json(
            {
                "exam": {"title": exam.title, "seed": exam.seed, "digest": exam.digest},
                "candidate": candidate,
                "points": points,
                "most": most,
                "exercises": marked,
            }
        )
    elif file is None:
        show_document(report(exam, candidate, marked, voice))


def _user_name() -> str:
    """Return the user's name in the operating system."""
    try:
        name = getuser()
    except (OSError, KeyError):
        name = ""
    return "".join(letter for letter in name if letter.isalnum() or letter in " ._-") or "—"


def _save(path: Path, candidate: str, marked: Sequence[MarkedExercise], law: Library) -> None:
    """Write the candidate's answers to a new file, never over an existing one."""
    from novamas.school.exams import answers_written

    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(answers_written(candidate, marked, law))
    except OSError as fault:
        raise NovamasError("not_written", path=str(path), errno=fault.errno) from None
