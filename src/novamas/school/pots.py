"""Pots: stacks that went all in, and what then lies in which pot, for whom, and what the house takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from novamas.families.circle.cloth import Cloth
from novamas.families.circle.pots import PotToWin, pots_of
from novamas.school.exercises import Exercise, PosedExercise, Question
from novamas.school.tables import Step, Trial
from novamas.table.deeds import Deed
from novamas.table.events import Slid, Took
from novamas.table.felt import Chips
from novamas.table.offers import Offer, Range

FEWEST_PLAYERS = 2  # and one more for each level
RAISES, CALLS = 40, 85  # of a hundred: how often a bold player does
RAKE_FROM = 2  # the level from which the house's part is asked for


class Bold(Trial):
    """People who put in all that they have, or nearly."""

    def decide(self, offers: Sequence[Offer]) -> Deed:
        may = {offer.act.verb(): offer for offer in offers}
        fancy = self.rng.randrange(100)
        dial = may["raise_to"].dials.get("cents") if "raise_to" in may else None
        if isinstance(dial, Range) and fancy < RAISES:
            return may["raise_to"].turned(cents=self.rng.choice((dial.least, dial.most)))
        if "match" in may and fancy < CALLS:
            return may["match"].act
        return offers[0].act


def pots(exercise: Exercise, attempt: int) -> PosedExercise | None:
    """The size of each pot, how many may win it and, at higher levels, what the house takes of it."""
    trial = Bold(exercise, attempt, seats=FEWEST_PLAYERS + exercise.level)
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
    """Are several pots shared in this step, which nobody has set money aside for before?"""
    felt = step.before.felt
    into = {event.to for event in step.events if isinstance(event, Slid)}
    return len(into) > 1 and isinstance(felt, Cloth) and not felt.cagnotte


def _questions(step: Step, found: Sequence[PotToWin], level: int) -> Iterator[Question]:
    """What is asked of each pot, answered by what the engine then does."""
    for pot in found:
        slid = [event for event in step.events if isinstance(event, Slid) and event.to == pot.bet]
        took = [event for event in step.events if isinstance(event, Took) and event.bet == pot.bet]
        laid = tuple(dict.fromkeys(event.clause for event in slid))
        bet = {"bet": pot.bet}
        yield Question("pot_size", "money", sum(event.cents for event in slid), bet, clauses=laid)
        yield Question("pot_players", "count", len(pot.entitled), bet, clauses=laid)
        if level >= RAKE_FROM:
            charged = tuple(event.clause for event in took)
            part = sum(event.cents for event in took)
            yield Question("pot_rake", "money", part, bet, clauses=charged or laid)
