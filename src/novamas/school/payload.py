"""Exercises as JSON, for example for a page that draws the cloth of a table."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict

from novamas.errors import Figure
from novamas.school.exercises import AnswerKind, Exercise, Noticed, PosedExercise
from novamas.school.marking import laid
from novamas.school.text import explained, opening_text, option_text, questions_text, title
from novamas.table.layout import NOWHERE, Area, Prize
from novamas.words import Voice


class PlacePayload(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A place for chips on a table: a spot of its layout, or a pot, which has no kind."""

    name: str
    clauses: tuple[str, ...]
    kind: str = ""
    pays: Fraction | None = None
    prizes: tuple[Prize, ...] = ()
    covers: tuple[int, ...] = ()
    order: int = 0
    seat: int | None = None
    lays: tuple[tuple[str, int], ...] = ()
    at: Area = NOWHERE


class ChipsPayload(Struct, frozen=True):
    """Chips on the cloth: the place, the player's seat and the amount in céntimos."""

    spot: PlacePayload | None
    seat: int
    cents: int


class QuestionPayload(Struct, frozen=True, kw_only=True):
    """One question with the scene before it. If answers are withheld, it has no `right` and no `clauses`."""

    asks: str
    figures: Mapping[str, Figure]
    scene: tuple[Noticed, ...]
    says: tuple[str, ...]
    answer: AnswerKind
    options: tuple[str, ...]
    right: int | UnsetType = UNSET
    clauses: tuple[str, ...] | UnsetType = UNSET


class ExercisePayload(Struct, frozen=True):
    """An exercise with its questions, and the chips on the cloth."""

    exercise: Exercise
    norm: str
    title: str
    says: tuple[str, ...]
    questions: tuple[QuestionPayload, ...]
    laid: tuple[ChipsPayload, ...]
    why: tuple[str, ...]


class ExercisesPayload(Struct, frozen=True):
    """Exercises in the order that their seed determines."""

    exercises: tuple[ExercisePayload, ...]


def exercise_payload(problem: PosedExercise, voice: Voice, *, with_answers: bool = True) -> ExercisePayload:
    """Return an exercise with its questions, texts, answers, and the chips on the cloth."""
    return ExercisePayload(
        exercise=problem.exercise,
        norm=problem.norm,
        title=title(problem, voice),
        says=tuple(opening_text(problem, voice)),
        questions=tuple(
            _question(problem, nth, voice, with_answers=with_answers) for nth in range(len(problem.questions))
        ),
        laid=tuple(
            ChipsPayload(None if spot is None else PlacePayload(**asdict(spot)), seat, cents)
            for spot, seat, cents in laid(problem, voice.law)
        ),
        why=tuple(explained(problem, voice)) if with_answers else (),
    )


def _question(problem: PosedExercise, nth: int, voice: Voice, *, with_answers: bool) -> QuestionPayload:
    question, spoken = problem.questions[nth], voice.at(problem.exercise.game, problem.exercise.norm)
    return QuestionPayload(
        asks=question.asks,
        figures=question.figures,
        scene=question.scene,
        says=tuple(questions_text(problem, nth, voice)),
        answer=question.answer,
        options=tuple(option_text(option, problem.exercise, spoken) for option in question.options),
        right=question.right if with_answers else UNSET,
        clauses=question.clauses if with_answers else UNSET,
    )
