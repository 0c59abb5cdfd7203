"""A rehearsal table plays its lines, and continues automatically only without open decisions."""

from __future__ import annotations

import pytest

from novamas.errors import InvalidInput
from novamas.table.refusals import Refused
from novamas.testing import Rehearsal, rehearse
from novamas.testing.rehearsal import in_turn, opened


def ruleta(*lines: str) -> Rehearsal:
    return rehearse("ruleta", "IB05", *lines, seats=3)


def test_the_croupier_goes_on_by_himself() -> None:
    table = ruleta()
    assert table.at == "Waiting"
    told = table.play("s1 bet rojo 500; s2 bet pleno:17 200", "17")
    assert told.said[:2] == ["Hagan juego.", "No va más."]
    assert told.payments[2, "pleno:17"].returned == 7_200
    assert (told.paid, table.won(1), table.house) == ({2: 7_200}, -500, 500 - 7_000)
    assert (table.at, table.chips(2, "pleno:17")) == ("Waiting", 200)


def test_several_do_the_same_and_the_end_of_a_line_is_as_it_is_offered() -> None:
    table = ruleta("s1,s2,s3 bet negro 200; 17")
    assert table.play("s1,s3 withdraw negro").returned == {1: 200, 3: 200}
    assert [table.chips(seat, "negro") for seat in (1, 2, 3)] == [0, 200, 0]


def test_the_parts_of_a_line_stand_in_order_or_by_name() -> None:
    table = ruleta("croupier no_va_mas")
    late = table.deed("floor late_bet seat=2 bet=rojo cents=500")
    assert late == table.deed("floor late_bet 2 rojo 500") == table.deed("floor late_bet cents=500 2 rojo")
    assert table.deed("croupier hagan_juego") == table.deed("croupier hagan_juego no")
    for line in ("s1 bet", "s1 bet rojo 5 5", "s1 bet rojo five", "s1 fly", "s0 bet rojo 5"):
        with pytest.raises(InvalidInput):
            table.deed(line)


def test_what_is_unlawful_is_refused_and_nobody_is_made_to_decide() -> None:
    table = ruleta("croupier hagan_juego")
    with pytest.raises(Refused, match="minimum"):
        table.play("s1 bet rojo 1")
    table.refused("s1 bet rojo 1", "below_minimum", "IB05.01.IV.2.A.2")
    for wrong in (("below_maximum", ""), ("", "IB05.01.IV.1.1")):
        with pytest.raises(AssertionError):
            table.refused("s1 bet rojo 1", *wrong)
    with pytest.raises(AssertionError, match="is lawful"):
        table.refused("s1 bet rojo 200")
    assert table.may("s1 bet rojo 200")
    assert not table.may("croupier no_va_mas")
    caught = ruleta("s1 bet rojo 200; 0")
    assert (caught.at, caught.turn, caught.verbs(1)) == ("Choosing", 1, {"imprison", "take_half"})
    with pytest.raises(Refused) as refused:
        caught.play("17")  # the player has yet to choose
    assert refused.value.code == "not_chance"


def test_a_fork_goes_on_in_another_way() -> None:
    table = ruleta("s1 bet rojo 200; 0")
    other = table.fork()
    assert other.play("s1 take_half rojo@1").paid == {1: 100}
    assert table.offered(1) == ["s1 imprison rojo@1", "s1 take_half rojo@1"]


def test_whoever_does_the_first_thing_that_he_may() -> None:
    table = ruleta("s2 bet rojo 200; 0")
    table.whoever("bet rojo 200", "imprison rojo@1")
    assert table.chips(2, "rojo@1") == 200
    with pytest.raises(Refused):
        table.whoever("take_half rojo@1")


def test_calls_that_are_made_at_once() -> None:
    table = Rehearsal(opened("ruleta", "IB05"))
    table.at_once = frozenset({"hagan_juego"})
    table.play("s1 bet rojo 200; 1")
    assert table.at == "Betting"
    assert table.last.said == ["Hagan juego."]


def test_hands_are_dealt_one_card_at_a_time() -> None:
    assert in_turn("As Ks", "2c 3c 4c") == "As 2c Ks 3c 4c"


def test_what_chance_brings_is_told_by_name() -> None:
    wheel = rehearse("ruleta_doble_cero", "AR10", "s1 bet pleno:00 200; 00")
    assert wheel.events.payments[1, "pleno:00"].returned == 36 * 200
    dice = rehearse("craps", "IB05", "s1 take_dice; s1 bet win 200; 3-4")
    assert dice.events.payments[1, "win"].returned == 400
    with pytest.raises(InvalidInput):
        ruleta("Zz")
