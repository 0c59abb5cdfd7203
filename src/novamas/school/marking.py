"""Posing and marking: from an exercise to its problem, and from answers to what is right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache

from msgspec.structs import replace

from novamas.errors import NovamasError
from novamas.games import GAMES, game
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

ATTEMPTS = 400  # numbers of a seed that are tried before a table is given up


def _paid(exercise: Exercise, attempt: int) -> PosedExercise | None:
    """What is paid by the house, or by a player who has the bank."""
    return (bank_payouts if exercise.game in bank_games() else payouts)(exercise, attempt)


POSED: dict[ExerciseKind, Callable[[Exercise, int], PosedExercise | None]] = {
    ExerciseKind.PAYOUTS: _paid,
    ExerciseKind.WRONG_PAYMENT: wrong_payment,
    ExerciseKind.POTS: pots,
    ExerciseKind.PROCEDURE: procedure,
    ExerciseKind.IRREGULARITIES: irregularities,
    ExerciseKind.CHIPS: chips,
    ExerciseKind.TERMS: terms,
}
WITHOUT_GAME = (ExerciseKind.CHIPS, ExerciseKind.TERMS)  # these need no table


@cache
def games_for(kind: ExerciseKind) -> tuple[str, ...]:
    """The games with which something can be practised."""
    if kind is ExerciseKind.WRONG_PAYMENT:
        return banked_games()
    if kind is ExerciseKind.PAYOUTS:
        return tuple(slug for slug in GAMES if slug not in circle_games())
    if kind is ExerciseKind.POTS:
        return circle_games()
    return tuple(GAMES)


def fits(kind: ExerciseKind, slug: str) -> bool:
    """Can this be practised with this game, or with none?"""
    return slug in games_for(kind) if slug else kind in WITHOUT_GAME


def pose_exercise(exercise: Exercise) -> PosedExercise:
    """The problem that follows from an exercise: the first number of its seed that has one right answer."""
    if exercise.game:
        game(exercise.game)  # or it is said which games there are
    if not fits(exercise.kind, exercise.game):
        told_as = "exercise_for_other_games" if exercise.game else "exercise_without_game"
        raise NovamasError(
            "no_such_exercise",
            told_as=told_as,
            kind=exercise.kind.value,
            game=exercise.game,
            known=games_for(exercise.kind),
        )
    return _posed(replace(exercise, choices=tuple(sorted(exercise.choices.items()))))


@lru_cache(maxsize=256)
def _posed(frozen: Exercise) -> PosedExercise:
    exercise = replace(frozen, choices=dict(frozen.choices))
    for attempt in range(ATTEMPTS):
        problem = POSED[exercise.kind](exercise, attempt)
        if problem is not None:
            return problem
    raise NovamasError("no_exercise_found", kind=exercise.kind.value, game=exercise.game)


def mark_exercise(exercise: Exercise, answers: Sequence[int | None]) -> MarkedExercise:
    """What somebody answered, question by question; what was not answered is not right."""
    questions = pose_exercise(exercise).questions
    given = [*answers[: len(questions)], *[None] * (len(questions) - len(answers))]
    return MarkedExercise(exercise, tuple(map(result_of, questions, given)))


def result_of(question: Question, given: int | None) -> Result:
    """One answer."""
    is_right = given == question.right
    refusal = None
    if given is not None and question.refusals and 1 <= given <= len(question.refusals):
        refusal = question.refusals[given - 1]
    off = None if given is None or question.answer == "option" else given - question.right
    clauses = question.clauses
    return Result(given, question.right, is_right, off, clauses, None if is_right else refusal)


def laid(problem: PosedExercise) -> tuple[tuple[Spot | Pot | None, int, int], ...]:
    """Where chips lie as a problem is posed, for who draws the cloth: the spot, whose, how much."""
    if not problem.exercise.game:
        return ()
    table = table_for(problem.exercise)
    layout = table.game.layout(table.opening)
    lying: dict[tuple[int, str], int] = {(chips.seat, chips.bet): chips.cents for chips in problem.cloth}
    for event in _shown(problem):
        match event:
            case Staked(seat, bet, cents):
                lying[seat, bet] = lying.get((seat, bet), 0) + cents
            case Withdrew(seat, bet, cents):
                lying[seat, bet] = lying.get((seat, bet), 0) - cents
            case Slid(seat, bet, to, cents):
                lying[seat, bet] = lying.get((seat, bet), 0) - cents
                lying[seat, to] = lying.get((seat, to), 0) + cents
    return tuple(
        (layout.place_of(bet, seat), seat, cents) for (seat, bet), cents in lying.items() if cents > 0
    )


def _shown(problem: PosedExercise) -> Iterator[Noticed]:
    """All that is shown of the course of a round: before questions, and as lines of which one is wrong."""
    for question in problem.questions:
        yield from question.scene
        if question.asks == "irregular_line":
            yield from (option.event for option in question.options if isinstance(option, LineOption))
