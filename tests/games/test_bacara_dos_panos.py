"""Bacará a dos paños: the bank, the bets on both sides, the hands, the payment."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novamas.table.events import Noted, Payment, Said, Staked, Took, Withdrew
from novamas.table.roles import CROUPIER
from novamas.testing.rehearsal import Noticed, Rehearsal, rehearse


def table(**choices: Any) -> Rehearsal:
    """Return a table with three compartments on each side, s1 to s3 and s4 to s6, and s7 behind the first."""
    given_choices = {"seats": 6, "standing": 1, "buy_in": 1_000_000, **choices}
    return rehearse("bacara_dos_panos", "IB05", **given_choices)


def award(circle: Rehearsal) -> Noticed:
    return circle.play("croupier go_on; croupier go_on; croupier award")


def banked(cents: int = 100_000, **choices: Any) -> Rehearsal:
    """Return a table at which s7 has the bank and the betting is open."""
    circle = table(**choices)
    circle.play(f"croupier shuffle; s7 bid {cents}")
    award(circle)
    return circle


def coup(circle: Rehearsal, first: str, second: str, bank: str, *rest: str) -> Noticed:
    """Close the betting and deal two-card hands. A word may follow the hand of each side.

    The announced result is then paid, because no error is noticed.
    """
    told = circle.play("croupier ya_no_va_mas")
    for hand in (first, second):
        cards, _, word = hand.partition(":")
        told += circle.play(f"{cards}")
        told += circle.play(f"s{circle.turn} {word}") if word else ()
    for line in (f"{bank}", *rest):
        told += circle.play(line)
        told += circle.play("croupier pay") if circle.at == "Announced" else ()
    return told


NINE, LOW = "4s 5s:abatir", "Kh 6s:no"
BANK_NINE = "4h 5h"


# ---------------------------------------------------------------- the bank


@pytest.mark.law("IB05.09.V.1.2", "IB05.09.V.1.3", "IB05.09.VII.4", "IB05.09.V.1.17", "IB05.09.V.1.16")
def test_the_bank_is_auctioned_to_the_highest_bidder_and_equal_bids_are_drawn_by_lot() -> None:
    circle = table()
    circle.play("croupier shuffle")
    circle.refused("s1 bid 99999", clause="IB05.09.V.1.17")
    circle.refused("s1 bid 1000001", "above_maximum")
    circle.play("s1 bid 100000; s2,s5 bid 120000; croupier go_on; croupier go_on")
    circle.play("croupier award")
    assert (circle.at, circle.phase.draws().total) == ("Lot", 2)
    circle.play("chance drawn 1")
    assert (circle.felt.banker, circle.felt.bank) == (5, 120_000)


@pytest.mark.law("IB05.09.V.1.13")
def test_without_a_bidder_the_game_ends() -> None:
    circle = table()
    circle.play("croupier shuffle")
    award(circle)
    assert (circle.at, circle.felt.cloth) == ("Closed", 0)


@pytest.mark.law("IB05.09.V.1.6", "IB05.09.V.1.7", "IB05.09.V.1.11", "IB05.09.V.1.12")
def test_a_banker_who_leaves_after_winning_may_not_come_back_during_the_shoe() -> None:
    circle = banked()
    circle.play("s1 stake primero 10000")
    coup(circle, LOW, LOW, BANK_NINE, "s7 abatir")
    told = circle.play("s7 leave_bank")
    assert told.said == ["Retiro 1098 euros."]
    assert circle.won(7) == 9_800
    assert circle.at == "Offering"
    assert not circle.may("s7 take_bank")
    used = circle.felt.shoe.dealt
    other = circle.phase
    circle.play("s2 take_bank")
    assert (circle.felt.banker, circle.felt.bank, circle.felt.shoe.dealt) == (2, 100_000, used)
    circle.session.phase = other
    circle.play("croupier go_on")  # no player wants it: an auction, with a new shoe
    assert (circle.at, circle.felt.shoe.dealt) == ("Auction", 0)


@pytest.mark.law("IB05.09.V.1.7")
def test_who_left_winning_may_not_bid_while_the_shoe_lasts() -> None:
    circle = banked()
    circle.play("s1 stake primero 10000")
    coup(circle, LOW, LOW, BANK_NINE, "s7 abatir", "s7 leave_bank")
    circle.play("s2 take_bank; s1 stake primero 10000")
    coup(circle, LOW, LOW, BANK_NINE, "s2 abatir", "s2 leave_bank")
    assert circle.felt.left_winning == (7, 2)
    assert circle.verbs(7) & {"take_bank"} == set()
    circle.refused("s7 take_bank", "left_winning", "IB05.09.V.1.7")


@pytest.mark.law("IB05.09.V.1.11")
def test_a_bank_that_was_left_at_a_loss_is_offered_to_another() -> None:
    circle = banked()
    circle.play("s1 stake primero 10000")
    coup(circle, NINE, NINE, "Kh 2h", "s7 give")
    circle.play("s7 leave_bank")
    assert circle.won(7) < 0
    assert circle.felt.left_winning == ()
    assert not circle.may("s7 take_bank")
    circle.refused("s7 take_bank", "offered_to_another", "IB05.09.V.1.11")
    assert circle.may("s1 take_bank")
    circle.play("croupier go_on")  # no player wanted it: the highest bidder gets it, with a new shoe
    assert circle.may("s7 bid 100000")


@pytest.mark.law("IB05.09.I.3", "IB05.09.V.1.8", "IB05.09.V.1.9", "IB05.09.V.1.10", "IB05.09.VII.15")
def test_a_limited_bank_pays_by_priority_while_it_lasts_and_may_be_made_anew() -> None:
    circle = banked()
    circle.play("s4 stake segundo 60000; s2 stake primero 50000; s1 stake primero 40000")
    circle.play("s3 stake primero 30000")
    told = coup(circle, NINE, NINE, "Kh 2h", "s7 give")
    assert "La banca ha saltado." in told.said
    assert (circle.won(1), circle.won(2), circle.won(3), circle.won(4)) == (40_000, 50_000, 10_000, 0)
    assert circle.won(7) == -100_000
    circle.refused("s7 redeposit 99999 no", clause="IB05.09.V.1.9")
    dealt = circle.felt.shoe.dealt
    broken = circle.phase
    circle.play("s7 redeposit 100000 no")
    assert circle.felt.shoe.dealt == dealt
    assert not circle.may("s2 banco")
    circle.session.phase = broken
    circle.play("s7 redeposit 150000 yes")
    assert (circle.felt.shoe.dealt, circle.felt.bank) == (0, 150_000)
    assert circle.may("s2 banco")  # a new shoe
    circle.session.phase = broken
    circle.play("s7 leave_bank")
    assert circle.at == "Offering"


@pytest.mark.law("IB05.09.V.1.9", "IB05.09.V.1.5")
def test_who_has_no_chips_left_may_still_deposit_anew() -> None:
    circle = banked(buy_in=100_000)
    circle.play("s1 stake primero 100000")
    coup(circle, NINE, LOW, "Kh 2h", "s7 give", "s7 no")
    assert (circle.at, circle.felt.purse(7)) == ("Broken", 0)
    assert next(iter(circle.session.offers(7))).act.verb() == "leave_bank"  # what happens by default
    circle.play("s7 redeposit 120000 no")
    assert (circle.felt.bank, circle.session.ledger.bought[7]) == (120_000, 120_000)
    assert circle.won(7) == -220_000


@pytest.mark.law("IB05.09.I.3")
def test_a_limited_bank_that_wins_collects_all_stakes() -> None:
    circle = banked(100_000)
    circle.play("s1 stake primero 900000")
    coup(circle, LOW, LOW, BANK_NINE, "s7 abatir")
    assert circle.won(1) == -900_000


@pytest.mark.law("IB05.09.I.3", "IB05.09.IV.4")
@pytest.mark.parametrize(("bank", "wins"), [(BANK_NINE, 1), ("Kh Ks", -1)])
def test_or_what_it_does_not_cover_is_not_in_play(bank: str, wins: int) -> None:
    """The house may choose this order: by priority, the first side before the second, winners or not."""
    circle = banked(100_000, beyond_the_bank="no_juegan")
    circle.play("s4 stake segundo 60000; s3 stake primero 30000; s1 stake primero 40000")
    told = coup(circle, LOW, LOW, bank, *(["s7 abatir"] if wins > 0 else ["s7 give; s7 carta", "Kc"]))
    given_back = [(one.seat, one.bet, one.cents) for one in told.of(Withdrew) if one.clause == "IB05.09.I.3"]
    assert given_back == [(4, "segundo", 30_000)]
    assert [-wins * circle.won(seat) for seat in (1, 3, 4)] == [40_000, 30_000, 30_000]
    free = banked(100_000, beyond_the_bank="no_juegan", bank_mode="libre", maximum_banca=0)
    free.play("s1 stake primero 900000")
    coup(free, LOW, LOW, BANK_NINE, "s7 abatir")
    assert free.won(1) == -900_000  # a free bank answers for all


@pytest.mark.law("IB05.09.I.5", "IB05.09.VII.17")
def test_winnings_join_the_bank_even_above_its_ceiling() -> None:
    circle = banked(1_000_000)
    circle.play("s1 stake primero 50000")
    coup(circle, LOW, LOW, BANK_NINE, "s7 abatir")
    assert circle.felt.bank == 1_049_000


@pytest.mark.law("IB05.09.I.4", "IB05.09.V.2.1", "IB05.09.V.2.2")
def test_a_free_bank_answers_for_all_stakes() -> None:
    circle = banked(bank_mode="libre", maximum_banca=0)
    for seat in (1, 2, 3):
        circle.play(f"s{seat} stake primero 900000")
    coup(circle, NINE, LOW, "Kh 7h", "s7 give", "s7 no")
    assert circle.won(1) == circle.won(2) == circle.won(3) == 900_000
    assert circle.won(7) == -2_700_000
    assert circle.session.ledger.bought[7] == 1_700_000  # from the banker's deposit


@pytest.mark.law("IB05.09.V.1.4", "IB05.09.V.2.4", "IB05.09.VII.2", "IB05.09.VII.3", "IB05.09.II.1.2")
def test_the_stop_card_ends_the_talla_and_the_award() -> None:
    for tallas, phase in ((1, "Auction"), (2, "Betting")):
        circle = banked(award_tallas=tallas)
        assert (circle.felt.shoe.size, circle.felt.shoe.cut) == (312, 302)
        while circle.felt.shoe.undealt > 12:
            circle.play("floor early_cards yes")
        circle.play("s1 stake primero 10000")
        told = coup(circle, LOW, LOW, BANK_NINE, "s7 abatir")
        assert "Fin de la talla." in told.said
        circle.play("croupier shuffle")
        assert circle.at == phase
    assert circle.felt.tallas_played == 1
    circle.session.phase = type(circle.phase)(circle.felt)
    while circle.felt.shoe.undealt > 12:
        circle.play("floor early_cards yes")
    circle.play("s1 stake primero 10000")
    coup(circle, LOW, LOW, BANK_NINE, "s7 abatir")
    assert not circle.may("croupier shuffle")  # the session has its two tallas
    circle.play("croupier close_table")
    assert set(circle.felt.purses) == {0}


def play_out(circle: Rehearsal) -> Noticed:
    """Play the shoe to its end."""
    while circle.felt.shoe.undealt > 12:
        circle.play("floor early_cards yes")
    circle.play("s1 stake primero 10000")
    return coup(circle, LOW, LOW, BANK_NINE, f"s{circle.felt.banker} abatir")


@pytest.mark.law("IB05.09.V.1.4", "IB05.09.V.1.1", "IB05.09.V.2.3")
def test_an_award_by_days_lasts_through_their_sessions() -> None:
    circle = banked(days=3, sessions=2, tallas=1, award_days=2)
    for session in range(4):
        assert (circle.felt.sessions_played, circle.felt.banker, circle.at) == (session, 7, "Betting")
        play_out(circle)
        circle.refused("croupier shuffle", "not_now")  # the session is over
        told = circle.play("croupier open_session")
        assert ("La banca es del jugador 7" in " ".join(told.said)) is (session < 3)
        circle.play("croupier shuffle")
    assert (circle.at, circle.felt.banker) == ("Auction", 0)  # the third day: the award is over
    circle.play("s2 bid 100000")
    award(circle)
    play_out(circle)
    circle.play("croupier open_session; croupier shuffle")
    play_out(circle)
    assert not circle.may("croupier open_session")  # three days of two sessions have been played
    circle.play("croupier close_table")
    assert set(circle.felt.purses) == {0}


@pytest.mark.law("IB05.09.V.1.1", "IB05.09.V.1.5", "IB05.09.VII.4")
def test_a_banker_named_for_the_opening_is_announced_and_has_the_bank() -> None:
    circle = table(named_banker=3, named_bank=250_000)
    told = circle.play("croupier shuffle")
    assert "La banca es del jugador 3, con 2500 euros." in told.said
    assert (circle.at, circle.felt.banker, circle.felt.bank) == ("Betting", 3, 250_000)
    play_out(circle)
    circle.play("croupier shuffle")
    assert circle.at == "Auction"  # the banker was named for the opening, and the award is over
    poor = table(named_banker=3, named_bank=250_000, buy_in=100_000)
    poor.play("croupier shuffle")
    assert (poor.felt.bank, poor.session.ledger.bought[3]) == (250_000, 150_000)  # from the banker's deposit
    assert table(named_banker=3).felt.rules.named_bank == 100_000  # the least that the authorisation allows


@pytest.mark.law("IB05.09.VII.3", "IB05.09.V.1.9")
@pytest.mark.parametrize("act", ["s7 redeposit 100000 no", "s7 leave_bank"])
def test_a_bank_broken_in_the_last_coup_of_a_talla_goes_on_in_the_next(act: str) -> None:
    circle = banked(award_tallas=2)
    while circle.felt.shoe.undealt > 12:
        circle.play("floor early_cards yes")
    circle.play("s1 stake primero 100000")
    coup(circle, NINE, LOW, "Kh 2h", "s7 give", "s7 no")
    assert circle.at == "Broken"
    told = circle.play(act)
    assert "Fin de la talla." in told.said
    circle.play("croupier shuffle")
    assert circle.at == ("Betting" if "redeposit" in act else "Auction")
    assert circle.felt.shoe.dealt == 0


# ---------------------------------------------------------------- people


@pytest.mark.law("IB05.09.IV.9", "IB05.09.VII.1", "IB05.09.IV.1")
def test_seats_go_to_the_waiting_list_and_two_players_are_needed_at_each_cloth() -> None:
    circle = table()
    circle.play("s2,s3 rise; croupier shuffle; s4 bid 100000")
    told = award(circle)
    assert "Faltan jugadores." in told.said
    circle.refused("s7 sit 2", clause="IB05.09.IV.9")
    told = circle.play("s7 join_list; s7 sit 2; croupier go_on")
    assert told.of(Noted) == [Noted("takes_place", "IB05.09.IV.9", {"seat": 7, "place": 2})]
    assert circle.at == "Betting"


@pytest.mark.law("IB05.09.IV.6", "IB05.09.IV.7", "IB05.09.VI.2", "IB05.09.VII.10")
def test_the_cards_pass_to_the_next_of_a_cloth_when_the_bank_wins_there() -> None:
    circle = banked()
    circle.play("s1 stake primero 10000")
    coup(circle, LOW, NINE, "Kd 7d", "s7 give", "s7 no")  # the bank wins on the first, loses on the second
    circle.play("s7 continue; s1 stake primero 10000; croupier ya_no_va_mas")
    assert circle.felt.coup.holders == (2, 4)


# ---------------------------------------------------------------- the bets


@pytest.mark.law("IB05.09.VII.5", "IB05.09.IV.4")
def test_stakes_are_laid_on_both_cloths_until_ya_no_va_mas_and_count_by_priority() -> None:
    circle = table(standing=2)
    circle.play("croupier shuffle; s1 rise; s8 join_list; s8 sit 1; s7 bid 100000")
    award(circle)  # s8 sits in the first compartment, and s1 stands behind it
    told = circle.play("s1 stake primero 30000; s2 stake primero 60000; s4 stake segundo 20000")
    told += circle.play("s8 stake primero 30000")
    assert {(one.bet, one.clause) for one in told.of(Staked)} == {
        ("primero", "IB05.09.VII.5"),
        ("segundo", "IB05.09.VII.5"),
    }
    assert circle.play("croupier ya_no_va_mas").of(Said) == [Said(CROUPIER, "Ya no va más.", "IB05.09.VII.5")]
    circle.refused("s3 stake segundo 1000", "ya_no_va_mas", "IB05.09.VII.5")
    circle.play("4s 5s", "s8 abatir", "Kh 6s", "s4 no", "Kd 2h", "s7 give; s7 carta", "4c", "croupier pay")
    paid = [event.seat for event in circle.events.of(Payment) if event.bet == "primero"]
    assert paid == [8, 2, 1]  # by compartment, who stands behind last: not as they came
    assert [circle.won(seat) for seat in (8, 2, 1)] == [30_000, 60_000, 10_000]  # as far as the bank reached


@pytest.mark.law("IB05.09.IV.3", "IB05.09.V.1.14")
def test_anybody_stakes_on_either_cloth_within_the_limits() -> None:
    circle = banked(maximum=50_000)
    circle.refused("s1 stake segundo 900", clause="IB05.09.V.1.14")
    circle.play("s1 stake segundo 50000")
    assert not circle.may("s1 stake segundo 1000")
    assert circle.may("s1 stake primero 50000")
    assert "stake" not in circle.verbs(7)  # the banker
    circle.play("croupier ya_no_va_mas")
    circle.refused("s2 stake primero 1000", "ya_no_va_mas")


@pytest.mark.law("IB05.09.II.3.4", "IB05.09.VII.7", "IB05.09.VII.8")
@given(units=st.integers(20, 200))
def test_on_the_line_between_the_cloths_the_odd_unit_plays_on_the_first(units: int) -> None:
    circle = banked()
    circle.play(f"s5 stake_on_both {units * 100}")
    assert circle.felt.on(5, "primero") == (units + 1) // 2 * 100
    assert circle.felt.on(5, "segundo") == units // 2 * 100


@pytest.mark.law("IB05.09.VII.7")
def test_on_the_line_of_ones_own_zone_half_plays() -> None:
    circle = banked()
    circle.play("s5 stake_half 3100")
    assert (circle.felt.on(5, "segundo"), circle.felt.on(5, "primero")) == (1_600, 0)
    assert circle.won(5) == -1_600


@pytest.mark.law("IB05.09.VI.12")
def test_nobody_plays_in_association() -> None:
    names = {act.verb() for act in banked().table.game.acts}
    assert not {name for name in names if "asoci" in name or "associate" in name}


# ---------------------------------------------------------------- banco


@pytest.mark.law("IB05.09.VI.8", "IB05.09.VI.9", "IB05.09.IV.8", "IB05.09.VI.4", "IB05.09.IV.4")
def test_banco_covers_both_cloths_once_at_the_start_and_its_caller_has_both_hands() -> None:
    circle = banked()
    circle.play("s2 stake primero 5000; s3,s2 banco")
    circle.refused("s3 banco", clause="IB05.09.VI.8")
    circle.play("croupier ya_no_va_mas")
    assert circle.felt.stakes("primero") == {2: 50_000}
    assert circle.felt.stakes("segundo") == {2: 50_000}
    circle.play("Kh 4s")
    assert (circle.turn, circle.verbs(2)) == (2, {"carta", "no"})  # free
    assert all(
        held.card is None for held in circle.felt.held("segundo")
    )  # not before the banker has played the first
    circle.play("s2 no", "4d 5d", "s2 abatir", "Kd 7d", "s7 give; s7 no; croupier pay")
    assert circle.won(2) == 0  # lost one, won the other
    circle.play("s7 continue")
    assert not circle.may("s3 banco")  # once only


@pytest.mark.law("IB05.09.IV.5")
def test_banco_at_both_cloths_is_drawn_by_lot() -> None:
    circle = banked()
    circle.play("s2,s5 banco; croupier ya_no_va_mas")
    assert circle.at == "BancoLot"
    circle.play("chance drawn 1")
    assert circle.felt.coup.banco == 5


@pytest.mark.law("IB05.09.VI.10", "IB05.09.VI.11")
def test_a_void_banco_may_be_repeated_twice() -> None:
    circle = banked()
    circle.play("s2 banco")
    for repeats in (2, 1, 0):
        told = coup(circle, "4s 4c:abatir", "Kh 8s:abatir", "4h 4d", "s7 abatir", "s7 continue")
        assert any("nula" in words for words in told.said)
        assert circle.may("s2 banco") is (repeats > 0)
        assert not circle.may("s3 banco")
        if repeats:
            circle.play("s2 banco")
    half = banked()
    half.play("s2 banco")
    coup(half, "4s 4c:abatir", NINE, "4h 4d", "s7 abatir", "s7 continue")
    assert not half.may("s2 banco")  # one tie does not void the coup


# ---------------------------------------------------------------- the hands


@pytest.mark.law("IB05.09.VII.9", "IB05.09.VII.12", "IB05.09.VII.14", "IB05.09.VI.1")
def test_cards_go_first_second_bank_and_the_hands_speak_in_that_order() -> None:
    circle = banked()
    circle.play("s1 stake primero 10000; croupier ya_no_va_mas")
    circle.refused("croupier shuffle", "not_now")
    order = [next(iter(circle.play("croupier serve"))).to for _ in range(6)]  # type: ignore[attr-defined]
    assert order == ["primero", "segundo", "banca"] * 2
    circle.play("Kh 2s")
    assert circle.turn == 1
    circle.play("s1 carta", "Kh 6s")
    assert circle.turn == 4
    told = circle.play("s4 no", "Kd 5d", "s7 give", "3c", "s7 no")
    assert told.shown == ["primero", "segundo", "banca"]


@pytest.mark.law("IB05.09.VI.3")
@pytest.mark.parametrize("points", range(10))
def test_the_rule_of_the_hands(points: int) -> None:
    circle = banked()
    card = "K" if points == 0 else "A" if points == 1 else str(points)
    circle.play("s1 stake primero 10000; croupier ya_no_va_mas", f"Kh {card}s")
    wanted = {"carta"} if points < 5 else {"carta", "no"} if points == 5 else {"no"}
    assert circle.verbs(1) == ({"abatir"} if points > 7 else wanted)
    if points in (3, 6):
        assert circle.refused("s1 no" if points == 3 else "s1 carta").clause == "IB05.09.VI.3"


@pytest.mark.law("IB05.09.VI.5", "IB05.09.VI.6", "IB05.09.VI.1")
def test_who_asks_for_the_table_follows_it_where_it_says_the_same_for_both_cloths() -> None:
    def speaks(first: str, second: str, bank: str, thirds: str) -> set[str]:
        circle = banked()
        circle.play("s1 stake primero 10000")
        coup(circle, first, second, bank, "s7 give", thirds, "s7 ask_table")
        return circle.verbs(7)

    draw, either = {"carta"}, {"carta", "no"}
    assert speaks("Kh 2s:carta", "Kh 3s:carta", "Kd 4d", "5c 6c") == draw
    assert speaks("Kh 2s:carta", "Kh 3s:carta", "Kd 4d", "8c 9c") == {"no"}
    assert speaks("Kh 2s:carta", "Kh 3s:carta", "Kd 4d", "5c 9c") == either  # the hands differ: a free choice
    assert speaks("Kh 2s:carta", "Kh 3s:carta", "Kd 5d", "4c 9c") == {"no"}  # optional agrees with either
    assert speaks("Kh 2s:carta", "Kh 3s:carta", "Kd Ks", "8c 9c") == draw  # baccará


@pytest.mark.law("IB05.09.VI.7")
def test_an_eight_with_two_cards_beats_three_cards_and_a_natural_nine_beats_it() -> None:
    circle = banked()
    circle.play("s1 stake primero 10000; s4 stake segundo 10000")
    coup(circle, "Kh 8s:abatir", "Kh 2s:carta", "Kd 5d", "s7 give", "3c", "s7 carta", "4c")
    assert circle.won(1) == 10_000  # the bank has nine with three cards
    assert circle.won(4) == -10_000
    both = banked()
    both.play("s1 stake primero 10000; s4 stake segundo 10000")
    coup(both, "Kh 8s:abatir", NINE, "Kd 8d", "s7 abatir")
    assert (both.won(1), both.won(4)) == (0, 10_000)


@pytest.mark.law("IB05.09.V.3.1", "IB05.09.VII.15", "IB05.09.VII.16")
def test_the_house_takes_its_part_of_the_net_gain_over_both_cloths() -> None:
    for mode, part in (("limitada", 200), ("libre", 125)):
        circle = banked(bank_mode=mode, maximum_banca=1_000_000 if mode == "limitada" else 0)
        circle.play("s1 stake primero 30000; s4 stake segundo 20000")
        told = coup(circle, LOW, NINE, "Kd 7d", "s7 give", "s7 no")
        assert [event.cents for event in told.of(Took)] == [part]  # of 10 000
        assert (circle.won(1), circle.won(4)) == (-30_000, 20_000)
    loses = banked()
    loses.play("s1 stake primero 20000; s4 stake segundo 20000")
    assert [event.cents for event in coup(loses, LOW, NINE, "Kd 7d", "s7 give", "s7 no").of(Took)] == []
    assert banked(rounding="up").felt.rules.house_part(24) == 0
    assert banked(rounding="down").felt.rules.house_part(24) == 1
    assert banked().felt.rules.house_part(25) == 0  # half a céntimo is the banker's


@pytest.mark.law("IB05.09.V.1.7")
def test_a_banker_who_has_not_won_back_both_deposits_has_not_left_winning() -> None:
    circle = banked(100_000)
    circle.play("s1 stake primero 100000")
    coup(circle, NINE, LOW, "Kh 2h", "s7 give", "s7 no")
    circle.play("s7 redeposit 100000 no; s1 stake primero 10000")
    coup(circle, LOW, LOW, BANK_NINE, "s7 abatir")
    assert 100_000 < circle.felt.bank < circle.felt.put_in == 200_000
    circle.play("s7 leave_bank")
    assert circle.felt.left_winning == ()
