"""Payout exercises with a player as banker: payments to the hands, the bank's result, the rake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from novamas.families.passing_bank.cloth import BankFelt
from novamas.law import Library
from novamas.school.exercises import Exercise, PosedExercise, Question
from novamas.school.payouts import ROUNDS, clauses_of, prize, scene_of
from novamas.school.tables import Played, Trial
from novamas.table.events import AnyEvent, Payment, Took

PLAYERS = 2  # and one more for each level
BALANCE_FROM = 2  # the level from which the bank's result and the rake are asked
WHOLE = 10**6  # an amount of which every rake rate takes a whole number


def bank_payouts(exercise: Exercise, attempt: int, law: Library) -> PosedExercise | None:
    """Ask about a coup against a player's bank: a winner's payment, the bank's result, the rake.

    Return None if this attempt gives no question.
    """
    trial = Trial(exercise, attempt, seats=PLAYERS + exercise.level, law=law)
    played = trial.until(lambda played: bool(_paid(played)), ROUNDS)
    if played is None:
        return None
    paid, felt = _paid(played), trial.session.phase.felt
    assert isinstance(felt, BankFelt)
    rules: Any = felt.rules  # the rules of either game in which the bank passes
    rate = Fraction(rules.house_part(WHOLE), WHOLE)
    questions = list(_questions(paid, _took(played), rate, trial, exercise.level))
    if not questions:
        return None
    questions[0] = replace(questions[0], scene=scene_of(played))
    follows: tuple[AnyEvent, ...] = (*paid, *_took(played))
    return PosedExercise(
        exercise, trial.table.frame.norm, tuple(questions), cloth=played.cloth, follows=follows
    )


def _questions(
    paid: Sequence[Payment], took: Sequence[Took], rate: Fraction, trial: Trial, level: int
) -> Iterator[Question]:
    """Yield questions on one winner's payment, on the bank's gain or loss, and on the rake of a gain.

    The last two questions come from level `BALANCE_FROM` on, or if no hand wins.
    """
    winners = sorted({one.seat for one in paid if prize(one)})
    if winners:
        seat = trial.rng.choice(winners)
        won = [one for one in paid if one.seat == seat and prize(one)]
        yield Question("paid_seat", "money", sum(map(prize, won)), {"seat": seat}, clauses=clauses_of(won))
    net = sum(one.stake - one.returned for one in paid)
    if net and (level >= BALANCE_FROM or not winners):
        asks = "bank_gains" if net > 0 else "bank_loses"
        yield Question(asks, "money", abs(net), clauses=clauses_of(paid))
    if net > 0 and (level >= BALANCE_FROM or not winners):
        part, cited = sum(one.cents for one in took), tuple(dict.fromkeys(one.clause for one in took))
        if part:
            yield Question("bank_part", "money", part, {"rate": str(rate)}, clauses=cited)


def _paid(played: Played) -> list[Payment]:
    """Return the payments that settle bets against the bank."""
    found = [event for event in played.events if isinstance(event, Payment)]
    return [one for one in found if one.against is not None and one.stake]


def _took(played: Played) -> list[Took]:
    return [event for event in played.events if isinstance(event, Took)]
