"""The documents of an exam: question paper, solutions, and report on a marked exam."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from novamas.documents import Block, Document, Heading, Lines, Paragraph, Rows
from novamas.school.exams import Exam
from novamas.school.exercises import MarkedExercise, PosedExercise
from novamas.school.marking import pose_exercise
from novamas.school.text import (
    answer_text,
    explained,
    opening_text,
    options_text,
    question_text,
    scene_text,
    title,
)
from novamas.words.voice import Voice

BLANK = "_" * 16
COLUMNS = ("number", "kind", "given", "solution", "clause", "points")


def sheet(exam: Exam, voice: Voice, *, with_answers: bool) -> Document:
    """Return the question paper of an exam, or the paper with solutions for marking by hand."""
    blocks: list[Block] = []
    for number, exercise in enumerate(exam.exercises, start=1):
        blocks += _exercise(number, pose_exercise(exercise, voice.law), voice, with_answers=with_answers)
    about = voice.text("school.sheet_solved" if with_answers else "school.sheet_about")
    return Document(voice.language, exam.title, about, tuple(blocks), _foot(exam, voice))


def _exercise(number: int, problem: PosedExercise, voice: Voice, *, with_answers: bool) -> Iterator[Block]:
    """Yield the blocks of an exercise. Each question is followed by a blank or by the solution."""
    yield Heading(f"{number}. {title(problem, voice)}")
    yield from map(Paragraph, opening_text(problem, voice))
    spoken = voice.at(problem.exercise.game, problem.exercise.norm)
    for question in problem.questions:
        yield from _lines(scene_text(question.scene, spoken))
        yield Paragraph(question_text(question, spoken))
        yield from _lines(options_text(question, problem.exercise, spoken))
        right = answer_text(question, question.right, problem.exercise, spoken)
        yield Paragraph(f"{voice.text('school.prompt')}: {right if with_answers else BLANK}")
    if with_answers:
        yield from _lines(explained(problem, voice), is_note=True)


def _lines(texts: Iterable[str], *, is_note: bool = False) -> Iterator[Lines]:
    lines = tuple(texts)
    if lines:
        yield Lines(lines, is_note)


def report(exam: Exam, candidate: str, marked: Sequence[MarkedExercise], voice: Voice) -> Document:
    """Return the report on a candidate's exam: answers, solutions, clauses and points."""
    columns = tuple(
        voice.text(f"school.column_{name}")
        for name in ("number", "kind", "given", "solution", "clause", "points")
    )
    rows = tuple(row for number, one in enumerate(marked, start=1) for row in _rows(number, one, voice))
    points, most = points_of(marked)
    total = voice.say("school.points", candidate=candidate, points=points, most=most)
    blocks = (Paragraph(total), Rows(columns, rows, figures=(0, 5)))
    return Document(voice.language, exam.title, voice.text("school.report_about"), blocks, _foot(exam, voice))


def points_of(marked: Sequence[MarkedExercise]) -> tuple[int, int]:
    """Return the number of right answers and the number of questions."""
    return sum(one.points for one in marked), sum(len(one.results) for one in marked)


def _rows(number: int, marked: MarkedExercise, voice: Voice) -> Iterator[tuple[str, ...]]:
    """Yield one row of the report for each question of an exercise."""
    problem = pose_exercise(marked.exercise, voice.law)
    spoken = voice.at(marked.exercise.game, marked.exercise.norm)
    for question, result in zip(problem.questions, marked.results, strict=True):
        given = "" if result.given is None else answer_text(question, result.given, marked.exercise, spoken)
        right = answer_text(question, result.right, marked.exercise, spoken)
        kind = voice.text(f"school.kind_{marked.exercise.kind}")
        clause = next(iter(result.clauses), "")
        yield str(number), kind, given, right, clause, str(int(result.is_right))


def _foot(exam: Exam, voice: Voice) -> str:
    return voice.say("school.exam_foot", seed=exam.seed, digest=exam.digest)
