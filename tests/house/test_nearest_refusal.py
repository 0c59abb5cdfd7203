"""If several phases refuse a deed, the person gets the reason that is easiest to act on.

The sweep compares `Session.do`, which continues to later phases, with `why_not`, which asks the present one.
A fact about the person or the act is never replaced by the state of a later phase.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.games.test_refusals_swept import TABLES, table_of

import novamas
from novamas.equipment.chance import Seeded
from novamas.house.nearest_refusal import EARLY, LATE
from novamas.house.sitting import Sitting
from novamas.table.deeds import Deed, Drawn
from novamas.table.refusals import Refusal, Refused
from novamas.table.roles import NOBODY
from novamas.table.session import Session
from novamas.testing.random_play import any_deed

TOO_GENERAL = {*EARLY, "bets_first", "not_now", "closed"}  # these may give way to a nearer reason


def refused_deeds(slug: str, norm: str, steps: int) -> Iterator[tuple[Sitting, Deed, Refusal, Refusal]]:
    """Yield deeds of earlier phases, by any seat, with the reasons that `why_not` and `do` give."""
    table, rng, met = table_of(slug, norm), Random(5), dict[type[Deed], Deed]()
    session = Sitting(table, Seeded(5))
    for step in range(steps):
        if session.phase.turn is NOBODY:
            session = Sitting(table, Seeded(step))
        deed = any_deed(session, rng, incidents=0.03)
        for tried in rng.sample(list(met.values()), min(3, len(met))):
            by = rng.randint(1, session.phase.seats()) if isinstance(tried.by, int) else tried.by
            wanted, fork = replace(tried, by=by), session.fork()
            now = fork.why_not(wanted)
            if now is not None and (after := refusal_of(fork, wanted)) is not None:
                yield session, wanted, now, after
        if not isinstance(deed, Drawn):
            met[type(deed)] = deed
        Session.do(session, deed)


def refusal_of(session: Sitting, deed: Deed | str) -> Refusal | None:
    """Return the reason why `do` refuses a deed, or None if it accepts it."""
    try:
        session.do(deed)
    except Refused as refused:
        return refused.refusal
    return None


@pytest.mark.parametrize(("slug", "norm"), TABLES)
def test_a_nearer_reason_is_never_hidden_by_a_later_phase(slug: str, norm: str, soak: bool) -> None:
    count = Counter[str]()
    for session, deed, now, after in refused_deeds(slug, norm, 800 if soak else 100):
        count["refused"] += 1
        if after.code == now.code:
            continue
        count["differ"] += 1
        told = (type(session.phase).__name__, deed, now.code, after.code)
        assert now.code in TOO_GENERAL, told
        assert after.code not in LATE, told
        assert after.code not in EARLY or isinstance(deed.by, int), told
    assert count["refused"] > 30


CASES = [  # table, choices, what happened before, what is tried, the reason
    ("pai_gow_poker", {"player_bank": True}, ("s1 take_bank 500 €",), "s1 bet casilla:1 5 €",
     "banker_may_not_bet"),
    ("ruleta", {}, ("s1 bet rojo 10 €", "croupier launch", "croupier no_va_mas"), "s1 bet negro 10 €",
     "no_va_mas"),
    ("ruleta", {}, ("s1 bet rojo 10 €", "croupier launch", "croupier no_va_mas"), "s1 withdraw negro 10 €",
     "no_va_mas"),
    ("ruleta", {}, ("s1 bet rojo 10 €", "croupier launch"), "croupier launch", "ball_runs"),
    ("punto_y_banca", {}, ("s1 bet punto 20 €", "croupier no_va_mas"), "croupier no_va_mas",
     "closed_already"),
    ("blackjack", {}, (), "s1 hit", "bets_first"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "choices", "before", "tried", "code"), CASES)
def test_the_reason_is_the_nearest(
    slug: str, choices: dict[str, Any], before: tuple[str, ...], tried: str, code: str
) -> None:
    session = novamas.open(slug, seed=1, **choices)
    for line in before:
        session.do(line)
    number = session.number
    refusal = refusal_of(session, tried)
    assert refusal is not None
    assert (refusal.code, session.number) == (code, number)
