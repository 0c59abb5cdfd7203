"""A refusal cites a clause about its subject, such as a maximum, a minimum or a seat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace
from tests.support.every_game import GAMES

from novamas.equipment.chance import Seeded
from novamas.law import catalogue, clause, norms
from novamas.table.deeds import Deed
from novamas.table.offers import Range
from novamas.table.roles import NOBODY
from novamas.table.session import Session
from novamas.testing.random_play import any_deed
from novamas.testing.rehearsal import opened

TABLES = [
    (slug, norm)
    for slug in GAMES
    for norm in norms()
    if slug in catalogue.under(norm).games and catalogue.under(norm)[slug].stage == "whole"
]

# The player's own chips bound these amounts, not a clause.
OF_ONES_OWN = ("withdraw", "tip", "buy", "buy_chips", "garage")
OF_A_MOST = re.compile(r"maxim|limit|at most|\bnever above\b|\bnot above\b|amount in the bank|enough chips")
OF_A_LEAST = re.compile(
    r"minim|limit|at least|at most|\bnever above\b|\bnot above\b|equal to or above|equal bids|plays half"
)
NO_CLAUSE_ON_SEATS = {  # the law of these says nowhere how many play
    ("ruleta", "IB05"): "IB05.01.I.1",
    ("pai_gow_domino", "CM16"): "CM16.10.1",
}


def moments(slug: str, norm: str, steps: int) -> Iterator[Session]:
    """Yield the phases of random play. A table that closes reopens."""
    table, rng, source = opened(slug, norm), Random(3), Seeded(3)
    session = Session(table.opening, source, automatic=())
    for _ in range(steps):
        if session.phase.turn is NOBODY:
            session = Session(table.opening, source, automatic=())
        yield session
        session.do(any_deed(session, rng, incidents=0.02))


def amounts(session: Session) -> Iterator[tuple[Deed, Range]]:
    """Yield the bets that players can place now, with the bounds of their amounts."""
    for seat in range(1, session.phase.seats() + 1):
        for offer in session.offers(seat):
            dial = offer.dials.get("cents")
            if isinstance(dial, Range) and offer.act.verb() not in OF_ONES_OWN:
                yield offer.act, dial


@pytest.mark.parametrize(("slug", "norm"), TABLES)
def test_too_much_is_refused_by_a_clause_on_the_most_and_too_little_by_one_on_the_least(
    slug: str, norm: str, soak: bool
) -> None:
    named = {
        (code, deed.verb(), refusal.clause)
        for session in moments(slug, norm, 1_000 if soak else 300)
        for deed, dial in amounts(session)
        for cents, code in ((dial.most + 1, "above_maximum"), (dial.least - 1, "below_minimum"))
        if cents + 1 != dial.least or dial.least > dial.step  # under a chip or zero: not a minimum
        if (refusal := dial.why_not(cents)) is not None
    }
    assert named
    speaks = {"above_maximum": OF_A_MOST, "below_minimum": OF_A_LEAST}
    wrong = [
        f"{verb}: {code} by {id}, which says {clause(id).says}"
        for code, verb, id in sorted(named)
        if not speaks[code].search(clause(id).says.lower())
    ]
    assert not wrong


@pytest.mark.parametrize(("slug", "norm"), TABLES)
def test_a_seat_that_there_is_not_is_refused_by_the_clause_on_places(slug: str, norm: str) -> None:
    found = set()
    for session in moments(slug, norm, 100):
        stranger = session.phase.seats() + 1
        acts = [offer.act for seat in range(1, stranger) for offer in session.offers(seat)]
        for act in acts[:1]:
            refusal = session.why_not(replace(act, by=stranger))
            assert refusal is not None
            assert (refusal.code, refusal.given, refusal.most) == ("no_such_seat", stranger, stranger - 1)
            found.add(refusal.clause)
    (named,) = found
    if clause(named).kind not in ("seats", "layout"):
        assert NO_CLAUSE_ON_SEATS[slug, norm] == named
