"""What the house may choose at punto y banca, and all that may be wrong with it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.coups import Coups, drawn, paid, said

from novamas.games.punto_y_banca.phases import PassShoe
from novamas.rounds.banked import Bet
from novamas.rounds.coups import Shuffle
from novamas.table.people import CROUPIER
from novamas.testing.rehearsal import faults_of

SLUG = "punto_y_banca"


def table(**choices: Any) -> Coups:
    found = Coups("punto_y_banca", **choices).shuffled()
    found.deal(drawn("As"))
    return found.open()


def faults(**choices: Any) -> set[str]:
    return set(faults_of(SLUG, "IB05", **choices))


@pytest.mark.law("IB05.07.II.3.4", "IB05.07.IV.1")
def test_seats_and_standing() -> None:
    assert table(seats=4).refused(Bet(5, "punto", 500)).code == "no_such_seat"
    found = table(seats=4, standing=2)
    assert found.why_not(Bet(6, "punto", 500)) is None
    assert found.refused(Bet(7, "punto", 500)).code == "no_such_seat"
    for seat in (1, 2, 3, 4):
        found.do(PassShoe(seat))
    assert found.felt.dealer is CROUPIER  # those who stand do not deal


@pytest.mark.law("IB05.07.II.3.6", "IB05.07.II.3.1.1", "IB05.07.II.3.2.1", "IB05.07.III.2")
def test_table_type() -> None:
    for kind, most, clause in (("mini", 7, "IB05.07.II.3.1.1"), ("midi", 9, "IB05.07.II.3.2.1")):
        assert not faults(table_type=kind, seats=most, croupiers=1, tables_per_chief=4)
        found = faults_of(SLUG, "IB05", table_type=kind, seats=most + 1, tables_per_chief=5, croupiers=0)
        assert set(found) == {"too_many_seats", "too_many_tables_per_chief", "too_few_croupiers"}
        assert found["too_many_seats"].clause == clause
        assert found["too_few_croupiers"].clause == "IB05.07.III.2"
    assert not faults(seats=14)


@pytest.mark.law("IB05.07.II.3.2", "IB05.07.II.3.3")
def test_omit_13() -> None:
    for omit, number in ((False, 13), (True, 14)):
        found = table(seats=14, omit_13=omit)
        told = [words for seat in range(1, 13) for words in said(found.do(PassShoe(seat)))]
        assert told[0] == "El sabot, para el departamento 2."
        assert told[-1] == f"El sabot, para el departamento {number}."


@pytest.mark.law("IB05.07.IV.2", "IB05.07.III.2.6")
def test_players_deal() -> None:
    for kind in ("completa", "mini", "midi"):
        found = table(table_type=kind, players_deal=False)
        assert found.felt.dealer is CROUPIER
        assert found.why_not(PassShoe(1)) is not None
        told = found.coup("4s 5s Kh Qh")
        assert any(words.startswith("Da las cartas el croupier;") for words in said(told))
        assert not [words for words in said(told) if "sabot" in words]
        assert table(table_type=kind).felt.dealer == 1


@pytest.mark.law("IB05.07.V.3")
def test_authorised_minimum_and_minimum() -> None:
    assert faults(minimum=400) == {"minimum_too_low"}
    found = table(authorised_minimum=500, minimum=1000)
    refusal = found.refused(Bet(1, "banca", 900))
    assert (refusal.code, refusal.clause) == ("below_minimum", "IB05.07.V.3")
    assert found.why_not(Bet(1, "banca", 1000)) is None
    assert table(authorised_minimum=700).refused(Bet(1, "empate", 600)).code == "below_minimum"


@pytest.mark.law("IB05.07.V.4", "IB05.07.VI.1.6")
@pytest.mark.parametrize("times", [25, 50, 100])
def test_maximum_times(times: int) -> None:
    found = table(maximum_times=times)
    for bet, most in (("punto", 500 * times), ("banca", 500 * times), ("empate", 50 * times // 100 * 100)):
        assert found.why_not(Bet(1, bet, most)) is None
        refusal = found.refused(Bet(1, bet, most + 100))
        assert refusal.code == "above_maximum"
        assert refusal.clause == ("IB05.07.VI.1.6" if bet == "empate" else "IB05.07.V.4")
        found.bet(1, bet, most - 100).bet(1, bet, 100)
        assert found.refused(Bet(1, bet, 100)).code == "above_maximum"
    assert faults(maximum_times=30) == {"choice_not_offered"}


@pytest.mark.law("IB05.07.V.4", "IB05.07.VI.1.6")
def test_multiples_only() -> None:
    found = table(multiples_only=True, maximum_times=25)
    refusal = found.refused(Bet(1, "punto", 700))
    assert (refusal.code, refusal.clause) == ("broken_chip", "IB05.07.V.3")
    assert found.why_not(Bet(1, "empate", 1000)) is None
    assert found.refused(Bet(1, "empate", 1500)).code == "above_maximum"  # two minima and a half, down to two
    assert table(maximum_times=25).why_not(Bet(1, "empate", 1200)) is None


def test_chip() -> None:
    assert faults(chip=300) == {"chip_too_large"}
    found = table(chip=50)
    assert found.why_not(Bet(1, "punto", 550)) is None
    assert found.refused(Bet(1, "punto", 540)).code == "broken_chip"


@pytest.mark.law("IB05.07.V.2")
def test_rounding() -> None:
    """The twentieth of 510 céntimos is 25 and a half."""
    prizes = {}
    for rounding in ("up", "down", "half_up", "half_even"):
        found = table(authorised_minimum=510, chip=10, rounding=rounding).bet(1, "banca", 510)
        prizes[rounding] = paid(found.coup("Kh Qh 4s 5s"))[1, "banca"].returned - 510
    assert prizes == {"up": 485, "down": 484, "half_up": 485, "half_even": 484}


@pytest.mark.law("IB05.07.II.1.2")
def test_cards() -> None:
    assert not faults(cards="used")
    assert faults(cards="worn") == {"worn_cards"}


@pytest.mark.law("IB05.07.II.2.1")
def test_shuffler() -> None:
    assert faults(shuffler="unapproved") == {"shuffler_not_approved"}
    shuffled = {}
    for shuffler in ("none", "approved"):
        (words,) = said(Coups("punto_y_banca", shuffler=shuffler).do(Shuffle()))
        shuffled[shuffler] = "a máquina" in words
    assert shuffled == {"none": False, "approved": True}


@pytest.mark.law("IB05.07.III.1")
def test_croupiers_one_wing_and_tables_per_chief() -> None:
    assert faults(croupiers=1) == {"too_few_croupiers"}
    assert not faults(croupiers=1, one_wing=True)
    assert faults(croupiers=0, one_wing=True) == {"too_few_croupiers"}
    assert not faults(croupiers=3)
    assert faults(croupiers=4) == {"too_many_croupiers"}
    assert not faults(table_type="mini", croupiers=4)
    assert faults(tables_per_chief=2) == {"too_many_tables_per_chief"}


@pytest.mark.law("IB05.07.II.3.1.2", "IB05.07.II.3.1.3", "IB05.07.II.3.1.4", "IB05.07.II.3.2.2")
@pytest.mark.parametrize("kind", ["mini", "midi"])
def test_reversible_cloth_reversible_lacks_and_game_changes(kind: str) -> None:
    assert not faults(table_type=kind, reversible_cloth=True, game_changes=1)
    assert faults(table_type=kind, reversible_cloth=True, game_changes=2) == {"too_many_game_changes"}
    wanted = {"authorisation", "closing", "advance", "books"}
    found = faults_of(SLUG, "IB05", table_type=kind, reversible_cloth=True, reversible_lacks=tuple(wanted))
    assert set(found) == {f"reversible_without_{name}" for name in wanted}
    own = {"mini": "IB05.07.II.3.1.2", "midi": "IB05.07.II.3.2.2"}[kind]
    assert found["reversible_without_authorisation"].clause == own
    assert found["reversible_without_advance"].clause == "IB05.07.II.3.1.3"
    assert found["reversible_without_books"].clause == "IB05.07.II.3.1.4"
    assert faults(reversible_cloth=True) == {"whole_table_reversible"}


THINGS = [
    ("cards", "IB05.07.II.1.1"),
    ("shoe", "IB05.07.II.2.1"),
    ("oval_table", "IB05.07.II.3.1"),
    ("compartments", "IB05.07.II.3.2"),
    ("bank_boxes", "IB05.07.II.3.5"),
    ("openings", "IB05.07.II.3.7"),
    ("tie_box", "IB05.07.II.3.8"),
]


@pytest.mark.law("IB05.07.II.1.1", "IB05.07.II.2.1", "IB05.07.II.3.1", "IB05.07.II.3.2", "IB05.07.II.3.5")
@pytest.mark.law("IB05.07.II.3.7", "IB05.07.II.3.8")
@pytest.mark.parametrize(("thing", "clause"), THINGS)
def test_lacks(thing: str, clause: str) -> None:
    found = faults_of(SLUG, "IB05", lacks=(thing,))
    assert found[f"no_{thing}"].clause == clause
    assert len(found) == 1


@pytest.mark.law("IB05.07.II.3.1.1", "IB05.07.II.3.2.1")
def test_each_kind_of_table_needs_its_own_shape() -> None:
    shapes = ("oval_table", "mini_table", "midi_table")
    for kind, shape in zip(("completa", "mini", "midi"), shapes, strict=True):
        assert faults(table_type=kind, lacks=shapes) == {f"no_{shape}"}
