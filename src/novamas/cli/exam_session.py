"""Exams at the terminal: sat, printed, and marked."""

from __future__ import annotations

from collections.abc import Sequence
from getpass import getuser
from pathlib import Path
from typing import TYPE_CHECKING

from novamas.cli.output import print_json, show_document, write_document
from novamas.errors import NovamasError
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
    """Print an exam, mark somebody's answers, or sit it here."""
    from novamas.school.exam_document import sheet
    from novamas.school.exams import mark_exam, read_answers, read_exam

    exam = read_exam(path)
    if printed:
        document = sheet(exam, voice, with_answers=answers)
        show_document(document) if file is None else write_document(document, file)
    elif marked is not None:
        candidate, given = read_answers(marked, exam, voice)
        tell(exam, candidate, mark_exam(exam, given), voice, file=file, json=json)
    else:
        candidate = _whoever()
        found = sit(exam, voice)
        if save is not None:
            _save(save, candidate, found)
        tell(exam, candidate, found, voice, file=file, json=json)


def sit(exam: Exam, voice: Voice) -> list[MarkedExercise]:
    """All exercises one after the other; what is not answered any more counts as passed."""
    from novamas.cli.drill_session import Drill
    from novamas.cli.signals import stopping
    from novamas.school import mark_exercise

    with stopping() as stop:
        candidate = Drill(voice, stop, kept=lambda _entry: None, explains=False)
        candidate.go_through(exam.exercises)
    left = exam.exercises[len(candidate.marked) :]
    return [*candidate.marked, *(mark_exercise(exercise, ()) for exercise in left)]


def tell(
    exam: Exam,
    candidate: str,
    marked: Sequence[MarkedExercise],
    voice: Voice,
    *,
    file: Path | None,
    json: bool,
) -> None:
    """The report: for other programs, on a page or sheets, or here."""
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


def _whoever() -> str:
    """Who sits at this terminal, as the system calls him."""
    try:
        name = getuser()
    except (OSError, KeyError):
        name = ""
    return "".join(letter for letter in name if letter.isalnum() or letter in " ._-") or "—"


def _save(path: Path, candidate: str, marked: Sequence[MarkedExercise]) -> None:
    """The answers in a file; none is ever written over."""
    from novamas.school.exams import answers_written

    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(answers_written(candidate, marked))
    except OSError as fault:
        raise NovamasError("not_written", path=str(path), errno=fault.errno) from None
