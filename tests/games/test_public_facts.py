"""Public facts other than chips and cards: limits, pots, prices, totals of face-up hands."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.circle import BOTH, circle

from novamas.table.roles import RAIL
from novamas.testing.rehearsal import Rehearsal, rehearse

either = pytest.mark.parametrize("norm", BOTH)
HANDS = "As Ks Qs 2h Ad Kd Qd 7c"  # aces, kings, queens and seven-two to seats 1 to 4


def shown(table: Rehearsal) -> Any:
    """Return the facts that a spectator sees. Everyone else sees them too."""
    return table.session.view(RAIL).shows


@either
def test_a_hand_of_poker_shows_the_pots_and_the_price_of_a_call(norm: str) -> None:
    table = circle(norm=norm, purses=(10_000, 600, 10_000, 10_000))
    assert (shown(table).minimum, shown(table).mano_place) == (table.felt.rules.minimum, 0)
    table.play("croupier deal", HANDS)
    assert (shown(table).mano, shown(table).mano_place, shown(table).price) == (1, 1, 0)
    (pot,) = shown(table).pots
    assert (pot.bet, pot.cents, pot.entitled) == ("bote", 400, (1, 2, 3, 4))
    table.play("s1 raise_to 300")
    assert shown(table).price == 300
    table.play("s2 match; s3 raise_to 1000; s4 fold; s1 match")
    assert shown(table).price == 200  # all that seat 2 has left
    table.play("s2 match")
    assert [(pot.cents, pot.entitled) for pot in shown(table).pots] == [(1_900, (1, 2, 3)), (1_000, (1, 3))]


def test_the_place_of_the_mano_is_shown_though_its_player_has_left() -> None:
    table = circle(purses=(10_000,) * 5)
    table.play("croupier deal; As Ks Qs 2h 3h Ad Kd Qd 7c 8c; s1,s2,s3,s4 fold; croupier pay_pot; s1 leave")
    assert shown(table).party.places[shown(table).mano_place - 1] == 0


def test_chemin_de_fer_shows_the_bank_what_is_not_covered_and_what_open_hands_count() -> None:
    table = rehearse("chemin_de_fer", "IB05", "croupier shuffle; s1 take_bank 5000; s1 announce", seats=5)
    table.play("croupier completar; s2 stake 2000")
    assert (shown(table).bank, shown(table).missing, shown(table).minimum) == (5_000, 3_000, 1_000)
    table.play("croupier no_van_mas; s1 repartir", "croupier serve; " * 3 + "croupier serve")
    table.play("s2 levantar; Kh Qh 4s 5s")
    assert shown(table).totals == ()  # no player has shown cards
    table.play("s2 carta; s1 abatir")
    assert dict(shown(table).totals) == {2: 0, 1: 9}


def test_dos_panos_shows_what_open_hands_count() -> None:
    table = rehearse("bacara_dos_panos", "IB05", "croupier shuffle; s7 bid 100000")
    table.play("croupier go_on; croupier go_on; croupier award")
    table.play("s1 stake primero 10000; croupier ya_no_va_mas")
    table.play("croupier serve; " * 5 + "croupier serve", "4h 5s; s1 abatir")
    assert (dict(shown(table).totals), shown(table).bank) == ({"primero": 9}, 100_000)


def test_blackjack_shows_what_open_hands_count() -> None:
    table = rehearse("blackjack", "IB05", "croupier hagan_juego; s1 bet mano:1 1000; croupier no_va_mas")
    assert shown(table).totals == ()
    table.play("Kh 7d 5c")
    assert shown(table).totals == (("mano:1", 15), ("bank", 7))


def test_american_roulette_shows_what_a_colour_is_worth() -> None:
    table = rehearse("ruleta_americana", "IB05", "s2 take_colour 500")
    assert dict(shown(table).colours) == {2: 500}


def test_craps_shows_its_limits() -> None:
    shows = shown(rehearse("craps", "IB05", minimum=500, authorised_minimum=500))
    assert (shows.minimum, shows.maximum) == (500, 50_000)
