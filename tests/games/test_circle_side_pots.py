"""Random hands with stacks of all sizes: a player wins from another at most the player's own stake."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.support.circle import BOTH, circle

from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Payment, Staked, Withdrew
from novamas.table.roles import CHANCE
from novamas.testing.rehearsal import Noticed, Rehearsal

HANDS = 150


def blind_hand(table: Rehearsal, rng: Random) -> Noticed:
    """Play one hand in which each player takes any offered act."""
    told = table.play("croupier deal")
    while not table.phase.rest:
        if table.turn is CHANCE:
            draws = table.phase.draws()
            deed: Deed = Drawn(what=draws.at(rng.randrange(draws.total)))
        else:
            deed = rng.choice(table.session.offers(table.turn)).sample(rng)
        told += Noticed(table.session.do(deed))
    return told


@pytest.mark.law("AR10.10-2.VII.2.5", "AR10.10-2.VII.2.12", "IB09.12.VII.2.5", "IB09.12.VII.2.15")
@pytest.mark.parametrize("norm", BOTH)
@pytest.mark.parametrize("slug", ["holdem", "omaha", "five_stud", "seven_stud", "sintetico"])
def test_nobody_wins_from_another_more_than_he_put_in_himself(slug: str, norm: str) -> None:
    rng = Random(f"{slug} {norm}")
    for _ in range(HANDS):
        purses = tuple(50 * rng.randint(3, 3 ** rng.randint(2, 5)) for _ in range(5))
        put, won = Counter[int](), Counter[int]()
        for event in blind_hand(circle(slug, norm, purses), rng):
            match event:
                case Staked(seat, _, cents):
                    put[seat] += cents
                case Withdrew(seat, _, cents):
                    put[seat] -= cents
                case Payment():
                    won[event.seat] += event.returned
        for seat, cents in won.items():
            assert cents <= sum(min(put[seat], other) for other in put.values()), (purses, put, won)
