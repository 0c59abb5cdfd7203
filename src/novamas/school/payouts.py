"""Payout exercises: the trainee sees bets and their outcome, and computes what the house pays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from msgspec.structs import replace

from novamas.law import Library
from novamas.school.exercises import Exercise, LineOption, Noticed, PosedExercise, Question
from novamas.school.tables import Played, Step, Trial
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import (
    Burned,
    Came,
    Dealt,
    Event,
    Fed,
    Linked,
    Looked,
    Noted,
    PaidOut,
    Payment,
    RoundOver,
    Took,
)
from novamas.table.layout import Spot
from novamas.table.phases import AnyPhase, follow
from novamas.table.results import Pocket
from novamas.table.roles import CHANCE, CROUPIER

ROUNDS = 4  # played at one table before the attempt is given up
MAX_STEPS = 100  # of a spin
SPOTS_A_LEVEL = 3  # bets around a number at a roulette, for each level
FEWEST_LINES = 3  # payments, one of which is wrong
WRONG_BY = (-2, -1, 1, 2)  # by how many stakes the wrong payment differs
NO_ANSWER = (
    Payment,
    RoundOver,
    Took,
    Fed,
    PaidOut,
    Linked,
    Burned,
)  # events that show the answer or do not help to find it


def payouts(exercise: Exercise, attempt: int, law: Library) -> PosedExercise | None:
    """Return a question on the total payout to a player, or to one bet at level 1.

    Return None if the round gives no such question.
    """
    trial = Trial(exercise, attempt, seats=exercise.level, law=law)
    played = _played(trial, exercise.level)
    if played is None or any(isinstance(event, Took) for event in played.events):
        return None
    winners = _winners(played)
    if not winners:
        return None
    seat, paid = trial.rng.choice(winners)
    if exercise.level == 1:
        paid = [trial.rng.choice(paid)]
    question = Question(
        asks="paid_bet" if exercise.level == 1 else "paid_seat",
        figures={"seat": seat, **({"bet": paid[0].bet} if exercise.level == 1 else {})},
        answer="money",
        right=sum(prize(one) for one in paid),
        scene=scene_of(played),
        clauses=clauses_of(paid),
    )
    norm = trial.table.frame.norm
    return PosedExercise(exercise, norm, (question,), cloth=played.cloth, follows=tuple(paid))


def wrong_payment(exercise: Exercise, attempt: int, law: Library) -> PosedExercise | None:
    """Show all payments of a round, one of them wrong. Ask which one, and for the correct amount.

    Return None if this attempt has too few payments, or payments that cannot be told apart.
    """
    trial = Trial(exercise, attempt, seats=exercise.level + 2, law=law)
    played = _played(trial, exercise.level)
    if played is None:
        return None
    paid = [event for event in played.events if isinstance(event, Payment)]
    bets = [(one.seat, one.bet) for one in paid]
    if (
        len(paid) < FEWEST_LINES
        or len(set(bets)) < len(bets)
        or any(not one.stake or one.against for one in paid)
    ):
        return None
    wrong = trial.rng.randrange(len(paid))
    right = paid[wrong]
    mistaken = right.returned + right.stake * trial.rng.choice(WRONG_BY)
    if mistaken < 0:
        return None
    claimed = [replace(one, rate=None, clauses=()) for one in paid]
    claimed[wrong] = replace(claimed[wrong], returned=mistaken)
    which = Question(
        asks="wrong_line",
        answer="option",
        right=wrong + 1,
        options=tuple(map(LineOption, claimed)),
        scene=scene_of(played),
        clauses=right.clauses,
    )
    how_much = Question(
        asks="right_amount",
        answer="money",
        right=right.returned,
        clauses=right.clauses,
    )
    norm = trial.table.frame.norm
    return PosedExercise(exercise, norm, (which, how_much), cloth=played.cloth, follows=(right,))


def prize(paid: Payment) -> int:
    """Return the winnings of a payment: the amount that the house adds to the stake."""
    return max(paid.returned - paid.stake, 0)


def scene_of(played: Played) -> tuple[Noticed, ...]:
    """Return what the croupier sees of a round before the payments, without face-down cards.

    Events that show the answer are left out. So are the notes of steps that pay.
    """
    found: list[Event] = []
    last = max((nth for nth, step in enumerate(played.steps) if _pays(step)), default=-1)
    for step in played.steps[: last + 1]:
        dropped = (*NO_ANSWER, Noted) if _pays(step) else NO_ANSWER
        found += (event.seen_by(CROUPIER) for event in step.noticed if not isinstance(event, dropped))
    return cast("tuple[Noticed, ...]", tuple(event for event in found if not is_back(event)))


def _pays(step: Step) -> bool:
    return any(isinstance(event, Payment) for event in step.events)


def is_back(event: Event) -> bool:
    """Return whether an event shows only the back of a card."""
    return isinstance(event, Dealt | Looked) and event.card is None


def clauses_of(paid: Iterable[Payment]) -> tuple[str, ...]:
    """Return the clauses of all payments, without repetition."""
    return tuple(dict.fromkeys(clause for one in paid for clause in one.clauses))


def _winners(played: Played) -> list[tuple[int, list[Payment]]]:
    """Return the seats that win money from the house, with their winning payments."""
    by_seat: dict[int, list[Payment]] = {}
    for event in played.events:
        if isinstance(event, Payment) and prize(event) and event.against is None:
            by_seat.setdefault(event.seat, []).append(event)
    return list(by_seat.items())


def _played(trial: Trial, level: int) -> Played | None:
    """Return a round that has a winner. At a wheel, bets are placed on and around the winning number."""
    if trial.table.game.layout(trial.session.phase).wheel:
        return around_a_number(trial, level)
    return trial.until(lambda played: bool(_winners(played)), ROUNDS)


# ---------------------------------------------------------------- wheels


def around_a_number(trial: Trial, level: int) -> Played | None:
    """Return a round at a wheel with a chosen winning number, and bets on and around that number."""
    layout = trial.table.game.layout(trial.session.phase)
    pocket = trial.rng.choice(layout.wheel)
    wanted = _wanted(trial, [spot for spot in layout.spots if not spot.lays], pocket.number, level)
    steps: list[Step] = []
    has_bets, before = False, trial.session.rounds
    while trial.session.rounds == before and len(steps) < MAX_STEPS:
        if not has_bets and trial.session.phase.pause:
            for seat, spot in wanted:
                if (deed := _bet_on(trial, seat, spot)) is not None:
                    has_bets = True
                    steps.append(trial.do(deed))
        steps.append(trial.do(_towards(trial, pocket.label)))
    return Played((), tuple(steps)) if trial.session.rounds > before else None


def _wanted(trial: Trial, spots: Sequence[Spot], number: int, level: int) -> list[tuple[int, str]]:
    """Return seats and the spots for their bets. Most spots cover the number, a few do not."""
    on = [(seat, spot.name) for seat in trial.seats for spot in spots if number in spot.covers]
    beside = [(seat, spot.name) for seat in trial.seats for spot in spots if number not in spot.covers]
    wanted = trial.rng.sample(on, min(len(on), SPOTS_A_LEVEL * level))
    wanted += trial.rng.sample(beside, min(len(beside), level))
    return sorted(wanted, key=lambda laid: laid[0])


def _bet_on(trial: Trial, seat: int, spot: str) -> Deed | None:
    """Return a player's small bet on a spot, or None if it is not lawful."""
    for offer in trial.session.offers(seat):
        dial = offer.dials.get("bet")
        if offer.act.verb() == "bet" and dial is not None and dial.fits(spot):
            return replace(trial.modest(offer), bet=spot)
    return None


def _towards(trial: Trial, label: str) -> Deed:
    """Return the next deed. A spin of the wheel is chosen so that it ends in this pocket."""
    phase = trial.session.phase
    if phase.turn is not CHANCE:
        return trial.session.offers(phase.turn)[0].act
    draws = (Drawn(what=what) for what, _weight in phase.draws().items())
    return next(deed for deed in draws if _shows(phase, deed, label))


def _shows(phase: AnyPhase, deed: Deed, label: str) -> bool:
    """Return whether a draw of the wheel is the pocket with this label."""
    _after, events = follow(phase, deed)
    return any(
        isinstance(event, Came) and isinstance(event.result, Pocket) and event.result.label == label
        for event in events
    )
