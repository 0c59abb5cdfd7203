"""In every game the rate in a payment is the rate that was really paid."""

from __future__ import annotations

from random import Random

import pytest
from tests.support.every_game import GAMES

from novamas.equipment.chance import Seeded
from novamas.law import catalogue, norms
from novamas.table.events import Payment
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


def is_true(paid: Payment) -> bool:
    """Return whether the returned amount is the stake plus its prize, within one céntimo."""
    return paid.rate is None or not paid.stake or abs(paid.stake * (1 + paid.rate) - paid.returned) < 1


@pytest.mark.parametrize(("slug", "norm"), TABLES)
def test_what_came_back_is_the_stake_at_the_rate_that_is_told(slug: str, norm: str, soak: bool) -> None:
    table, rng, source = opened(slug, norm), Random(5), Seeded(5)
    session = Session(table.opening, source, automatic=())
    wrong = []
    for _ in range(1_500 if soak else 500):
        if session.phase.turn is NOBODY:
            session = Session(table.opening, source, automatic=())
        events = session.do(any_deed(session, rng, incidents=0.02))
        wrong += [event for event in events if isinstance(event, Payment) and not is_true(event)]
    assert not wrong
