"""Irregularities at synthetic poker under its three norms, clause by clause."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import factorial
from typing import Any

import pytest
from tests.support.cases import case, cited
from tests.support.circle import circle

from novamas.equipment.cards import card
from novamas.equipment.shoe import Shoe, place_draws
from novamas.law import catalogue
from novamas.table.events import Bought, Happened, Said, Shown
from novamas.table.roles import CHANCE, CROUPIER, RAIL
from novamas.testing.rehearsal import Rehearsal

NORMS = ("IB05", "IB09", "AR10")
every = pytest.mark.parametrize("norm", NORMS)
HANDS = "As Ks Qs 8h Ad Kd Qd 9c"  # aces, kings, queens, nine-eight


def dealt(norm: str, *deeds: Any, common: str = "Tc", **given: Any) -> Rehearsal:
    table = circle("sintetico", norm, **{"rake": 0, **given})
    table.play("croupier deal", HANDS, common, *deeds)
    return table


MISDEALS = [
    cited("IB05.12.V.5.1.a.1", "order"),
    cited("IB05.12.V.5.1.b.1", "too_few"),
    cited("IB05.12.V.5.1.b.1", "too_many"),
    cited("IB05.12.V.5.1.c.1", "any_exposed"),
    cited("IB09.12-2-e.V.1.2", "order"),
    cited("IB09.12-2-e.V.1.3", "too_few"),
    cited("IB09.12-2-e.V.1.3", "too_many"),
    cited("IB09.12-2-e.V.1.4", "any_exposed"),
    cited("AR10.10-2-B-e.V.1.a.1", "order"),
    cited("AR10.10-2-B-e.V.1.b.1", "too_few"),
    cited("AR10.10-2-B-e.V.1.b.1", "too_many"),
    cited("AR10.10-2-B-e.V.1.c.1", "any_exposed"),
    cited("AR10.10-2-B-e.V.1.d.1", "left_table"),
]


@pytest.mark.parametrize(("clause", "cause"), MISDEALS)
def test_a_wrong_deal_starts_the_hand_again_by_its_clause(clause: str, cause: str) -> None:
    table = circle("sintetico", clause[:4])
    table.play("croupier deal", "As Ks Qs")
    assert table.play(f"floor misdeal {cause}").happened == clause
    assert table.felt.piles == ()
    assert table.phase.draws().total == 28
    assert table.felt.cloth == 4 * table.felt.rules.ante


@pytest.mark.parametrize(
    ("norm", "causes"),
    [
        case("IB05.12.V.5.1.1", "IB05", {"order", "too_few", "too_many", "any_exposed"}),
        case(
            "IB09.12-2-e.V.1.1",
            "IB09",
            {"order", "too_few", "too_many", "any_exposed", "seen_card", "missing_cards", "defective_deck"},
        ),
        case(
            "AR10.10-2-B-e.V.1.1",
            "AR10",
            {
                *("order", "too_few", "too_many", "any_exposed", "left_table"),
                *("seen_card", "missing_cards", "defective_deck"),
            },
        ),
    ],
)
def test_in_no_other_case_is_a_hand_started_again(norm: str, causes: set[str]) -> None:
    table = circle("sintetico", norm)
    table.play("croupier deal", "As Ks Qs")
    known = ("order", "too_few", "too_many", "any_exposed", "left_table", "seen_card", "face_up")
    may = {
        cause for cause in (*known, "missing_cards", "defective_deck") if table.may(f"floor misdeal {cause}")
    }
    assert may == causes


@pytest.mark.parametrize(("norm", "own"), [("IB09", "IB09.12-2-e."), ("AR10", "AR10.10-2-B-e.")])
def test_what_it_does_not_say_itself_of_irregularities_is_the_general_rule(norm: str, own: str) -> None:
    edition = catalogue.under(norm)
    general: Any = edition["holdem"].figures["irregularities"]
    special: Any = edition["sintetico"].figures["irregularities"]
    said = {name: clause for name, clause in special.items() if not str(clause).startswith(own)}
    assert {name: clause for name, clause in said.items() if name != "cite"} == {
        name: general[name] for name in said if name != "cite"
    }
    assert set(general) - set(special) == {"face_up"}  # here any exposed card is a misdeal


@pytest.mark.law("IB05.12.V.5.3.e.1")
def test_one_card_that_is_seen_is_shown_to_all_in_the_first_norm() -> None:
    table = dealt("IB05")
    told = table.play("floor card_seen seat=3 card=1")
    assert told.happened == "IB05.12.V.5.3.e.1"
    assert [(event.owner, event.cards) for event in told.of(Shown)] == [(3, (card("Qs"),))]


@pytest.mark.law("IB05.12.V.4.11")
def test_a_card_exposed_in_the_cut_makes_them_shuffle_again_in_the_first_norm() -> None:
    table = circle("sintetico", "IB05")
    table.play("croupier deal")
    told = table.play("floor exposed_in_cut")
    assert (told.happened, told.said) == ("IB05.12.V.4.11", ["Se baraja de nuevo."])
    assert table.phase.draws().total == 28
    assert table.felt.cloth == 800  # the antes stay
    table.play("As")
    table.refused("floor exposed_in_cut", "cannot_have_happened")


@every
@pytest.mark.parametrize("early", [True, False])
@pytest.mark.law("IB05.12.V.5.2.a.1", "IB05.12.V.5.2.b.1", "IB09.12-2-e.V.2.a.1", "IB09.12-2-e.V.2.b.1")
@pytest.mark.law("AR10.10-2-B-e.V.2.a.1", "AR10.10-2-B-e.V.2.b.1")
def test_a_common_card_turned_wrongly_is_void_and_replaced(norm: str, early: bool) -> None:
    table = dealt(norm)
    told = table.play(f"floor common_card_turned {'yes' if early else 'no'} 2", "Jc")
    assert told.happened.endswith("b.1" if early else "a.1")
    assert table.felt.cards("board") == (card("Tc"),)
    assert table.turn == 1
    table.play("s1,s2,s3,s4 check")
    comes_again = table.phase.draws().may_bring(card("Jc"))
    assert comes_again is (norm == "AR10")  # mixed back with the others there
    table.play("9d")
    assert table.felt.cards("board") == (card("Tc"), card("9d"))
    table.play("s1 check")
    table.refused("floor common_card_turned no 3", "cannot_have_happened")


@every
@pytest.mark.parametrize("early", [True, False])
@pytest.mark.parametrize("street", [0, 2, 3])
@pytest.mark.law("IB05.12.V.5.2.a.1", "IB05.12.V.5.2.b.1", "IB09.12-2-e.V.2.a.1", "IB09.12-2-e.V.2.b.1")
@pytest.mark.law("AR10.10-2-B-e.V.2.a.1", "AR10.10-2-B-e.V.2.b.1")
def test_the_others_keep_their_order_and_the_new_card_takes_the_place_of_the_void_one(
    norm: str, early: bool, street: int
) -> None:
    """The deck gives eight cards to the players, places 8 to 12 to the common ones, then the new card."""
    table = dealt(norm)
    while table.felt.street < street:
        table.whoever("check")
        while table.turn is CHANCE:
            table.step()
    table.play(f"floor common_card_turned {'yes' if early else 'no'} {street + 2}")
    table.step()
    places = [8, 9, 10, 11, 12]
    places[street + 1] = 13  # also if the void card went back into the deck: 12 is on the table
    assert [held.place for held in table.felt.held("board")] == places
    assert [held.up for held in table.felt.held("board")] == [n <= street for n in range(5)]
    assert len(table.felt.held("anuladas")) == (0 if norm == "AR10" else 1)
    table.finish()


@every
@pytest.mark.law("IB05.12.V.5.2.b.1", "IB09.12-2-e.V.2.b.1", "AR10.10-2-B-e.V.2.b.1")
def test_a_second_common_card_turned_early_is_replaced_in_its_own_place_too(norm: str) -> None:
    table = dealt(norm, "floor common_card_turned yes 2", "Jc", "floor common_card_turned yes 2", "Jd")
    assert table.felt.cards("board") == (card("Tc"),)
    assert len(table.felt.held("board")) == 5
    assert [held.place for held in table.felt.held("board")[2:]] == [10, 11, 12]
    table.play("s1,s2,s3,s4 check", "9d", "s1,s2,s3,s4 check", "9h")
    assert table.felt.cards("board") == (card("Tc"), card("9d"), card("9h"))
    assert table.phase.draws().may_bring(card("Jc")) is (norm == "AR10")


@every
@pytest.mark.law("IB05.12.V.5.2.a.1", "IB09.12-2-e.V.2.a.1", "AR10.10-2-B-e.V.2.a.1")
def test_several_cards_turned_are_each_replaced_in_its_own_place(norm: str) -> None:
    """All turned cards are void except the one that was due, whether reported together or one by one."""
    together = dealt(norm, "floor common_card_turned no 2+3", "Jc", "Jd")
    one_by_one = dealt(norm, "floor common_card_turned no 2", "Jc", "floor common_card_turned no 3", "Jd")
    for table in (together, one_by_one):
        assert [held.card for held in table.felt.held("board")] == [card("Tc"), None, None, None, None]
        assert [held.place for held in table.felt.held("board")] == [8, 13, 14, 11, 12]
        table.play("s1,s2,s3,s4 check", "9d", "s1,s2,s3,s4 check", "9h")
        assert table.felt.cards("board") == (card("Tc"), card("9d"), card("9h"))
    assert len(together.felt.held("anuladas")) == (0 if norm == "AR10" else 2)


@every
@pytest.mark.law("IB05.12.V.5.2.a.1", "IB09.12-2-e.V.2.a.1", "AR10.10-2-B-e.V.2.a.1")
def test_the_cards_turned_are_named_by_their_positions(norm: str) -> None:
    """Cards from the deck come in order. A card on the table may be any of those there."""
    table = dealt(norm)
    for wrong in ("1", "6", "3+2", "2+2", ""):
        table.refused(f'floor common_card_turned no "{wrong}"', "not_listed")
    if norm == "IB05":
        table.play("floor common_card_turned no 3+5", "Jc", "Jd")
        assert [held.place for held in table.felt.held("board")] == [8, 9, 13, 11, 14]
    else:
        table.refused("floor common_card_turned no 3+5", "not_listed")


@pytest.mark.law("IB05.12.V.5.2.a.2", "IB09.12-2-e.V.2.a.1", "AR10.10-2-B-e.V.2.a.1")
@every
def test_as_many_cards_as_were_turned_must_be_left(norm: str) -> None:
    """Ten players leave three cards, enough for three. Mixed back, there are always enough."""
    table = circle("sintetico", norm, purses=(10_000,) * 10)
    table.play("croupier deal")
    while table.turn is CHANCE:
        table.step()
    told = table.play("floor common_card_turned yes 2+3+4+5")
    assert (told.noted == ["hand_void"]) is (norm != "AR10")


MIXED = ("floor common_card_turned yes 2", "Jc")


@pytest.mark.law("AR10.10-2-B-e.V.2.b.1", "AR10.10-2-B-e.V.2.a.1")
def test_a_card_mixed_back_cannot_be_one_that_was_already_laid() -> None:
    """The replacement is one of 16 cards in the pile. The three dealt before are among the other 18."""
    table = dealt("AR10", *MIXED, "s1,s2,s3,s4 check")
    draws = table.phase.draws()
    ways = dict(draws.items())
    assert (draws.total, ways[card("Jc")]) == (96, 6)  # one way in sixteen
    assert set(ways.values()) == {6, 5}
    assert [draws.at(n) for n in range(draws.total)].count(card("Jc")) == 6
    table.play("9d", "s1,s2,s3,s4 check")
    assert not table.phase.draws().may_bring(card("Jc"))
    assert table.phase.draws().total == 17
    table.play("9h", "s1,s2,s3,s4 check", "Th", "s1,s2,s3,s4 check")
    assert not table.phase.draws().may_bring(card("Jc"))
    table.finish()
    assert table.felt.mixed_back == ()


@pytest.mark.law("AR10.10-2-B-e.V.2.b.1", "AR10.10-2-B-e.V.2.a.1")
@pytest.mark.parametrize("mixes", [1, 2])
def test_the_chances_are_those_of_a_real_deck(mixes: int) -> None:
    """A deck of six cards, two dealt and one seen, is enumerated over every order of every mix."""
    counted: dict[tuple[int, int], Fraction] = {}
    total = 0
    seen = (6, 7)[:mixes]
    for order in permutations(range(6)):
        laid, deck = list(order[:3]), [*order[3:]]
        piles = [(laid, deck, Fraction(1))]
        for back in seen:
            grown = []
            for table, left, share in piles:
                out = [*table]
                pile = [*left, back]
                for order_of_pile in permutations(pile):
                    grown.append(
                        ([*out, order_of_pile[0]], [*order_of_pile[1:]], share / factorial(len(pile)))
                    )
            piles = grown
        for table, _, share in piles:
            for place, held in enumerate(table):
                counted[place, held] = counted.get((place, held), Fraction(0)) + share
        total += 1
    shoe = Shoe(bytes(range(6)), 6, 0)
    for _ in range(3):
        shoe = shoe.skip()
    mixed: dict[int, int] = {}
    for back in seen:
        mixed[back] = shoe.dealt
        shoe = Shoe(bytes(sorted(shoe.left + bytes([back]))), shoe.size + 1, shoe.dealt).skip()
    blanks = list(range(3 + mixes))
    for place in blanks:
        draws = place_draws(shoe, mixed, blanks, place)
        ways = dict(draws.items())
        for held in (*range(6), *seen):
            assert Fraction(ways.get(held, 0), draws.total) == counted.get((place, held), Fraction(0)) / total


@pytest.mark.law("IB05.12.V.5.2.a.2")
def test_without_cards_to_replace_it_the_hand_is_void() -> None:
    table = circle("sintetico", "IB05", purses=(10_000,) * 10)
    table.play("croupier deal")
    while table.turn is CHANCE:
        table.step()
    for _ in range(3):
        table.play("floor common_card_turned yes 2")
        table.step()
    told = table.play("floor common_card_turned yes 2")
    assert told.noted == ["hand_void"]
    assert table.felt.purses == (10_000,) * 10


@pytest.mark.law("IB05.12.V.5.3.b.1", "IB05.12.V.5.3.c.1", "IB05.12.V.5.3.d.1", "IB05.12.V.5.3.e.1")
@pytest.mark.law("IB05.12.V.5.3.f.1", "IB05.12.V.5.3.g.1", "IB05.12.V.5.3.g.2", "IB05.12.V.5.3.h.1")
def test_errors_of_players_in_the_first_norm() -> None:
    mixed = dealt("IB05", "s1 raise_to 600; s2 match; floor mixed_with_discards seat=1 rebuilt=no")
    assert 1 not in mixed.felt.players
    few = dealt("IB05", "s1 raise_to 600; floor too_few_chips seat=2 cents=300")
    assert few.verbs(2) == {"match", "fold"}
    large = dealt("IB05", "s1 raise_to 600")
    assert large.play("floor large_chip seat=2 cents=1000").returned == {2: 400}
    shown = dealt("IB05", "floor shows_cards 2")
    assert shown.phase.view(RAIL).held(2)[0].up
    early = dealt("IB05", "floor bet_out_of_turn seat=3 cents=600; s1 match; s2 raise_to 1200")
    early.refused("s3 raise_to 1800", "barred_from_raising")
    ante = dealt("IB05", "floor ante_not_laid seat=2 lays=no")
    assert ante.felt.cloth == 600
    missing = dealt("IB05", "floor ante_missing 2")
    assert missing.felt.cloth == 600
    assert 2 in missing.felt.players
    touch = dealt("IB05", "floor cards_touch seat=1 other=2")
    assert touch.felt.players == (3, 4)


def test_the_changer_sells_chips_where_there_is_one() -> None:
    for changers, clause in ((0, "IB05.12.III.2.2"), (1, "IB05.12.III.3.1")):
        table = circle("sintetico", "IB05", purses=(10_000, 10_000, 10_000, 10_000, 0), changers=changers)
        (event,) = (event for event in table.play("s5 buy 5000").of(Bought))
        assert event.clause == clause


@pytest.mark.law("IB05.12.V.4.11", "IB09.12.VII.1.5", "AR10.10-2.VII.1.5")
@pytest.mark.parametrize(
    ("norm", "clause"),
    [("IB05", "IB05.12.V.4.11"), ("IB09", "IB09.12.VII.1.5"), ("AR10", "AR10.10-2.VII.1.5")],
)
def test_a_card_exposed_in_the_cut_has_the_whole_deck_shuffled_again(norm: str, clause: str) -> None:
    table = circle("sintetico", norm)
    table.play("croupier deal")
    whole = dict(table.phase.draws().items())
    happened, said = table.play("floor exposed_in_cut")
    assert happened == Happened("exposed_in_cut", clause)
    assert said == Said(CROUPIER, "Se baraja de nuevo.", clause)
    assert dict(table.phase.draws().items()) == whole  # any card may come, the exposed one too
    table.play("As")
    table.refused("floor exposed_in_cut", "cannot_have_happened")  # the cut is over
