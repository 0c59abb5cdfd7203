"""Circle poker between hands: places, the mano, breaks, sessions, duration, and opening a table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.support.cases import case
from tests.support.circle import BOTH, circle

from novamas.families.circle.acts import AssignPlace
from novamas.families.circle.incidents.conduct import Misconduct, may_not
from novamas.law import FaultySetup, catalogue, clause
from novamas.law.general import may_open
from novamas.table.events import Bought, Noted
from novamas.table.roles import CROUPIER, FLOOR
from novamas.testing.rehearsal import Rehearsal, opened, rehearse

either = pytest.mark.parametrize("norm", BOTH)


def faults(norm: str, slug: str = "holdem", **choices: Any) -> set[tuple[str, str | None]]:
    with pytest.raises(FaultySetup) as raised:
        opened(slug, norm, **choices)
    return {(fault.code, fault.clause) for fault in raised.value.faults}


def play_hand(table: Rehearsal) -> None:
    table.play("croupier deal")
    table.finish()


# ---------------------------------------------------------------- places and players


@either
@pytest.mark.law("AR10.10-2.V.3", "AR10.10-2.VII.1", "IB09.12.IV.3", "IB09.12.VII.1")
def test_four_players_draw_their_places_by_lot(norm: str) -> None:
    table = rehearse("holdem", norm, seats=6)
    table.play("s2,s3,s5 buy 5000")
    table.refused("croupier draw_places", "fewer_than_four")
    table.play("s6 buy 5000; croupier draw_places")
    assert [table.phase.draws().total, *dict(table.phase.draws().items()).values()] == [6, *[1] * 6]
    table.play("5 0 0 2")  # lots, counted among the places that are free
    assert table.felt.party.places == (3, 5, 0, 0, 6, 2)
    assert table.felt.party.starters == (2, 3, 5, 6)
    table.play("croupier deal")
    assert table.felt.mano == 3
    assert table.felt.players == (3, 5, 6, 2)


@pytest.mark.law("IB09.12.IV.4")
def test_the_same_players_may_keep_their_places_if_all_agree() -> None:
    table = circle(norm="IB09", game_hands=1)
    play_hand(table)
    table.play("croupier end_game; s1,s2,s3 agree")
    assert "keep_places" not in table.verbs(CROUPIER)
    table.play("s4 agree")
    table.play("croupier keep_places")
    assert table.felt.party.places == (1, 2, 3, 4)
    assert table.at == "Between"
    other = circle(norm="AR10", game_hands=1)
    play_hand(other)
    other.play("croupier end_game")
    assert "agree" not in other.verbs(1)


@either
@pytest.mark.law("AR10.10-2.VII.2", "IB09.12.VII.1")
def test_with_fewer_than_four_the_next_hand_is_not_dealt(norm: str) -> None:
    table = circle(norm=norm)
    table.play("croupier deal", "As Ks Qs 2h Ad Kd Qd 7c", "s1,s2,s3 fold")
    table.finish()
    table.play("s2 leave")
    refusal = table.refused("croupier deal", "fewer_than_four")
    assert refusal.clause in ("AR10.10-2.VII.2", "IB09.12.VII.1")
    table.play("s2 buy 5000; croupier assign_place 2 2")
    table.play("croupier deal")


@either
@pytest.mark.law("AR10.10-2.VII.1.1", "AR10.10-2.VII.1.2", "IB09.12.VII.1.1", "IB09.12.VII.1.2")
def test_the_mano_begins_at_the_first_place_and_moves_on(norm: str) -> None:
    table = circle(norm=norm)
    manos = []
    for _ in range(5):
        told = table.play("croupier deal")
        manos.append(table.felt.mano)
        assert told.of(Noted)[0].code == "mano"
        assert told.of(Noted)[0].figures == {"seat": table.felt.mano}
        assert table.felt.players[0] == table.felt.mano
        table.finish()
    assert manos == [1, 2, 3, 4, 1]


@either
@pytest.mark.law("AR10.10-2.V.1", "AR10.10-2.V.4", "IB09.12.IV.1")
def test_a_newcomer_waits_for_a_place_of_his_own(norm: str) -> None:
    table = circle(norm=norm, purses=(10_000, 10_000, 10_000, 10_000, 0))
    table.play("s3 leave; s5 buy 5000")
    places = {
        offer.act.place for offer in table.session.offers(CROUPIER) if isinstance(offer.act, AssignPlace)
    }
    assert places == set()  # seat 5 kept its place while it had no chips; place 3 is not offered twice
    assert table.felt.party.places == (1, 2, 0, 4, 5)
    table.play("s3 buy 5000")
    places = {
        offer.act.place for offer in table.session.offers(CROUPIER) if isinstance(offer.act, AssignPlace)
    }
    assert places == {3}
    clause = "AR10.10-2.V.4" if norm == "AR10" else "IB09.12.IV.5"
    assert table.refused("croupier assign_place 3 1", "place_taken", clause).figures == {
        "place": 1,
        "seat": 1,
    }
    table.refused("croupier assign_place 2 3", "has_a_place", clause)
    table.refused("croupier assign_place 3 9", "no_such_place", clause)
    table.play("s3 leave")
    table.refused("croupier assign_place 3 3", "chips_first", clause)


# ---------------------------------------------------------------- rests


@pytest.mark.law("AR10.10-2.V.5", "AR10.10-2.VII.2")
def test_in_aragon_who_rests_lays_nothing_and_does_not_count() -> None:
    table = circle(norm="AR10", purses=(10_000,) * 5)
    table.play("s3 rest")
    play_hand(table)
    assert table.felt.purses[2] == 10_000
    play_hand(table)
    told = table.play("croupier deal")  # the third hand: the place is free
    assert {"seat": 3} in [note.figures for note in told.of(Noted) if note.code == "rested_too_long"]
    assert table.felt.party.places == (1, 2, 0, 4, 5)
    assert table.felt.purses[2] == 0
    four = circle(norm="AR10")
    four.play("s3 rest")
    four.refused("croupier deal", "fewer_than_four")
    four.play("s3 return")
    four.play("croupier deal")


@pytest.mark.law("IB09.12.IV.6", "IB09.12.VII.1")
def test_in_the_balearics_who_rests_lays_his_ante_and_counts() -> None:
    table = circle(norm="IB09")
    table.play("s3 rest")
    table.play("croupier deal")
    assert table.felt.players == (1, 2, 4)
    assert table.felt.on(3, "bote") == 100
    told = table.finish()
    assert told
    assert table.felt.purses[2] == 9_900
    table.play("s3 return")
    table.play("croupier deal")
    assert 3 in table.felt.players


@pytest.mark.law("IB09.12.VII.1", "IB09.12.IV.6")
def test_in_the_balearics_who_has_used_up_his_rest_counts_no_more() -> None:
    table = circle(norm="IB09")
    table.play("s3 rest")
    for _ in range(2):
        play_hand(table)
    refusal = table.refused("croupier deal", "fewer_than_four", "IB09.12.VII.1")
    assert refusal.figures == {"players": 4}
    assert table.turn == 3  # the table waits for the player
    table.play("s3 return; croupier deal")
    assert len(table.felt.players) == 4
    five = circle(norm="IB09", purses=(10_000,) * 5)
    five.play("s3 rest")
    for _ in range(2):
        play_hand(five)
    told = five.play("croupier deal")  # four others play: the place is free
    assert {"seat": 3} in [note.figures for note in told.of(Noted) if note.code == "rested_too_long"]
    assert five.felt.players == (4, 5, 1, 2)


@pytest.mark.law("IB09.12.VII.1", "IB09.12.IV.6")
def test_in_the_balearics_who_rests_without_a_chip_left_does_not_count() -> None:
    table = circle(norm="IB09", purses=(10_000, 10_000, 100, 10_000))
    table.play("s3 rest")
    play_hand(table)
    assert table.felt.purses[2] == 0  # the ante was the whole stack
    table.refused("croupier deal", "fewer_than_four", "IB09.12.VII.1")


# ---------------------------------------------------------------- the house's charge, and length


@either
@pytest.mark.law("AR10.10-2.II.1", "AR10.10-2.II.b.1", "AR10.10-2.II.b.2")
@pytest.mark.law("IB09.12.II.3.1", "IB09.12.II.3.b.1", "IB09.12.II.3.b.2")
def test_a_charge_by_session_replaces_the_part_of_the_pot(norm: str) -> None:
    table = circle(norm=norm, charge="sesion", session_rate=Fraction(1, 5))
    told = table.play("croupier deal")
    assert told.raked == 4 * 200  # a fifth of the maximum of 1 000, of each player
    assert table.finish().raked == 0
    assert table.play("croupier deal").raked == 0  # once in a session
    table.finish()
    table.play("floor hour_up")
    for _ in range(2):
        assert table.play("croupier deal").raked == 0  # an hour and the last two hands
        table.finish()
    assert table.play("croupier deal").raked == 800  # another session
    of_resto = circle(norm=norm, charge="sesion", session_base="resto", purses=(4_000, 5_000, 6_000, 20_000))
    assert of_resto.play("croupier deal").raked == 400 + 500 + 600 + 2_000


@either
@pytest.mark.law("AR10.10-2.II.1", "IB09.12.II.3.1")
def test_a_rake_beside_a_charge_by_session_is_a_fault_and_not_dropped(norm: str) -> None:
    clause = "AR10.10-2.II.1" if norm == "AR10" else "IB09.12.II.3.1"
    assert faults(norm, charge="sesion", rake=Fraction(1, 20)) == {("two_charges", clause)}
    assert opened("holdem", norm, charge="sesion").chosen["rake"] == 0
    assert opened("holdem", norm, charge="sesion", rake=0)
    assert opened("holdem", norm).chosen["rake"] == Fraction(1, 20)


@either
@pytest.mark.law("AR10.10-2.II.1", "IB09.12.II.3.1", "AR10.10-2.II.b.1", "IB09.12.II.3.b.1")
def test_a_rate_by_session_beside_a_part_of_the_pot_is_a_fault_and_not_dropped(norm: str) -> None:
    top = "AR10.10-2.II.1" if norm == "AR10" else "IB09.12.II.3.1"
    by_session = f"{top.removesuffix('1')}b.1"
    assert faults(norm, session_rate=Fraction(1, 10)) == {("two_charges", top)}
    assert faults(norm, rake=Fraction(0), session_rate=Fraction(1, 10)) == {("two_charges", top)}
    low = faults(norm, charge="sesion", session_rate=Fraction(1, 11))
    assert low == {("session_rate_too_low", by_session)}
    assert opened("holdem", norm).chosen["session_rate"] == 0
    assert opened("holdem", norm, charge="sesion").chosen["session_rate"] == Fraction(1, 10)


@either
@pytest.mark.law("AR10.10-2.II.3", "AR10.10-2.VII.3.11", "IB09.12.II.3.3")
def test_a_game_lasts_until_each_who_began_it_had_the_mano_twice(norm: str) -> None:
    table = circle(norm=norm)
    for _ in range(7):
        play_hand(table)
    table.refused("croupier end_game", "too_early")
    play_hand(table)
    told = table.play("croupier end_game")
    assert told.said == ["Fin de la partida."]
    assert table.at == "Gathering"


@either
@pytest.mark.law("AR10.10-2.II.2", "AR10.10-2.VII.3.10", "IB09.12.II.3.2")
def test_a_length_may_be_fixed_if_it_is_made_public(norm: str) -> None:
    table = circle(norm=norm, game_hands=2)
    play_hand(table)
    table.refused("croupier end_game", "too_early")
    play_hand(table)
    table.refused("croupier deal", "game_over")
    table.play("croupier end_game")
    clause = "AR10.10-2.II.2" if norm == "AR10" else "IB09.12.II.3.2"
    assert faults(norm, game_hands=2, lacks=["public_length"]) == {("no_public_length", clause)}
    assert opened("holdem", norm, lacks=["public_length"])  # nothing is fixed beforehand


@either
@pytest.mark.law("AR10.10-2.IV.3.1", "IB09.12.III.3.1")
def test_chips_are_sold_by_the_changer_where_there_is_one(norm: str) -> None:
    for changers, clauses in (
        (0, ("AR10.10-2.IV.2.1", "IB09.12.III.2.1")),
        (1, ("AR10.10-2.IV.3.1", "IB09.12.III.3.1")),
    ):
        table = circle(norm=norm, changers=changers)
        (bought,) = (event for event in table.play("s1 buy 500").of(Bought))
        assert bought.clause in clauses


@either
@pytest.mark.law("AR10.10-2.VI.3.b.1", "IB09.12.VI.3.b.1")
def test_the_director_may_change_the_minimum_between_hands_within_the_band(norm: str) -> None:
    table = circle(norm=norm)
    most = 20_000  # a maximum that caps no bet is not a bound: the largest stack is
    refusal = table.refused(f"floor change_minimum {most + 50}")
    assert (refusal.code, refusal.least, refusal.most) == ("above_maximum", 200, most)
    table.play("floor change_minimum 400")
    table.play("croupier deal", "As Ks Qs 2h Ad Kd Qd 7c")
    assert "change_minimum" not in table.verbs(FLOOR)
    (offer,) = (offer for offer in table.phase.offers(1) if offer.act.verb() == "raise_to")
    assert offer.act.cents == 400  # type: ignore[attr-defined]


@either
@pytest.mark.law("AR10.10-2.VII.2.14", "IB09.12.VII.2.13")
def test_who_is_warned_twice_may_be_sent_away(norm: str) -> None:
    table = circle(norm=norm)
    assert {
        offer.act.what for offer in table.session.offers(FLOOR) if isinstance(offer.act, Misconduct)
    } == set(may_not(table.felt))
    told = table.play("floor misconduct seat=3 what=collusion")
    assert told.said == ["Amonestación."]
    (noted,) = told.of(Noted)
    assert (noted.code, noted.figures) == ("warned", {"seat": 3, "conduct": "collusion"})
    assert "expel" not in table.verbs(FLOOR)
    table.play("floor misconduct seat=3 what=delay; floor expel 3")
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
    assert faults(norm, authorised_minimum=300, minimum=200) == {("minimum_too_low", authorised)}
    within = "AR10.10-2.VI.3.1" if norm == "AR10" else "IB09.12.VI.3.1"
    assert faults(norm, authorised_maximum=900) == {("maximum_too_high", within)}
    assert faults(norm, ante=150) == {("ante_too_high", band)}
    assert opened("holdem", norm, ante=100, minimum=200)  # half of it, and no more
    assert faults(norm, ante=200, minimum=200) == {("ante_too_high", band)}
    clause = "AR10.10-2.VII.1.7" if norm == "AR10" else "IB09.12.VII.1.7"
    assert faults(norm, ante=0) == {("no_initial_bet", clause)}


@either
@pytest.mark.law("AR10.10-2.VI.3.1", "IB09.12.VI.3.1")
def test_amounts_are_made_with_chips(norm: str) -> None:
    clause = "AR10.10-2.VI.3.1" if norm == "AR10" else "IB09.12.VI.3.1"
    assert faults(norm, chip=100, ante=50) == {("broken_chip", clause)}
    assert {code for code, _ in faults(norm, least_resto=25_000)} == {"resto_out_of_order"}
    table = circle(norm=norm, least_resto=5_000, most_resto=12_000)
    assert table.refused("s1 buy 2050").most == 2_000
    table.play("s1 leave")
    assert table.refused("s1 buy 4000").least == 5_000


@pytest.mark.law("AR10.10-2.VII.1.7")
def test_bets_by_position_rise_to_the_minimum_at_most() -> None:
    assert faults("AR10", small_blind=100, big_blind=250, ante=0) == {
        ("blinds_out_of_order", "AR10.10-2.VII.1.7")
    }
    assert faults("AR10", small_blind=200, big_blind=100, ante=0) == {
        ("blinds_out_of_order", "AR10.10-2.VII.1.7")
    }
    assert faults("AR10", small_blind=100) == {("blinds_out_of_order", "AR10.10-2.VII.1.7")}
    assert {code for code, _ in faults("IB09", big_blind=200)} == {"choice_too_high"}


@either
@pytest.mark.law("AR10.10-2.IV.1", "AR10.10-2.IV.2", "IB09.12.III.1", "IB09.12.III.2")
def test_a_table_has_a_croupier_and_somebody_in_charge(norm: str) -> None:
    codes = {code for code, _ in faults(norm, croupiers=0, chief=False)}
    assert codes == {"too_few_croupiers", "no_chief"}


@pytest.mark.parametrize("norm", [case("IB09.12.II.2.3", "IB09"), case("AR10.10-2.III.2.3", "AR10")])
def test_each_place_takes_one_seated_player(norm: str) -> None:
    table = circle(norm=norm, purses=(10_000,) * 5)
    table.play("s3 leave; croupier deal")
    table.finish()
    table.play("s3 buy 5000")
    for place in (1, 2, 4, 5):
        assert table.refused(f"croupier assign_place 3 {place}", "place_taken").figures["seat"] == place
    table.play("croupier assign_place 3 3")
    assert table.felt.party.places == (1, 2, 3, 4, 5)


@pytest.mark.law("AR10.10-2.III.1.1", "AR10.10-2.III.2.2", "AR10.10-2.III.2.4")
@pytest.mark.law("AR10.10-2.V.1", "IB09.12.II.1.1", "IB09.12.II.2.2", "IB09.12.IV.1")
def test_a_table_has_its_things() -> None:
    assert faults("AR10", lacks=["deck", "numbered_places", "slots", "placard"]) == {
        ("no_deck", "AR10.10-2.III.1.1"),
        ("no_numbered_places", "AR10.10-2.III.2.2"),
        ("no_slots", "AR10.10-2.III.2.4"),
        ("no_placard", "AR10.10-2.VI.3.a.3.1"),
    }
    assert faults("IB09", lacks=["deck", "numbered_places", "placard"]) == {
        ("no_deck", "IB09.12.II.1.1"),
        ("no_numbered_places", "IB09.12.II.2.2"),
        ("no_placard", "IB09.12.VI.3.a.3.2"),
    }
    assert faults("IB09", seats=3) == {("choice_too_low", "IB09.12.VII.1")}
    assert faults("AR10", seats=3) == {("choice_too_low", "AR10.10-2.VII.1")}
    assert {code for code, _ in faults("AR10", seats=11)} == {"choice_too_high"}
    assert {code for code, _ in faults("IB09", rake=Fraction(1, 19))} == {"choice_too_high"}
    assert {code for code, _ in faults("IB09", session_rate=Fraction(1, 4))} == {"choice_too_high"}


VARIANTS = ("cubierto", "seven_stud", "omaha", "holdem", "five_stud", "sintetico")


@pytest.mark.parametrize(
    "variant",
    [
        case("AR10.10-2.X.1.a.1", "cubierto"),
        case("AR10.10-2.X.1.b.2", "seven_stud"),
        case("AR10.10-2.X.1.b.3 AR10.10.2.b.5", "omaha"),
        case("AR10.10-2.X.1.b.4 AR10.10.2.b.6", "holdem"),
        case("AR10.10-2.X.1.b.5", "five_stud"),
        case("AR10.10-2.X.1.b.6", "sintetico"),
    ],
)
def test_in_aragon_each_of_the_six_variants_may_be_opened(variant: str) -> None:
    assert may_open(catalogue.under("AR10"), variant) == []
    assert opened(variant, "AR10").game.slug == variant


@pytest.mark.parametrize(
    "norm",
    [
        case("IB09.12.IX.2", "IB09"),
        case("AR10.10.2.b.1 AR10.10.2.b.3 AR10.10-2.X.1.b.1", "AR10"),
    ],
)
def test_circle_poker_is_played_in_these_six_variants_and_no_other(norm: str) -> None:
    edition = catalogue.under(norm)
    found = [slug for slug in edition.games if edition[slug].entry.common == "poquer_circulo"]
    assert found == list(VARIANTS)
    if norm == "AR10":
        (fault,) = may_open(edition, "poquer_circulo")
        assert fault.code == "game_not_named"


@pytest.mark.parametrize("norm", [case("IB09.12.IX.3", "IB09"), case("AR10.10-2.X.2.1", "AR10")])
def test_what_a_variant_does_not_say_is_the_general_rule(norm: str) -> None:
    general = course(norm, "holdem")
    for variant in VARIANTS:
        own = course(norm, variant)
        assert own.keys() >= general.keys() or variant == "cubierto"
        of_the_general_part = {name for name, id in own.items() if clause(id).game == "poquer_circulo"}
        assert len(of_the_general_part) > 10
        assert all(own[name] == general.get(name, own[name]) for name in of_the_general_part)
        least = {"IB09": "IB09.12.VII.1", "AR10": "AR10.10-2.VII.1"}[norm]
        if (norm, variant) == ("IB09", "cubierto"):
            least = "IB09.12-1.I.3"  # which says itself how many play it
        assert ("choice_too_low", least) in faults(norm, variant, seats=3)


def course(norm: str, variant: str) -> dict[str, str]:
    """Return the clauses on a variant's course, by name."""
    figures: Any = catalogue.under(norm)[variant].figures["course"]
    return {name: id for name, id in figures.items() if isinstance(id, str)}
