"""An offered answer states its consequence: the immediate cost of the act."""

from __future__ import annotations

from novamas.table.act_costs import ActCost, act_costs
from novamas.testing import rehearse
from novamas.testing.rehearsal import Rehearsal


def costs(table: Rehearsal, seat: int = 1) -> dict[str, ActCost]:
    return {cost.act.verb(): cost for cost in act_costs(table.session, seat)}


def test_doubling_and_splitting_cost_the_stake_again_and_drawing_costs_nothing() -> None:
    found = costs(rehearse("blackjack", "IB05", "s1 bet mano:1 1000", "8c Kd 8d", "s1 decline", places=1))
    assert (found["double"].staked, found["split"].staked) == (1000, 1000)
    assert (found["hit"].staked, found["stand"].staked) == (0, 0)


def test_surrender_names_the_half_that_is_lost() -> None:
    found = costs(rehearse("blackjack", "IB05", "s1 bet mano:1 1000", "Tc Kd 6d", places=1))
    assert (found["surrender"].lost, found["surrender"].returned) == (500, 500)
    assert found["decline"] == ActCost(found["decline"].act, 0, 0, 0, 0)


def test_nothing_is_named_to_a_player_whose_turn_it_is_not() -> None:
    table = rehearse("blackjack", "IB05", "s1 bet mano:1 1000", "8c Kd 8d", "s1 decline", places=2, seats=2)
    assert not costs(table, seat=2)
