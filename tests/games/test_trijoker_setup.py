"""Opening a trijoker table (slug "trijoker"), and its irregularities."""

from __future__ import annotations

from typing import Any

import pytest

from novamas.equipment.cards import cards
from novamas.families.banked_poker.bets import BOARD
from novamas.games.trijoker.cloth import BETS, SECOND
from novamas.table.events import Noted, Payment, Shown, Withdrew
from novamas.table.roles import RAIL
from novamas.testing.rehearsal import Noticed, Rehearsal, faults_of, opened, rehearse

NORMS = ("IB05", "AR10")


def table(norm: str = "IB05", *lines: str, **choices: Any) -> Rehearsal:
    return rehearse("trijoker", norm, *lines, **{"seats": 3, **choices})


def two_players(norm: str, **choices: Any) -> Rehearsal:
    """Return a round with two players who have three cards each: a pair of jacks, and nothing."""
    return table(norm, "s1 bet apuesta_1 500; s2 bet apuesta_1 600; Jc 2d Jd 3h 4c 7s", **choices)


def returned(told: Noticed) -> dict[tuple[int, str], int]:
    """Return the stakes that were returned, by seat and bet."""
    return {(withdrew.seat, withdrew.bet): withdrew.cents for withdrew in told.of(Withdrew)}


# ---------------------------------------------------------------- opening a table


@pytest.mark.law("IB05.13.IV.1", "AR10.10-1-B.IV.1", "AR10.10-1-B.IV.3")
@pytest.mark.parametrize("norm", NORMS)
def test_seven_players_at_most_and_nobody_stands(norm: str) -> None:
    assert opened("trijoker", norm, seats=7).opening.seats() == 7
    assert "choice_too_high" in faults_of("trijoker", norm, seats=8)
    assert "players_standing" in faults_of("trijoker", "AR10", standing=1)


@pytest.mark.law("IB05.13.VI.2", "IB05.13.VI.3", "AR10.10-1-B.VII.1.3", "AR10.10-1-B.VII.2.1")
@pytest.mark.parametrize(("norm", "times"), [("IB05", (10, 20, 25)), ("AR10", (10, 20, 30))])
def test_the_limits_lie_within_the_authorised_band(norm: str, times: tuple[int, ...]) -> None:
    for many in times:
        rules = opened("trijoker", norm, maximum=500 * many).opening.felt.rules  # type: ignore[attr-defined]
        assert (rules.minimum, rules.maximum) == (500, 500 * many)
    wrong = faults_of("trijoker", norm, maximum=7_500)["maximum_not_lawful"]
    assert wrong.clause == {"IB05": "IB05.13.VI.3", "AR10": "AR10.10-1-B.VII.2.1"}[norm]
    raised = opened("trijoker", norm, minimum=600)
    assert raised.opening.felt.rules.minimum == 600  # type: ignore[attr-defined]
    assert "minimum_below_band" in faults_of("trijoker", norm, authorised_minimum=1_000, minimum=500)
    assert "maximum_above_band" in faults_of("trijoker", norm, authorised_maximum=9_999)
    assert "chip_too_large" in faults_of("trijoker", norm, chip=300)


@pytest.mark.law("IB05.13.VI.4")
def test_the_authority_is_told_of_the_maximum() -> None:
    fault = faults_of("trijoker", "IB05", lacks=["notice_of_maximum"])["no_notice_of_maximum"]
    assert fault.clause == "IB05.13.VI.4"


@pytest.mark.law("AR10.10-1-B.VII.3.1", "AR10.10-1-B.VII.3.2")
def test_the_float_is_five_thousand_minima_in_chips_and_plaques() -> None:
    opened("trijoker", "AR10", minimum=1_000, advance=5_000_000)
    assert "advance_too_small" in faults_of("trijoker", "AR10", minimum=1_000, advance=4_999_999)
    assert "advance_not_in_chips" in faults_of("trijoker", "AR10", advance_in="cash")


@pytest.mark.law("IB05.13.III.a.2", "IB05.13.III.b.1", "AR10.10-1-B.III.1.2", "AR10.10-1-B.III.1.3")
@pytest.mark.parametrize("norm", NORMS)
def test_one_croupier_and_a_chief_for_four_tables_at_most(norm: str) -> None:
    opened("trijoker", norm, tables_per_chief=4)
    assert "too_many_tables_per_chief" in faults_of("trijoker", norm, tables_per_chief=5)
    assert "too_few_croupiers" in faults_of("trijoker", norm, croupiers=0)
    assert "no_same_sector" in faults_of("trijoker", "AR10", tables_per_chief=2, lacks=["same_sector"])
    opened("trijoker", "AR10", tables_per_chief=1, lacks=["same_sector"])


