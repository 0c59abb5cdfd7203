"""Blackjack, clause by clause: places and their commanders, standing players, limits (IB05.03)."""

from __future__ import annotations

from typing import Any

import pytest

from novamas.law import Fault
from novamas.table.events import Noted, Withdrew
from novamas.table.roles import FLOOR
from novamas.testing import Rehearsal, rehearse
from novamas.testing.rehearsal import faults_of

MINIMUM = 500
VARY = ("vary_minimum",)


def blackjack(*lines: str, **choices: Any) -> Rehearsal:
    return rehearse("blackjack", "IB05", "croupier hagan_juego", *lines, **choices)


def faults(**choices: Any) -> dict[str, Fault]:
    return faults_of("blackjack", "IB05", **choices)


@pytest.mark.law("IB05.03.IV.a.1", "IB05.03.IV.a.2", "IB05.03.II.3.1")
def test_seven_places_at_most_or_nine_at_a_table_a_nueve() -> None:
    assert not faults(places=7, seats=7)
    assert faults(places=8)["too_many_places"].clause == "IB05.03.IV.a.1"
    assert not faults(places=9, seats=9, a_nueve=True)
    too_many = faults(places=10, a_nueve=True)["choice_too_high"]
    assert (too_many.choice, too_many.clause) == ("places", "IB05.03.IV.a.2")
    assert faults(places=3, seats=4)["more_players_than_places"].clause == "IB05.03.IV.a.1"
    table = blackjack("s9 bet mano:9 500", places=9, a_nueve=True)
    table.refused("s1 bet mano:10 500", "no_such_place")


@pytest.mark.law("IB05.03.IV.a.3")
def test_vacant_places_are_open_to_those_who_sit() -> None:
    table = blackjack(places=3, seats=2, standing=1)
    table.refused("s3 bet mano:3 500", "no_hand_there", "IB05.03.IV.b.1")
    table.play("s1 bet mano:1 500; s1 bet mano:3 500")
    assert table.felt.commands == ((1, 1), (3, 1))
    table.refused("s1 bet mano:2 500", "place_taken", "IB05.03.IV.a.3")


@pytest.mark.law("IB05.03.IV.a.5", "IB05.03.IV.a.6")
def test_each_hand_of_a_player_is_played_in_its_turn_by_who_commands_it() -> None:
    table = blackjack("s1 bet mano:1 500; s2 bet mano:2 500; s1 bet mano:3 500", places=3, seats=2)
    table.play("s1 consent yes; s2 bet mano:3 500")  # on a vacant place the first to bet commands
    table.play("2c 2d 2h 7c 3c 3d 3h; s1,s2 decline")
    turns = []
    for _ in range(3):
        turns.append(table.turn)
        table.whoever("stand")
    assert turns == [1, 2, 1]


@pytest.mark.law("IB05.03.IV.a.4")
def test_a_seated_player_needs_the_others_consent() -> None:
    table = blackjack("s2 bet mano:2 500", places=2)
    table.refused("s1 bet mano:2 500", "no_consent", "IB05.03.IV.a.4")
    table.play("s2 consent yes")
    assert table.may("s1 bet mano:2 500")
    assert not table.may("s2 consent yes")  # the player has said so


@pytest.mark.law("IB05.03.IV.a.3", "IB05.03.IV.a.4")
def test_consent_may_be_given_for_one_vacant_place_alone() -> None:
    table = blackjack(
        "s1 bet mano:1 500; s1 bet mano:3 600; s1 bet mano:4 700", places=4, seats=2, standing=1
    )
    told = table.play("s1 consent_at 3 yes")
    assert [(note.code, note.clause) for note in told.of(Noted)] == [("others_admitted_at", "IB05.03.IV.a.4")]
    table.play("s2 bet mano:3 500")
    for place in (1, 4):
        table.refused(f"s2 bet mano:{place} 500", "no_consent", "IB05.03.IV.a.4")
    table.refused("s1 consent_at 3 yes", "consents_already")
    table.refused("s1 consent_at 1 yes", "not_your_vacant_place", "IB05.03.IV.a.3")  # the player's own place
    table.refused("s2 consent_at 3 no", "not_your_vacant_place")  # the first to bet commands it
    told = table.play("s1 consent_at 4 no; s1 consent_at 3 no")
    assert told.of(Withdrew) == [Withdrew(2, "mano:3", 500, "IB05.03.IV.b.1")]
    table.refused("s3 bet mano:4 500", "no_consent", "IB05.03.IV.b.1")
    table.play("s1 consent yes")  # for all hands, and the words for single places are taken back
    for place in (1, 3, 4):
        assert table.may(f"s2 bet mano:{place} 500")


@pytest.mark.law("IB05.03.IV.a.3")
def test_another_commander_of_the_vacant_place_has_said_nothing_there() -> None:
    table = blackjack("s1 bet mano:3 500; s1 consent_at 3 yes; s1 withdraw mano:3 500", places=3, seats=2)
    table.play("s2 bet mano:3 500")
    table.refused("s1 bet mano:3 500", "no_consent", "IB05.03.IV.a.4")
    table.refused("s1 consent_at 3 yes", "not_your_vacant_place")


