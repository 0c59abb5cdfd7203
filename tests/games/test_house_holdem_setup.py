"""Opening a hold'em table, and its irregularities: "holdem_contrapartida", "holdem_bonus"."""

from __future__ import annotations

from typing import Any

import pytest

from novamas.equipment.cards import card, cards
from novamas.families.banked_poker.bets import BANK, BOARD
from novamas.table.events import Discarded, Noted, Shown, Withdrew
from novamas.testing.rehearsal import Noticed, Rehearsal, faults_of, opened, rehearse

GAMES = ("holdem_contrapartida", "holdem_bonus")
LETTER = {"holdem_contrapartida": "AR10.10-1-E.VII.3bis", "holdem_bonus": "AR10.10-1-F.VII.4"}

LIMITS = {"holdem_contrapartida": "AR10.10-1-E.VI", "holdem_bonus": "AR10.10-1-F.VI"}


def table(slug: str, *lines: str, **choices: Any) -> Rehearsal:
    return rehearse(slug, "AR10", *lines, **{"seats": 3, **choices})


def two_players(slug: str) -> Rehearsal:
    """Return a round with two players, aces against a deuce and a three. The second has any bonus bet."""
    box = table(slug, "s1 bet ante 500; s2 bet ante 600")
    if slug == "holdem_bonus":
        box.play("s2 bet bonus 500")
    box.play("Ac 2d Ad 3h")
    return box


def returned(told: Noticed) -> dict[tuple[int, str], int]:
    """Return the stakes that were returned, by seat and bet."""
    return {(withdrew.seat, withdrew.bet): withdrew.cents for withdrew in told.of(Withdrew)}


# ---------------------------------------------------------------- opening a table


@pytest.mark.law("AR10.10-1-E.IV.1", "AR10.10-1-E.IV.3", "AR10.10-1-F.IV.1", "AR10.10-1-F.IV.3")
@pytest.mark.parametrize("slug", GAMES)
def test_seven_players_at_most_and_nobody_stands(slug: str) -> None:
    assert opened(slug, "AR10", seats=7).opening.seats() == 7
    assert "choice_too_high" in faults_of(slug, "AR10", seats=8)
    assert "players_standing" in faults_of(slug, "AR10", standing=2)


@pytest.mark.law("AR10.10-1-E.VI.1.1", "AR10.10-1-E.VI.1.3", "AR10.10-1-E.VI.2.1")
@pytest.mark.law("AR10.10-1-F.VI.1.1", "AR10.10-1-F.VI.1.3", "AR10.10-1-F.VI.2.1")
@pytest.mark.parametrize("slug", GAMES)
def test_the_limits_lie_within_the_authorised_band(slug: str) -> None:
    for times in (10, 20, 30):
        rules = opened(slug, "AR10", maximum=500 * times).opening.felt.rules  # type: ignore[attr-defined]
        assert (rules.minimum, rules.maximum) == (500, 500 * times)
    wrong = faults_of(slug, "AR10", maximum=12_500)["maximum_not_lawful"]
    assert (wrong.choice, wrong.clause) == ("maximum", f"{LIMITS[slug]}.2.1")
    assert "minimum_below_band" in faults_of(slug, "AR10", authorised_minimum=1_000, minimum=500)
    assert "maximum_above_band" in faults_of(slug, "AR10", authorised_maximum=9_000)
    assert "chip_too_large" in faults_of(slug, "AR10", chip=300)


def test_the_bonus_has_limits_that_make_sense() -> None:
    assert "bonus_limits_crossed" in faults_of("holdem_bonus", "AR10", maximum_bonus=400)
    assert "chip_too_large_for_bonus" in faults_of("holdem_bonus", "AR10", minimum_bonus=150)


@pytest.mark.law("AR10.10-1-E.III.1.2", "AR10.10-1-F.III.1.2")
@pytest.mark.parametrize("slug", GAMES)
def test_a_chief_is_shared_within_a_sector_where_each_table_is_recorded(slug: str) -> None:
    opened(slug, "AR10", tables_per_chief=4)
    opened(slug, "AR10", lacks=["same_sector", "recording"])  # with a chief of its own it needs neither
    assert "too_many_tables_per_chief" in faults_of(slug, "AR10", tables_per_chief=5)
    for thing in ("same_sector", "recording"):
        assert f"no_{thing}" in faults_of(slug, "AR10", tables_per_chief=2, lacks=[thing])
    assert "too_few_croupiers" in faults_of(slug, "AR10", croupiers=0)


