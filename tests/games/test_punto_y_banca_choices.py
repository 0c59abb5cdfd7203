"""The choices of the house at punto y banca, and their faults."""

from __future__ import annotations

from typing import Any

import pytest

from novamas.table.roles import CROUPIER
from novamas.testing.rehearsal import Rehearsal, faults_of, rehearse

SLUG = "punto_y_banca"


def table(*lines: str, **choices: Any) -> Rehearsal:
    return rehearse("punto_y_banca", "IB05", "croupier shuffle; As; croupier hagan_juego", *lines, **choices)


def faults(**choices: Any) -> set[str]:
    return set(faults_of(SLUG, "IB05", **choices))


@pytest.mark.law("IB05.07.II.3.4", "IB05.07.IV.1")
def test_seats_and_standing() -> None:
    table(seats=4).refused("s5 bet punto 500", "no_such_seat")
    found = table(seats=4, standing=2)
    assert found.may("s6 bet punto 500")
    found.refused("s7 bet punto 500", "no_such_seat")
    for seat in (1, 2, 3, 4):
        found.play(f"s{seat} pass_shoe")
    assert found.felt.dealer is CROUPIER  # those who stand do not deal


@pytest.mark.law("IB05.07.II.3.6", "IB05.07.II.3.1.1", "IB05.07.II.3.2.1", "IB05.07.III.2")
def test_the_shape_of_the_table() -> None:
    for kind, most, clause in (("mini", 7, "IB05.07.II.3.1.1"), ("midi", 9, "IB05.07.II.3.2.1")):
        assert not faults(table=kind, seats=most, croupiers=1, tables_per_chief=4)
        found = faults_of(SLUG, "IB05", table=kind, seats=most + 1, tables_per_chief=5, croupiers=0)
        assert set(found) == {"too_many_seats", "too_many_tables_per_chief", "too_few_croupiers"}
        assert found["too_many_seats"].clause == clause
        assert found["too_few_croupiers"].clause == "IB05.07.III.2"
    assert not faults(seats=14)


@pytest.mark.law("IB05.07.II.3.2", "IB05.07.II.3.3")
def test_omit_13() -> None:
    for omit, number in ((False, 13), (True, 14)):
        found = table(seats=14, omit_13=omit)
        told = [words for seat in range(1, 13) for words in found.play(f"s{seat} pass_shoe").said]
        assert told[0] == "El sabot, para el departamento 2."
        assert told[-1] == f"El sabot, para el departamento {number}."


@pytest.mark.law("IB05.07.IV.2", "IB05.07.III.2.6")
def test_players_deal() -> None:
    for kind in ("completa", "mini", "midi"):
        found = table(table=kind, players_deal=False)
        assert found.felt.dealer is CROUPIER
        assert not found.may("s1 pass_shoe")
        told = found.play("4s 5s Kh Qh")
        assert any(words.startswith("Da las cartas el croupier;") for words in told.said)
        assert not [words for words in told.said if "sabot" in words]
        assert table(table=kind).felt.dealer == 1


@pytest.mark.law("IB05.07.V.3")
def test_authorised_minimum_and_minimum() -> None:
    assert faults(minimum=400) == {"minimum_too_low"}
    found = table(authorised_minimum=500, minimum=1000)
    found.refused("s1 bet banca 900", "below_minimum", "IB05.07.V.3")
    assert found.may("s1 bet banca 1000")
    table(authorised_minimum=700).refused("s1 bet empate 600", "below_minimum")


