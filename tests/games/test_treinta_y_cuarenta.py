"""Treinta y cuarenta, clause by clause (IB05, epigraph 05)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novamas.equipment.cards import DECK_52, rank
from novamas.equipment.pieces import piece_name
from novamas.families.banked.acts import Bet
from novamas.families.coups.setup import fresh_shoe
from novamas.games.treinta_y_cuarenta.rows import Result
from novamas.hands import row_points
from novamas.law import catalogue
from novamas.table.events import Came, Dealt, Payment, Slid, Staked, Withdrew
from novamas.table.results import Points
from novamas.table.roles import CHANCE
from novamas.testing.rehearsal import Rehearsal, rehearse

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


def table(*lines: str, **choices: Any) -> Rehearsal:
    """Return a table before the bets of its first coup."""
    return ready("croupier hagan_juego", *lines, **choices)


def ready(*lines: str, **choices: Any) -> Rehearsal:
    return rehearse("treinta_y_cuarenta", "IB05", "croupier shuffle; s1 cut", *lines, **choices)


# ---------------------------------------------------------------- the shoe and the cut


@pytest.mark.law("IB05.05.II.1.1", "IB05.05.V.3.2")
def test_six_decks_with_the_red_card_before_the_last_five() -> None:
    shoe = fresh_shoe(FRAME)
    assert shoe.left == bytes(sorted(DECK_52 * 6))
    assert shoe.size - shoe.cut == 5


@pytest.mark.law("IB05.05.V.3.1", "IB05.05.V.3.2")
def test_the_croupier_shuffles_and_the_first_player_at_his_right_cuts() -> None:
    found = rehearse(SLUG, "IB05")
    found.refused("s1 cut", "not_your_turn")
    found.refused("croupier hagan_juego", "no_shoe", "IB05.05.V.3.1")
    found.play("croupier shuffle")
    assert found.felt.shoe is None
    found.refused("s2 cut", "not_your_turn")
    found.refused("croupier hagan_juego", "cut_first", "IB05.05.V.3.1")
    assert found.play("s1 cut").said == ["La carta roja, delante de las 5 últimas."]
    assert found.felt.shoe == fresh_shoe(FRAME)


# ---------------------------------------------------------------- the rows


def laid(cards: str) -> tuple[list[str], Rehearsal]:
    """Return the place of each card in a coup."""
    found = table()
    told = found.play(cards)
    dealt = told.of(Dealt)
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
    assert found.at == "Waiting"


@pytest.mark.law("IB05.05.II.1.2")
@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 311), min_size=60, max_size=60))
def test_any_cards_make_two_rows_from_31_to_40(places: list[int]) -> None:
    found = table()
    found.play("croupier no_va_mas")
    rows: dict[object, list[int]] = {"negra": [], "roja": []}
    for place in places:
        if found.phase.turn is not CHANCE:
            break
        shoe = found.felt.shoe
        for event in found.play(piece_name(shoe.at(place % shoe.total))):
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
        found.play(f"s1 bet {bet} 700")
    told = found.play(cards)
    assert words in told.said
    for bet in CHANCES:
        payment = told.payments[1, bet]
        assert (payment.returned, payment.stays) == ((1400, True) if bet in wins else (0, False))
    assert found.won(1) + found.phase.free(1) == 0


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
    for bet in ("par", "rojo@1", "seguro:rojo"):
        table().refused(f"s1 bet {bet} 500", "no_such_bet")
    table().refused(Bet(1, "", 500), "no_such_bet")  # which no line can say


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
            found.play(f"s{seat} bet {bet} 500")
    told = found.play(COUPS[0][0])
    assert told.of(Came) == [Came(Points((("negra", 31), ("roja", 36))), clause="IB05.05.V.3.6")]
    decided = told.of(Payment)
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
    found = table("s1 bet rojo 500; s2 bet color 700")
    told = found.play(VOID)
    assert not told.payments
    assert "Seis, seis: empate, jugada nula." in told.said
    assert found.play("s1 withdraw rojo 500") == (Withdrew(1, "rojo", 500, "IB05.05.V.1.4"),)
    assert found.play(COUPS[0][0]).payments[2, "color"].returned == 1400


def caught(stake: int = 800, bet: str = "rojo", **choices: Any) -> Rehearsal:
    """Return a table at which a tie at 31 has just caught a bet."""
    found = table(f"s1 bet {bet} {stake}", **choices)
    found.play(CAUGHT)
    return found


@pytest.mark.law("IB05.05.V.1.5", "IB05.05.V.1.6")
@pytest.mark.parametrize("bet", CHANCES)
def test_at_31_a_player_takes_half_or_goes_to_prison(bet: str) -> None:
    found = caught(bet=bet)
    assert found.offered(1) == [f"s1 imprison {bet}@1", f"s1 take_half {bet}@1"]
    found.refused("s2 bet rojo 500", "half_or_prison")
    half = found.fork().play(f"s1 take_half {bet}@1").payments[1, f"{bet}@1"]
    assert (half.stake, half.returned, half.rate) == (800, 400, Fraction(-1, 2))
    found.play(f"s1 imprison {bet}@1")
    assert found.felt.on(1, f"{bet}@1") == 800
    assert found.at == "Waiting"
    found.refused(f"s1 withdraw {bet}@1 500", "in_prison", "IB05.01.IV.1.B.b.2")


@pytest.mark.law("IB05.05.V.1.6")
@pytest.mark.parametrize(("cards", "wins", "words"), COUPS)
def test_the_next_coup_frees_the_prisoner_or_loses_it(cards: str, wins: set[str], words: str) -> None:
    for bet in CHANCES:
        found = caught(bet=bet)
        found.play(f"s1 imprison {bet}@1")
        payment = found.play(cards).payments[1, f"{bet}@1"]
        assert payment.returned == (800 if bet in wins else 0)
        assert found.felt.cloth == 0


@pytest.mark.law("IB05.05.V.1.6", "IB05.05.V.1.5")
def test_a_void_tie_leaves_the_prisoner_where_he_is() -> None:
    found = caught()
    found.play("s1 imprison rojo@1")
    before = found.felt.chips
    assert not found.play(VOID).payments
    assert found.felt.chips == before


@pytest.mark.law("IB05.05.V.1.6")
def test_every_further_tie_at_31_halves_what_the_prisoner_is_worth() -> None:
    found = caught(3200)
    for times, half in ((1, 1600), (2, 800), (3, 400)):
        bet = f"rojo@{times}"
        if half >= 500:
            assert found.fork().play(f"s1 take_half {bet}").payments[1, bet].returned == half
            found.play(f"s1 imprison {bet}")
        else:  # below the minimum: no player is asked, the bet stays in prison
            assert found.at == "Waiting"
        freed = found.fork()
        assert freed.play(COUPS[2][0]).payments[1, bet].returned == 2 * half
        told = found.play(CAUGHT)
        assert told.of(Slid) == [Slid(1, bet, f"rojo@{times + 1}", 3200, "IB05.05.V.1.6")]


@pytest.mark.law("IB05.05.V.1.6")
def test_new_bets_and_prisoners_lie_beside_one_another() -> None:
    found = caught()
    found.play("s1 imprison rojo@1")
    found.play("s1 bet rojo 500")
    decided = found.play(COUPS[2][0]).payments
    assert (decided[1, "rojo@1"].returned, decided[1, "rojo"].returned) == (800, 1000)


@pytest.mark.law("IB05.05.V.1.6")
def test_on_the_last_coup_of_the_session_half_a_quarter_an_eighth_must_be_taken() -> None:
    for times, back in ((1, 800), (2, 400), (3, 200)):
        found = table() if times > 1 else ready("croupier hagan_juego yes")
        found.play("s1 bet negro 1600")
        for n in range(1, times):
            found.play(CAUGHT)
            if found.at == "Choosing":
                found.play(f"s1 imprison negro@{n}")
            found.play(f"croupier hagan_juego {'yes' if n == times - 1 else 'no'}")
        told = found.play(CAUGHT)
        (payment,) = told.payments.values()
        assert (payment.returned, payment.clauses) == (back, ("IB05.05.V.1.6", "IB05.01.IV.1.B.b.5"))
        assert found.at == "Closed"


@pytest.mark.law("IB05.05.V.1.6")
def test_a_session_does_not_close_over_a_prisoner() -> None:
    found = caught()
    found.play("s1 imprison rojo@1")
    found.play("croupier hagan_juego yes", VOID)
    assert found.at == "Waiting"
    found.play("croupier hagan_juego yes", COUPS[2][0])
    assert (found.at, found.won(1)) == ("Closed", 0)


@pytest.mark.law("IB05.05.V.1.6", "IB05.01.IV.1.B.b.4")
def test_below_the_minimum_the_prisoner_must_stay_and_is_told_so() -> None:
    found = caught(1500)
    found.play("s1 imprison rojo@1", "croupier hagan_juego", CAUGHT)
    assert found.at == "Waiting"
    refusal = found.refused("s1 take_half rojo@2", "prisoner_below_minimum", "IB05.01.IV.1.B.b.4")
    assert refusal.figures == {"bet": "rojo", "half": 375, "minimum": 500}


@pytest.mark.law("IB05.05.V.3.4")
def test_a_late_bet_is_given_back() -> None:
    found = table("s1 bet rojo 500", "croupier no_va_mas")
    told = found.play("floor late_bet seat=2 bet=negro cents=700")
    assert (told.happened, found.won(2), found.chips(2, "negro")) == ("IB05.05.V.3.4", 0, 0)
    table().refused("floor late_bet seat=2 bet=negro cents=700", "cannot_have_happened")


# ---------------------------------------------------------------- insurance


@pytest.mark.law("IB05.05.V.1.7", "IB05.05.V.3.1")
def test_who_may_not_is_told_why() -> None:
    found = rehearse("treinta_y_cuarenta", "IB05", chip=50, minimum_seguro=1000)
    found.play("croupier shuffle")
    found.refused("s1 bet rojo 500", "cut_first")
    found.play("s1 cut; croupier hagan_juego")
    found.refused("s1 withdraw rojo 500", "nothing_there")
    found.refused("s1 insure rojo", "nothing_to_insure")
    found.play("s1 bet rojo 950; s1 bet negro 1050; s1 bet color 1000")
    assert (found.refused("s1 insure rojo").code, found.refused("s1 insure rojo").least) == (
        "too_small_to_insure",
        1000,
    )
    found.refused("s1 insure negro", "premium_not_whole")
    found.play("s1 insure color")
    found.refused("s1 insure color", "insured")
    found.refused("s1 withdraw seguro:color 10", "premium_goes_with_the_bet", "IB05.05.V.1.7")
    found.play("croupier no_va_mas")
    found.refused("s1 insure rojo", "insured_when_laid", "IB05.05.V.1.7")


@pytest.mark.law("IB05.05.V.1.7")
@pytest.mark.parametrize(
    ("cards", "net"), [(COUPS[2][0], 1000), (COUPS[0][0], -1000), (VOID, 0), (CAUGHT, 0)]
)
def test_a_hundredth_insures_a_bet_against_the_tie_at_31(cards: str, net: int) -> None:
    found = table("s1 bet rojo 1000")
    assert found.play("s1 insure rojo") == (Staked(1, "seguro:rojo", 10, "IB05.05.V.1.7"),)
    told = found.play(cards)
    assert told.payments[1, "seguro:rojo"].returned == 0
    assert found.at == "Waiting"
    assert found.won(1) + found.phase.free(1) == net - 10
    assert found.felt.on(1, "seguro:rojo") == 0  # it is spent: the next coup is not insured
    if cards == CAUGHT:
        found.play(CAUGHT)
        assert found.at == "Choosing"


@pytest.mark.law("IB05.05.V.1.7")
def test_an_insured_bet_lies_as_it_was_laid() -> None:
    found = table("s1 bet rojo 1000")
    found.refused("s1 insure negro", "nothing_to_insure")
    found.refused("s2 insure rojo", "nothing_to_insure")
    found.play("s1 insure rojo")
    assert not found.may("s1 insure rojo")
    found.refused("s1 bet rojo 500", "insured", "IB05.05.V.1.7")
    found.play("s1 withdraw rojo 1000")
    assert found.felt.cloth == found.won(1) == 0
    assert found.may("s1 bet rojo 500")


@pytest.mark.law("IB05.05.V.1.7")
def test_a_premium_is_whole_centimos() -> None:
    found = table("s1 bet rojo 550; s1 bet negro 600", chip=50)
    found.refused("s1 insure rojo", "premium_not_whole")
    assert found.may("s1 insure negro")
