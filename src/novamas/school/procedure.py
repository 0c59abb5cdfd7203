"""Exercises on procedure: the trainee acts as croupier of a table in play and chooses the next step."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import cast

from msgspec.structs import fields, replace

from novamas.families.circle.cloth import Cloth as CircleCloth
from novamas.games import game
from novamas.law import Library
from novamas.law.default import ours
from novamas.law.texts import LANGUAGES
from novamas.school.exercises import (
    HARDEST,
    ActOption,
    Exercise,
    LineOption,
    Noticed,
    OwnerOption,
    PosedExercise,
    Question,
)
from novamas.school.orders import order_of, which_first
from novamas.school.tables import Step, Trial
from novamas.table.deeds import Call, Deed, Drawn
from novamas.table.events import Came, Dealt, Event, Noted, Owner, Payment, RoundOver, Said
from novamas.table.game import Game
from novamas.table.notation import write
from novamas.table.phases import AnyPhase, follow, offered, why_not
from novamas.table.roles import CROUPIER, NOBODY, Who
from novamas.words import voice_for
from novamas.words.typed_acts import typed

SEATS = 3
MOMENTS = (1, 2, 4, 7, 12)  # questions of an exercise, by level
OPTIONS = 3  # to which the level is added
ROUNDS = 3  # fewer rounds than this are played before
DIGITS = "0123456789"
CARDS_IN_A_ROW = 2  # questions on cards in a row, but at the hardest level all
LAST = 4  # events shown of the end of the previous round


def procedure(exercise: Exercise, attempt: int, law: Library) -> PosedExercise | None:
    """Ask for the next step at several points of a round, with the events since the last question.

    Return None if this attempt gives no question. Some exercises ask for the order of payments instead.
    """
    trial = Trial(exercise, attempt, SEATS, law=law)
    known = order_of(exercise.game, trial.table.frame.norm)
    if known and trial.rng.randrange(2):
        return which_first(exercise, attempt, trial, trial.rng.choice(known))
    seen: list[Event] = []  # events of earlier rounds that the trainee must know
    for _ in range(trial.rng.randrange(ROUNDS)):
        before = trial.whole_round()
        if before is None:
            return None
        seen = _goes_on_from(seen, before) if game(exercise.game).pieces == "dice" else _end_of(before)
    played = _rounds(trial, exercise.level)
    if not played:
        return None
    asks = "table_runs" if seen else "table_opens"
    phases = _moments(trial, played, exercise.level)
    questions: list[Question] = []
    for nth, step in enumerate(played):
        if nth in phases:
            moment = phases[nth]
            scene = (*_unsaid(seen, moment), *moment.scene)
            questions.append(replace(moment, scene=cast("tuple[Noticed, ...]", scene)))
            seen = [event for event in _noticed([step]) if event not in moment.scene]
        else:
            seen += _noticed([step])
    if not questions:
        return None
    cloth = played[0].before.felt.chips
    return PosedExercise(exercise, trial.table.frame.norm, tuple(questions), asks, cloth=cloth)


def _rounds(trial: Trial, level: int) -> tuple[Step, ...]:
    """Return the steps of a round. With dice, the level says how many throws are played as rounds."""
    played: list[Step] = []
    for _ in range(level if trial.table.game.pieces == "dice" else 1):
        steps = trial.whole_round()
        if steps is None:
            return ()
        played += steps
    return tuple(played)


def _end_of(before: Iterable[Step]) -> list[Event]:
    """Return the last events of a round, which a croupier who takes over has seen."""
    return [event for event in _noticed(before) if not isinstance(event, Payment)][-LAST:]


def _goes_on_from(seen: list[Event], before: Iterable[Step]) -> list[Event]:
    """Return the earlier events, with all throws and calls of a round, because these still count."""
    return [*seen, *(event for event in _noticed(before) if isinstance(event, Came | Said | Noted))]


def _unsaid(seen: list[Event], question: Question) -> list[Event]:
    """Return the events without the last calls if those calls would reveal whose turn it is."""
    kept = list(seen)
    is_turn = question.asks in ("turn_now", "dice_now")
    while is_turn and kept and isinstance(kept[-1], Said) and kept[-1].who is CROUPIER:
        kept.pop()
    return kept


def _noticed(steps: Iterable[Step]) -> list[Event]:
    """Return the events of some steps as the croupier sees them."""
    noticed = (event for step in steps for event in step.noticed if not isinstance(event, RoundOver))
    return [event.seen_by(CROUPIER) for event in noticed]


def _moments(trial: Trial, played: tuple[Step, ...], level: int) -> dict[int, Question]:
    """Return consecutive questions on a round, by step number. The level determines how many."""
    found: dict[int, Question] = {}
    owners = _owners(played)
    before: Who = NOBODY
    in_a_row = 0
    for nth, step in enumerate(played):
        act = act_now(step.before, step.deed, trial.table.game, trial.rng, level)
        question = act or _card_now(step, owners)
        if step.before.turn != before:
            question = question or _turn_now(step, trial, owners)
        before = step.before.turn
        if trial.table.game.pieces == "dice":
            question = question or _call_now(step, trial.rng, level)
        in_a_row = in_a_row + 1 if question is not None and question.asks == "card_now" else 0
        if question is not None and (in_a_row <= CARDS_IN_A_ROW or level == HARDEST):
            found[nth] = question
    wanted = MOMENTS[level - 1]
    first = trial.rng.randrange(max(len(found) - wanted, 0) + 1)
    return dict(list(found.items())[first : first + wanted])


def act_now(phase: AnyPhase, deed: Deed, game: Game, rng: Random, level: int) -> Question | None:
    """Ask for the croupier's next act. The wrong options are acts that the table would refuse now.

    Return None if the next deed is not the croupier's, or if there are too few options.
    """
    if deed.by is not CROUPIER or not isinstance(deed, Call):
        return None
    offer = next((offer for offer in offered(phase, CROUPIER) if offer.act == deed), None)
    if offer is None or offer.dials:
        return None
    others = [other for other in calls_of(game) if type(other) is not type(deed)]
    others = [other for other in others if why_not(phase, other) is not None]
    rng.shuffle(others)
    options = _told_apart([deed, *others], game.slug)[: OPTIONS + level]
    if len(options) < OPTIONS:
        return None
    rng.shuffle(options)
    return Question(
        asks="act_now",
        answer="option",
        right=options.index(deed) + 1,
        options=tuple(ActOption(write(option)) for option in options),
        clauses=(offer.clause,) if offer.clause else (phase.clause,),
        refusals=tuple(why_not(phase, option) for option in options),
    )


def calls_of(game: Game) -> list[Deed]:
    """Return the calls and acts of the croupier in this game that contain no number."""
    return [
        kind()
        for kind in game.acts
        if issubclass(kind, Call)
        and not any(field.required or type(field.default) is int for field in fields(kind))
    ]


def _told_apart(deeds: list[Deed], slug: str) -> list[Deed]:
    """Return the deeds whose text differs from that of every earlier deed in each language."""
    found: list[Deed] = []
    taken: list[set[str]] = [set() for _ in LANGUAGES]
    for deed in deeds:
        texts = [typed(deed, voice_for(language, slug, law=ours())) for language in LANGUAGES]
        if not any(one in others for one, others in zip(texts, taken, strict=True)):
            found.append(deed)
            for one, others in zip(texts, taken, strict=True):
                others.add(one)
    return found


def _owners(played: tuple[Step, ...]) -> list[Owner]:
    """Return the seats and places to which cards are dealt in a round."""
    dealt = (event.to for step in played for event in step.events if isinstance(event, Dealt))
    return sorted(dict.fromkeys(dealt), key=str)


def _card_now(step: Step, owners: list[Owner]) -> Question | None:
    """Ask for the place of the next card. Return None if the next draw is not a single card."""
    dealt = [event for event in step.events if isinstance(event, Dealt)]
    if not isinstance(step.deed, Drawn) or len(dealt) != 1 or len(owners) < OPTIONS:
        return None
    return Question(
        asks="card_now",
        answer="option",
        right=owners.index(dealt[0].to) + 1,
        options=tuple(map(OwnerOption, owners)),
        clauses=(step.before.clause,),
    )


def _turn_now(step: Step, trial: Trial, owners: list[Owner]) -> Question | None:
    """Ask whose turn it is at circle poker, or which player is offered the dice.

    Return None in other phases.
    """
    is_thrown = trial.table.game.pieces == "dice"
    seats = list(trial.seats) if is_thrown else [owner for owner in owners if isinstance(owner, int)]
    turn = step.before.turn
    is_asked = is_thrown or isinstance(step.before.felt, CircleCloth)
    if not is_asked or step.before.pause or turn not in seats or len(seats) < OPTIONS:
        return None
    return Question(
        asks="dice_now" if is_thrown else "turn_now",
        answer="option",
        right=seats.index(turn) + 1,
        options=tuple(map(OwnerOption, seats)),
        clauses=(step.before.clause,),
    )


def _call_now(step: Step, rng: Random, level: int) -> Question | None:
    """Ask for the call after a throw of the dice. The wrong options are the calls after other throws."""
    came = next((event for event in step.events if isinstance(event, Came)), None)
    called = _called(step.events)
    if came is None or called is None:
        return None
    throws = (Drawn(what=what) for what, _weight in step.before.draws().items())
    others = (_called(follow(step.before, throw)[1]) for throw in throws)
    endings = dict.fromkeys(other.words.lstrip(DIGITS) for other in others if other is not None)
    number = called.words.removesuffix(called.words.lstrip(DIGITS))
    words = [called.words, *(f"{number}{ending}" for ending in endings)]
    words = list(dict.fromkeys(words))[: OPTIONS + level]
    rng.shuffle(words)
    if len(words) < OPTIONS:
        return None
    return Question(
        asks="call_now",
        answer="option",
        right=words.index(called.words) + 1,
        options=tuple(LineOption(Said(CROUPIER, one)) for one in words),
        scene=(cast("Noticed", came),),
        clauses=(called.clause,),
    )


def _called(events: Iterable[Event]) -> Said | None:
    """Return the croupier's first call, or None if there is none."""
    return next((event for event in events if isinstance(event, Said) and event.who is CROUPIER), None)
