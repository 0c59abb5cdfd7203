"""Blind hands with stacks of all sizes: nobody wins from another more than he put in himself."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.circle import BOTH, Circle

from novamas.rounds.circle.acts import Deal
from novamas.table.deeds import Drawn
from novamas.table.events import Event, Payment, Staked, Withdrew
from novamas.table.people import CHANCE

HANDS = 150


def blind_hand(table: Circle, rng: Random) -> list[Event]:
    """One hand in which everybody does anything that is offered to him."""
    told = table.do(Deal())
    while not table.phase.rest:
        if table.turn is CHANCE:
            draws = table.phase.draws()
            told += table.do(Drawn(what=draws.at(rng.randrange(draws.total))))
        else:
            told += table.do(rng.choice(list(table.phase.offers(table.turn))).sample(rng))
    return told


@pytest.mark.law("AR10.10-2.VII.2.5", "AR10.10-2.VII.2.12", "IB09.12.VII.2.5", "IB09.12.VII.2.15")
@pytest.mark.parametrize("norm", BOTH)
@pytest.mark.parametrize("slug", ["holdem", "omaha", "five_stud", "seven_stud", "sintetico"])
def test_nobody_wins_from_another_more_than_he_put_in_himself(slug: str, norm: str) -> None:
    rng = Random(f"{slug} {norm}")
    for _ in range(HANDS):
        purses = tuple(50 * rng.randint(3, 3 ** rng.randint(2, 5)) for _ in range(5))
        put, won = Counter[int](), Counter[int]()
        for event in blind_hand(Circle(slug, norm, purses), rng):
            match event:
                case Staked(seat, _, cents):
                    put[seat] += cents
                case Withdrew(seat, _, cents):
                    put[seat] -= cents
                case Payment():
                    won[event.seat] += event.returned
        for seat, cents in won.items():
            assert cents <= sum(min(put[seat], other) for other in put.values()), (purses, put, won)