@pytest.mark.law("IB05.13.II.a.1", "IB05.13.II.a.2", "IB05.13.II.a.3", "IB05.13.II.b.1", "IB05.13.VII.12")
@pytest.mark.parametrize("thing", ["table", "boxes", "common_boxes", "cards", "pay_table"])
def test_what_a_balearic_table_must_have(thing: str) -> None:
    assert f"no_{thing}" in faults_of("trijoker", "IB05", lacks=[thing])


@pytest.mark.law("AR10.10-1-B.II.1.1", "AR10.10-1-B.II.3.1", "AR10.10-1-B.VII.2.2", "AR10.10-1-B.VII.4.1")
@pytest.mark.law("AR10.10-1-B.VIII.3.1", "AR10.10-1-B.V.pagos.1")
@pytest.mark.parametrize("thing", ["cards", "table", "pay_table", "band_notice", "accounts"])
def test_what_an_aragonese_table_must_have(thing: str) -> None:
    assert f"no_{thing}" in faults_of("trijoker", "AR10", lacks=[thing])


@pytest.mark.law("IB05.13.II.a.4", "IB05.13.II.a.5", "IB05.13.II.a.6", "IB05.13.II.a.7", "AR10.10-1-B.II.3.2")
def test_a_reversible_cloth_is_authorised_and_kept_in_order() -> None:
    opened("trijoker", "IB05", reversible_cloth=True, game_changes=1)
    for thing in ("authorisation", "closing", "advance", "books"):
        found = faults_of("trijoker", "IB05", reversible_cloth=True, lacks=[f"reversible_{thing}"])
        assert f"no_reversible_{thing}" in found
    assert "too_many_game_changes" in faults_of("trijoker", "IB05", reversible_cloth=True, game_changes=2)
    opened(
        "trijoker", "IB05", lacks=["reversible_books"]
    )  # nothing is wanted of a cloth that is not reversible
    found = faults_of("trijoker", "AR10", reversible_cloth=True, lacks=["reversible_authorisation"])
    assert "no_reversible_authorisation" in found


@pytest.mark.law("AR10.10-1-B.II.2.2")
def test_a_machine_is_approved_and_only_a_machine_deals_whole_hands() -> None:
    assert "no_approved_shuffler" in faults_of(
        "trijoker", "AR10", shuffler="automatic", lacks=["approved_shuffler"]
    )
    opened("trijoker", "AR10", lacks=["approved_shuffler"])
    assert "no_shuffler" in faults_of("trijoker", "AR10", shuffler_deals_hands=True)


# ---------------------------------------------------------------- what goes wrong


@pytest.mark.law("IB05.13.VII.5", "AR10.10-1-B.VIII.2.7")
@pytest.mark.parametrize("norm", NORMS)
def test_a_players_card_exposed_by_mistake_changes_nothing(norm: str) -> None:
    box = two_players(norm)
    events = box.play("floor own_card_exposed seat=2 nth=2")
    assert [event.cards for event in events.of(Shown)] == [cards("3h")]
    pile = next(pile for pile in box.session.view(RAIL).piles if pile.owner == 2)
    assert [held.card for held in pile.cards] == [None, *cards("3h"), None]
    assert box.phase.turn == 1
    box.refused("floor own_card_exposed seat=2 nth=2", "cannot_have_happened")
    box.play("s1 leave apuesta_1")


@pytest.mark.law("IB05.13.VII.6", "AR10.10-1-B.VIII.2.8")
@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("high", ["Js", "Qd", "Kh", "Ac"])
def test_an_exposed_common_card_of_a_jack_or_more_voids_the_hand(norm: str, high: str) -> None:
    box = two_players(norm)
    box.play("s1 withdraw apuesta_1", "floor common_card_exposed nth=2")
    events = box.play(high)
    clause = "IB05.13.VII.6" if norm == "IB05" else "AR10.10-1-B.VIII.2.8"
    assert not events.payments
    assert returned(events) == {(1, SECOND): 500, (1, BETS[2]): 500, **{(2, bet): 600 for bet in BETS}}
    assert {event.clause for event in events if isinstance(event, Withdrew)} == {clause}
    assert (box.at, box.won(1), box.won(2)) == ("Waiting", 0, 0)


