"""A game of another project passes the suite of every game, and its table gives the same guarantees."""

from __future__ import annotations

import sys
from subprocess import run

import pytest
from tests.support.high_card import FRAME, GAME, Deciding, ExposedCard, LateDecision

from novamas.equipment.cards import cards
from novamas.equipment.chance import Seeded
from novamas.law import FaultySetup
from novamas.table import CROUPIER, FLOOR, RAIL, Session, open_table
from novamas.table.events import Dealt, Discarded, Payment, Shown
from novamas.table.felt import Held
from novamas.table.notation import read
from novamas.testing import Contract, Noticed, Rehearsal


class TestHighCard(Contract):
    game = GAME
    frames = (FRAME,)
    steps = 1_500


def played(*lines: str) -> tuple[Rehearsal, Noticed]:
    """Play these lines and return the events."""
    table = Rehearsal(open_table(GAME, FRAME))
    return table, table.play(*lines)


TWO = ("s1 bet 100", "s3 bet 200", "croupier deal", "Ah 2c")


def test_everybody_is_paid_and_the_round_ends() -> None:
    table, told = played(*TWO, "s1 stay", "s3 stay", "Kd")
    assert [(paid.seat, paid.stake, paid.returned) for paid in told.of(Payment)] == [
        (1, 100, 200),
        (3, 200, 0),
    ]
    assert (table.session.rounds, table.won(1), table.house) == (1, 100, 100)
    assert table.phase == open_table(GAME, FRAME).opening


def test_nobody_sees_the_bank_and_only_the_owner_his_card() -> None:
    table, told = played(*TWO)
    assert [(event.to, event.place) for event in told.of(Dealt)] == [("bank", 0), (1, 1), (3, 2)]
    ace = cards("Ah")[0]
    assert table.session.view(1).held(1) == (Held(ace, up=False, place=1),)
    for eyes in (2, 3, CROUPIER, FLOOR, RAIL):
        assert table.session.view(eyes).held(1) == (Held(None, up=False, place=1),)
    assert all(
        table.session.view(eyes).held("bank")[0].card is None for eyes in (1, 2, 3, CROUPIER, FLOOR, RAIL)
    )


def test_a_card_thrown_away_is_never_told() -> None:
    table, told = played(*TWO, "s1 withdraw")
    assert [event.card for event in told.of(Discarded)] == [None]
    assert [event.returned for event in told.of(Payment)] == [50]
    assert not table.felt.held(1)


def test_a_card_that_falls_open_is_open_to_all() -> None:
    table, told = played(*TWO, "floor exposed_card")
    assert (told.happened, [event.clause for event in told.of(Shown)]) == ("CASA.6", ["CASA.6"])
    assert all(table.session.view(eyes).held(1)[0].card is not None for eyes in (2, 3, CROUPIER, FLOOR, RAIL))


def test_what_is_found_late_is_judged_by_the_round_behind_it() -> None:
    for before, could in ((TWO, False), ((*TWO, "s1 stay"), True), ((*TWO, "s1 stay", "s3 stay"), False)):
        table, _ = played(*before)
        assert ("late_decision" in table.verbs(FLOOR)) is could
        assert table.may("floor late_decision") is could
        if not could:
            table.refused("floor late_decision", "cannot_have_happened")
    table, told = played(*TWO, "s1 stay", "floor late_decision")
    assert told.returned == {1: 100, 3: 200}
    assert table.at == "Betting"


def test_who_has_not_the_past_cannot_say_what_was_done_in_it() -> None:
    table, _ = played(*TWO, "s1 stay")
    assert {type(offer.act) for offer in table.session.view(FLOOR).offers} == {ExposedCard, LateDecision}
    assert {type(offer.act) for offer in table.phase.view(FLOOR).offers} == {ExposedCard}


def test_an_automatic_table_waits_only_for_players() -> None:
    session = Session(open_table(GAME, FRAME).opening, Seeded(3))
    session.do(read(GAME.deeds, "s2 bet 100"))
    session.go_on()
    assert isinstance(session.phase, Deciding)
    assert session.phase.turn == 2


def test_its_choices_are_bound_by_its_own_law() -> None:
    with pytest.raises(FaultySetup) as raised:
        open_table(GAME, FRAME, {"seats": 9, "colour": "red"})
    assert {fault.code for fault in raised.value.faults} == {"choice_too_high", "unknown_choice"}


def test_the_suite_needs_nothing_that_a_user_has_not() -> None:
    program = "import sys, novamas.testing; assert not {'pytest', 'hypothesis'} & set(sys.modules)"
    assert run([sys.executable, "-c", program], check=False).returncode == 0
