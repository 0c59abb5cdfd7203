"""Sweep of refusals by phase, at a table of every game under every norm: each gives a true and near reason.

Deeds that were lawful at some time are tried again in later phases, by the same person and by another seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace
from tests.support.every_game import small_choices

from novamas.equipment.chance import Seeded
from novamas.games import GAMES
from novamas.law import FaultySetup, catalogue, norms
from novamas.law.texts import LANGUAGES
from novamas.table.deeds import Deed
from novamas.table.game import Table
from novamas.table.phases import AnyPhase, offered
from novamas.table.refusals import Refusal, Refused
from novamas.table.roles import NOBODY
from novamas.table.session import Session
from novamas.testing.random_play import any_deed
from novamas.testing.rehearsal import opened
from novamas.words import voice_for
from novamas.words.problems import error_text

TABLES = [
    (slug, norm)
    for slug in GAMES
    for norm in norms()
    if slug in catalogue.under(norm).games and catalogue.under(norm)[slug].can_be_played
]
# Said instead of "it is not your turn" to a person who has nothing to do: each is a fact about that person or
# that very act, and stays true when the turn comes.
NEARER = {
    *("out_of_hand", "all_in", "not_dealt_in", "barred_from_raising", "string_bet"),
    *(
        "changed_already",
        "half_or_prison",
        "not_your_hand",
        "not_the_banker",
        "bank_offered",
        "proposal_pending",
        "no_hand_there",
    ),
}


class Tried(NamedTuple):
    """A deed that was tried, and the answer."""

    session: Session
    phase: AnyPhase
    deed: Deed
    refusal: Refusal


def table_of(slug: str, norm: str) -> Table:
    try:
        return opened(slug, norm, **small_choices(slug))
    except FaultySetup:
        return opened(slug, norm)


def refusals(table: Table, steps: int) -> Iterator[Tried]:
    """Yield refusals of random play: deeds of earlier phases, by whom they were and by any seat."""
    rng, seen = Random(1), list[Deed]()
    session = Session(table.opening, Seeded(1), automatic=())
    for step in range(steps):
        if session.phase.turn is NOBODY:
            session = Session(table.opening, Seeded(step), automatic=())
        deed = any_deed(session, rng, incidents=0.05)
        seen.append(deed)
        phase = session.phase
        for tried in rng.sample(seen, min(4, len(seen))):
            others = {tried.by, rng.randint(1, phase.seats())} if isinstance(tried.by, int) else {tried.by}
            for who in others:
                again = replace(tried, by=who)
                refusal = session.why_not(again)
                if refusal is not None:
                    yield Tried(session, phase, again, refusal)
        session.do(deed)


@pytest.mark.parametrize(("slug", "norm"), TABLES)
def test_a_refusal_is_of_the_law_of_its_table_and_says_whose_turn_it_is(
    slug: str, norm: str, soak: bool
) -> None:
    table, count = table_of(slug, norm), 0
    lawful = {norm, *(source.norm for source in table.frame.borrowed.values())}
    for tried in refusals(table, 800 if soak else 60):
        count += 1
        refusal, phase, deed = tried.refusal, tried.phase, tried.deed
        assert refusal.clause.split(".")[0] in lawful, (type(phase).__name__, deed, refusal)
        is_idle = isinstance(phase.turn, int) and deed.by != phase.turn and not offered(phase, deed.by)
        if isinstance(deed.by, int) and is_idle:
            its_turn = tried.session.why_not(replace(deed, by=phase.turn)) is None
            assert not its_turn or refusal.code in {"not_your_turn", *NEARER}, (deed, refusal)
    assert count > 20


@pytest.mark.parametrize("slug", GAMES)
def test_every_refusal_has_a_sentence(slug: str, soak: bool) -> None:
    """In every language, and never the name of a code or of a field."""
    norm = next(norm for game, norm in TABLES if game == slug)
    for tried in refusals(table_of(slug, norm), 300 if soak else 20):
        for language in LANGUAGES:
            told = error_text(Refused(tried.refusal, slug), voice_for(language).at(slug))
            assert told.endswith((".", ")"))
            assert "{" not in told
            assert tried.refusal.code not in told or "_" not in tried.refusal.code