def with_a_backer(*lines: str, **choices: Any) -> Rehearsal:
    """Return a table at which a player bets on a hand, and a standing player bets on it too."""
    return blackjack("s1 bet mano:1 500; s2 bet mano:1 500", *lines, places=1, standing=1, **choices)


@pytest.mark.law("IB05.03.IV.b.1")
def test_a_standing_player_bets_unless_the_player_objects() -> None:
    table = with_a_backer()
    told = table.play("s1 consent no")
    assert told.of(Withdrew) == [Withdrew(2, "mano:1", MINIMUM, "IB05.03.IV.b.1")]
    table.refused("s2 bet mano:1 500", "no_consent", "IB05.03.IV.b.1")


@pytest.mark.law("IB05.03.IV.b.1", "IB05.03.IV.a.4", "IB05.03.V.2.b.2")
def test_all_stakes_on_a_place_stay_within_its_maximum() -> None:
    table = blackjack("s1 bet mano:1 6000; s3 bet mano:1 3000", places=2, standing=1, maximum=10_000)
    table.refused("s3 bet mano:1 1100", "above_maximum", "IB05.03.V.2.b.2")
    assert table.may("s3 bet mano:1 1000")
    assert table.may("s2 bet mano:2 10000")  # the maximum is of each hand


@pytest.mark.law("IB05.03.V.2.b.2")
def test_who_holds_several_hands_may_go_beyond_the_maximum_in_all() -> None:
    bets = (f"s1 bet mano:{place} 10000" for place in (1, 2, 3))
    table = blackjack(*bets, places=3, seats=1, maximum=10_000)
    assert table.felt.of(1) == 30_000
    table.play("8c 2d 2h 7c 8d 3d 3h; s1 decline; s1 split")  # nor do added stakes count
    assert table.felt.of(1) == 40_000


@pytest.mark.law("IB05.03.IV.b.1", "IB05.03.IV.a.5")
def test_only_who_commands_a_hand_decides_and_the_others_accept_it() -> None:
    table = with_a_backer("Tc 9d 6c")
    table.refused("s2 surrender mano:1", "hand_of_another", "IB05.03.IV.a.5")
    given_up = table.fork().play("s1 surrender mano:1")
    assert given_up.payments[2, "mano:1"].returned == 250
    table.play("s1 decline")
    table.refused("s2 hit", "not_your_turn")


@pytest.mark.law("IB05.03.IV.a.5")
@pytest.mark.parametrize(("act", "stake"), [("follow", 2 * MINIMUM), ("stay", MINIMUM)])
def test_who_bets_on_another_hand_follows_a_double_or_does_not(act: str, stake: int) -> None:
    table = with_a_backer("5c 9d 6c; s1 decline; s1 double")
    assert table.turn == 2
    told = table.play(f"s2 {act}; Tc Td")
    assert told.paid == {1: 4 * MINIMUM, 2: 2 * stake}


@pytest.mark.law("IB05.03.IV.a.5")
@pytest.mark.parametrize(("act", "on_second"), [("follow", MINIMUM), ("stay", 0)])
def test_who_does_not_follow_a_split_stays_on_the_first_hand(act: str, on_second: int) -> None:
    table = with_a_backer(f"8c 9d 8d; s1 decline; s1 split; s2 {act}")
    assert (table.chips(2, "mano:1"), table.chips(2, "mano:1.2")) == (MINIMUM, on_second)


@pytest.mark.law("IB05.03.V.2.1")
def test_stakes_are_chips_between_the_minimum_and_the_maximum() -> None:
    table = blackjack(places=1, maximum=12_500)
    table.refused("s1 bet mano:1 400", "below_minimum")
    table.refused("s1 bet mano:1 12600", "above_maximum")
    table.refused("s1 bet mano:1 550", "broken_chip")
    table.play("s1 bet mano:1 500; s1 bet mano:1 100")  # more chips of the smallest kind may be added
    assert table.chips(1, "mano:1") == 600
    assert blackjack(places=1, chip=50).may("s1 bet mano:1 550")


@pytest.mark.law("IB05.03.V.2.1", "IB05.03.IV.a.5")
def test_a_stake_may_be_taken_back_before_the_cards_and_with_it_those_that_lean_on_it() -> None:
    table = with_a_backer("s2 withdraw mano:1 500; s2 bet mano:1 500")
    assert table.play("s1 withdraw mano:1 500").returned == {1: 500, 2: 500}
    assert not table.felt.chips
    assert not table.felt.commands
    table.play("croupier no_va_mas")  # nothing to deal
    assert table.at == "Waiting"


# ---------------------------------------------------------------- limits


