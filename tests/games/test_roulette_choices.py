"""What the house chooses at any of the three roulettes does something."""

from __future__ import annotations

import pytest
from tests.wheels import Wheel, faults_of

from novamas.rounds.banked import Bet

ROULETTES = pytest.mark.parametrize(
    ("slug", "norm"), [("ruleta", "IB05"), ("ruleta_americana", "IB05"), ("ruleta_doble_cero", "AR10")]
)


@ROULETTES
def test_seats(slug: str, norm: str) -> None:
    assert Wheel(slug, norm, seats=2).open().refused(Bet(3, "rojo", 200)).code == "no_such_seat"
    assert Wheel(slug, norm, seats=3).open().why_not(Bet(3, "rojo", 200)) is None


@ROULETTES
def test_authorised_minimum(slug: str, norm: str) -> None:
    table = Wheel(slug, norm, authorised_minimum=500).open()
    assert table.refused(Bet(1, "pleno:1", 400)).code == "below_minimum"
    assert table.why_not(Bet(1, "pleno:1", 5000)) is None


@ROULETTES
def test_minimum_may_vary_minimum_and_minimum_kept_elsewhere(slug: str, norm: str) -> None:
    assert set(faults_of(slug, norm, minimum=400)) == {"minimum_not_authorised", "no_table_at_minimum"}
    assert set(faults_of(slug, norm, minimum=400, may_vary_minimum=True)) == {"no_table_at_minimum"}
    table = Wheel(slug, norm, minimum=400, may_vary_minimum=True, minimum_kept_elsewhere=True).open()
    assert table.refused(Bet(1, "pleno:1", 200)).code == "below_minimum"


@ROULETTES
def test_minimum_simple(slug: str, norm: str) -> None:
    table = Wheel(slug, norm, minimum_simple=600).open()
    assert table.refused(Bet(1, "rojo", 400)).code == "below_minimum"
    assert table.why_not(Bet(1, "pleno:1", 400)) is None


@ROULETTES
def test_tier(slug: str, norm: str) -> None:
    for tier in (1, 2, 3):
        table = Wheel(slug, norm, tier=tier).open()
        assert table.why_not(Bet(1, "pleno:1", 2000 * tier)) is None
        assert table.refused(Bet(1, "pleno:1", 2000 * tier + 200)).code == "above_maximum"


@ROULETTES
def test_raised_maximum_and_raised_days(slug: str, norm: str) -> None:
    assert set(faults_of(slug, norm, raised_maximum=9000)) == {"notice_without_duration"}
    assert set(faults_of(slug, norm, raised_days=9)) == {"notice_without_maximum"}
    table = Wheel(slug, norm, raised_maximum=9000, raised_days=9).open()
    assert table.why_not(Bet(1, "pleno:1", 9000)) is None


@ROULETTES
def test_chip(slug: str, norm: str) -> None:
    assert set(faults_of(slug, norm, chip=300)) == {"chip_too_large"}
    value = {} if slug == "ruleta" else {"value_chips": True}
    table = Wheel(slug, norm, chip=50, **value).open()
    assert table.why_not(Bet(1, "pleno:1", 250)) is None
    assert table.refused(Bet(1, "pleno:1", 240)).code == "broken_chip"


@ROULETTES
def test_rounding(slug: str, norm: str) -> None:
    """An odd double dozen pays half a céntimo more or less."""
    prizes = {}
    for rounding in ("up", "down", "half_up", "half_even"):
        table = Wheel(slug, norm, authorised_minimum=201, chip=201, rounding=rounding).open()
        prizes[rounding] = table.bet(1, "dos_docenas:1-2", 201).spin(1)[1, "dos_docenas:1-2"].returned - 201
    assert prizes == {"up": 101, "down": 100, "half_up": 101, "half_even": 100}


@ROULETTES
def test_advance_and_guarantee_grow_with_the_minimum(slug: str, norm: str) -> None:
    table = Wheel(slug, norm, may_vary_minimum=True, advance=100_000, guarantee=700_000)
    table.announce(600, 600)
    table.empty_spins(3)
    assert (table.felt.rules.advance, table.felt.rules.guarantee) == (300_000, 2_100_000)


@pytest.mark.parametrize(("slug", "norm"), [("ruleta_americana", "IB05"), ("ruleta_doble_cero", "AR10")])
def test_american_choices(slug: str, norm: str) -> None:
    assert set(faults_of(slug, norm, colours=4)) == {
        "more_players_than_colours",
        "boxes_do_not_match_colours",
    }
    assert not faults_of(slug, norm, colours=4, boxes=4, seats=4)
    assert not faults_of(slug, norm, markers="pedestal", boxes=0)
    assert set(faults_of(slug, norm, double_table=True)) == {"double_table_not_authorised"}
    assert not faults_of(slug, norm, double_table=True, double_table_authorised=True)
    assert set(faults_of(slug, norm, croupiers=0)) == {"too_few_croupiers"}
    paid_in = Wheel(slug, norm, paid_in="colour").open().bet(1, "rojo", 200).close().fall(1)
    assert any("in colour chips" in getattr(event, "what", "") for event in paid_in)


@pytest.mark.parametrize("slug", ["boule", "ruleta_de_la_fortuna"])
def test_chips_and_seats_of_the_other_wheels(slug: str) -> None:
    bet = "rojo" if slug == "boule" else "24"
    assert set(faults_of(slug, "IB05", chip=300)) == {"chip_too_large"}
    table = Wheel(slug, "IB05", chip=50, seats=2).open()
    assert table.why_not(Bet(2, bet, 250)) is None
    assert table.refused(Bet(2, bet, 240)).code == "broken_chip"
    assert table.refused(Bet(3, bet, 200)).code == "no_such_seat"
