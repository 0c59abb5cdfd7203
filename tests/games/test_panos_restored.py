"""Bacará a dos paños, section VIII: coups corrected after an error that is noticed early or late."""

from __future__ import annotations

import pytest
from tests.games.test_bacara_dos_panos import coup
from tests.games.test_panos_errors import first_speaks, points, staked

from novamas.equipment.cards import card
from novamas.table.events import Discarded
from novamas.testing.rehearsal import Rehearsal


def spoken(first: str, second: str, bank: str, *rest: str) -> Rehearsal:
    """Deal hands, each with its player's announcement. In `Kh 2s:no!` the announcement is a mistake."""
    circle = staked()
    circle.play("croupier ya_no_va_mas")
    for hand in (first, second):
        cards, _, word = hand.partition(":")
        circle.play(f"{cards}")
        circle.play(f"floor wrong_word {word[:-1]}" if word.endswith("!") else f"s{circle.turn} {word}")
    circle.play(f"{bank}", *rest)
    return circle


def bank_words(circle: Rehearsal) -> set[str]:
    assert circle.at == "BankSpeaks"
    return circle.verbs(7) - {"ask_table"}


# ---------------------------------------------------------------- what the banker then does


@pytest.mark.law("IB05.09.VIII.3.1", "IB05.09.VIII.3.2")
def test_in_a_restored_coup_the_banker_follows_the_table_and_draws_where_it_is_optional() -> None:
    one = first_speaks("4s 5s")
    one.play("s1 abatir", "Kh 2s", "floor two_words segundo no")
    one.play("Kd 5d", "s7 give", "4c")
    one.refused("s7 no", clause="IB05.09.VIII.3.1")
    both = first_speaks("Kh 2s")
    both.play("floor two_words primero no", "Kh 3s", "s4 carta", "Kd 5d", "s7 give", "4c 4d")
    both.refused("s7 no", clause="IB05.09.VIII.3.2")
    free = staked()
    coup(free, "4s 5s:abatir", "Kh 2s:carta", "Kd 5d", "s7 give", "4c")
    assert free.verbs(7) >= {"carta", "no"}  # nothing was restored: the banker is free


@pytest.mark.law("IB05.09.VIII.3.3")
def test_where_the_table_differs_he_is_free_unless_the_error_was_his() -> None:
    for incidents, words in (
        (("floor stray_card primero", "9h", "floor noticed_card"), {"carta", "no"}),
        (("floor missed_card", "floor noticed_card", "9h"), {"carta"}),
    ):
        circle = spoken("Kh 6s:no", "Kh 3s:carta", "Kd 4d", "s7 give", *incidents)
        assert points(circle) == (6, 2, 4)
        assert bank_words(circle) == words  # four: draw against who stands, stand against a nine


# ---------------------------------------------------------------- words of the first cloth


@pytest.mark.law("IB05.09.VIII.4.1")
def test_a_no_with_less_than_five_noticed_before_any_card() -> None:
    circle = first_speaks("Kh 2s")
    circle.play("floor wrong_word no", "Kh 3s", "floor noticed_error primero; s4 carta")  # already now
    circle.play("Kd 6d", "s7 give", "5c 4c")
    assert points(circle) == (7, 7, 6)
    answers = spoken("Kh 2s:no!", "Kh 3s:carta", "Kd 6d", "floor noticed_error primero", "s7 give", "5c 4c")
    assert points(answers) == (7, 7, 6)
    assert answers.felt.coup.restored == "jugador"


@pytest.mark.law("IB05.09.VIII.4.1")
def test_a_no_with_less_than_five_takes_the_card_of_the_second_cloth() -> None:
    circle = spoken("Kh 2s:no!", "Kh 3s:carta", "Kd 6d", "s7 give", "5c")
    assert points(circle)[:2] == (2, 8)
    circle.play("floor noticed_error primero", "4c")
    assert points(circle)[:2] == (7, 7)  # the five went back to the first, the second had the next
    alone = spoken("Kh 2s:no!", "Kh 6s:no", "Kd 6d", "s7 give", "floor noticed_error primero", "5c")
    assert points(alone)[0] == 7


@pytest.mark.law("IB05.09.VIII.4.1")
def test_the_second_cloth_has_the_card_that_the_banker_had_taken() -> None:
    """The error is noticed with all hands face up: five to the first side, four to the second."""
    circle = spoken("Kh 2s:no!", "Kh 3s:carta", "Kd 5d", "s7 give", "5c", "s7 carta", "4c")
    assert (circle.at, points(circle)) == ("Announced", (2, 8, 9))
    circle.play("floor noticed_error primero")
    assert points(circle) == (7, 7, 5)
    assert bank_words(circle) == {"carta"}  # against five and four, the latter optional
    circle.play("s7 carta", "3h", "croupier pay")
    assert (circle.won(1), circle.won(4)) == (-10_000, -10_000)  # eight with the next card


