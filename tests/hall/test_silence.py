"""Players who do not answer at a live table."""

from __future__ import annotations

import pytest
from tests.support.bots_table import bots_only

from novamas.families.banked.acts import Bet
from novamas.families.prison import LeaveInPrison
from novamas.hall.tables.automation import next_due_action
from novamas.hall.tables.entries import Sat
from novamas.hall.tables.table import LiveTable
from novamas.table.deeds import Drawn
from novamas.table.roles import CHANCE
from novamas.testing.rehearsal import opened


def go_on(live: LiveTable) -> None:
    due = next_due_action(live)
    assert due is not None
    due.do(live)


@pytest.mark.law("IB05.01.IV.1.B.b.1")
def test_a_player_caught_by_zero_who_says_nothing_is_noted_as_silent() -> None:
    live = bots_only(opened("ruleta", "IB05", seats=2), "silence", minds={2: "careless"})
    live.enter(Sat(1, "anna", "Anna", 10_000))
    while not any(offer.act.verb() == "bet" for offer in live.session.offers(1)):
        go_on(live)
    live.do(Bet(1, "rojo", 800))
    while live.session.phase.turn is not CHANCE:
        go_on(live)
    live.do(Drawn(what=0))
    assert live.session.offers(1)  # the player is asked
    go_on(live)  # the time to answer is over
    assert live.session.deeds[-1] == LeaveInPrison(seat=1, bet="rojo@1")
    assert live.session.phase.felt.on(1, "rojo@1") == 800
