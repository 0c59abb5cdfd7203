"""Free chips are those that a player can take back now, during a spin and between rounds."""

from __future__ import annotations

import pytest
from tests.support.every_game import played

from novamas.games import GAMES
from novamas.table.events import taken_back
from novamas.table.ledger import Ledger
from novamas.table.phases import AnyPhase, follow, offered
from novamas.testing.rehearsal import rehearse


def taken(phase: AnyPhase, seat: int) -> int:
    """Take back all bets that a player can take back. Return the player's chips after that."""
    gained = 0
    while True:
        steps = [follow(phase, offer.act) for offer in offered(phase, seat)]
        steps = [step for step in steps if taken_back(step[1], seat)]
        if not steps:
            return gained
        phase, events = max(steps, key=lambda step: sum(taken_back(step[1], seat).values()))
        ledger = Ledger()
        ledger.enter(events)
        gained += ledger.players[seat]


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_free_can_be_taken_back(slug: str) -> None:
    laid = bound = 0
    for session in played(slug, 5, 600):
        phase = session.phase
        for seat in range(1, phase.seats() + 1):
            if lies := phase.felt.of(seat):
                assert phase.free(seat) == taken(phase, seat) <= lies, phase
                laid, bound = laid + 1, bound + (phase.free(seat) < lies)
    assert 0 < bound < laid or slug in ("cubierto", "five_stud", "holdem", "omaha", "seven_stud", "sintetico")
    assert laid > 100


def test_nothing_is_free_while_the_ball_falls() -> None:
    table = rehearse("ruleta", "IB05", seats=2)
    free = []
    for line in ("croupier hagan_juego", "s1 bet rojo 500", "croupier launch", "croupier no_va_mas"):
        table.play(line)
        free.append(table.phase.free(1))
    assert free == [0, 500, 500, 0]
