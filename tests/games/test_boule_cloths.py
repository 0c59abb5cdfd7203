"""The two cloths of boule: different minima, players who change cloths, a closed cloth (IB05.04.V.b.2)."""

from __future__ import annotations

import pytest

from novamas.table.events import Noted, Withdrew
from novamas.table.roles import FLOOR
from novamas.testing.rehearsal import Rehearsal, faults_of, rehearse

CLAUSE = "IB05.04.V.b.2"


def boule(*lines: str, **choices: object) -> Rehearsal:
    """Return a table whose first cloth has the authorised minimum of 200, and the second twice that."""
    return rehearse("boule", "IB05", *lines, **{"seats": 3, "second_minimum": 400, **choices})


@pytest.mark.law("IB05.04.V.b.2")
def test_a_second_cloth_has_the_authorised_minimum_or_twice_it() -> None:
    def faults(**choices: object) -> set[str]:
        return set(faults_of("boule", "IB05", **choices))

    assert not faults(second_minimum=400)
    assert not faults(minimum=400, second_minimum=200)  # the second cloth keeps the minimum
    assert faults(minimum=400, second_minimum=400) == {"no_table_at_minimum"}
    assert not faults(minimum=400, second_minimum=400, minimum_kept_elsewhere=True)
    assert faults(second_minimum=300) == {"second_minimum_not_authorised"}
    assert faults(second_minimum=400, cloths=1) == {"no_second_cloth"}
    assert faults_of("boule", "IB05", second_minimum=300)["second_minimum_not_authorised"].clause == CLAUSE


@pytest.mark.law("IB05.04.V.b.2")
def test_second_minimum_is_that_of_the_players_at_the_second_cloth() -> None:
    table = boule("croupier hagan_juego", "s2 go_to_cloth 2")
    assert table.may("s1 bet rojo 200")
    assert table.refused("s2 bet rojo 300", "below_minimum").least == 400
    table.play("s1 bet numero:2 200; s2 bet rojo 400")
    table.refused("s2 go_to_cloth 1", "chips_on_the_other_cloth", CLAUSE)
    table.refused("s1 go_to_cloth 1", "at_this_cloth", CLAUSE)
    assert table.refused("s2 withdraw rojo 100").clause  # less than the minimum would stay
    paid = table.play("2").payments  # one ball decides both cloths
    assert (paid[1, "numero:2"].returned, paid[2, "rojo"].returned) == (8 * 200, 2 * 400)
    table.play("s2 withdraw rojo 400; s2 go_to_cloth 1")
    assert table.felt.second == ()


@pytest.mark.law("IB05.04.V.b.2")
def test_the_last_cloth_at_the_authorised_minimum_stays_open() -> None:
    table = boule()
    table.refused("floor close_cloth 1", "cloth_keeps_minimum", CLAUSE)
    assert table.may("floor close_cloth 2")
    elsewhere = boule(minimum_kept_elsewhere=True)
    assert elsewhere.may("floor close_cloth 1")
    turned = boule(minimum=400, second_minimum=200)
    turned.refused("floor close_cloth 2", "cloth_keeps_minimum", CLAUSE)
    assert turned.may("floor close_cloth 1")
    table.refused("floor close_cloth 3", "no_such_cloth", CLAUSE)


@pytest.mark.law("IB05.04.V.b.2")
def test_the_stakes_of_a_closed_cloth_go_back_and_its_players_play_at_the_other() -> None:
    table = boule(
        "s2 go_to_cloth 2", "croupier hagan_juego", "s1 bet rojo 200; s2 bet rojo 400; s2 bet par 500"
    )
    table.refused("floor close_cloth 2")  # not while bets are placed
    table.play("2")  # red and even: the stakes stay on the cloth
    told = table.play("floor close_cloth 2")
    back = [(event.seat, event.bet, event.cents, event.clause) for event in told.of(Withdrew)]
    assert back == [(2, "par", 500, CLAUSE), (2, "rojo", 400, CLAUSE)]
    (note,) = told.of(Noted)
    assert (note.code, note.figures) == ("cloth_closes", {"cloth": 2, "minimum": 200})
    assert (table.felt.on(1, "rojo"), table.won(2)) == (200, 400 + 500)
    table.refused("floor close_cloth 1", "one_cloth_open", CLAUSE)
    table.refused("floor close_cloth 2", "one_cloth_open", CLAUSE)
    table.refused("s2 go_to_cloth 2", "cloth_closed", CLAUSE)
    table.refused("floor open_cloth 1", "cloth_not_closed", CLAUSE)
    table.play("croupier hagan_juego")
    assert table.may("s2 bet rojo 200")


@pytest.mark.law("IB05.04.V.b.2")
def test_a_closed_cloth_opens_again() -> None:
    table = boule("floor close_cloth 1", minimum_kept_elsewhere=True)
    assert table.felt.second == (1, 2, 3)
    (note,) = table.play("floor open_cloth 1").of(Noted)
    assert (note.code, note.figures) == ("cloth_opens", {"cloth": 1, "minimum": 200})
    table.play("s3 go_to_cloth 1; croupier hagan_juego")
    assert table.may("s3 bet rojo 200")
    assert table.refused("s1 bet rojo 200", "below_minimum").least == 400


@pytest.mark.law("IB05.04.V.b.2")
def test_where_both_cloths_have_one_minimum_nobody_needs_to_change() -> None:
    table = boule(second_minimum=0)
    table.refused("s1 go_to_cloth 2", "no_such_cloth", CLAUSE)
    assert not table.verbs(FLOOR) & {"close_cloth", "open_cloth"}
    assert "go_to_cloth" not in table.verbs(1)
