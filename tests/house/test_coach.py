"""The coach always advises an offered act, uses only the view, and knows the cost of other acts."""

from __future__ import annotations

import pytest
from tests.support.every_game import is_whole, played, small_choices

from novamas.games import GAMES
from novamas.house.coach import coach
from novamas.law import norms
from novamas.table.game import Table
from novamas.testing.rehearsal import opened


def table_of(slug: str) -> Table:
    """Return the small table of a game."""
    norm = next(norm for norm in norms() if is_whole(slug, norm))
    return opened(slug, norm, **small_choices(slug))


@pytest.mark.parametrize("slug", GAMES)
def test_an_act_on_offer_is_advised_in_every_decision(slug: str) -> None:
    """In random play, whenever the table waits for a seat outside betting, one of its acts is advised."""
    table, found = table_of(slug), 0
    for session in played(slug, seed=5, steps=400, incidents=0.0):
        phase = session.phase
        if not isinstance(phase.turn, int) or phase.pause:
            continue
        view = session.view(phase.turn)
        advice = coach(table, view, has=10**7)
        assert advice.advised is not None
        assert session.why_not(advice.advised) is None, advice.advised
        assert {one.act.verb() for one in advice.weighed} == {offer.act.verb() for offer in view.offers}
        assert all(one.cost is None or one.cost >= 0 for one in advice.weighed)
        found += 1
        if found == 8:
            return
