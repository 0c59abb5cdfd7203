"""Treinta y cuarenta, clause by clause (IB05, epigraph 05)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.coups import Coups, drawn, paid, said

from novamas.games.treinta_y_cuarenta.phases import Cut, Insure, fresh_shoe
from novamas.games.treinta_y_cuarenta.rows import Result
from novamas.hands import row_points
from novamas.kit.cards import DECK_52, rank
from novamas.law import catalogue
from novamas.rounds.banked import Bet, HaganJuego, NoVaMas, Withdraw
from novamas.rounds.coups import Shuffle
from novamas.rounds.prison import Imprison, TakeHalf
from novamas.table.deeds import Drawn
from novamas.table.events import Dealt, Payment, Slid, Staked, Withdrew
from novamas.table.people import CHANCE
from novamas.testing.rehearsal import faults_of

FRAME = catalogue.under("IB05")["treinta_y_cuarenta"]

SLUG = "treinta_y_cuarenta"
RED_31, RED_36 = "Qh Qd Qs Ac", "9d 9h 9s 9c"  # rows whose first card is red
BLACK_31, BLACK_36 = "Kc Kh Kd As", "9s 9h 9d 9c"
CAUGHT, VOID = f"{BLACK_31} {RED_31}", f"{BLACK_36} {RED_36}"
COUPS = [
    (f"{BLACK_31} {RED_36}", {"negro", "color"}, "Uno, seis: negro y color ganan. Color gana."),
    (f"{RED_31} {BLACK_36}", {"negro", "inverso"}, "Uno, seis: negro e inverso ganan. Color pierde."),
    (f"{RED_36} {BLACK_31}", {"rojo", "color"}, "Seis, uno: rojo y color ganan. Color gana."),
    (f"{BLACK_36} {RED_31}", {"rojo", "inverso"}, "Seis, uno: rojo e inverso ganan. Color pierde."),
]
CHANCES = ("color", "inverso", "negro", "rojo")


def table(**choices: Any) -> Coups:
    """A table whose first coup is about to be bet on."""
    return ready(**choices).open()


def ready(**choices: Any) -> Coups:
    found = Coups("treinta_y_cuarenta", **choices).shuffled()
    found.do(Cut(1))
    return found


# ---------------------------------------------------------------- the shoe and the cut


@pytest.mark.law("IB05.05.II.1.1", "IB05.05.V.3.2")
def test_six_decks_with_the_red_card_before_the_last_five() -> None:
    shoe = fresh_shoe(FRAME)
    assert shoe.left == bytes(sorted(DECK_52 * 6))
    assert shoe.size - shoe.cut == 5


@pytest.mark.law("IB05.05.V.3.1", "IB05.05.V.3.2")
def test_the_croupier_shuffles_and_the_first_player_at_his_right_cuts() -> None:
    found = Coups(SLUG)
    assert found.refused(Cut(1)).code == "not_your_turn"
    found.do(Shuffle())
    assert found.felt.shoe is None
    assert found.refused(Cut(2)).code == "not_your_turn"
    assert found.refused(HaganJuego()).code == "not_your_turn"
    assert said(found.do(Cut(1))) == ["La carta roja, delante de las 5 últimas."]
    assert found.felt.shoe == fresh_shoe(FRAME)


# ---------------------------------------------------------------- the rows


def laid(cards: str) -> tuple[list[str], Coups]:
    """Where each card of a coup was laid."""
    found = table()
    told = found.coup(cards)
    dealt = [event for event in told if isinstance(event, Dealt)]
    assert all(event.up for event in dealt)
    return [str(event.to) for event in dealt], found


@pytest.mark.law("IB05.05.V.1.1", "IB05.05.V.1.2", "IB05.05.V.3.4", "IB05.05.V.3.5")
def test_cards_are_laid_face_up_the_black_row_first_until_each_reaches_31() -> None:
    assert laid("Ks Kh Kd 9c 8s 8h 8d 7c")[0] == ["negra"] * 4 + ["roja"] * 4
    assert laid("Ks Kh Kd As Ks Kh Kd Ts")[0] == ["negra"] * 4 + ["roja"] * 4


@pytest.mark.law("IB05.05.V.1.2", "IB05.05.V.3.5")
def test_a_row_of_thirty_goes_on() -> None:
    rows, found = laid("Ks Kh Kd Ts 9s 9h 9d 3c As")
    assert rows == ["negra"] * 4 + ["roja"] * 5
    assert found.phase == "Waiting"


@pytest.mark.law("IB05.05.II.1.2")
@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 311), min_size=60, max_size=60))
def test_any_cards_make_two_rows_from_31_to_40(places: list[int]) -> None:
    found = table()
    found.close()
    rows: dict[object, list[int]] = {"negra": [], "roja": []}
    for place in places:
        if found.session.phase.turn is not CHANCE:
            break
        shoe = found.felt.shoe
        for event in found.do(Drawn(what=shoe.at(place % shoe.total))):
            if isinstance(event, Dealt) and event.card is not None:
                rows[event.to].append(event.card)
    for row in rows.values():
        values = [1 if rank(card) == 14 else min(10, rank(card)) for card in row]
        assert 31 <= sum(values) <= 40
        assert sum(values[:-1]) <= 30
        assert row_points(row) == sum(values)


# ---------------------------------------------------------------- the four chances


@pytest.mark.law("IB05.05.V.1.a.1", "IB05.05.V.1.b.1", "IB05.05.V.1.b.2", "IB05.05.V.1.4", "IB05.05.V.3.6")
@pytest.mark.parametrize(("cards", "wins", "words"), COUPS)
def test_each_chance_wins_its_own_stake_or_loses_it(cards: str, wins: set[str], words: str) -> None:
    found = table()
    for bet in CHANCES:
        found.bet(1, bet, 700)
    told = found.coup(cards)
    assert words in said(told)
    for bet in CHANCES:
        payment = paid(told)[1, bet]
        assert (payment.returned, payment.stays) == ((1400, True) if bet in wins else (0, False))
    assert found.session.ledger.players[1] + found.session.phase.free(1) == 0


@pytest.mark.law("IB05.05.V.1.a.1")
def test_the_lower_total_wins_and_colour_follows_the_first_card() -> None:
    for black in range(31, 41):
        for red in range(31, 41):
            result = Result(black, red, first_is_red=True)
            if black == red:
                assert result.won == ()
            else:
                assert result.won == (("negro", "inverso") if black < red else ("rojo", "color"))


@pytest.mark.law("IB05.05.V.1.4")
def test_only_the_listed_chances_may_be_bet_on() -> None:
    for bet in ("par", "rojo@1", "seguro:rojo", ""):
        assert table().refused(Bet(1, bet, 500)).code == "no_such_bet"


@pytest.mark.law("IB05.05.V.3.6")
def test_scores_are_announced_by_their_units() -> None:
    names = ["Uno", "Dos", "Tres", "Cuatro", "Cinco", "Seis", "Siete", "Ocho", "Nueve", "Cuarenta"]
    for n, name in enumerate(names, start=31):
        assert Result(n, 31 if n > 31 else 32, first_is_red=False).aloud.startswith(f"{name}, ")
    assert Result(34, 34, first_is_red=False).aloud == "Cuatro, cuatro: empate, jugada nula."
    assert Result(31, 31, first_is_red=False).aloud == "Uno, uno: empate a treinta y uno."


@pytest.mark.law("IB05.05.V.3.7", "IB05.05.V.3.8")
def test_what_lost_is_taken_first_then_colour_then_the_row_the_furthest_first() -> None:
    found = table()
    for seat in (1, 2, 3):
        for bet in CHANCES:
            found.bet(seat, bet, 500)
    decided = [event for event in found.coup(COUPS[0][0]) if isinstance(event, Payment)]
    assert [event.returned for event in decided[:6]] == [0] * 6
    assert [(event.bet, event.seat) for event in decided[6:]] == [
        ("color", 3),
        ("color", 2),
        ("color", 1),
        ("negro", 3),
        ("negro", 2),
        ("negro", 1),
    ]


# ---------------------------------------------------------------- ties


@pytest.mark.law("IB05.05.V.1.5")
def test_a_tie_but_at_31_is_void() -> None:
    found = table().bet(1, "rojo", 500).bet(2, "color", 700)
    told = found.coup(VOID)
    assert not paid(told)
    assert "Seis, seis: empate, jugada nula." in said(told)
    assert found.withdraw(1, "rojo") == (Withdrew(1, "rojo", 500, "IB05.05.V.1.4"),)
    assert paid(found.open().coup(COUPS[0][0]))[2, "color"].returned == 1400


def caught(stake: int = 800, bet: str = "rojo", **choices: Any) -> Coups:
    """A bet that a tie at 31 has just caught."""
    found = table(**choices).bet(1, bet, stake)
    found.coup(CAUGHT)
    return found


@pytest.mark.law("IB05.05.V.1.5", "IB05.05.V.1.6")
@pytest.mark.parametrize("bet", CHANCES)
def test_at_31_a_player_takes_half_or_goes_to_prison(bet: str) -> None:
    found = caught(bet=bet)
    assert [offer.act for offer in found.session.offers(1)] == [
        Imprison(1, f"{bet}@1"),
        TakeHalf(1, f"{bet}@1"),
    ]
    assert found.refused(Bet(2, "rojo", 500)).code == "half_or_prison"
    half = paid(found.fork().do(TakeHalf(1, f"{bet}@1")))[1, f"{bet}@1"]
    assert (half.stake, half.returned, half.rate) == (800, 400, Fraction(-1, 2))
    found.do(Imprison(1, f"{bet}@1"))
    assert found.felt.on(1, f"{bet}@1") == 800
    assert found.phase == "Waiting"
    assert found.why_not(Withdraw(1, f"{bet}@1")) is not None


@pytest.mark.law("IB05.05.V.1.6")
@pytest.mark.parametrize(("cards", "wins", "words"), COUPS)
def test_the_next_coup_frees_the_prisoner_or_loses_it(cards: str, wins: set[str], words: str) -> None:
    for bet in CHANCES:
        found = caught(bet=bet)
        found.do(Imprison(1, f"{bet}@1"))
        payment = paid(found.open().coup(cards))[1, f"{bet}@1"]
        assert payment.returned == (800 if bet in wins else 0)
        assert found.felt.cloth == 0


@pytest.mark.law("IB05.05.V.1.6", "IB05.05.V.1.5")
def test_a_void_tie_leaves_the_prisoner_where_he_is() -> None:
    found = caught()
    found.do(Imprison(1, "rojo@1"))
    before = found.felt.chips
    assert not paid(found.open().coup(VOID))
    assert found.felt.chips == before


@pytest.mark.law("IB05.05.V.1.6")
def test_every_further_tie_at_31_halves_what_the_prisoner_is_worth() -> None:
    found = caught(3200)
    for times, half in ((1, 1600), (2, 800), (3, 400)):
        bet = f"rojo@{times}"
        if half >= 500:
            assert paid(found.fork().do(TakeHalf(1, bet)))[1, bet].returned == half
            found.do(Imprison(1, bet))
        else:  # below the minimum: nobody is asked, the bet stays in prison
            assert found.phase == "Waiting"
        freed = found.fork()
        assert paid(freed.open().coup(COUPS[2][0]))[1, bet].returned == 2 * half
        told = found.open().coup(CAUGHT)
        assert [event for event in told if isinstance(event, Slid)] == [
            Slid(1, bet, f"rojo@{times + 1}", 3200, "IB05.05.V.1.6")
        ]


@pytest.mark.law("IB05.05.V.1.6")
def test_new_bets_and_prisoners_lie_beside_one_another() -> None:
    found = caught()
    found.do(Imprison(1, "rojo@1"))
    found.open().bet(1, "rojo", 500)
    decided = paid(found.coup(COUPS[2][0]))
    assert (decided[1, "rojo@1"].returned, decided[1, "rojo"].returned) == (800, 1000)


@pytest.mark.law("IB05.05.V.1.6")
def test_on_the_last_coup_of_the_session_half_a_quarter_an_eighth_must_be_taken() -> None:
    for times, back in ((1, 800), (2, 400), (3, 200)):
        found = table() if times > 1 else ready().open(last=True)
        found.bet(1, "negro", 1600)
        for n in range(1, times):
            found.coup(CAUGHT)
            if found.phase == "Choosing":
                found.do(Imprison(1, f"negro@{n}"))
            found.open(last=n == times - 1)
        told = found.coup(CAUGHT)
        (payment,) = paid(told).values()
        assert (payment.returned, payment.clauses) == (back, ("IB05.05.V.1.6", "IB05.01.IV.1.B.b.5"))
        assert found.phase == "Closed"


@pytest.mark.law("IB05.05.V.1.6")
def test_a_session_does_not_close_over_a_prisoner() -> None:
    found = caught()
    found.do(Imprison(1, "rojo@1"))
    found.open(last=True).coup(VOID)
    assert found.phase == "Waiting"
    found.open(last=True).coup(COUPS[2][0])
    assert (found.phase, found.session.ledger.players[1]) == ("Closed", 0)


# ---------------------------------------------------------------- insurance


@pytest.mark.law("IB05.05.V.1.7", "IB05.05.V.3.1")
def test_who_may_not_is_told_why() -> None:
    found = Coups("treinta_y_cuarenta", chip=50, insurance_minimum=1000)
    found.do(Shuffle())
    assert found.refused(Bet(1, "rojo", 500)).code == "cut_first"
    found.do(Cut(1), HaganJuego())
    assert found.refused(Withdraw(1, "rojo")).code == "nothing_there"
    assert found.refused(Insure(1, "rojo")).code == "nothing_to_insure"
    found.bet(1, "rojo", 950).bet(1, "negro", 1050).bet(1, "color", 1000)
    assert (found.refused(Insure(1, "rojo")).code, found.refused(Insure(1, "rojo")).least) == (
        "too_small_to_insure",
        1000,
    )
    assert found.refused(Insure(1, "negro")).code == "premium_not_whole"
    found.do(Insure(1, "color"))
    assert found.refused(Insure(1, "color")).code == "insured"


@pytest.mark.law("IB05.05.V.1.7")
@pytest.mark.parametrize(
    ("cards", "net"), [(COUPS[2][0], 1000), (COUPS[0][0], -1000), (VOID, 0), (CAUGHT, 0)]
)
def test_a_hundredth_insures_a_bet_against_the_tie_at_31(cards: str, net: int) -> None:
    found = table().bet(1, "rojo", 1000)
    assert found.do(Insure(1, "rojo")) == (Staked(1, "seguro:rojo", 10, "IB05.05.V.1.7"),)
    told = found.coup(cards)
    assert paid(told)[1, "seguro:rojo"].returned == 0
    assert found.phase == "Waiting"
    assert found.session.ledger.players[1] + found.session.phase.free(1) == net - 10
    assert found.felt.on(1, "seguro:rojo") == 0  # it is spent: the next coup is not insured
    if cards == CAUGHT:
        found.open().coup(CAUGHT)
        assert found.phase == "Choosing"


@pytest.mark.law("IB05.05.V.1.7")
def test_an_insured_bet_lies_as_it_was_laid() -> None:
    found = table().bet(1, "rojo", 1000)
    assert found.refused(Insure(1, "negro")).code == "nothing_to_insure"
    assert found.refused(Insure(2, "rojo")).code == "nothing_to_insure"
    found.do(Insure(1, "rojo"))
    assert found.why_not(Insure(1, "rojo")) is not None
    refusal = found.refused(Bet(1, "rojo", 500))
    assert (refusal.code, refusal.clause) == ("insured", "IB05.05.V.1.7")
    found.withdraw(1, "rojo")
    assert found.felt.cloth == found.session.ledger.players[1] == 0
    assert found.why_not(Bet(1, "rojo", 500)) is None


@pytest.mark.law("IB05.05.V.1.7")
def test_a_premium_is_whole_centimos() -> None:
    found = table(chip=50).bet(1, "rojo", 550).bet(1, "negro", 600)
    assert found.refused(Insure(1, "rojo")).code == "premium_not_whole"
    assert found.why_not(Insure(1, "negro")) is None


# ---------------------------------------------------------------- the red card


def near_the_end(before_red_card: int, **choices: Any) -> Coups:
    """A table where so many cards lie before the red card."""
    found = ready(**choices)
    shoe = found.felt.shoe
    while shoe.cut - shoe.dealt > before_red_card:
        shoe = shoe.skip()
    phase = found.session.phase
    return Coups("", phase=type(phase)(type(found.felt)(rules=found.felt.rules, shoe=shoe)))


@pytest.mark.law("IB05.05.V.3.3")
@pytest.mark.parametrize("cards", [1, 4, 7])
def test_the_red_card_annuls_the_coup_under_way(cards: int) -> None:
    found = near_the_end(cards).open().bet(1, "rojo", 1000).bet(2, "negro", 700)
    found.do(Insure(1, "rojo"))
    told = (*found.close(), *found.deal(drawn(COUPS[0][0])[:cards]))
    assert "Carta roja: jugada anulada." in said(told)
    assert not paid(told)
    last = [event for event in told if isinstance(event, Dealt) and event.to == "mesa"]
    assert [(event.card, event.up) for event in last] == [(None, False)] * 5
    assert "5 cartas tras la carta roja." in said(told)
    assert Withdrew(1, "seguro:rojo", 10, "IB05.05.V.3.3") in told
    assert (found.phase, found.felt.shoe) == ("Shuffling", None)
    assert found.felt.on(1, "rojo") == found.session.phase.free(1) == 1000


@pytest.mark.law("IB05.05.V.3.3")
def test_a_coup_that_ends_before_the_red_card_counts_and_the_next_comes_from_a_new_shoe() -> None:
    found = near_the_end(8).open().bet(1, "negro", 500)
    assert paid(found.coup(COUPS[0][0]))[1, "negro"].returned == 1000
    assert found.phase == "Shuffling"
    assert near_the_end(9).open().fork().coup(COUPS[0][0])


@pytest.mark.law("IB05.05.V.3.3", "IB05.05.V.1.6")
def test_prisoners_wait_for_the_next_shoe() -> None:
    found = near_the_end(10).open().bet(1, "rojo", 800)
    found.coup(CAUGHT)
    found.do(Imprison(1, "rojo@1"))
    found.open(last=True)
    found.do(NoVaMas(), *(Drawn(what=card) for card in drawn("Ks Kh")))
    assert (found.phase, found.felt.on(1, "rojo@1")) == ("Shuffling", 800)
    found.do(Shuffle(), Cut(1))
    assert paid(found.open().coup(COUPS[2][0]))[1, "rojo@1"].returned == 800


# ---------------------------------------------------------------- what the house chooses


@pytest.mark.law("IB05.05.IV.1")
def test_seats() -> None:
    assert table(seats=200).why_not(Bet(200, "rojo", 500)) is None
    assert table(seats=2).refused(Bet(3, "rojo", 500)).code == "no_such_seat"


@pytest.mark.law("IB05.05.V.2.1", "IB05.05.V.2.2")
def test_authorised_minimum() -> None:
    found = table(authorised_minimum=300)
    for bet in CHANCES:
        low, high = found.refused(Bet(1, bet, 200)), found.refused(Bet(1, bet, 300_100))
        assert (low.code, low.clause) == ("below_minimum", "IB05.05.V.2.1")
        assert (high.code, high.clause) == ("above_maximum", "IB05.05.V.2.2")
        assert found.why_not(Bet(1, bet, 300_000)) is None


@pytest.mark.law("IB05.05.V.1.7")
def test_insurance_minimum() -> None:
    found = table(insurance_minimum=2000).bet(1, "rojo", 1900).bet(1, "negro", 2000)
    assert found.refused(Insure(1, "rojo")).code == "too_small_to_insure"
    assert found.why_not(Insure(1, "negro")) is None


def test_chip() -> None:
    assert set(faults_of(SLUG, "IB05", chip=300)) == {"chip_too_large"}
    assert table(chip=50).why_not(Bet(1, "rojo", 550)) is None
    assert table(chip=50).refused(Bet(1, "rojo", 540)).code == "broken_chip"


@pytest.mark.law("IB05.05.V.1.6")
def test_rounding() -> None:
    halves = {}
    for rounding in ("up", "down", "half_up", "half_even"):
        found = caught(501, authorised_minimum=501, chip=1, rounding=rounding)
        halves[rounding] = paid(found.do(TakeHalf(1, "rojo@1")))[1, "rojo@1"].returned
    assert halves == {"up": 251, "down": 250, "half_up": 251, "half_even": 250}


@pytest.mark.law("IB05.05.III.1", "IB05.05.III.2", "IB05.05.III.4")
def test_croupiers_and_tables_per_chief() -> None:
    found = faults_of(SLUG, "IB05", croupiers=1, tables_per_chief=5)
    assert {code: fault.clause for code, fault in found.items()} == {
        "too_few_croupiers": "IB05.05.III.1",
        "too_many_tables_per_chief": "IB05.05.III.2",
    }
    assert not faults_of(SLUG, "IB05", tables_per_chief=4)


THINGS = [
    ("cards", "IB05.05.II.1.1"),
    ("cloth", "IB05.05.II.2.1"),
    ("places", "IB05.05.II.2.2"),
    ("slot_and_box", "IB05.05.II.2.3"),
]


@pytest.mark.law("IB05.05.II.1.1", "IB05.05.II.2.1", "IB05.05.II.2.2", "IB05.05.II.2.3")
@pytest.mark.parametrize(("thing", "clause"), THINGS)
def test_lacks(thing: str, clause: str) -> None:
    found = faults_of(SLUG, "IB05", lacks=(thing,))
    assert {code: fault.clause for code, fault in found.items()} == {f"no_{thing}": clause}
