"""The zero of French roulette: half back, prison, further zeros (IB05.01.IV.1.B.b)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.games.test_ruleta import ruleta

from novamas.families.prison import Imprison
from novamas.odds.report import placed
from novamas.odds.walk import Walk
from novamas.table.events import Noted
from novamas.testing.rehearsal import Rehearsal, opened


def caught(stake: int = 800, bet: str = "rojo", **choices: object) -> Rehearsal:
    """Return a table at which zero has just caught an even chance."""
    table = ruleta(f"s1 bet {bet} {stake}", **choices)
    table.play("0")
    return table


@pytest.mark.law("IB05.01.IV.1.B.b.1")
def test_on_zero_a_player_takes_half_or_goes_to_prison() -> None:
    table = caught()
    assert {offer.act.verb() for offer in table.session.offers(1)} == {"take_half", "imprison"}
    paid = table.play("s1 take_half rojo@1").payments[1, "rojo@1"]
    assert (paid.stake, paid.returned, paid.rate) == (800, 400, Fraction(-1, 2))
    other = caught()
    other.play("s1 imprison rojo@1")
    assert other.felt.on(1, "rojo@1") == 800
    assert other.at == "Waiting"


@pytest.mark.law("IB05.01.IV.1.B.b.1")
@pytest.mark.parametrize(("act", "left"), [("take_half", 0), ("imprison", 800)])
def test_a_caught_stake_is_named_with_or_without_its_mark(act: str, left: int) -> None:
    table = caught()
    table.refused(f"s1 {act} negro", "not_listed")
    table.play(f"s1 {act} rojo")
    assert table.felt.on(1, "rojo@1") == left


@pytest.mark.law("IB05.01.IV.1.B.b.1")
def test_who_is_silent_goes_to_prison() -> None:
    assert isinstance(next(iter(caught().phase.offers(1))).act, Imprison)
    table = caught()
    chosen = table.fork().play("s1 imprison rojo@1")
    silent = table.play("croupier leave_in_prison 1 rojo@1")
    (note,) = silent.of(Noted)
    assert (note.code, note.clause) == ("says_nothing", "IB05.01.IV.1.B.b.1")
    assert note.figures == {"seat": 1, "bet": "rojo"}
    assert not chosen.of(Noted)  # a choice is told otherwise
    assert (table.felt.on(1, "rojo@1"), table.at) == (800, "Waiting")
    table.refused("croupier leave_in_prison 1 rojo@1")


@pytest.mark.law("IB05.01.IV.1.B.b.1")
def test_silence_is_asked_of_each_prisoner_in_turn() -> None:
    table = ruleta("s1 bet rojo 800; s2 bet par 400")
    table.play("0")
    table.refused("croupier leave_in_prison 2 par@1")
    table.play("croupier leave_in_prison 1 rojo@1; s2 take_half par@1")
    assert (table.felt.on(1, "rojo@1"), table.felt.cloth) == (800, 800)


@pytest.mark.law("IB05.01.IV.1.B.b.1")
def test_while_zero_is_being_answered_nothing_else_happens() -> None:
    caught().refused("s2 bet rojo 200", "half_or_prison", "IB05.01.IV.1.B.b.1")


@pytest.mark.law("IB05.01.IV.1.B.b.2")
@pytest.mark.parametrize(("number", "returned"), [(1, 800), (2, 0)])
def test_the_next_number_frees_the_prisoner_or_loses_it(number: int, returned: int) -> None:
    table = caught()
    table.play("s1 imprison rojo@1")
    assert table.play(f"{number}").payments[1, "rojo@1"].returned == returned
    assert table.felt.cloth == 0


@pytest.mark.law("IB05.01.IV.1.B.b.2")
def test_a_prisoner_may_not_be_withdrawn() -> None:
    table = caught()
    table.play("s1 imprison rojo@1")
    for bet in ("rojo@1", "rojo"):
        table.refused(f"s1 withdraw {bet} 200", "in_prison", "IB05.01.IV.1.B.b.2")
    table.refused("s1 take_half rojo@1", "in_prison", "IB05.01.IV.1.B.b.2")
    table.refused("s1 take_half negro@1", "nothing_in_prison", "IB05.01.IV.1.B.b.1")
    table.refused("s2 take_half rojo@1", "nothing_in_prison", "IB05.01.IV.1.B.b.1")
    assert table.phase.free(1) == 0


@pytest.mark.law("IB05.01.IV.1.B.b.3")
def test_every_further_zero_halves_what_the_prisoner_is_worth() -> None:
    table = caught(3200)
    for zeros, half in ((1, 1600), (2, 800), (3, 400)):
        again = caught(3200)
        for _ in range(zeros - 1):
            again.play(f"s1 imprison {again.felt.chips[0].bet}")
            again.play("0")
        bet = f"rojo@{zeros}"
        assert again.felt.on(1, bet) == 3200
        assert again.play(f"s1 take_half {bet}").payments[1, bet].returned == half
    for zeros, freed in ((1, 3200), (2, 1600), (3, 800)):
        table.play(f"s1 imprison rojo@{zeros}")
        assert table.fork().play("3").payments[1, f"rojo@{zeros}"].returned == freed
        table.play("0")


@pytest.mark.law("IB05.01.IV.1.B.b.4")
def test_below_the_minimum_the_prisoner_must_stay() -> None:
    table = caught(400)  # after the second zero a quarter is left: 100, under the minimum of 200
    table.play("s1 imprison rojo@1")
    table.play("0")
    assert table.at == "Waiting"
    assert table.felt.on(1, "rojo@2") == 400
    for bet in ("rojo@2", "rojo@1", "rojo"):
        refusal = table.refused(f"s1 take_half {bet}", "prisoner_below_minimum", "IB05.01.IV.1.B.b.4")
        assert refusal.figures == {"bet": "rojo", "half": 100, "minimum": 200}
    exactly = caught(800)  # and here 200, which is the minimum
    exactly.play("s1 imprison rojo@1")
    exactly.play("0")
    assert exactly.at == "Choosing"


@pytest.mark.law("IB05.01.IV.1.B.b.5")
def test_on_the_last_spin_zero_refunds_half_a_quarter_an_eighth() -> None:
    for earlier, refund in ((0, 1600), (1, 800), (2, 400)):
        table = ruleta()
        for zero in range(earlier):
            table.play("croupier hagan_juego")
            if zero == 0:
                table.play("s1 bet negro 3200")
            table.play("0")
            table.play(f"s1 imprison negro@{zero + 1}")
        table.play("croupier hagan_juego yes")
        if not earlier:
            table.play("s1 bet negro 3200")
        (paid,) = table.play("0").payments.values()
        assert (paid.returned, paid.rate) == (refund, Fraction(refund, 3200) - 1)
        assert paid.clauses == ("IB05.01.IV.1.B.b.5",)
        assert table.at == "Closed"
        table.refused("s1 imprison negro@1", "last_round_decides", "IB05.01.IV.1.B.b.5")


def test_the_last_spin_ends_the_session_and_gives_the_stakes_back() -> None:
    table = ruleta("croupier hagan_juego yes; s1 bet rojo 200")
    table.play("1")
    assert table.felt.cloth == 0
    assert table.won(1) == 200
    table.refused("croupier hagan_juego", "closed")


@pytest.mark.parametrize(
    ("rounding", "half"), [("up", 103), ("down", 102), ("half_up", 103), ("half_even", 102)]
)
def test_rounding_is_a_named_choice(rounding: str, half: int) -> None:
    table = caught(205, chip=5, minimum=205, authorised_minimum=205, rounding=rounding)
    assert table.play("s1 take_half rojo@1").payments[1, "rojo@1"].returned == half


@pytest.mark.law("IB05.01.IV.1.B.b.3")
def test_a_prisoner_of_many_zeros_comes_round_to_the_same_phase() -> None:
    table = caught(200)
    for _ in range(12):
        if table.at == "Choosing":
            table.play(f"s1 imprison {table.felt.chips[0].bet}")
        before = table.phase
        table.play("0")
    assert table.phase == before


def test_prison_costs_more_than_taking_half() -> None:
    """Prison costs 1/73 and half back 1/74: by hand, c = 18/37 + c/74 gives 36/73 of the stake."""
    table = opened("ruleta", "IB05", authorised_minimum=2**40, chip=2**40, rounding="down")
    phase, staked = placed(table.opening, table.game.wagers(table.opening)["rojo"])
    prison = Walk(1, policy=lambda _, acts: next(act for act in acts if isinstance(act, Imprison)))
    edge = -prison.result(phase, staked).mean / staked
    assert abs(edge - Fraction(1, 73)) < Fraction(1, 2**40)
    assert -Walk(1).result(phase, staked).mean / staked == Fraction(1, 74)
