"""Around the hands of circle poker: places, the mano, rests, sessions, length, and opening a table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.circle import BOTH, Circle, noted, raked, said
from tests.wheels import opened

from novamas.kit.chance import Scripted
from novamas.law import Faulty, catalogue
from novamas.law.general import may_open
from novamas.rounds.circle.acts import (
    Agree,
    AssignPlace,
    Buy,
    ChangeMinimum,
    Deal,
    DrawPlaces,
    EndGame,
    Expel,
    Fold,
    HourUp,
    KeepPlaces,
    Leave,
    Rest,
    Return,
)
from novamas.rounds.circle.figures import warnings
from novamas.rounds.circle.incidents.conduct import Misconduct
from novamas.table.deeds import Drawn
from novamas.table.events import Bought
from novamas.table.people import CROUPIER, FLOOR
from novamas.table.session import Session

either = pytest.mark.parametrize("norm", BOTH)


def faults(norm: str, slug: str = "holdem", **choices: Any) -> set[tuple[str, str | None]]:
    with pytest.raises(Faulty) as raised:
        opened(slug, norm, **choices)
    return {(fault.code, fault.clause) for fault in raised.value.faults}


def play_hand(table: Circle) -> None:
    table.do(Deal())
    table.finish()


# ---------------------------------------------------------------- places and players


@either
@pytest.mark.law("AR10.10-2.V.3", "AR10.10-2.VII.1", "IB09.12.IV.3", "IB09.12.VII.1")
def test_four_players_draw_their_places_by_lot(norm: str) -> None:
    session = Session(opened("holdem", norm, seats=6).opening, Scripted(()), automatic=())
    for seat in (2, 3, 5):
        session.do(Buy(seat, 5_000))
    refusal = session.why_not(DrawPlaces())
    assert refusal is not None
    assert refusal.code == "fewer_than_four"
    session.do(Buy(6, 5_000))
    session.do(DrawPlaces())
    assert [session.phase.draws().total, *dict(session.phase.draws().items()).values()] == [6, *[1] * 6]
    for lot in (5, 0, 0, 2):  # counted among the places that are free
        session.do(Drawn(what=lot))
    felt: Any = session.phase.felt
    assert felt.party.places == (3, 5, 0, 0, 6, 2)
    assert felt.party.starters == (2, 3, 5, 6)
    session.do(Deal())
    felt = session.phase.felt
    assert felt.mano == 3
    assert felt.players == (3, 5, 6, 2)


@pytest.mark.law("IB09.12.IV.4")
def test_the_same_players_may_keep_their_places_if_all_agree() -> None:
    table = Circle(norm="IB09", game_hands=1)
    play_hand(table)
    table.do(EndGame(), Agree(1), Agree(2), Agree(3))
    assert "keep_places" not in table.offered(CROUPIER)
    table.do(Agree(4))
    table.do(KeepPlaces())
    assert table.felt.party.places == (1, 2, 3, 4)
    assert table.name == "Between"
    other = Circle(norm="AR10", game_hands=1)
    play_hand(other)
    other.do(EndGame())
    assert "agree" not in other.offered(1)


@either
@pytest.mark.law("AR10.10-2.VII.2", "IB09.12.VII.1")
def test_with_fewer_than_four_the_next_hand_is_not_dealt(norm: str) -> None:
    table = Circle(norm=norm)
    table.do(Deal(), "As Ks Qs 2h Ad Kd Qd 7c", Fold(1), Fold(2), Fold(3))
    table.finish()
    table.do(Leave(2))
    code, clause = table.refusal(Deal())
    assert code == "fewer_than_four"
    assert clause in ("AR10.10-2.VII.2", "IB09.12.VII.1")
    table.do(Buy(2, 5_000), AssignPlace(seat=2, place=2))
    table.do(Deal())


@either
@pytest.mark.law("AR10.10-2.VII.1.1", "AR10.10-2.VII.1.2", "IB09.12.VII.1.1", "IB09.12.VII.1.2")
def test_the_mano_begins_at_the_first_place_and_moves_on(norm: str) -> None:
    table = Circle(norm=norm)
    manos = []
    for _ in range(5):
        told = table.do(Deal())
        manos.append(table.felt.mano)
        assert noted(told)[0] == f"s{table.felt.mano} has the mano"
        assert table.felt.players[0] == table.felt.mano
        table.finish()
    assert manos == [1, 2, 3, 4, 1]


@either
@pytest.mark.law("AR10.10-2.V.1", "AR10.10-2.V.4", "IB09.12.IV.1")
def test_a_newcomer_waits_for_a_place_of_his_own(norm: str) -> None:
    table = Circle(norm=norm, purses=(10_000, 10_000, 10_000, 10_000, 0))
    table.do(Leave(3), Buy(5, 5_000))
    places = {
        offer.act.place for offer in table.session.offers(CROUPIER) if isinstance(offer.act, AssignPlace)
    }
    assert places == set()  # seat 5 kept its place while it had no chips; place 3 is not offered twice
    assert table.felt.party.places == (1, 2, 0, 4, 5)
    table.do(Buy(3, 5_000))
    places = {
        offer.act.place for offer in table.session.offers(CROUPIER) if isinstance(offer.act, AssignPlace)
    }
    assert places == {3}
    assert table.refused(AssignPlace(seat=3, place=1)).code == "not_now"


# ---------------------------------------------------------------- rests


@pytest.mark.law("AR10.10-2.V.5", "AR10.10-2.VII.2")
def test_in_aragon_who_rests_lays_nothing_and_does_not_count() -> None:
    table = Circle(norm="AR10", purses=(10_000,) * 5)
    table.do(Rest(3))
    play_hand(table)
    assert table.felt.purses[2] == 10_000
    play_hand(table)
    told = table.do(Deal())  # the third hand: his place is free
    assert any("rested too long" in note for note in noted(told))
    assert table.felt.party.places == (1, 2, 0, 4, 5)
    assert table.felt.purses[2] == 0
    four = Circle(norm="AR10")
    four.do(Rest(3))
    assert four.refusal(Deal())[0] == "fewer_than_four"
    four.do(Return(3))
    four.do(Deal())


@pytest.mark.law("IB09.12.IV.6", "IB09.12.VII.1")
def test_in_the_balearics_who_rests_lays_his_ante_and_counts() -> None:
    table = Circle(norm="IB09")
    table.do(Rest(3))
    table.do(Deal())
    assert table.felt.players == (1, 2, 4)
    assert table.felt.on(3, "bote") == 100
    told = table.finish()
    assert told
    assert table.felt.purses[2] == 9_900
    table.do(Return(3))
    table.do(Deal())
    assert 3 in table.felt.players


# ---------------------------------------------------------------- the house's charge, and length


@either
@pytest.mark.law("AR10.10-2.II.1", "AR10.10-2.II.b.1", "AR10.10-2.II.b.2")
@pytest.mark.law("IB09.12.II.3.1", "IB09.12.II.3.b.1", "IB09.12.II.3.b.2")
def test_a_charge_by_session_replaces_the_part_of_the_pot(norm: str) -> None:
    table = Circle(norm=norm, charge="sesion", session_rate=Fraction(1, 5))
    told = table.do(Deal())
    assert raked(told) == 4 * 200  # a fifth of the maximum of 1 000, of each player
    assert raked(table.finish()) == 0
    assert raked(table.do(Deal())) == 0  # once in a session
    table.finish()
    table.do(HourUp())
    for _ in range(2):
        assert raked(table.do(Deal())) == 0  # an hour and the last two hands
        table.finish()
    assert raked(table.do(Deal())) == 800  # another session
    of_resto = Circle(norm=norm, charge="sesion", session_base="resto", purses=(4_000, 5_000, 6_000, 20_000))
    assert raked(of_resto.do(Deal())) == 400 + 500 + 600 + 2_000


@either
@pytest.mark.law("AR10.10-2.II.3", "AR10.10-2.VII.3.11", "IB09.12.II.3.3")
def test_a_game_lasts_until_each_who_began_it_had_the_mano_twice(norm: str) -> None:
    table = Circle(norm=norm)
    for _ in range(7):
        play_hand(table)
    assert table.refusal(EndGame())[0] == "too_early"
    play_hand(table)
    told = table.do(EndGame())
    assert said(told) == ["Fin de la partida."]
    assert table.name == "Gathering"


@either
@pytest.mark.law("AR10.10-2.II.2", "AR10.10-2.VII.3.10", "IB09.12.II.3.2")
def test_a_length_may_be_fixed_if_it_is_made_public(norm: str) -> None:
    table = Circle(norm=norm, game_hands=2)
    play_hand(table)
    assert table.refusal(EndGame())[0] == "too_early"
    play_hand(table)
    assert table.refusal(Deal())[0] == "game_over"
    table.do(EndGame())
    clause = "AR10.10-2.II.2" if norm == "AR10" else "IB09.12.II.3.2"
    assert faults(norm, game_hands=2, length_public=False) == {("length_not_public", clause)}


@either
@pytest.mark.law("AR10.10-2.IV.3.1", "IB09.12.III.3.1")
def test_chips_are_sold_by_the_changer_where_there_is_one(norm: str) -> None:
    for changer, clauses in (
        (False, ("AR10.10-2.IV.2.1", "IB09.12.III.2.1")),
        (True, ("AR10.10-2.IV.3.1", "IB09.12.III.3.1")),
    ):
        table = Circle(norm=norm, changer=changer)
        (bought,) = (event for event in table.do(Buy(1, 500)) if isinstance(event, Bought))
        assert bought.clause in clauses


@either
@pytest.mark.law("AR10.10-2.VI.3.b.1", "IB09.12.VI.3.b.1")
def test_the_director_may_change_the_minimum_between_hands_within_the_band(norm: str) -> None:
    table = Circle(norm=norm)
    most = 400 if norm == "AR10" else 1_000  # where a maximum that caps no bet does not bind it
    refusal = table.refused(ChangeMinimum(cents=most + 50))
    assert (refusal.code, refusal.least, refusal.most) == ("above_maximum", 200, most)
    table.do(ChangeMinimum(cents=400))
    table.do(Deal(), "As Ks Qs 2h Ad Kd Qd 7c")
    assert "change_minimum" not in table.offered(FLOOR)
    (offer,) = (offer for offer in table.phase.offers(1) if offer.act.verb() == "raise_to")
    assert offer.act.cents == 400  # type: ignore[attr-defined]


@either
@pytest.mark.law("AR10.10-2.VII.2.14", "IB09.12.VII.2.13")
def test_who_is_warned_twice_may_be_sent_away(norm: str) -> None:
    table = Circle(norm=norm)
    assert {
        offer.act.what for offer in table.session.offers(FLOOR) if isinstance(offer.act, Misconduct)
    } == set(warnings(norm, "holdem"))
    told = table.do(Misconduct(seat=3, what="collusion"))
    assert said(told) == ["Amonestación."]
    assert noted(told) == ["s3 is warned: colluding with another player"]
    assert "expel" not in table.offered(FLOOR)
    table.do(Misconduct(seat=3, what="delay"), Expel(seat=3))
    assert table.felt.purses[2] == 0
    assert table.felt.party.places == (1, 2, 0, 4)


# ---------------------------------------------------------------- opening a table


@either
@pytest.mark.law("AR10.10-2.VI.3.a.1", "AR10.10-2.VI.3.a.2", "AR10.10-2.VI.3.a.3.1")
@pytest.mark.law("IB09.12.VI.3.a.1", "IB09.12.VI.3.a.2", "IB09.12.VI.3.a.3.2")
def test_the_minimum_hangs_on_the_maximum_and_the_ante_on_the_minimum(norm: str) -> None:
    band = "AR10.10-2.VI.3.a.2" if norm == "AR10" else "IB09.12.VI.3.a.2"
    authorised = "AR10.10-2.VI.3.a.3.1" if norm == "AR10" else "IB09.12.VI.3.a.3.2"
    assert faults(norm, "seven_stud", maximum=1_050) == {("minimum_out_of_band", band)}
    assert faults(norm, "seven_stud", maximum=450) == {("minimum_out_of_band", band)}
    assert opened("seven_stud", norm, maximum=500)
    assert faults(norm, authorised_minimum=300) == {("minimum_too_low", authorised)}
    assert faults(norm, ante=150) == {("ante_too_high", band)}
    clause = "AR10.10-2.VII.1.7" if norm == "AR10" else "IB09.12.VII.1.7"
    assert faults(norm, ante=0) == {("no_initial_bet", clause)}


@either
@pytest.mark.law("AR10.10-2.VI.3.1", "IB09.12.VI.3.1")
def test_amounts_are_made_with_chips(norm: str) -> None:
    clause = "AR10.10-2.VI.3.1" if norm == "AR10" else "IB09.12.VI.3.1"
    assert faults(norm, chip=100, ante=50) == {("broken_chip", clause)}
    assert {code for code, _ in faults(norm, least_resto=25_000)} == {"resto_out_of_order"}
    table = Circle(norm=norm, least_resto=5_000, most_resto=12_000)
    assert table.refused(Buy(1, 2_050)).most == 2_000
    table.do(Leave(1))
    assert table.refused(Buy(1, 4_000)).least == 5_000


@pytest.mark.law("AR10.10-2.VII.1.7")
def test_bets_by_position_rise_to_the_minimum_at_most() -> None:
    assert faults("AR10", small_blind=100, big_blind=250, ante=0) == {
        ("blinds_out_of_order", "AR10.10-2.VII.1.7")
    }
    assert faults("AR10", small_blind=200, big_blind=100, ante=0) == {
        ("blinds_out_of_order", "AR10.10-2.VII.1.7")
    }
    assert {code for code, _ in faults("IB09", big_blind=200)} == {"choice_too_high"}


@either
@pytest.mark.law("AR10.10-2.IV.1", "AR10.10-2.IV.2", "IB09.12.III.1", "IB09.12.III.2")
def test_a_table_has_a_croupier_and_somebody_in_charge(norm: str) -> None:
    codes = {code for code, _ in faults(norm, croupiers=0, chief=False)}
    assert codes == {"too_few_croupiers", "no_chief"}


@pytest.mark.law("AR10.10-2.III.1.1", "AR10.10-2.III.2.2", "AR10.10-2.III.2.3", "AR10.10-2.III.2.4")
@pytest.mark.law("AR10.10-2.V.1", "IB09.12.II.1.1", "IB09.12.II.2.2", "IB09.12.II.2.3", "IB09.12.IV.1")
def test_a_table_has_its_things() -> None:
    assert faults("AR10", lacks=["deck", "numbered_places", "slots"]) == {
        ("no_deck", "AR10.10-2.III.1.1"),
        ("no_numbered_places", "AR10.10-2.III.2.2"),
        ("no_slots", "AR10.10-2.III.2.4"),
    }
    assert faults("IB09", lacks=["deck", "numbered_places"]) == {
        ("no_deck", "IB09.12.II.1.1"),
        ("no_numbered_places", "IB09.12.II.2.2"),
    }
    assert {code for code, _ in faults("AR10", seats=11)} == {"choice_too_high"}
    assert {code for code, _ in faults("IB09", rake=Fraction(1, 19))} == {"choice_too_high"}
    assert {code for code, _ in faults("IB09", session_rate=Fraction(1, 4))} == {"choice_too_high"}


@pytest.mark.law("AR10.10.2.b.1", "AR10.10.2.b.3", "AR10.10.2.b.5", "AR10.10.2.b.6", "AR10.10-2.X.1.a.1")
@pytest.mark.law("AR10.10-2.X.1.b.1", "AR10.10-2.X.1.b.2", "AR10.10-2.X.1.b.3", "AR10.10-2.X.1.b.4")
@pytest.mark.law("AR10.10-2.X.1.b.5", "AR10.10-2.X.1.b.6", "IB09.12.IX.2")
@pytest.mark.law("AR10.10-2.X.2.1", "IB09.12.IX.3")
def test_circle_poker_is_played_in_six_variants_that_share_its_rules() -> None:
    variants = ("cubierto", "seven_stud", "omaha", "holdem", "five_stud", "sintetico")
    for norm in BOTH:
        edition = catalogue.under(norm)
        assert [slug for slug in edition.games if edition[slug].entry.common == "poquer_circulo"] == list(
            variants
        )
    for variant in variants:
        assert may_open(catalogue.under("AR10"), variant) == []
    (fault,) = may_open(catalogue.under("AR10"), "poquer_circulo")
    assert fault.code == "game_not_named"
    for norm in BOTH:
        shared = catalogue.under(norm)["omaha"].figures["course"]
        assert shared == catalogue.under(norm)["holdem"].figures["course"]
