"""Posing and marking of exercises: first the questions, then the results of the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

from msgspec.structs import replace

from novamas.errors import NovamasError
from novamas.games import GAMES, game
from novamas.law import Library, library
from novamas.law.library_cache import cached_in_library
from novamas.school.bank_payouts import bank_payouts
from novamas.school.chips import chips
from novamas.school.exercises import (
    Exercise,
    ExerciseKind,
    LineOption,
    MarkedExercise,
    Noticed,
    PosedExercise,
    Question,
    Result,
)
from novamas.school.irregularities import irregularities
from novamas.school.payouts import payouts, wrong_payment
from novamas.school.pots import pots
from novamas.school.procedure import procedure
from novamas.school.tables import bank_games, banked_games, circle_games, table_for
from novamas.school.terms import terms
from novamas.table.events import Slid, Staked, Withdrew
from novamas.table.layout import Pot, Spot

ATTEMPTS = 400  # variations of a seed that are tried before an exercise is given up


def _paid(exercise: Exercise, attempt: int, law: Library) -> PosedExercise | None:
    """Pose a payout exercise: payments by the house, or by a player who is the banker."""
    return (bank_payouts if exercise.game in bank_games() else payouts)(exercise, attempt, law)


POSED: dict[ExerciseKind, Callable[[Exercise, int, Library], PosedExercise | None]] = {
    ExerciseKind.PAYOUTS: _paid,
    ExerciseKind.WRONG_PAYMENT: wrong_payment,
    ExerciseKind.POTS: pots,
    ExerciseKind.PROCEDURE: procedure,
    ExerciseKind.IRREGULARITIES: irregularities,
    ExerciseKind.CHIPS: chips,
    ExerciseKind.TERMS: terms,
}
WITHOUT_GAME = (ExerciseKind.CHIPS, ExerciseKind.TERMS)  # kinds that need no table


@cache
def games_for(kind: ExerciseKind) -> tuple[str, ...]:
    """Return the games that offer this kind of exercise."""
    if kind is ExerciseKind.WRONG_PAYMENT:
        return banked_games()
    if kind is ExerciseKind.PAYOUTS:
        return tuple(slug for slug in GAMES if slug not in circle_games())
    if kind is ExerciseKind.POTS:
        return circle_games()
    return tuple(GAMES)


def fits(kind: ExerciseKind, slug: str) -> bool:
    """Return whether a game offers this kind of exercise. An empty `slug` means no game."""
    return slug in games_for(kind) if slug else kind in WITHOUT_GAME


def pose_exercise(exercise: Exercise, law: Library | None = None) -> PosedExercise:
    """Return the questions of an exercise. Variations of its seed are tried until one has a single answer."""
    if exercise.game:
        game(exercise.game)  # raises an error that lists the games
    if not fits(exercise.kind, exercise.game):
        text_key = "exercise_for_other_games" if exercise.game else "exercise_without_game"
        raise NovamasError(
            "no_such_exercise",
            text_key=text_key,
            kind=exercise.kind.value,
            game=exercise.game,
            known=games_for(exercise.kind),
        )
    return _posed(law or library(), replace(exercise, choices=tuple(sorted(exercise.choices.items()))))


@partial(cached_in_library, most=256)
def _posed(law: Library, frozen: Exercise) -> PosedExercise:
    exercise = replace(frozen, choices=dict(frozen.choices))
    for attempt in range(ATTEMPTS):
        problem = POSED[exercise.kind](exercise, attempt, law)
        if problem is not None:
            return problem
    raise NovamasError("no_exercise_found", kind=exercise.kind.value, game=exercise.game)


def mark_exercise(
    exercise: Exercise, answers: Sequence[int | None], law: Library | None = None
) -> MarkedExercise:
    """Mark the answers to an exercise, question by question. A missing answer counts as wrong."""
    questions = pose_exercise(exercise, law).questions
    given = [*answers[: len(questions)], *[None] * (len(questions) - len(answers))]
    return MarkedExercise(exercise, tuple(map(result_of, questions, given)))


def result_of(question: Question, given: int | None) -> Result:
    """Mark an answer and return its result."""
    is_right = given == question.right
    refusal = None
    if given is not None and question.refusals and 1 <= given <= len(question.refusals):
        refusal = question.refusals[given - 1]
    off = None if given is None or question.answer == "option" else given - question.right
    clauses = question.clauses
    return Result(given, question.right, is_right, off, clauses, None if is_right else refusal)


def laid(problem: PosedExercise, law: Library) -> tuple[tuple[Spot | Pot | None, int, int], ...]:
    """Return the chips on the cloth of a posed exercise, to draw them: spot, seat and céntimos."""
    if not problem.exercise.game:
        return ()
    table = table_for(problem.exercise, law)
    layout = table.game.layout(table.opening)
    amounts: dict[tuple[int, str], int] = {(chips.seat, chips.bet): chips.cents for chips in problem.cloth}
    for event in _shown(problem):
        match event:
            case Staked(seat, bet, cents):
                amounts[seat, bet] = amounts.get((seat, bet), 0) + cents
            case Withdrew(seat, bet, cents):
                amounts[seat, bet] = amounts.get((seat, bet), 0) - cents
            case Slid(seat, bet, to, cents):
                amounts[seat, bet] = amounts.get((seat, bet), 0) - cents
                amounts[seat, to] = amounts.get((seat, to), 0) + cents
    return tuple(
        (layout.place_of(bet, seat), seat, cents) for (seat, bet), cents in amounts.items() if cents > 0
    )


def _shown(problem: PosedExercise) -> Iterator[Noticed]:
    """Yield every event that the exercise shows, in scenes or as options."""
    for question in problem.questions:
        yield from question.scene
        if question.asks == "irregular_line":
            yield from (option.event for option in question.options if isinstance(option, LineOption))