@pytest.mark.law("IB05.13.VII.6", "AR10.10-1-B.VIII.2.8")
@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("nth", [1, 2])
def test_an_exposed_common_card_below_a_jack_stays_and_the_hand_goes_on(norm: str, nth: int) -> None:
    box = two_players(norm)
    box.play(f"s1 leave apuesta_1; floor common_card_exposed nth={nth}", "Th")
    assert box.phase.turn == 2  # the player may still withdraw the first bet, having seen the card
    box.play("s2 withdraw apuesta_1")
    if nth == 2:
        box.play("9c")
    box.refused(f"floor common_card_exposed nth={nth}", "cannot_have_happened")
    box.play("s1 leave apuesta_2", "s2 withdraw apuesta_2")
    if nth == 1:
        box.play("9c")
    assert (box.won(1), box.won(2)) == (1_500, -600)


@pytest.mark.law("IB05.13.VII.6", "AR10.10-1-B.VIII.2.8")
@pytest.mark.parametrize("norm", NORMS)
def test_a_common_card_exposed_in_the_deal(norm: str) -> None:
    box = table(norm, "s1 bet apuesta_1 500; s2 bet apuesta_1 500; 2c 3c")
    assert len(box.felt.held(BOARD)) == 1
    box.play("floor common_card_exposed nth=1", "5d")
    assert box.at == "Dealing"
    box.play("6c 7c 8c 9c")
    assert box.at == "Deciding"
    assert len(box.felt.held(BOARD)) == 2


@pytest.mark.law("IB05.13.VII.16", "AR10.10-1-B.IX.1.1")
@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("what", ["wrong_number", "face_up_in_deck"])
def test_an_error_in_the_deal_voids_the_whole_hand(norm: str, what: str) -> None:
    in_deal = table(norm, "s1 bet apuesta_1 500; s2 bet apuesta_1 500; 2c 3c 4c")
    later = two_players(norm)
    later.play("s1 leave apuesta_1")
    for box in (in_deal, later):
        events = box.play(f"floor deal_fault what={what}")
        assert {seat for seat, _ in returned(events)} == {1, 2}
        assert (box.at, box.won(1), box.won(2), box.felt.cloth) == ("Waiting", 0, 0, 0)


@pytest.mark.law("IB05.13.VII.18")
def test_a_balearic_player_who_shows_his_cards_loses_his_whole_bet() -> None:
    box = two_players("IB05")
    events = box.play("floor shows_cards seat=1")
    lost = events.of(Payment)
    assert [event.returned for event in lost] == [0, 0, 0]
    assert {event.clauses for event in lost} == {("IB05.13.VII.18",)}
    assert (box.won(1), box.phase.turn) == (-1_500, 2)
    box.play("floor shows_cards seat=2")
    assert (box.at, box.won(2)) == ("Waiting", -1_800)  # no player is left


@pytest.mark.law("IB05.13.VII.16", "IB05.13.VII.6", "AR10.10-1-B.IX.1.1", "AR10.10-1-B.VIII.2.8")
@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("fault", [["floor deal_fault"], ["floor common_card_exposed nth=2", "Kh"]])
def test_a_void_hand_returns_the_bets_that_were_lost_for_showing_the_cards(
    norm: str, fault: list[str]
) -> None:
    box = two_players(norm, **({"breach_forfeits": True} if norm == "AR10" else {}))
    box.play("s1 withdraw apuesta_1", "floor shows_cards seat=1")
    assert box.won(1) == -1_000  # the two bets of 500 that were left
    box.play(*fault)
    assert (box.at, box.won(1), box.won(2), box.felt.cloth) == ("Waiting", 0, 0, 0)


@pytest.mark.law("AR10.10-1-B.IV.2", "AR10.10-1-B.IX.2.1")
def test_in_aragon_a_breach_is_noted_and_costs_only_what_the_house_displays() -> None:
    box = two_players("AR10")
    events = box.play("floor shows_cards seat=1")
    assert [(noted.code, noted.figures) for noted in events.of(Noted)] == [("cards_shown", {"seat": 1})]
    assert not events.payments
    assert box.phase.turn == 1
    strict = two_players("AR10", breach_forfeits=True)
    strict.play("floor shows_cards seat=1")
    assert strict.won(1) == -1_500


@pytest.mark.parametrize("norm", NORMS)
def test_a_late_bet_is_given_back(norm: str) -> None:
    box = two_players(norm)
    events = box.play("floor late_bet seat=3 bet=apuesta_1:3 cents=900")
    assert returned(events) == {(3, "tarde:apuesta_1:3"): 900}
    assert box.won(3) == 0
