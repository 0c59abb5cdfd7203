"""No-draw poker: bets of other players on a box."""

from __future__ import annotations

import pytest
from tests.games.test_sin_descarte import table

from novamas.table.events import Shown, Staked


@pytest.mark.law("IB05.11.IV.2.1", "IB05.11.IV.2.2", "IB05.11.IV.2.3")
def test_in_the_balearics_standing_players_bet_on_a_hand_with_consent_and_are_bound_by_it() -> None:
    poker = table("IB05", seats=2, standing=4, bets_per_box=4, minimum=500, maximum=5_000)
    poker.play("s1 bet apuesta_inicial 1000")
    poker.refused("s3 bet apuesta_inicial:1 500", "no_consent")
    poker.refused("s3 bet apuesta_inicial:2 500", "box_not_yours")
    poker.play("s1 consent yes; s3 bet apuesta_inicial:1 1000; s4 bet apuesta_inicial:1 1000")
    poker.refused("s2 bet apuesta_inicial:1 500", "one_box_only")
    poker.refused("s5 bet apuesta_inicial:1 2050", "above_maximum")  # 3000 lie there
    poker.play("s5 bet apuesta_inicial:1 500")
    poker.refused("s6 bet apuesta_inicial:1 500", "box_full")
    poker.play("s4 withdraw apuesta_inicial:1 1000", "As Kd Qc 4h 2s 9c")
    told = poker.play("s1 go")
    staked = {event.seat: event.cents for event in told if isinstance(event, Staked)}
    assert staked == {1: 2_000, 3: 2_000, 5: 1_000}  # who sits there decides for all
    poker.play("9d 8h 5d 3c")
    assert poker.events.settled(3) == {"apuesta_inicial:1": (1_000, 0), "segunda_apuesta:1": (2_000, 0)}


@pytest.mark.law("AR10.10-1-A.IV.2")
def test_in_aragon_seated_players_lay_up_to_three_bets_on_a_box() -> None:
    poker = table("AR10", seats=4, bets_per_box=3, minimum=500, maximum=5_000)
    poker.play("s1 bet apuesta_inicial 2000; s2 bet apuesta_inicial:1 1000", "s3 bet apuesta_inicial:1 500")
    poker.refused("s4 bet apuesta_inicial:1 500", "box_full")
    poker.refused("s3 bet apuesta_inicial:1 2000", "above_maximum")  # all three together
    assert not poker.may("s1 consent yes")
    table("AR10", seats=2).refused("s1 bet apuesta_inicial:2 500", "box_not_yours")


@pytest.mark.law("AR10.10-1-A.IV.3")
def test_in_aragon_a_vacant_box_is_played_blind() -> None:
    poker = table("AR10", seats=1, buy_card=True)
    poker.play("s1 bet apuesta_inicial 500; s1 bet apuesta_inicial:4 1000", "As 9c Kd Qc 4h 2s")
    assert poker.felt.cards("box:4") == ()
    poker.play("s1 go")
    assert poker.refused("s1 buy 1", "may_not_buy").figures == {"has_bought": False}  # no one sees it
    poker.play("s1 go")
    poker.play("9d 8h 5d 3c")  # the bank's; then the croupier turns the box
    told = poker.play("Jc Jd Jh 4s 5c")
    assert [event.owner for event in told.of(Shown)][:5] == ["box:4"] * 5
    assert poker.events.settled(1)["segunda_apuesta:4"] == (2_000, 8_000)
    assert poker.events.settled(1)["segunda_apuesta"] == (1_000, 0)
    table("IB05", seats=1).refused("s1 bet apuesta_inicial:4 500", "box_not_yours")