@pytest.mark.law("IB05.03.V.2.b.1")
@pytest.mark.parametrize("times", [20, 25, 50, 100, 200])
def test_the_maximum_is_one_of_five_multiples_of_the_minimum(times: int) -> None:
    assert not faults(maximum=300 * times, authorised_minimum=300)
    for maximum in (300 * times - 1, 300 * times + 100, 9_000):
        found = faults(maximum=maximum, authorised_minimum=300)
        assert found["maximum_not_lawful"].clause == "IB05.03.V.2.b.1"


@pytest.mark.law("IB05.03.V.2.a.1", "IB05.03.V.2.a.2")
def test_the_minimum_is_the_authorised_one_unless_the_director_may_change_it() -> None:
    assert set(faults(minimum=1000)) == {"minimum_not_authorised", "no_table_at_minimum"}
    assert not faults(minimum=1000, authorised=VARY, minimum_kept_elsewhere=True)
    assert faults(minimum=400, authorised=VARY)["minimum_too_low"].clause == "IB05.03.V.2.a.1"
    assert faults(chip=300)["chip_too_large"].clause == "IB05.03.V.2.1"


@pytest.mark.law("IB05.03.V.2.a.2")
def test_a_higher_maximum_is_notified_with_its_days() -> None:
    assert set(faults(notified_maximum=90_000)) == {"notice_without_duration"}
    assert set(faults(notified_days=3)) == {"notice_without_maximum"}
    notified: dict[str, Any] = {"notified_maximum": 90_000, "notified_days": 3}
    assert blackjack(**notified).felt.rules.maximum == 90_000
    assert not faults(**notified, maximum=25_000)
    assert set(faults(**notified, maximum=80_000)) == {"maximum_not_lawful"}
    low: dict[str, Any] = {"notified_maximum": 5_000, "notified_days": 3, "maximum": 5_000}
    assert set(faults(**low)) == {"maximum_not_lawful"}  # it may only be raised


@pytest.mark.law("IB05.03.V.2.a.2")
def test_new_limits_hold_after_three_more_hands() -> None:
    kept: dict[str, Any] = {"authorised": VARY, "minimum_kept_elsewhere": True}
    table = blackjack("croupier no_va_mas", places=1, **kept, advance=100_000, guarantee=500_000)
    told = table.play("floor announce_limits 1000")
    assert told.said == ["Las tres últimas manos con este límite."]
    for _ in range(3):
        assert table.felt.rules.minimum == 500
        table.play("s1 bet mano:1 500; Tc 7d 9c; s1 decline; s1 stand; Th")
    rules, premises = table.felt.rules, table.felt.premises
    assert (rules.minimum, rules.maximum) == (1000, 50_000)
    assert (premises.advance, premises.guarantee) == (200_000, 1_000_000)
    assert table.events.of(Noted)[-1].clause == "IB05.03.V.2.a.2"
    assert "announce_limits" not in blackjack("croupier no_va_mas").verbs(FLOOR)
    blackjack().refused("floor announce_limits 1000", "minimum_not_to_be_varied", "IB05.03.V.2.a.2")


@pytest.mark.law("IB05.03.V.2.a.2", "IB05.01.IV.2.B.b.1")
def test_the_minimum_changes_by_chips_and_the_last_table_keeps_the_authorised_one() -> None:
    kept = blackjack("croupier no_va_mas", authorised=VARY, minimum_kept_elsewhere=True)
    assert kept.may("floor announce_limits 700")
    kept.refused("floor announce_limits 750", "broken_chip", "IB05.03.V.2.a.1")
    last = blackjack("croupier no_va_mas", authorised=VARY)
    last.refused("floor announce_limits 700", "no_table_at_minimum", "IB05.03.V.2.a.2")
    assert "announce_limits" not in last.verbs(FLOOR)
    waived = blackjack("croupier no_va_mas", authorised=VARY, authorised_without_minimum=True)
    assert waived.may("floor announce_limits 700")


@pytest.mark.law("IB05.03.V.2.a.2", "IB05.03.V.2.b.1")
@pytest.mark.parametrize(("minimum", "maximum"), [(1_000, 90_000), (5_000, 100_000)])
def test_a_notified_maximum_stays_while_the_law_knows_no_higher_one(minimum: int, maximum: int) -> None:
    notified: dict[str, Any] = {"notified_maximum": 90_000, "notified_days": 3}
    table = blackjack("croupier no_va_mas", authorised=VARY, minimum_kept_elsewhere=True, **notified)
    table.play(f"floor announce_limits {minimum}")
    for _ in range(3):
        table.play("croupier hagan_juego; croupier no_va_mas")
    assert (table.felt.rules.minimum, table.felt.rules.maximum) == (minimum, maximum)


@pytest.mark.law("IB05.03.IV.a.1")
def test_a_player_who_sits_out_is_not_dealt_to() -> None:
    table = blackjack("s2 bet mano:2 500; Tc 7d 9c", places=2)
    assert [hand.name for hand in table.felt.hands] == ["mano:2"]
    table.refused("s1 decline", "not_your_turn")