@pytest.mark.law("IB05.07.V.4", "IB05.07.VI.1.6")
@pytest.mark.parametrize("times", [25, 50, 100])
def test_maximum(times: int) -> None:
    found = table(maximum=500 * times)
    for bet, most in (("punto", 500 * times), ("banca", 500 * times), ("empate", 50 * times // 100 * 100)):
        assert found.may(f"s1 bet {bet} {most}")
        refusal = found.refused(f"s1 bet {bet} {most + 100}")
        assert refusal.code == "above_maximum"
        assert refusal.clause == ("IB05.07.VI.1.6" if bet == "empate" else "IB05.07.V.4")
        found.play(f"s1 bet {bet} {most - 100}; s1 bet {bet} 100")
        found.refused(f"s1 bet {bet} 100", "above_maximum")
    for maximum in (500 * times - 100, 500 * times + 100, 500 * 30):
        fault = faults_of(SLUG, "IB05", maximum=maximum)["maximum_not_listed"]
        assert (fault.choice, fault.clause) == ("maximum", "IB05.07.V.4")
        told = {"times_25": 12_500, "times_50": 25_000, "times_100": 50_000, "maximum": maximum}
        assert fault.figures.items() >= told.items()
    assert not faults(minimum=700, maximum=700 * times)


@pytest.mark.law("IB05.07.V.4", "IB05.07.VI.1.6")
def test_multiples_only() -> None:
    found = table(multiples_only=True, maximum=12_500)
    found.refused("s1 bet punto 700", "broken_chip", "IB05.07.V.3")
    assert found.may("s1 bet empate 1000")
    found.refused("s1 bet empate 1500", "above_maximum")  # two minima and a half, down to two
    assert table(maximum=12_500).may("s1 bet empate 1200")


def test_chip() -> None:
    assert faults(chip=300) == {"chip_too_large"}
    found = table(chip=50)
    assert found.may("s1 bet punto 550")
    found.refused("s1 bet punto 540", "broken_chip")


@pytest.mark.law("IB05.07.V.2")
def test_rounding() -> None:
    """A commission of a twentieth of 510 céntimos, which is 25.5, is rounded as the house chooses."""
    prizes = {}
    for rounding in ("up", "down", "half_up", "half_even"):
        found = table("s1 bet banca 510", authorised_minimum=510, chip=10, rounding=rounding)
        prizes[rounding] = found.play("Kh Qh 4s 5s").payments[1, "banca"].returned - 510
    assert prizes == {"up": 485, "down": 484, "half_up": 485, "half_even": 484}


@pytest.mark.law("IB05.07.II.1.2")
def test_cards() -> None:
    assert not faults(cards="used")
    assert faults(cards="worn") == {"worn_cards"}


@pytest.mark.law("IB05.07.II.2.1")
def test_shuffler() -> None:
    fault = faults_of(SLUG, "IB05", shuffler="automatic", lacks=["approved_shuffler"])["no_approved_shuffler"]
    assert fault.clause == "IB05.07.II.2.1"
    assert not faults(lacks=["approved_shuffler"])
    shuffled = {}
    for shuffler in ("none", "automatic"):
        (words,) = rehearse("punto_y_banca", "IB05", shuffler=shuffler).play("croupier shuffle").said
        shuffled[shuffler] = "a máquina" in words
    assert shuffled == {"none": False, "automatic": True}


@pytest.mark.law("IB05.07.III.1")
def test_croupiers_one_wing_and_tables_per_chief() -> None:
    assert faults(croupiers=1) == {"too_few_croupiers"}
    assert not faults(croupiers=1, one_wing=True)
    assert faults(croupiers=0, one_wing=True) == {"too_few_croupiers"}
    assert not faults(croupiers=3)
    assert faults(croupiers=4) == {"too_many_croupiers"}
    assert not faults(table="mini", croupiers=4)
    assert faults(tables_per_chief=2) == {"too_many_tables_per_chief"}


@pytest.mark.law("IB05.07.II.3.1.2", "IB05.07.II.3.1.3", "IB05.07.II.3.1.4", "IB05.07.II.3.2.2")
@pytest.mark.parametrize("kind", ["mini", "midi"])
def test_reversible_cloth_and_game_changes(kind: str) -> None:
    assert not faults(table=kind, reversible_cloth=True, game_changes=1)
    assert faults(table=kind, reversible_cloth=True, game_changes=2) == {"too_many_game_changes"}
    own = {"mini": "IB05.07.II.3.1.2", "midi": "IB05.07.II.3.2.2"}[kind]
    wanted = {
        "reversible_authorisation": own,
        "reversible_closing": own,
        "reversible_advance": "IB05.07.II.3.1.3",
        "reversible_books": "IB05.07.II.3.1.4",
    }
    found = faults_of(SLUG, "IB05", table=kind, reversible_cloth=True, lacks=tuple(wanted))
    assert {code: fault.clause for code, fault in found.items()} == {
        f"no_{thing}": clause for thing, clause in wanted.items()
    }
    assert not faults(table=kind, lacks=tuple(wanted))
    assert faults(reversible_cloth=True, lacks=tuple(wanted)) == {"whole_table_reversible"}


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
        assert faults(table=kind, lacks=shapes) == {f"no_{shape}"}
