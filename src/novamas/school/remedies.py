"""Measures after an irregularity, derived from the reaction of the engine.

If the events show a measure, the option names that measure. Otherwise the option is the clause that
orders it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, TypeAlias, cast

from msgspec import Struct
from msgspec.structs import replace

from novamas.law import Library
from novamas.law.library_cache import cached_in_library
from novamas.law.texts import LANGUAGES
from novamas.school.exercises import ClauseOption, Exercise, ExerciseKind, Option, RemedyOption
from novamas.school.tables import SEATS, Step, Trial, banked_games, table_for
from novamas.table.conduct import Conduct
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import (
    Discarded,
    Event,
    Noted,
    Owner,
    Payment,
    RoundOver,
    Said,
    Shown,
    Staked,
    Withdrew,
)
from novamas.table.offers import Offer
from novamas.table.phases import AnyPhase, Incident, follow, form_of, offers
from novamas.table.roles import CHANCE, FLOOR

Wrong: TypeAlias = Offer[Incident[Any]]  # an incident that can have happened
OTHERS = 2  # wrong options, to which the level is added
WATCHED = 4  # rounds of a game that are played to collect its incidents
GOES_ON, SEEN = "goes_on", "seen"
NULL = "Tirada nula."
ANYWHERE = ("void", "chips_stand", "chips_back", GOES_ON)
WITH_CARDS = ("hand_void", "loses_bet")
TWICE_TOLD = frozenset({"warned"})  # notes that repeat a call
ALIKE = (  # measures that look alike are not offered together
    {"deal_again", "said:Se baraja de nuevo.", "noted_shuffled_and_cut", "noted_unused_shuffled"},
    {"deal_again", "said:Se mezclan de nuevo todas las fichas."},
    {"said_null", "said:La tirada no es válida."},
    {"noted_right_number_dealt", "noted_cards_put_right", "noted_burned_put_right", "noted_top_found"},
    {"said:Amonestación.", "said:Advertencia al tirador.", "noted_cards_shown"},
    {"hand_out", "hand_void", "hands_out"},
    {
        GOES_ON,
        SEEN,
        "noted_cards_shown",
        "noted_absent",
        "noted_cards_covered_again",
        "said:Las cartas hablan.",
    },
    {GOES_ON, "noted_right_number_dealt", "noted_cards_put_right", "noted_burned_put_right"},
    {GOES_ON, "noted_burn_left"},
    {GOES_ON, "chips_stand"},
)


class Remedy(Struct, frozen=True):
    """The clause that decides an incident, with the codes of the visible measures."""

    clause: str
    done: tuple[str, ...] = ()


def remedy_of(incident: Deed, before: AnyPhase, cited: str, past: Sequence[Step]) -> Remedy:
    """Return the measures that the engine takes after an incident."""
    after, events = follow(before, incident, [(step.before, step.deed) for step in past])
    return Remedy(cited, tuple(_done(before, after, events[1:])))


def _done(before: AnyPhase, after: AnyPhase, events: Sequence[Event]) -> Iterator[str]:
    """Yield the codes of the visible measures, or nothing if no measure is visible."""
    notes = [event.code for event in events if isinstance(event, Noted) and event.code not in TWICE_TOLD]
    calls = [event.words for event in events if isinstance(event, Said) and not isinstance(event.who, int)]
    is_card = not notes and _loses_a_card(before, after)
    moved = "card_out" if is_card else _chips_and_hands(before, events)
    if _starts_again(before, after):
        yield "deal_again"
    elif moved:
        yield moved
    elif notes:
        yield from (f"noted_{code}" for code in notes)
    elif after == before and not events:
        yield GOES_ON
    elif _only_shows(before, after, events):
        yield SEEN
    elif calls and all(isinstance(event, Said | Noted) for event in events):
        yield from ("said_null" if words == NULL else f"said:{words}" for words in calls)


def _starts_again(before: AnyPhase, after: AnyPhase) -> bool:
    """Return whether the deal begins again: the cards are back in the deck, the chips are unchanged."""
    old, new = before.felt, after.felt
    if old.shoe is None or new.shoe is None or not old.piles:
        return False
    return not new.piles and new.shoe.dealt < old.shoe.dealt and new.chips == old.chips


def _loses_a_card(before: AnyPhase, after: AnyPhase) -> bool:
    """Return whether the only change is that one card leaves the shoe, now or after the next draw."""
    if after.turn is CHANCE and type(after) is not type(before):
        what, _weight = next(iter(after.draws().items()))
        after, _events = follow(after, Drawn(what=what))
    old, new = before.felt, after.felt
    return old.shoe != new.shoe and replace(after, felt=replace(new, shoe=old.shoe)) == before


def _only_shows(before: AnyPhase, after: AnyPhase, events: Sequence[Event]) -> bool:
    """Return whether the only change is that some cards are now face up."""
    shows = bool(events) and all(isinstance(event, Shown) for event in events)
    felt = replace(after.felt, piles=before.felt.piles, shoe=before.felt.shoe)
    return shows and replace(after, felt=felt) == before


def _chips_and_hands(before: AnyPhase, events: Sequence[Event]) -> str:
    """Return the code of the measure for the chips and hands concerned, or an empty string."""
    kinds = [type(event) for event in events]
    staked = [event for event in events if isinstance(event, Staked)]
    back = [event for event in events if isinstance(event, Withdrew)]
    lost = [event for event in events if isinstance(event, Payment) and not event.returned]
    out = _hands_out(before, events)
    if kinds[:2] == [Staked, Withdrew] and staked[0].seat == back[0].seat:
        return "chips_back" if staked[0].cents == back[0].cents else "rest_back"
    if kinds == [Staked]:
        return "chips_stand"
    if kinds[:1] == [Withdrew] and RoundOver in kinds and not lost and not out:
        return "void"
    if lost and kinds[0] is Payment and Discarded in kinds:
        return "loses_bet"
    if kinds[:1] == [Payment] and RoundOver in kinds:
        return "loses_coup"
    if len(out) == 1 and kinds[0] in (Withdrew, Discarded, Shown):
        return "hand_void" if kinds[0] is Withdrew else "hand_out"
    return "hands_out" if len(out) == 2 and kinds[0] is Discarded else ""


def _hands_out(before: AnyPhase, events: Sequence[Event]) -> set[Owner]:
    """Return the owners whose whole hand is out of play."""
    gone = [event.owner for event in events if isinstance(event, Discarded)]
    return {pile.owner for pile in before.felt.piles if gone.count(pile.owner) >= len(pile.cards) > 1}


# ---------------------------------------------------------------- options


def remedies(law: Library, exercise: Exercise, verb: str, right: Remedy, rng: Random) -> list[Option] | None:
    """Return the options, the right one first, then measures for other incidents.

    Return None if there are too few options, or if the measure is visible only at another point of the round.
    """
    own = decided(law, exercise.game, exercise.norm)
    mine = own.get(verb, frozenset()) | {right}
    alike = [one for one in mine if one.clause == right.clause and one != right]
    if not right.done and any(one.done not in ((), (GOES_ON,)) for one in alike):
        return None  # not visible here, but visible at another point of the round
    if right.done == (GOES_ON,) and alike:
        return None  # nothing changes only because the change was already made
    others = _shuffled((one for other, found in own.items() if other != verb for one in found - mine), rng)
    strangers = [] if right.done else _shuffled(_of_other_games(law, exercise, own.keys()), rng)
    if right.done:
        anywhere = _shuffled((Remedy("", (code,)) for code in _anywhere(law, exercise)), rng)
        found = _by_what_is_done([right, *others, *anywhere], mine)
    else:
        found = _by_clause(law, [right, *others], mine)
        if len(found) <= OTHERS:
            found = _by_clause(law, [right, *others, *strangers], mine)[: 1 + OTHERS]
    return found[: 1 + OTHERS + exercise.level] if len(found) > OTHERS else None


def _anywhere(law: Library, exercise: Exercise) -> tuple[str, ...]:
    """Return the codes of measures that a trainee may expect at any game, or at any card game."""
    has_cards = table_for(exercise, law).opening.felt.shoe is not None
    return (*ANYWHERE, *WITH_CARDS) if has_cards else ANYWHERE


def _shuffled(found: Iterable[Remedy], rng: Random) -> list[Remedy]:
    listed = sorted(set(found), key=lambda one: (one.clause, one.done))
    rng.shuffle(listed)
    return listed


def _by_what_is_done(found: Sequence[Remedy], mine: Iterable[Remedy]) -> list[Option]:
    """Return options with visible measures that do not overlap or look alike.

    Measures that are also right after this incident are left out.
    """
    right, *others = [set(one.done) for one in found]
    also_right = [set(one.done) for one in mine]
    taken = [right]
    for done in others:
        is_near = any(done & near and other & near for near in ALIKE for other in taken)
        if done and not is_near and not any(done & other for other in (*taken, *also_right)):
            taken.append(done)
    ordered = {frozenset(one.done): one.done for one in found}
    return [RemedyOption(ordered[frozenset(done)]) for done in taken]


def _by_clause(law: Library, found: Sequence[Remedy], mine: Iterable[Remedy]) -> list[Option]:
    """Return clauses whose texts differ in every language. Those without visible measures come first."""
    cited = [found[0].clause, *(one.clause for one in sorted(found[1:], key=lambda one: bool(one.done)))]
    also_right = {one.clause for one in mine} - {cited[0]}
    kept: list[Option] = []
    taken: set[tuple[str, str]] = set()
    for id in cited:
        texts = {(language, law.clause_in(id, language).says) for language in LANGUAGES}
        if id not in also_right and taken.isdisjoint(texts):
            kept.append(ClauseOption(id))
            taken |= texts
    return kept


def _of_other_games(law: Library, exercise: Exercise, verbs: Iterable[str]) -> Iterator[Remedy]:
    """Yield the measures for incidents that do not exist in this game."""
    known = set(verbs)
    for slug in banked_games():
        if slug != exercise.game:
            for verb, found in decided(law, slug, "").items():
                if verb not in known:
                    yield from found


@partial(cached_in_library, most=64)
def decided(law: Library, game: str, norm: str) -> dict[str, frozenset[Remedy]]:
    """Return the measures for each incident of a game, as observed in several rounds of play."""
    found: dict[str, set[Remedy]] = {}
    for seed in range(WATCHED):
        trial = Trial(Exercise(ExerciseKind.IRREGULARITIES, game, norm, seed=seed), 0, SEATS, law=law)
        steps: list[Step] = []
        for step in trial.whole_round() or ():
            for offer in {_form(one): one for one in can_go_wrong(step.before, steps)}.values():
                cited = str(offer.act.decided_by(offer))
                happened = found.setdefault(offer.act.verb(), set())
                happened.add(remedy_of(trial.modest(offer), step.before, cited, steps))
            steps.append(step)
    return {verb: frozenset(remedies) for verb, remedies in found.items()}


def can_go_wrong(phase: AnyPhase, before: Sequence[Step]) -> list[Wrong]:
    """Return the incidents that are possible at this phase."""
    given = offers(phase, FLOOR, [(step.before, step.deed) for step in before])
    found = [offer for offer in given if isinstance(offer.act, Incident) and type(offer.act) is not Conduct]
    return cast("list[Wrong]", found)


def _form(offer: Wrong) -> tuple[object, ...]:
    """Return the form of an incident without its seat."""
    form = form_of(offer.act)
    return offer.act.verb(), *(
        (name, form[name]) for name in sorted(form) if isinstance(form[name], str | bool)
    )