@pytest.mark.law("IB05.09.VIII.4.1")
def test_without_a_card_of_the_second_cloth_the_bankers_goes_to_the_first() -> None:
    circle = spoken("Kh 2s:no!", "Kh 6s:no", "Kd 5d", "s7 give", "s7 carta", "4c")
    circle.play("floor noticed_error primero")
    assert points(circle) == (6, 6, 5)
    stood = spoken("Kh 2s:no!", "Kh 3s:carta", "Kd 7d", "s7 give", "5c", "s7 no")
    stood.play("floor noticed_error primero", "4c")  # the first had stood: the second gets the next card
    assert (points(stood), bank_words(stood)) == ((7, 7, 7), {"no"})


@pytest.mark.law("IB05.09.VIII.4.2")
def test_a_card_asked_for_with_six_goes_to_the_second_cloth_or_to_the_banker() -> None:
    circle = spoken("Kh 6s:carta!", "Kh 3s:carta", "Kd 5d", "s7 give", "5c 6c")
    circle.play("floor noticed_error primero")
    assert points(circle)[:2] == (6, 8)
    assert bank_words(circle) == {"carta"}  # both say draw: the banker takes the six left over
    circle.play("s7 carta; croupier pay")
    assert circle.won(1) == 10_000  # one against six
    bank = spoken("Kh 6s:carta!", "Kh 6c:no", "Kd 6d", "s7 give", "3c")
    told = bank.play("floor noticed_error primero; s7 no; croupier pay")
    assert [event.card for event in told.of(Discarded)] == [card("3c")]
    assert (bank.won(1), bank.won(4)) == (0, 0)


@pytest.mark.law("IB05.09.VIII.4.2")
def test_a_card_asked_for_with_six_noticed_late_gives_the_banker_another_than_he_drew() -> None:
    circle = spoken("Kh 6s:carta!", "Kh 3s:carta", "Kd 5d", "s7 give", "5c 2c", "s7 carta", "4c")
    assert points(circle) == (1, 5, 9)
    circle.play("floor noticed_error primero")
    assert points(circle) == (6, 8, 5)
    told = circle.play("s7 carta")
    assert points(circle)[2] == 7  # the two that had been the second's
    assert [event.card for event in told.of(Discarded)] == [
        card("4c")
    ]  # the banker's own never goes back into the shoe
    between = spoken("Kh 6s:carta!", "Kh 3s:carta", "Kd 5d", "s7 give", "5c")
    assert between.at == "Third"  # the second cloth's card is about to come
    between.play("floor noticed_error primero")
    assert points(between) == (6, 8, 5)


@pytest.mark.law("IB05.09.VI.4", "IB05.09.VIII.4.1")
def test_who_goes_banco_makes_no_error_by_standing() -> None:
    circle = staked()
    circle.play("s2 banco; croupier ya_no_va_mas", "Kh 2s", "floor wrong_word no", "Kh 6s", "s2 no")
    circle.play("Kd 6d", "floor noticed_error primero")
    assert (circle.felt.coup.said[0], circle.felt.coup.restored) == ("no", "")


# ---------------------------------------------------------------- the second cloth


@pytest.mark.law("IB05.09.VIII.4.6")
def test_the_same_between_second_cloth_and_banker() -> None:
    draws = spoken("Kh 6s:no", "Kh 3s:no!", "Kd 6d", "s7 give", "floor noticed_error segundo", "5c")
    assert points(draws)[1] == 8
    gives = spoken("Kh 6s:no", "Kh 7s:carta!", "Kd 5d", "s7 give", "3c", "floor noticed_error segundo")
    gives.play("s7 carta; croupier pay")
    assert (gives.won(1), gives.won(4)) == (-10_000, -10_000)  # eight with the card that was over


@pytest.mark.law("IB05.09.VIII.4.6")
def test_the_bankers_card_is_the_second_cloths_when_that_is_noticed_late() -> None:
    draws = spoken("Kh 6s:no", "Kh 3s:no!", "Kd 5d", "s7 give", "s7 carta", "4c")
    draws.play("floor noticed_error segundo")
    assert points(draws) == (6, 7, 5)
    assert bank_words(draws) == {"carta"}  # against who stood; against a four it is optional
    gives = spoken("Kh 6s:no", "Kh 7s:carta!", "Kd 5d", "s7 give", "3c", "s7 carta", "4c")
    told = gives.play("floor noticed_error segundo; s7 carta")
    assert points(gives) == (6, 7, 8)
    assert [event.card for event in told.of(Discarded)] == [card("4c")]


# ---------------------------------------------------------------- two words, naturals


@pytest.mark.law("IB05.09.VIII.4.3", "IB05.09.VIII.4.4")
def test_two_words_with_five_the_first_stands_else_the_rule_decides() -> None:
    for cards, first, word in (("Kh 5s", "carta", "carta"), ("Kh 5s", "no", "no"), ("Kh 6s", "carta", "no")):
        circle = first_speaks(cards)
        circle.play(f"floor two_words primero {first}")
        assert circle.felt.coup.said[0] == word
        assert circle.felt.coup.restored == ("" if cards == "Kh 5s" else "jugador")