@pytest.mark.law("AR10.10-1-E.II.1.1", "AR10.10-1-E.II.3.1", "AR10.10-1-E.II.3.2")
@pytest.mark.law("AR10.10-1-F.II.1.1", "AR10.10-1-F.II.3.1", "AR10.10-1-F.II.3.2", "AR10.10-1-F.II.3.3")
@pytest.mark.law("AR10.10-1-F.VI.2.2")
@pytest.mark.parametrize("slug", GAMES)
def test_what_a_table_must_have(slug: str) -> None:
    for thing in ("cards", "table", "common_boxes", "band_notice"):
        assert f"no_{thing}" in faults_of(slug, "AR10", lacks=[thing])
    assert "no_bonus_boxes" in faults_of("holdem_bonus", "AR10", lacks=["bonus_boxes"])


@pytest.mark.law("AR10.10-1-E.II.3.3", "AR10.10-1-E.II.3.4", "AR10.10-1-E.II.3.5")
@pytest.mark.law("AR10.10-1-F.II.3.4", "AR10.10-1-F.II.3.5", "AR10.10-1-F.II.3.6")
@pytest.mark.parametrize("slug", GAMES)
def test_a_reversible_cloth_is_authorised_and_kept_in_order(slug: str) -> None:
    opened(slug, "AR10", reversible_cloth=True, game_changes=1)
    for thing in ("authorisation", "closing", "advance", "books"):
        found = faults_of(slug, "AR10", reversible_cloth=True, lacks=[f"reversible_{thing}"])
        assert f"no_reversible_{thing}" in found
    assert "too_many_game_changes" in faults_of(slug, "AR10", reversible_cloth=True, game_changes=2)


@pytest.mark.law("AR10.10-1-E.II.2.1", "AR10.10-1-F.II.2.1")
@pytest.mark.parametrize("slug", GAMES)
def test_a_machine_is_approved(slug: str) -> None:
    assert "no_approved_shuffler" in faults_of(
        slug, "AR10", shuffler="automatic", lacks=["approved_shuffler"]
    )
    assert "no_shuffler" in faults_of(slug, "AR10", shuffler_deals_hands=True)


# ---------------------------------------------------------------- limits that change


@pytest.mark.law("AR10.10-1-E.VI.1.2", "AR10.10-1-F.VI.1.2")
@pytest.mark.parametrize("slug", GAMES)
def test_new_limits_hold_after_three_more_hands(slug: str) -> None:
    box = table(slug, minimum_kept_elsewhere=True, advance=600_000, authorised_maximum=40_000)
    box.refused("floor announce_limits minimum=2500", "above_maximum")
    box.refused("floor announce_limits minimum=750", "broken_chip")
    assert box.may("floor announce_limits minimum=700")  # whole chips, not multiples of the least minimum
    assert box.play("floor announce_limits minimum=1000").said == [
        "Las tres últimas jugadas con este límite."
    ]
    box.refused("floor announce_limits minimum=1500", "change_under_way")
    for hand in range(3):
        box.play("s1 bet ante 500; 2c 3d")
        events = box.play("s1 fold")
        assert events.noted == (["limits_changed"] if hand == 2 else [])
    assert events.of(Noted)[0].figures == {"minimum": 1_000, "advance": 1_200_000}
    box.play("croupier hagan_juego")
    box.refused("s1 bet ante 500", "below_minimum")
    box.play("s1 bet ante 20000")


@pytest.mark.law("AR10.10-1-F.VI.1.2")
@pytest.mark.parametrize(("own", "limits"), [({}, (1_000, 20_000)), ({"maximum_bonus": 800}, (1_000, 800))])
def test_the_bonus_changes_with_the_ante_but_for_limits_of_its_own(
    own: dict[str, int], limits: tuple[int, int]
) -> None:
    box = table("holdem_bonus", minimum_kept_elsewhere=True, **own)
    box.play("floor announce_limits minimum=1000", *["s1 bet ante 500; 2c 3d; s1 fold"] * 3)
    assert (box.felt.rules.minimum_bonus, box.felt.rules.maximum_bonus) == limits
    box.play("s1 bet ante 1000")
    assert box.may("s1 bet bonus 1000") == (limits[1] >= 1_000)


