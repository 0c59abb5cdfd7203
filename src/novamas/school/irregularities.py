"""Exercises on irregularities: the trainee finds the irregular line of a round and the law's measure.

The round is shown as people at the table see it. The irregularity is among the lines as a plain fact,
never by its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from random import Random
from typing import cast

from msgspec.structs import replace

from novamas.law import Library
from novamas.school.exercises import Aside, Exercise, LineOption, Noticed, PosedExercise, Question
from novamas.school.remedies import can_go_wrong, remedies, remedy_of
from novamas.school.tables import SEATS, Step, Trial
from novamas.table.events import (
    AnyEvent,
    Burned,
    Dealt,
    Discarded,
    Event,
    Happened,
    Looked,
    Noted,
    Payment,
    RoundOver,
    Said,
    Shown,
    Staked,
)
from novamas.table.phases import AnyPhase, follow, offered
from novamas.table.roles import CROUPIER

ASIDES = ("water", "watch", "house_chips", "glasses", "chair")  # harmless events, not irregular
MAX_ASIDES = 2
FEWEST = 4  # lines, one of them irregular
BEFORE, AFTER = 5, 3  # lines before and after the irregularity, at most
CARDS = (Dealt, Looked, Shown, Discarded)  # events of which several in a row share a line
LATE = "late_bet"
PLAIN_STAKES = (LATE, "bet_out_of_turn", "called_out_of_turn", "too_few_chips")  # shown as ordinary chips
STOPS = frozenset(  # after these the round cannot continue as if they were unnoticed
    {
        *("absent_at_turn", "turn_skipped", "refuses_to_deal", "seventh_skipped", "missed_card"),
        *("dropped_card", "dropped_third", "lost_cards", "lost_third", "mixed_with_discards"),
        *("baskets", "banker_baskets", "punto_baskets", "banker_shows_early", "deck_taken_away"),
        *("misspoken", "wrong_word", "two_words", "wrong_announcement", "wrong_carta"),
    }
)


def irregularities(exercise: Exercise, attempt: int, law: Library) -> PosedExercise | None:
    """Ask which line of a round is irregular and which measure the law orders.

    Return None if no round fits.
    """
    trial = Trial(exercise, attempt, SEATS, law=law)
    steps = trial.whole_round()
    if steps is None:
        return None
    moments = [
        (nth, offer) for nth, step in enumerate(steps) for offer in can_go_wrong(step.before, steps[:nth])
    ]
    if not moments:
        return None
    verb = trial.rng.choice(sorted({offer.act.verb() for _nth, offer in moments}))
    at, offer = trial.rng.choice([one for one in moments if one[1].act.verb() == verb])
    wrong = trial.modest(offer)
    _after, events = follow(steps[at].before, wrong, [(step.before, step.deed) for step in steps[:at]])
    happened = events[0]
    assert isinstance(happened, Happened)
    right = remedy_of(wrong, steps[at].before, happened.clause, steps[:at])
    options = remedies(trial.law, exercise, verb, right, trial.rng)
    if verb == LATE and _looks_lawful(_as_seen(happened, events), steps[at].before):
        return None
    which = _which_line(steps, at, events, trial.rng)
    if options is None or which is None:
        return None
    ordered = options[0]
    trial.rng.shuffle(options)
    what = Question(
        asks="remedy",
        answer="option",
        right=options.index(ordered) + 1,
        options=tuple(options),
        clauses=(happened.clause,),
    )
    follows = [event.seen_by(CROUPIER) for event in events[1:] if not isinstance(event, RoundOver)]
    return PosedExercise(
        exercise,
        trial.table.frame.norm,
        (which, what),
        cloth=steps[0].before.felt.chips,
        follows=cast("tuple[AnyEvent, ...]", tuple(follows)),
    )


def _looks_lawful(wrong: Event, phase: AnyPhase) -> bool:
    """Return whether a player could lawfully have placed this bet, so that it does not look irregular."""
    if not isinstance(wrong, Staked):
        return False
    may = (follow(phase, offer.act)[1] for offer in offered(phase, wrong.seat))
    stakes = (event for events in may for event in events if isinstance(event, Staked))
    return any((event.bet, event.seat) == (wrong.bet, wrong.seat) for event in stakes)


def _which_line(steps: Sequence[Step], at: int, events: Sequence[Event], rng: Random) -> Question | None:
    """Ask which line is irregular. The scene is the round so far, and the options are nearby lines."""
    happened = events[0]
    assert isinstance(happened, Happened)
    so_far = _lines(steps[:at])
    first = max(len(so_far) - rng.randint(2, BEFORE), 0)
    wrong = LineOption(cast("Noticed", _as_seen(happened, events)))
    after = [] if happened.incident in STOPS else _until_that_player(happened, _lines(steps[at:]))
    lines = [*so_far[first:], wrong, *after[: rng.randint(0, AFTER)]]
    for code in rng.sample(ASIDES, rng.randint(1, MAX_ASIDES)):
        lines.insert(rng.randint(1, len(lines)), LineOption(Aside(code, rng.randint(1, SEATS))))
    if len(lines) < FEWEST or sum(_bare(line) == _bare(wrong) for line in lines) > 1:
        return None
    return Question(
        asks="irregular_line",
        answer="option",
        right=lines.index(wrong) + 1,
        options=tuple(lines),
        scene=tuple(event for line in so_far[:first] for event in (line.event, *line.more)),
        clauses=(happened.clause,),
    )


def _as_seen(happened: Happened, events: Sequence[Event]) -> Event:
    """Return an irregular stake as an ordinary one. Other irregularities are shown by their own text."""
    staked = next((event for event in events if isinstance(event, Staked)), None)
    if happened.incident not in PLAIN_STAKES or staked is None:
        return happened
    return Staked(staked.seat, str(happened.form.get("bet", staked.bet)), staked.cents)


def _until_that_player(happened: Happened, lines: Sequence[LineOption]) -> list[LineOption]:
    """Return the lines that follow, up to the first one about the player of the irregularity."""
    found: list[LineOption] = []
    for line in lines:
        about = {_whose(event) for event in (line.event, *line.more)}
        if happened.form.get("seat") in about:
            break
        found.append(line)
    return found


def _whose(event: Event) -> object:
    """Return the seat or place that an event is about."""
    for name in ("seat", "to", "owner", "who"):
        if hasattr(event, name):
            return getattr(event, name)
    return None


def _lines(steps: Iterable[Step]) -> list[LineOption]:
    """Return the events that the croupier sees, as lines. Cards of one kind in a row share a line."""
    seen = [event.seen_by(CROUPIER) for step in steps for event in step.noticed]
    kept = [_uncited(event) for event in seen if not isinstance(event, RoundOver | Burned)]
    runs = (list(run) for _kind, run in groupby(enumerate(kept), key=_together))
    return [_line([event for _nth, event in run]) for run in runs]


def _line(run: Sequence[Event]) -> LineOption:
    first, *more = cast("list[Noticed]", run)
    return LineOption(first, tuple(more))


def _together(numbered: tuple[int, Event]) -> object:
    """Return a key that is equal for cards of one kind and different for all other events."""
    nth, event = numbered
    return type(event) if isinstance(event, CARDS) else nth


def _bare(line: LineOption) -> Noticed:
    """Return the first event of a line. A stake is returned without its clause."""
    return replace(line.event, clause="") if isinstance(line.event, Staked) else line.event


def _uncited(event: Event) -> Event:
    """Return an event without its clauses, because a clause would show that the event is lawful."""
    if isinstance(event, Payment):
        return replace(event, clauses=())
    return replace(event, clause="") if isinstance(event, Noted | Said) else event