@pytest.mark.law("IB05.09.VIII.4.3", "IB05.09.VIII.4.4")
def test_the_second_word_may_come_while_no_card_has_been_given() -> None:
    five = spoken("Kh 5s:carta", "Kh 6s:no", "Kd 6d")
    five.play("floor two_words primero carta")
    assert (five.at, five.felt.coup.said, five.felt.coup.restored) == ("BankAnswers", ("carta", "no"), "")
    wrong = first_speaks("Kh 2s")
    wrong.play("floor wrong_word no", "Kh 3s", "floor two_words primero no")
    assert (wrong.turn, wrong.felt.coup.said, wrong.felt.coup.restored) == (4, ("carta", ""), "jugador")
    wrong.refused("floor noticed_error primero", "cannot_have_happened")


@pytest.mark.law("IB05.09.VIII.4.5")
def test_a_natural_that_was_not_shown_is_an_ordinary_total() -> None:
    circle = spoken("Kh 8s:no!", "Kh 6s:no", "Kd 5d", "s7 give", "s7 carta", "4c")
    assert circle.may("floor noticed_error primero")
    circle.play("floor noticed_error primero")
    assert (circle.at, points(circle)) == (
        "Announced",
        (8, 6, 9),
    )  # the right is lost: nothing changes
    circle.play("croupier pay")
    assert circle.won(1) == -10_000  # a nine with three cards beats it
    for late in (False, True):
        asked = spoken("Kh 8s:carta!", "Kh 6s:no", "Kd 5d", *(("s7 give", "7c") if late else ()))
        asked.play("floor noticed_error primero", *(() if late else ("s7 give",)))
        assert points(asked)[0] == 8
        assert asked.felt.coup.said[0] == "no"


# ---------------------------------------------------------------- cards that go astray


@pytest.mark.law("IB05.09.VIII.2.2", "IB05.09.VIII.3.4")
@pytest.mark.parametrize("late", [False, True])
def test_a_card_given_to_a_cloth_that_said_no_goes_where_it_belongs(late: bool) -> None:
    circle = spoken("Kh 6s:no", "Kh 2s:carta", "Kd 4d", "s7 give", "floor stray_card primero", "5c")
    assert (circle.at, points(circle)) == ("Third", (1, 2, 4))
    circle.play(*(("4c", "s7 no") if late else ()), "floor noticed_card")
    assert points(circle) == (6, 7, 4)
    assert circle.felt.coup.restored == "croupier"
    assert bank_words(circle) == {"carta"}  # the right remains: both say draw
    told = circle.play("s7 carta", *(() if late else ("4c",)))
    assert points(circle)[2] == 8  # the four that came out meanwhile, or the next
    assert told.of(Discarded) == []


@pytest.mark.law("IB05.09.VIII.2.2", "IB05.09.VIII.4.2")
def test_a_card_given_where_nobody_asked_is_the_bankers() -> None:
    circle = spoken("Kh 6s:no", "Kh 6s:no", "Kd 4d", "s7 give", "floor stray_card segundo", "5c")
    assert points(circle) == (6, 1, 4)
    circle.play("floor noticed_card; s7 carta")
    assert points(circle) == (6, 6, 9)
    unnoticed = spoken(
        "Kh 6s:no",
        "Kh 6s:no",
        "Kd 4d",
        "s7 give",
        "floor stray_card segundo",
        "5c",
        "s7 no",
        "croupier pay",
    )
    assert unnoticed.won(4) == -10_000  # one against four: no player claimed in time


@pytest.mark.law("IB05.09.VIII.3.4")
def test_a_card_meant_for_the_other_cloth_is_laid_right() -> None:
    circle = spoken("Kh 2s:carta", "Kh 3s:carta", "Kd 7d", "s7 give", "floor stray_card segundo", "5c", "4c")
    assert points(circle) == (6, 8, 7)
    circle.play("floor noticed_card")
    assert (points(circle), bank_words(circle)) == ((7, 7, 7), {"no"})


@pytest.mark.law("IB05.09.VIII.2.2")
@pytest.mark.parametrize("late", [False, True])
def test_a_cloth_that_was_given_no_card_has_the_first_that_came_out(late: bool) -> None:
    circle = spoken("Kh 2s:carta", "Kh 3s:carta", "Kd 5d", "s7 give", "floor missed_card", "5c")
    assert points(circle) == (2, 8, 5)
    circle.play(*(("s7 carta", "4c") if late else ()), "floor noticed_card", *(() if late else ("4c",)))
    assert points(circle) == (7, 7, 5)
    assert circle.felt.coup.restored == "banquero"
    circle.refused("floor noticed_card", "cannot_have_happened")


def test_two_errors_in_one_coup_are_put_right_one_after_the_other() -> None:
    circle = spoken("Kh 2s:no!", "Kh 7s:carta!", "Kd 5d", "s7 give", "5c", "s7 carta", "4c")
    circle.play("floor noticed_error segundo")  # the five is the banker's, if the bank draws
    circle.play("floor noticed_error primero")  # no: the first cloth's
    assert points(circle) == (7, 7, 5)
    told = circle.play("s7 carta")
    assert points(circle)[2] == 9
    assert told.of(Discarded) == []