@pytest.mark.law("AR10.10-1-E.VI.1.2", "AR10.10-1-F.VI.1.2")
@pytest.mark.parametrize("slug", GAMES)
def test_one_table_stays_at_the_least_minimum(slug: str) -> None:
    assert "no_table_at_minimum" in faults_of(slug, "AR10", minimum=1_000)
    opened(slug, "AR10", minimum=1_000, minimum_kept_elsewhere=True)
    table(slug).refused("floor announce_limits minimum=1000", "no_table_at_minimum")
    assert table(slug, authorised_without_minimum=True).may("floor announce_limits minimum=1000")


# ---------------------------------------------------------------- what goes wrong


@pytest.mark.law("AR10.10-1-E.VII.3bis.a.1", "AR10.10-1-F.VII.4.a.1")
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("whose", [BANK, BOARD, "player"])
def test_a_card_shown_too_early_voids_the_round(slug: str, whose: str) -> None:
    box = two_players(slug)
    if whose == BANK:
        box.play("s1 bet_on flop; s2 fold", "4c 5c 6c")
    else:
        box.play("s1 fold")
    events = box.play(f"floor card_shown whose={whose}")
    assert box.last.happened == f"{LETTER[slug]}.a.1"
    assert (box.at, box.won(1), box.won(2)) == ("Waiting", 0, 0)  # also what a folded player had lost
    if slug == "holdem_bonus":
        assert returned(events)[2, "bonus"] == 500


@pytest.mark.law("AR10.10-1-E.VII.3bis.a.1", "AR10.10-1-F.VII.4.a.1")
@pytest.mark.parametrize("slug", GAMES)
def test_once_all_have_decided_a_shown_card_does_no_harm(slug: str) -> None:
    box = two_players(slug)
    box.play("s1 bet_on flop; s2 bet_on flop")
    assert box.may("floor card_shown")  # the flop is coming, and two decisions after it
    box.play("4c 5c 6c", "s1 check; s2 check", "7h", "s1 check; s2 check")
    box.refused("floor card_shown", "cannot_have_happened")


@pytest.mark.law("AR10.10-1-E.VII.3bis.d.1", "AR10.10-1-F.VII.4.d.1")
@pytest.mark.parametrize("slug", GAMES)
def test_a_miscount_found_while_the_common_cards_come(slug: str) -> None:
    box = two_players(slug)
    box.play("s1 bet_on flop; s2 bet_on flop", "4c", "floor player_miscounted seat=1")
    assert (box.at, box.felt.players, box.won(1)) == ("CommonCards", (2,), 0)
    box.play("5c", "floor player_miscounted seat=2")
    assert (box.at, box.won(2)) == ("Waiting", 0)


@pytest.mark.law("AR10.10-1-E.VII.3bis.b.1", "AR10.10-1-F.VII.4.b.1")
@pytest.mark.parametrize("slug", GAMES)
def test_one_card_face_up_in_the_deck_is_laid_aside(slug: str) -> None:
    box = table(slug, "s1 bet ante 500; 2c")
    box.play("floor face_up_in_deck")
    assert box.last.happened == f"{LETTER[slug]}.b.1"
    events = box.play("Kc")
    assert [event.card for event in events.of(Discarded)] == [card("Kc")]
    box.play("3c")
    assert box.felt.cards(1) == cards("2c 3c")
    box.play("s1 bet_on flop")
    assert not box.felt.shoe.may_bring(card("Kc"))


@pytest.mark.law("AR10.10-1-E.VII.3bis.b.2", "AR10.10-1-F.VII.4.b.2")
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("at_once", [True, False])
def test_more_than_one_face_up_voids_the_round(slug: str, at_once: bool) -> None:
    box = two_players(slug)
    box.play("s1 bet_on flop; s2 bet_on flop")
    if at_once:
        box.play("floor face_up_in_deck several=yes")
    else:
        box.play("floor face_up_in_deck", "Kc 4c", "floor face_up_in_deck")
    assert box.last.happened == f"{LETTER[slug]}.b.2"
    assert (box.at, box.won(1), box.won(2)) == ("Waiting", 0, 0)
    assert box.felt.face_up == 0


@pytest.mark.law("AR10.10-1-E.VII.3bis.c.1", "AR10.10-1-F.VII.4.c.1")
@pytest.mark.parametrize("slug", GAMES)
def test_a_card_drawn_unseen_is_the_next_card(slug: str) -> None:
    box = two_players(slug)
    before = box.phase
    events = box.play("floor drawn_by_mistake")
    assert events.noted == ["drawn_card_is_next"]
    assert box.last.happened == f"{LETTER[slug]}.c.1"
    assert box.phase == before


