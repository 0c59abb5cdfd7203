"""Procedure: the trainee is the croupier of a running table. What comes now, and whose is the next card?"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import cast

from msgspec.structs import fields, replace

from novamas.law.texts import LANGUAGES
from novamas.rounds.wheel.phases import Cloth as WheelCloth
from novamas.school.exercises import ActOption, Exercise, LineOption, Noticed, OwnerOption, Problem, Question
from novamas.school.payouts import around_a_number, prize, scene_of
from novamas.school.tables import Step, Trial
from novamas.table.deeds import Call, Deed, Drawn
from novamas.table.events import Dealt, Event, Owner, Payment, RoundOver, Staked
from novamas.table.game import Game
from novamas.table.layout import Spot
from novamas.table.notation import write
from novamas.table.people import CROUPIER
from novamas.table.phases import AnyPhase, offered, why_not
from novamas.words import words
from novamas.words.patterns import typed

SEATS = 3
PAID_IN_ORDER: dict[str, tuple[tuple[str, ...], ...]] = {  # kinds that the law names in one breath: of these
    "ruleta": (  # nobody is asked which comes first
        ("columna", "docena", "dos_columnas", "dos_docenas"),
        ("sencilla",),
        ("transversal", "seisena"),
        ("cuadro", "cuatro_numeros", "caballo"),
        ("pleno",),
    )
}
MOMENTS = (1, 2, 4, 7, 12)  # of a round that are asked for, by level
OPTIONS = 3  # and more at each level
ROUNDS = 3  # that may have been played before, and one more
LAST = 4  # things that were noticed at the end of the round before


def procedure(exercise: Exercise, attempt: int) -> Problem | None:
    """Moments of one round, each with what has been noticed since the last."""
    trial = Trial(exercise, attempt, SEATS)
    if exercise.game in PAID_IN_ORDER and trial.rng.randrange(2):
        return paid_first(exercise, trial)
    seen: list[Event] = []  # of the round before, the last of it: a table goes on from there
    for _ in range(trial.rng.randrange(ROUNDS)):
        before = trial.whole_round()
        if before is None:
            return None
        seen = [event for event in _noticed(before) if not isinstance(event, Payment)][-LAST:]
    played = trial.whole_round()
    if played is None:
        return None
    asks = "table_runs" if seen else "table_opens"
    asked = _moments(trial, played, exercise.level)
    questions: list[Question] = []
    for nth, step in enumerate(played):
        if nth in asked:
            questions.append(replace(asked[nth], scene=cast("tuple[Noticed, ...]", tuple(seen))))
            seen = []
        seen += _noticed([step])
    if not questions:
        return None
    cloth = played[0].before.felt.chips
    return Problem(exercise, trial.table.frame.norm, tuple(questions), asks, cloth=cloth)


def _noticed(steps: Iterable[Step]) -> list[Event]:
    """What a croupier notices of what is done."""
    noticed = (event for step in steps for event in step.noticed if not isinstance(event, RoundOver))
    return [event.seen_by(CROUPIER) for event in noticed]


def _moments(trial: Trial, played: tuple[Step, ...], level: int) -> dict[int, Question]:
    """So many moments of a round with something to ask, one after the other, by their number."""
    found: dict[int, Question] = {}
    owners = _owners(played)
    for nth, step in enumerate(played):
        act = act_now(step.before, step.deed, trial.table.game, trial.rng, level)
        question = act or _card_now(step, owners)
        if question is not None:
            found[nth] = question
    wanted = MOMENTS[level - 1]
    first = trial.rng.randrange(max(len(found) - wanted, 0) + 1)
    return dict(list(found.items())[first : first + wanted])


def act_now(phase: AnyPhase, deed: Deed, game: Game, rng: Random, level: int) -> Question | None:
    """What the croupier does at a moment, among acts that would be refused."""
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
    """What croupiers of this game can call or do, as far as it needs no figures."""
    return [
        kind()
        for kind in game.acts
        if issubclass(kind, Call) and not any(field.required for field in fields(kind))
    ]


def _told_apart(deeds: list[Deed], slug: str) -> list[Deed]:
    """Those that are not told in the same words as one before them, in any language."""
    found: list[Deed] = []
    taken: list[set[str]] = [set() for _ in LANGUAGES]
    for deed in deeds:
        told = [typed(deed, words(language, slug)) for language in LANGUAGES]
        if not any(one in others for one, others in zip(told, taken, strict=True)):
            found.append(deed)
            for one, others in zip(told, taken, strict=True):
                others.add(one)
    return found


def _owners(played: tuple[Step, ...]) -> list[Owner]:
    """Before whom cards are laid in a round."""
    dealt = (event.to for step in played for event in step.events if isinstance(event, Dealt))
    return sorted(dict.fromkeys(dealt), key=str)


def _card_now(step: Step, owners: list[Owner]) -> Question | None:
    """Before whom the next card is laid."""
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


def paid_first(exercise: Exercise, trial: Trial) -> Problem | None:
    """Which of some winning bets is paid first, by the order in which the law has their kinds paid."""
    layout = trial.table.game.layout(trial.session.phase)
    played = around_a_number(trial, exercise.level + 1)
    if played is None:
        return None
    won: dict[tuple[str, ...], Payment] = {}  # in the order in which they are paid, one of each kind
    for event in played.events:
        place = layout.place_of(event.bet, event.seat) if isinstance(event, Payment) else None
        if isinstance(event, Payment) and prize(event) and isinstance(place, Spot):
            together = next(kinds for kinds in PAID_IN_ORDER[exercise.game] if place.kind in kinds)
            won.setdefault(together, event)
    paid = list(won.values())[: OPTIONS + exercise.level - 1]
    felt = trial.session.phase.felt
    if len(paid) < OPTIONS or not isinstance(felt, WheelCloth):
        return None
    first = paid[0]
    trial.rng.shuffle(paid)
    question = Question(
        asks="paid_first",
        answer="option",
        right=paid.index(first) + 1,
        options=tuple(LineOption(Staked(one.seat, one.bet, one.stake)) for one in paid),
        scene=scene_of(played),
        clauses=(felt.ending_clause,),
    )
    return Problem(exercise, trial.table.frame.norm, (question,))
