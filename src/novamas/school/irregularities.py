"""Irregularities: something goes wrong at a running table. Which line is it, and what does the law order?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Any, cast

from novamas.law import clause
from novamas.law.texts import LANGUAGES
from novamas.school.exercises import ClauseOption, Exercise, Kind, LineOption, Problem, Question
from novamas.school.payouts import is_back
from novamas.school.tables import Step, Trial, banked_games
from novamas.table.conduct import Conduct
from novamas.table.events import AnyEvent, Burned, Event, Happened, RoundOver
from novamas.table.felt import Chips
from novamas.table.offers import Offer
from novamas.table.people import CROUPIER, FLOOR
from novamas.table.phases import AnyPhase, Incident, follow, offers

SEATS = 4
BEFORE, AFTER = 4, 3  # lines around what goes wrong, at most
REMEDIES = 2  # besides the right one, at the first level
WATCHED = 4  # tables of a game that are watched for what can go wrong there


def irregularities(exercise: Exercise, attempt: int) -> Problem | None:
    """The course of a round, as if nobody had noticed; and remedies, of which one is ordered."""
    trial = Trial(exercise, attempt, SEATS)
    steps = trial.whole_round()
    if steps is None:
        return None
    moments = [
        (nth, offer) for nth, step in enumerate(steps) for offer in _can_go_wrong(step.before, steps[:nth])
    ]
    if not moments:
        return None
    verb = trial.rng.choice(sorted({offer.act.verb() for _nth, offer in moments}))
    at, offer = trial.rng.choice([one for one in moments if one[1].act.verb() == verb])
    wrong = trial.modest(offer)
    past = [(step.before, step.deed) for step in steps[:at]]
    _after, events = follow(steps[at].before, wrong, past)
    happened = events[0]
    assert isinstance(happened, Happened)
    lines = _lines(steps, at, happened, trial.rng)
    remedies = _remedies(exercise, happened, trial.rng)
    if lines is None or remedies is None:
        return None
    which = Question(
        asks="irregular_line",
        answer="option",
        right=lines.index(happened) + 1,
        options=tuple(LineOption(cast("AnyEvent", line)) for line in lines),
        clauses=(happened.clause,),
    )
    what = Question(
        asks="remedy",
        answer="option",
        right=remedies.index(happened.clause) + 1,
        options=tuple(map(ClauseOption, remedies)),
        clauses=(happened.clause,),
    )
    follows = [event.seen_by(CROUPIER) for event in events[1:] if not isinstance(event, RoundOver)]
    return Problem(
        exercise,
        trial.table.frame.norm,
        (which, what),
        cloth=tuple(Chips(*chips) for chips in steps[at].before.felt.chips),
        follows=cast("tuple[AnyEvent, ...]", tuple(follows)),
    )


def _can_go_wrong(phase: AnyPhase, before: Sequence[Step]) -> list[Offer]:
    """The incidents of the game that can have happened at this moment."""
    past = [(step.before, step.deed) for step in before]
    given = offers(phase, FLOOR, past)
    return [offer for offer in given if isinstance(offer.act, Incident) and type(offer.act) is not Conduct]


def _lines(steps: Sequence[Step], at: int, happened: Happened, rng: Random) -> list[Event] | None:
    """What was noticed around the moment, and what went wrong in its place."""
    before = _noticed(steps[:at])[-rng.randint(1, BEFORE) :]
    after = _noticed(steps[at:])[: rng.randint(0, AFTER)]
    lines = [*before, happened, *after]
    return lines if len(lines) > 2 and len(set(map(repr, lines))) == len(lines) else None


def _noticed(steps: Iterable[Step]) -> list[Event]:
    seen = (event.seen_by(CROUPIER) for step in steps for event in step.events)
    return [event for event in seen if not isinstance(event, RoundOver | Burned) and not is_back(event)]


# ---------------------------------------------------------------- remedies


def _remedies(exercise: Exercise, happened: Happened, rng: Random) -> list[str] | None:
    """What the law orders, among what it orders for other incidents: of this game, or of its likes."""
    own = decided(exercise.game, exercise.norm)
    mine = own.get(happened.incident, frozenset()) | {happened.clause}
    others = sorted({id for verb, ids in own.items() if verb != happened.incident for id in ids} - mine)
    rng.shuffle(others)
    found = _told_apart([happened.clause, *others])[: 1 + REMEDIES + exercise.level]
    if len(found) < 1 + REMEDIES:
        strangers = _of_other_games(exercise, own.keys())
        rng.shuffle(strangers)
        found = _told_apart([*found, *(id for id in strangers if id not in mine)])[: 1 + REMEDIES]
    if len(found) < 1 + REMEDIES:
        return None
    rng.shuffle(found)
    return found


def _of_other_games(exercise: Exercise, verbs: Iterable[str]) -> list[str]:
    """What the law orders for incidents that this game has not."""
    known = set(verbs)
    return sorted(
        {
            id
            for slug in banked_games()
            if slug != exercise.game
            for verb, ids in decided(slug, "").items()
            if verb not in known
            for id in ids
        }
    )


@lru_cache(maxsize=64)
def decided(game: str, norm: str) -> dict[str, frozenset[str]]:
    """The clauses that decide what can go wrong with a game, by incident, at tables that were watched."""
    found: dict[str, set[str]] = {}
    for seed in range(WATCHED):
        trial = Trial(Exercise(Kind.IRREGULARITIES, game, norm, seed=seed), 0, SEATS)
        steps: list[Step] = []
        for step in trial.whole_round() or ():
            for offer in _can_go_wrong(step.before, steps):
                found.setdefault(offer.act.verb(), set()).add(_clause(offer))
            steps.append(step)
    return {verb: frozenset(ids) for verb, ids in found.items()}


def _clause(offer: Offer[Any]) -> str:
    return str(offer.act.decided_by(offer))


def _told_apart(ids: Iterable[str]) -> list[str]:
    """Clauses none of which says in any language what one before it says."""
    found: list[str] = []
    taken: set[tuple[str, str]] = set()
    for id in ids:
        told = {(language, clause(id).told(language).says) for language in LANGUAGES}
        if taken.isdisjoint(told):
            found.append(id)
            taken |= told
    return found
