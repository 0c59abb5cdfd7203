"""Every refusal at wheels, craps, treinta y cuarenta and blackjack has a clause and a text.

In every phase, random play tries acts that were lawful in other phases, with changed values or players.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from novamas.equipment.chance import Seeded
from novamas.families.banked.acts import Bet
from novamas.families.banked.incidents import LateBet
from novamas.families.banked.phases import Playing
from novamas.law import clause
from novamas.law.texts import LANGUAGES
from novamas.table.deeds import Deed
from novamas.table.offers import OneOf
from novamas.table.refusals import Refusal
from novamas.table.roles import FLOOR, NOBODY
from novamas.table.session import Session
from novamas.testing.random_play import any_deed, disturbed
from novamas.testing.rehearsal import opened
from novamas.words import voice_for
from novamas.words.problems import refused

GAMES = [
    ("ruleta", "IB05"), ("ruleta_americana", "IB05"), ("ruleta_doble_cero", "AR10"),
    ("ruleta_de_la_fortuna", "IB05"), ("boule", "IB05"), ("craps", "IB05"),
    ("treinta_y_cuarenta", "IB05"), ("blackjack", "IB05"), ("blackjack", "AR10"),
]  # fmt: skip
TABLES = pytest.mark.parametrize(("slug", "norm"), GAMES)
STEPS, FEW_STEPS = 600, 200
CODE = re.compile(r"\b[a-z]+_[a-z_]+\b")


def moments(slug: str, norm: str, soak: bool) -> Iterator[tuple[Session, list[Deed]]]:
    """Yield the phases of random play, each with acts that a person may try. Closed tables reopen."""
    table, rng, source = opened(slug, norm), Random(3), Seeded(3)
    session, met = Session(table.opening, source, automatic=()), list[Deed]()
    for _ in range(STEPS if soak else FEW_STEPS):
        yield session, [disturbed(rng.choice(met), rng) for _ in range(4)] if met else []
        if session.phase.turn is NOBODY:
            session = Session(table.opening, source, automatic=())
        deed = any_deed(session, rng, incidents=0.05)
        met = [*met[-200:], deed]
        session.do(deed)


def refusals(slug: str, norm: str, soak: bool) -> Iterator[Refusal]:
    for session, wild in moments(slug, norm, soak):
        yield from (refusal for deed in wild if (refusal := session.why_not(deed)) is not None)


@TABLES
def test_every_moment_and_every_refusal_names_a_clause_that_there_is(
    slug: str, norm: str, soak: bool
) -> None:
    for session, wild in moments(slug, norm, soak):
        assert clause(session.phase.clause)
        for deed in wild:
            refusal = session.why_not(deed)
            assert refusal is None or clause(refusal.clause), (deed, refusal)


@TABLES
def test_every_refusal_is_told_in_three_languages_and_amounts_carry_their_unit(
    slug: str, norm: str, soak: bool
) -> None:
    codes = Counter[str]()
    for refusal in refusals(slug, norm, soak):
        codes[refusal.code] += 1
        if codes[refusal.code] > 3:
            continue
        for language in LANGUAGES:
            voice = voice_for(language, slug)
            assert voice.has(f"refusals.{refusal.code}"), refusal
            said = refused(refusal, voice)
            is_amount = refusal.dial in ("cents", "minimum", "minimum_sencilla")
            assert "€" in said or not is_amount or "{given}" not in voice.text(f"refusals.{refusal.code}")
            assert not CODE.search(said.split("(")[0].replace(str(refusal.given), "")) or refusal.near, said
    assert len(codes) > 8


@TABLES
def test_what_may_have_been_meant_may_be_bet(slug: str, norm: str, soak: bool) -> None:
    """A refusal suggests only bets that the player can make."""
    asked = 0
    for session, wild in moments(slug, norm, soak):
        for deed in wild:
            if not isinstance(deed, Bet):
                continue
            strange = Bet(deed.by, f"{deed.bet}9", deed.cents)
            refusal = session.why_not(strange)
            if refusal is None or not refusal.near:
                continue
            dials = [offer.dials.get("bet") for offer in session.offers(deed.by)]
            lists = {bet for dial in dials if isinstance(dial, OneOf) for bet in dial.values}
            assert set(refusal.near) <= lists, (strange, refusal.near)
            asked += 1
    assert asked or slug == "blackjack"  # which answers with the places that there are


@TABLES
def test_a_bet_that_was_laid_too_late_can_be_told_at_every_table(slug: str, norm: str, soak: bool) -> None:
    """In every game, chips placed after no más are returned."""
    told = 0
    for session, _ in moments(slug, norm, soak):
        late = [offer for offer in session.offers(FLOOR) if isinstance(offer.act, LateBet)]
        assert bool(late) == isinstance(session.phase, Playing), session.phase
        told += len(late)
    assert told