@pytest.mark.law("AR10.10-1-E.VII.3bis.d.1", "AR10.10-1-F.VII.4.d.1")
@pytest.mark.parametrize("slug", GAMES)
def test_a_player_with_a_wrong_number_of_cards_is_out_and_the_others_play_on(slug: str) -> None:
    box = two_players(slug)
    box.play("s1 bet_on flop", "floor player_miscounted seat=2")
    assert box.last.happened == f"{LETTER[slug]}.d.1"
    assert (box.won(2), box.felt.of(2), box.felt.held(2)) == (0, 0, ())
    box.play("4c 5c 6c", "s1 check")
    assert box.felt.players == (1,)
    box.play("7h", "floor player_miscounted seat=1")
    assert (box.at, box.won(1)) == ("Waiting", 0)


@pytest.mark.law("AR10.10-1-F.VII.4.d.1")
def test_a_voided_hand_gets_back_what_the_bank_took() -> None:
    box = two_players("holdem_bonus")
    box.play("s1 bet_on flop; s2 fold", "4c 5c 6c")
    box.play("floor player_miscounted seat=2")  # the player had folded, but the cards stay for the bonus
    assert box.won(2) == 0
    box.play("floor card_shown")
    assert (box.won(1), box.won(2)) == (0, 0)  # and not twice


@pytest.mark.law("AR10.10-1-E.VII.3bis.e.1", "AR10.10-1-F.VII.4.e.1")
@pytest.mark.parametrize("slug", GAMES)
def test_a_wrong_number_that_can_be_put_right_changes_nothing(slug: str) -> None:
    box = two_players(slug)
    before = box.phase
    for incident in (
        "floor player_miscounted seat=1 can_be_restored=yes",
        "floor table_miscounted can_be_restored=yes",
    ):
        events = box.play(incident)
        assert events.noted == ["right_number_dealt"]
        assert box.last.happened == f"{LETTER[slug]}.e.1"
        assert box.phase == before


@pytest.mark.law("AR10.10-1-E.VII.3bis.e.1", "AR10.10-1-F.VII.4.e.1")
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("whose", [BANK, BOARD])
def test_a_wrong_number_before_the_croupier_voids_the_round(slug: str, whose: str) -> None:
    box = two_players(slug)
    box.refused("floor table_miscounted whose=board", "cannot_have_happened")
    box.play("s1 bet_on flop; s2 bet_on flop", "4c 5c 6c")
    box.refused("floor table_miscounted whose=board can_be_restored=yes", "cannot_have_happened")
    box.play(f"s1 bet_on turn; floor table_miscounted whose={whose}")
    assert (box.at, box.won(1), box.won(2)) == ("Waiting", 0, 0)


@pytest.mark.law("AR10.10-1-E.VII.3bis.e.1", "AR10.10-1-F.VII.4.e.1")
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("restored", [True, False])
@pytest.mark.parametrize("before", ["", "4c 5c 6c; s1 check; s2 check"])
def test_common_cards_that_still_lie_face_down_can_be_put_right(
    slug: str, restored: bool, before: str
) -> None:
    """A flop of four cards or a turn of two can be corrected while no card is turned up."""
    box = two_players(slug)
    box.play("s1 bet_on flop; s2 bet_on flop", before)
    came = box.phase
    told = box.play(f"floor table_miscounted whose=board can_be_restored={'yes' if restored else 'no'}")
    assert told.happened == f"{LETTER[slug]}.e.1"
    if restored:
        assert (told.noted, box.phase) == (["right_number_dealt"], came)
    else:
        assert (box.at, box.won(1), box.won(2)) == ("Waiting", 0, 0)


@pytest.mark.law("AR10.10-1-E.IV.2", "AR10.10-1-F.IV.2")
@pytest.mark.parametrize("slug", GAMES)
def test_a_player_who_shows_his_cards_is_noted_and_plays_on(slug: str) -> None:
    box = two_players(slug)
    events = box.play("floor shows_cards seat=2")
    assert [(noted.code, noted.figures) for noted in events.of(Noted)] == [("cards_shown", {"seat": 2})]
    assert [event.cards for event in events.of(Shown)] == [cards("2d 3h")]
    assert not events.payments
    assert box.phase.turn == 1
    box.refused("floor shows_cards seat=2", "cannot_have_happened")


@pytest.mark.parametrize("slug", GAMES)
def test_a_late_bet_is_given_back(slug: str) -> None:
    box = two_players(slug)
    assert returned(box.play("floor late_bet seat=3 bet=ante:3 cents=500")) == {(3, "tarde:ante:3"): 500}
