"""Irregularities with cards at circle poker, clause by clause: touched, mixed or shown cards."""

from __future__ import annotations

import pytest
from tests.games.test_circle_wrongs import dealt, either
from tests.support.circle import circle

from novamas.equipment.cards import card
from novamas.table.events import Noted, Shown
from novamas.table.roles import FLOOR, RAIL


@either
@pytest.mark.law("AR10.10-2.VIII.3.h.1", "IB09.12.VIII.3.h.1")
def test_cards_that_touch_void_both_hands_and_the_chips_stay(norm: str) -> None:
    table = dealt(norm, "s1 raise_to 600; s2 match; floor cards_touch seat=1 other=2")
    assert table.felt.players == (3, 4)
    assert table.felt.on(1, "apuesta") == 600
    assert table.turn == 3
    table.play("s3 fold")
    assert table.finish().paid == {4: 1_550}  # 400 and 1 200, less 50
    two = dealt(norm, "s1 raise_to 600; s2,s3 fold")
    told = two.play("floor cards_touch seat=4 other=1")
    assert two.felt.purses == (10_000,) * 4  # no player is left to win: all bets go back
    assert told.happened in ("AR10.10-2.VIII.3.h.1", "IB09.12.VIII.3.h.1")


@either
@pytest.mark.law("AR10.10-2.VIII.3.b.1", "AR10.10-2.VIII.3.b.2", "IB09.12.VIII.3.b.1")
def test_who_mixes_his_cards_with_the_discards_loses_unless_they_are_rebuilt(norm: str) -> None:
    table = dealt(norm, "s1 raise_to 600; s2 fold; s3 match")
    table.play("floor mixed_with_discards seat=1 rebuilt=yes")
    assert 1 in table.felt.players
    table.play("floor mixed_with_discards seat=1 rebuilt=no; s4 fold")
    assert table.felt.players == (3,)
    assert list(table.finish().paid) == [3]


@either
@pytest.mark.law("AR10.10-2.VIII.3.e.1", "AR10.10-2.VIII.3.l.1", "IB09.12.VIII.3.e.1")
def test_who_exposes_his_cards_plays_on(norm: str) -> None:
    table = dealt(norm)
    told = table.play("floor shows_cards 2")
    assert [event.owner for event in told.of(Shown)] == [2]
    assert table.phase.view(RAIL).held(2)[0].card == card("Ks")
    table.play("s1,s2 check")
    assert 2 in table.felt.players


@either
@pytest.mark.law("AR10.10-2.VIII.3.l.1", "IB09.12.VIII.3.e.1")
def test_one_card_that_is_seen_through_its_owners_fault_is_shown_to_all(norm: str) -> None:
    table = dealt(norm)
    told = table.play("floor card_seen seat=2 card=2")
    assert told.happened == ("AR10.10-2.VIII.3.l.1" if norm == "AR10" else "IB09.12.VIII.3.e.1")
    assert [(event.owner, event.cards) for event in told.of(Shown)] == [(2, (card("Kd"),))]
    assert [held.card for held in table.phase.view(RAIL).held(2)] == [None, card("Kd")]
    assert table.turn == 1


@either
@pytest.mark.law("AR10.10-2.VIII.2.a.1", "AR10.10-2.VII.3.4", "IB09.12.VIII.2.a.1", "IB09.12.VII.3.3")
def test_a_hand_announced_wrongly_does_not_change_who_wins(norm: str) -> None:
    table = dealt(norm, "s1 raise_to 200; s2 match; s3,s4 fold", "9c 8c 3d")
    for drawn in ("4h", "Jd"):
        table.play("s1,s2 check", drawn)
    table.play("s1,s2 check; s1,s2 show")
    told = table.play("floor announced_wrongly; croupier pay_pot")
    assert told.said == ["Las cartas hablan."]
    assert told.pots == {"bote": {1: 800}}


def test_incidents_are_told_to_the_floor_at_their_moment() -> None:
    table = circle(norm="AR10", purses=(10_000,) * 4 + (0,))
    limits = {"change_minimum", "change_maximum", "change_limit"}
    assert table.verbs(FLOOR) == {*limits, "conduct", "misconduct", "onlooker"}
    table.play("croupier deal")
    assert table.verbs(FLOOR) >= {"exposed_in_cut", "dealt_to_vacant_place", "dealt_to_absent"}
    (noted,) = table.play("floor dealt_to_absent 1").of(Noted)
    assert (noted.code, noted.figures) == ("absent", {"seat": 1})
