"""Chemin de fer: banco and its kinds, the punto, third cards, payment."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novamas.families.passing_bank.cuadro import Cuadro, Says
from novamas.law import catalogue
from novamas.table.events import Came, Payment
from novamas.table.results import Points
from novamas.testing.rehearsal import Rehearsal, rehearse

BANK_WINS = "Kh Qh 4s 5s"
PUNTO_WINS = "4s 5s Kh Qh"


def betting(cents: int = 10_000, **choices: Any) -> Rehearsal:
    """Return a table with the bank on seat 1 and open betting. s6 is behind place 1, s7 behind place 2."""
    circle = rehearse("chemin_de_fer", "IB05", **{"seats": 5, "standing": 2, "buy_in": 50_000, **choices})
    circle.at_once = frozenset({"pay"})
    circle.play(f"croupier shuffle; s1 take_bank {cents}; s1 announce")
    return circle


def completing(cents: int = 10_000, **choices: Any) -> Rehearsal:
    circle = betting(cents, **choices)
    circle.play("croupier completar")
    return circle


def dealt(cards: str, **choices: Any) -> Rehearsal:
    """Return a table at which only seat 2 has a bet, and these cards were seen."""
    circle = completing(**choices)
    circle.play("s2 stake 5000; croupier no_van_mas", cards)
    return circle


# ---------------------------------------------------------------- banco


@pytest.mark.law("IB05.08.V.24", "IB05.08.V.25", "IB05.08.VII.8", "IB05.08.IV.2")
def test_banco_is_the_whole_bank_and_priority_decides_who_goes() -> None:
    circle = betting()
    circle.play("s6,s7,s4,s3 banco")
    circle.refused("s5 banco", "no_priority", "IB05.08.VII.8")
    circle.play("croupier no_van_mas")
    assert (circle.felt.coup.punto, circle.felt.stakes) == (3, {3: 10_000})
    poor = betting(buy_in=12_000)
    poor.play("s2 banco; croupier no_van_mas", BANK_WINS, "s2 carta; s1 abatir; s1 keep")
    poor.refused("s2 banco", "bank_not_covered")


@pytest.mark.law("IB05.08.VII.9", "IB05.08.VII.16")
def test_banco_alone_even_standing_goes_before_banco_in_association() -> None:
    circle = betting(30_000)
    circle.play("s2 banco_asociado 3 10000; s3 accept")
    assert circle.may("s7 banco")
    together = betting(30_000)
    together.play("s2 banco_asociado 3 10000; s3 reject; s2 banco_asociado 3 10000; s3 accept")
    together.play("croupier no_van_mas", PUNTO_WINS, "s2 abatir")
    assert (together.won(2), together.won(3), together.won(1)) == (20_000, 10_000, -30_000)
    circle.play("s7 banco; croupier no_van_mas")
    assert circle.felt.stakes == {7: 30_000}


@pytest.mark.law("IB05.08.VII.10", "IB05.08.VII.11", "IB05.08.VII.12")
def test_banco_con_la_mesa_is_half_the_bank_and_has_the_cards_even_standing() -> None:
    circle = betting()
    assert not circle.may("s7 banco_con_la_mesa")  # first a player may go banco
    circle.play("croupier completar; s6 banco_con_la_mesa; s2 stake 4000")
    assert circle.felt.on(6, "punto") == 5_000
    circle.play("s7 banco_con_la_mesa")  # this player has priority over the first
    assert (circle.felt.on(6, "punto"), circle.felt.on(7, "punto")) == (0, 5_000)
    circle.play("croupier no_van_mas")
    assert circle.felt.coup.punto == 7
    already = completing()
    already.play("s3 stake 2000; s3 banco_con_la_mesa")
    assert already.felt.on(3, "punto") == 5_000  # half in all, the earlier stake included


@pytest.mark.law("IB05.08.VII.12")
def test_con_la_mesa_y_ultimo_completo_has_the_cards_if_it_completes() -> None:
    circle = completing()
    assert not circle.may("s3 ultimo_completo")
    circle.play("s2 banco_con_la_mesa; s3 ultimo_completo; s4 stake 3000; croupier no_van_mas")
    assert circle.felt.stakes == {2: 5_000, 3: 2_000, 4: 3_000}
    assert circle.felt.coup.punto == 3
    full = completing()
    full.play("s2 banco_con_la_mesa; s3 ultimo_completo; s4 stake 5000; croupier no_van_mas")
    assert full.felt.coup.punto == 2  # nothing was left to complete
    small = completing()
    small.play("s2 banco_con_la_mesa; s3 stake 1000; s3 ultimo_completo; s4 stake 4000")
    small.play("croupier no_van_mas")
    assert small.felt.coup.punto == 2  # the player staked, but others completed the bank


@pytest.mark.law("IB05.08.VII.14", "IB05.08.VII.15", "IB05.08.VII.16")
def test_else_the_cards_go_to_the_highest_seated_stake_then_by_priority() -> None:
    circle = completing()
    circle.play("s7 stake 5000; s3 stake 1000; s4,s5 stake 2000; croupier no_van_mas")
    assert circle.felt.coup.punto == 4
    standing = completing()
    standing.play("s6,s7 stake 2000; croupier no_van_mas")
    assert standing.felt.coup.punto == 7


@pytest.mark.law("IB05.08.V.23", "IB05.08.V.24")
def test_a_stake_is_at_least_the_minimum_and_at_most_what_is_not_covered() -> None:
    circle = completing()
    circle.refused("s2 stake 900", clause="IB05.08.V.23")
    circle.play("s2 stake 8000")
    circle.refused("s3 stake 2100", clause="IB05.08.V.24")
    assert circle.may("s3 stake 2000")


@pytest.mark.law("IB05.08.VIII.4.14")
@given(chips=st.integers(20, 100))
def test_on_the_line_half_plays_rounded_up_to_a_chip(chips: int) -> None:
    circle = completing()
    circle.play(f"s2 stake_on_line {chips * 100}")
    assert circle.felt.on(2, "punto") == (chips + 1) // 2 * 100
    assert circle.won(2) == -((chips + 1) // 2 * 100)


@pytest.mark.law("IB05.08.VII.17")
def test_a_banco_called_before_no_van_mas_takes_the_place_of_all_stakes_and_later_none_may_be_called() -> (
    None
):
    circle = completing()
    circle.play("s2 stake 4000; s7 banco; croupier no_van_mas")
    assert circle.felt.stakes == {7: 10_000}
    circle.refused("s2 banco", "no_van_mas")


# ---------------------------------------------------------------- banco seguido


def lost_banco() -> Rehearsal:
    """Return a table after seat 4 went banco and lost. The betting is open again."""
    circle = betting(2_000)
    circle.play("s4 banco; croupier no_van_mas", BANK_WINS, "s4 carta; s1 abatir; s1 keep")
    return circle


@pytest.mark.law("IB05.08.VII.17", "IB05.08.VII.18")
def test_who_went_banco_and_lost_may_repeat_it_before_all_others() -> None:
    circle = lost_banco()
    told = circle.play("s2,s4 banco; croupier no_van_mas")
    assert "Banco seguido." in told.said
    assert circle.felt.coup.punto == 4


@pytest.mark.law("IB05.08.VII.17", "IB05.08.VII.20")
def test_banco_seguido_may_be_called_when_the_cards_are_dealt_but_not_when_they_were_seen() -> None:
    circle = lost_banco()
    circle.play("croupier completar; s2 stake 1000; croupier no_van_mas; s1 repartir")
    circle.play(*["croupier serve"] * 4)
    seen = rehearse("chemin_de_fer", "IB05", seats=5, standing=2)
    seen.at_once = frozenset({"pay"})
    seen.session.phase = circle.phase
    circle.play("s4 banco_seguido")
    assert (circle.felt.stakes, circle.felt.coup.punto) == ({4: 3_900}, 4)
    assert len(circle.felt.held(4)) == 2
    seen.play("s2 levantar", "2h 2s 3h 3s")
    seen.refused("s4 banco_seguido", clause="IB05.08.VII.20")


@pytest.mark.law("IB05.08.VII.19", "IB05.08.VII.20", "IB05.08.VII.21")
def test_cards_that_come_into_wrong_hands_in_a_banco_seguido() -> None:
    def served() -> Rehearsal:
        circle = lost_banco()
        circle.play("s4 banco; croupier no_van_mas; s1 repartir", *["croupier serve"] * 4)
        return circle

    for how, plays in (("given", 4), ("taken", 4), ("seen", 2)):
        circle = served()
        circle.play(f"floor wrong_hands 2 {how}")
        assert circle.felt.coup.punto == plays
        assert len(circle.felt.held(plays)) == 2
        assert circle.felt.stakes == {4: 3_900}
    plain = completing()
    plain.play("s2 stake 1000; croupier no_van_mas; s1 repartir", *["croupier serve"] * 4)
    plain.refused("floor wrong_hands 3 given", "cannot_have_happened")


@pytest.mark.law("IB05.08.VII.22")
def test_an_abandoned_banco_seguido_comes_back_after_a_tie() -> None:
    circle = lost_banco()
    circle.play("croupier completar; s2 stake 1000; croupier no_van_mas", "4s 5s 4h 5h", "s2 abatir")
    assert circle.felt.seguido == 4
    circle.play("s1 keep; croupier completar; s2,s3 stake 1000; croupier no_van_mas")
    circle.play(BANK_WINS, "s2 carta; s1 abatir")
    assert circle.felt.seguido == 0  # the bank won against two others: the right is gone


@pytest.mark.law("IB05.08.VII.13", "IB05.08.VII.23")
def test_who_alone_staked_and_lost_may_go_banco_again() -> None:
    def after(*bets: str) -> int:
        circle = completing()
        circle.play(*bets, "croupier no_van_mas", BANK_WINS)
        circle.play(f"s{circle.felt.coup.punto} carta; s1 abatir")
        return int(circle.felt.seguido)

    assert after("s3 stake 1000") == 3
    assert after("s3 banco_con_la_mesa") == 3
    assert after("s3 banco_con_la_mesa", "s4 stake 1000") == 0
    assert after("s3 stake 1000", "s4 stake 1000") == 0


# ---------------------------------------------------------------- the cards


@pytest.mark.law("IB05.08.VI.4", "IB05.08.VII.24", "IB05.08.VII.25", "IB05.08.VIII.1.1")
def test_the_banker_deals_two_and_two_after_no_van_mas() -> None:
    circle = completing()
    circle.refused("s1 repartir", clause="IB05.08.VII.25")
    circle.play("s2 stake 1000; croupier no_van_mas; s1 repartir")
    for punto, bank in ((1, 0), (1, 1), (2, 1), (2, 2)):
        circle.play("croupier serve")
        assert (len(circle.felt.held(2)), len(circle.felt.held(1))) == (punto, bank)
    assert all(held.card is None for held in circle.felt.held(2))


@pytest.mark.law("IB05.08.VII.25")
def test_the_banker_may_have_late_stakes_removed_or_let_them_play() -> None:
    for removes in (True, False):
        circle = completing()
        circle.play("s2 stake 5000; croupier no_van_mas; floor late_stake 3 2000")
        if removes:
            circle.play("s1 remove_late")
        circle.play("s1 repartir", PUNTO_WINS, "s2 abatir")
        assert circle.won(3) == (0 if removes else 2_000)


@pytest.mark.law("IB05.08.VI.5", "IB05.08.VI.1", "IB05.08.VI.2")
def test_a_natural_is_shown_and_ends_the_coup() -> None:
    circle = dealt("Kh 8s 2h 3s")
    assert circle.verbs(2) == {"abatir"}
    told = circle.play("s2 abatir")
    assert told.shown == [2, 1]
    assert circle.won(2) == 5_000


@pytest.mark.law("IB05.08.VI.6", "IB05.08.VI.7", "IB05.08.VI.8", "IB05.08.VI.9")
@pytest.mark.parametrize("points", range(8))
def test_the_punto_draws_to_four_chooses_with_five_and_stands_from_six(points: int) -> None:
    card = "K" if points == 0 else "A" if points == 1 else str(points)
    circle = dealt(f"Kh {card}s 2h 2s")
    words = circle.verbs(2) - {"ask_advice"}
    assert words == ({"carta"} if points < 5 else {"carta", "no"} if points == 5 else {"no"})
    if points < 5:
        circle.refused("s2 no", clause="IB05.08.VI.7")
    if points > 5:
        circle.refused("s2 carta", clause="IB05.08.VI.9")


@pytest.mark.law("IB05.08.VI.10")
def test_who_goes_banco_is_free_only_if_the_director_allows_it() -> None:
    for allowed in (False, True):
        circle = betting(banco_libre=allowed)
        circle.play("s2 banco; croupier no_van_mas", "Kh 2s 3h 3s")
        assert circle.may("s2 no") is allowed
        part = dealt("Kh 2s 3h 3s", banco_libre=allowed)
        assert not part.may("s2 no")


@pytest.mark.law("IB05.08.VI.14", "IB05.08.VI.15")
def test_advice_makes_a_five_stand() -> None:
    circle = dealt("Kh 5s 3h 3s")
    circle.play("s2 ask_advice")
    assert circle.verbs(2) == {"no"}
    circle.refused("s2 carta", clause="IB05.08.VI.15")
    low = dealt("Kh 4s 3h 3s")
    low.play("s2 ask_advice")
    assert low.verbs(2) == {"carta"}


@pytest.mark.law("IB05.08.VI.11", "IB05.08.VI.12", "IB05.08.VIII.3.9")
def test_the_banker_speaks_last_and_is_free_but_for_baccara() -> None:
    circle = dealt("Kh 6s 3h 3s")
    assert circle.verbs(1) == set()
    circle.play("s2 no; s1 give")
    assert circle.verbs(1) == {"carta", "no", "ask_table"}
    zero = dealt("Kh 6s Kd Ks")
    zero.play("s2 no; s1 give")
    zero.refused("s1 no", clause="IB05.08.VI.11")
    zero.play("s1 carta", "9s")
    assert zero.won(2) == -5_000
    third = dealt("Kh 4s 3h 3s")
    third.play("s2 carta; s1 give", "2c")
    assert third.felt.held(2)[2].up


@pytest.mark.law("IB05.08.VI.16", "IB05.08.VII.31")
def test_who_asks_for_the_table_must_follow_it_and_is_free_in_its_two_optional_cells() -> None:
    rule = catalogue.under("IB05")["chemin_de_fer"].group("cuadro", Cuadro)
    free = [
        (bank, third) for bank in range(8) for third in range(10) if rule.says(bank, third) is Says.EITHER
    ]
    assert free == [(3, 9), (5, 4)]
    assert [bank for bank in range(8) if rule.says(bank, None) is Says.DRAW] == [0, 1, 2, 3, 4, 5]
    draws = {bank: [n for n in range(10) if rule.says(bank, n) is Says.DRAW] for bank in range(8)}
    assert draws[3] == [0, 1, 2, 3, 4, 5, 6, 7]
    assert draws[4] == [2, 3, 4, 5, 6, 7]
    assert draws[5] == [5, 6, 7]
    assert draws[6] == [6, 7]
    assert draws[7] == []
    bound = dealt("Kh 4s Kd 6s")
    bound.play("s2 carta; s1 give", "5c", "s1 ask_table")
    assert bound.verbs(1) == {"no"}
    bound.refused("s1 carta", clause="IB05.08.VI.16")
    optional = dealt("Kh 4s Kd 5s")
    optional.play("s2 carta; s1 give", "4c", "s1 ask_table")
    assert optional.verbs(1) == {"carta", "no"}


@pytest.mark.law("IB05.08.VI.13", "IB05.08.VII.26")
def test_the_coup_ends_with_points_announced_cards_shown_and_stakes_paid_one_to_one() -> None:
    circle = dealt("Kh 6s Kd 7s")
    told = circle.play("s2 no; s1 give; s1 no")
    assert [came.result for came in told.of(Came)] == [Points((("punto", 6), ("banca", 7)))]
    assert told.shown == [2, 1]
    assert [(event.seat, event.stake, event.returned) for event in told.of(Payment)] == [(2, 5_000, 0)]
    assert (circle.won(2), circle.house) == (-5_000, 250)
