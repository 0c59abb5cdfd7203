"""Exercises on pots: after all-in bets the trainee computes each pot, its players and its rake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from novamas.families.circle.cloth import Cloth
from novamas.families.circle.pots import PotToWin, pots_of
from novamas.law import Library
from novamas.school.exercises import Exercise, PosedExercise, Question
from novamas.school.tables import Step, Trial
from novamas.table.deeds import Deed
from novamas.table.events import Slid, Took
from novamas.table.felt import Chips
from novamas.table.offers import Offer, Range

FEWEST_PLAYERS = 2  # and one more for each level
RAISES, CALLS = 40, 85  # per cent of a bold player's decisions
RAKE_FROM = 2  # the level from which the rake is asked


class Bold(Trial):
    """A table whose players often raise and call."""

    def decide(self, offers: Sequence[Offer]) -> Deed:
        offered = {offer.act.verb(): offer for offer in offers}
        number = self.rng.randrange(100)
        dial = offered["raise_to"].dials.get("cents") if "raise_to" in offered else None
        if isinstance(dial, Range) and number < RAISES:
            return offered["raise_to"].turned(cents=self.rng.choice((dial.least, dial.most)))
        if "match" in offered and number < CALLS:
            return offered["match"].act
        return offers[0].act


def pots(exercise: Exercise, attempt: int, law: Library) -> PosedExercise | None:
    """Ask for the size of each pot, the number of its players and, at higher levels, its rake."""
    trial = Bold(exercise, attempt, seats=FEWEST_PLAYERS + exercise.level, law=law)
    played = trial.round()
    step = None if played is None else next(filter(_shares_several, played.steps), None)
    if step is None:
        return None
    felt = step.before.felt
    assert isinstance(felt, Cloth)
    questions = tuple(_questions(step, pots_of(felt), exercise.level))
    out = tuple(str(chips.seat) for chips in felt.chips if chips.seat and chips.seat not in felt.players)
    return PosedExercise(
        exercise,
        trial.table.frame.norm,
        questions,
        asks="pots_with_folded" if out else "pots_of_all",
        figures={
            **({"folded": out} if out else {}),
            "rake": str(felt.rules.rake if not felt.rules.by_session else 0),
            "chip": felt.rules.chip,
        },
        cloth=tuple(Chips(*chips) for chips in felt.chips),
        follows=tuple(one for one in step.events if isinstance(one, Slid | Took)),
    )


def _shares_several(step: Step) -> bool:
    """Return whether a step forms several pots before any rake was set aside."""
    felt = step.before.felt
    targets = {event.to for event in step.events if isinstance(event, Slid)}
    return len(targets) > 1 and isinstance(felt, Cloth) and not felt.cagnotte


def _questions(step: Step, found: Sequence[PotToWin], level: int) -> Iterator[Question]:
    """Yield the questions on each pot. The events of the engine give the right answers."""
    for pot in found:
        slid = [event for event in step.events if isinstance(event, Slid) and event.to == pot.bet]
        took = [event for event in step.events if isinstance(event, Took) and event.bet == pot.bet]
        clauses = tuple(dict.fromkeys(event.clause for event in slid))
        bet = {"bet": pot.bet}
        yield Question("pot_size", "money", sum(event.cents for event in slid), bet, clauses=clauses)
        yield Question("pot_players", "count", len(pot.entitled), bet, clauses=clauses)
        if level >= RAKE_FROM:
            charged = tuple(event.clause for event in took)
            part = sum(event.cents for event in took)
            yield Question("pot_rake", "money", part, bet, clauses=charged or clauses)
