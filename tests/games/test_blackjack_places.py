"""Blackjack, clause by clause: places, who commands them, standing players, limits (IB05, epigraph 03)."""

from __future__ import annotations

import pytest
from tests.blackjack_help import MINIMUM, Blackjack

from novamas.games.blackjack.acts import (
    Decline,
    Double,
    Follow,
    Hit,
    Split,
    Stand,
    Stay,
    Surrender,
)
from novamas.law import Fault
from novamas.rounds.banked.acts import Bet, Consent, HaganJuego, NoVaMas, Withdraw
from novamas.rounds.banked.limits import AnnounceLimits
from novamas.table.events import Noted, Said, Withdrew
from novamas.testing.rehearsal import Noticed, faults_of

VARY = ("vary_minimum",)


def faults(norm: str = "IB05", **choices: object) -> dict[str, Fault]:
    return faults_of("blackjack", norm, **choices)


@pytest.mark.law("IB05.03.IV.a.1", "IB05.03.IV.a.2", "IB05.03.II.3.1")
def test_seven_places_at_most_or_nine_at_a_table_a_nueve() -> None:
    assert not faults(places=7, seats=7)
    assert faults(places=8)["too_many_places"].clause == "IB05.03.IV.a.1"
    assert not faults(places=9, seats=9, a_nueve=True)
    assert faults(places=10, a_nueve=True)["choice_too_high"].choice == "places"
    assert faults(places=3, seats=4)["more_players_than_places"].clause == "IB05.03.IV.a.1"
    table = Blackjack(places=9, seats=9, a_nueve=True).bet(9)
    assert table.refused(Bet(1, "mano:10", MINIMUM)).code == "no_such_place"


@pytest.mark.law("IB05.03.IV.a.3")
def test_vacant_places_are_open_to_those_who_sit() -> None:
    table = Blackjack(places=3, seats=2, standing=1).bet(1).bet(1, place=3)
    assert table.felt.commands == ((1, 1), (3, 1))
    refusal = table.refused(Bet(1, "mano:2", MINIMUM))
    assert (refusal.code, refusal.clause) == ("place_taken", "IB05.03.IV.a.3")
    stands = Blackjack(places=3, seats=2, standing=1).refused(Bet(3, "mano:3", MINIMUM))
    assert (stands.code, stands.clause) == ("no_hand_there", "IB05.03.IV.b.1")


@pytest.mark.law("IB05.03.IV.a.5", "IB05.03.IV.a.6")
def test_each_hand_of_a_player_is_played_in_its_turn_by_who_commands_it() -> None:
    table = Blackjack(places=3, seats=2).bet(1).bet(2).bet(1, place=3)
    table.do(Consent(1, yes=True))
    table.bet(2, place=3)  # on a vacant place the first to bet commands
    table.deal("2c 2d 2h 7c 3c 3d 3h").decline()
    turns = []
    for _ in range(3):
        turns.append(table.phase.turn)
        table.play(Stand)
    assert turns == [1, 2, 1]


@pytest.mark.law("IB05.03.IV.a.4")
def test_a_seated_player_needs_the_others_consent() -> None:
    table = Blackjack(places=2, seats=2).bet(2)
    refusal = table.refused(Bet(1, "mano:2", MINIMUM))
    assert (refusal.code, refusal.clause) == ("no_consent", "IB05.03.IV.a.4")
    table.do(Consent(2, yes=True))
    assert table.may(Bet(1, "mano:2", MINIMUM))
    assert not table.may(Consent(2, yes=True))  # he has said so


@pytest.mark.law("IB05.03.IV.b.1")
def test_a_standing_player_bets_unless_the_player_objects() -> None:
    table = Blackjack(places=1, seats=1, standing=1).bet(1).bet(2, place=1)
    events = table.do(Consent(1, yes=False))
    assert Noticed(events).of(Withdrew) == [Withdrew(2, "mano:1", MINIMUM, "IB05.03.IV.b.1")]
    refusal = table.refused(Bet(2, "mano:1", MINIMUM))
    assert (refusal.code, refusal.clause) == ("no_consent", "IB05.03.IV.b.1")


@pytest.mark.law("IB05.03.IV.b.1", "IB05.03.IV.a.4", "IB05.03.V.2.b.2")
def test_all_stakes_on_a_place_stay_within_its_maximum() -> None:
    table = Blackjack(places=2, seats=2, standing=1, maximum=10_000).bet(1, 6000).bet(3, 3000, place=1)
    refusal = table.refused(Bet(3, "mano:1", 1100))
    assert (refusal.code, refusal.clause) == ("above_maximum", "IB05.03.V.2.b.2")
    assert table.may(Bet(3, "mano:1", 1000))
    assert table.may(Bet(2, "mano:2", 10_000))  # the maximum is of each hand


@pytest.mark.law("IB05.03.V.2.b.2")
def test_who_holds_several_hands_may_go_beyond_the_maximum_in_all() -> None:
    table = Blackjack(places=3, seats=1, maximum=10_000)
    for place in (1, 2, 3):
        table.bet(1, 10_000, place)
    assert table.felt.of(1) == 30_000
    table.deal("8c 2d 2h 7c 8d 3d 3h").decline().play(Split)  # nor do added stakes count
    assert table.felt.of(1) == 40_000


@pytest.mark.law("IB05.03.IV.b.1", "IB05.03.IV.a.5")
def test_only_who_commands_a_hand_decides_and_the_others_accept_it() -> None:
    table = Blackjack(places=1, seats=1, standing=1).bet(1).bet(2, place=1).deal("Tc 9d 6c")
    assert table.refused(Surrender(2, "mano:1")).code == "not_your_turn"
    table.do(Surrender(1, "mano:1"))
    assert table.paid("mano:1", 2).returned == 250
    table = Blackjack(places=1, seats=1, standing=1).bet(1).bet(2, place=1).deal("Tc 9d 6c").decline()
    assert table.refused(Hit(2)).code == "not_your_turn"


@pytest.mark.law("IB05.03.IV.a.5")
def test_who_bets_on_another_hand_follows_a_double_or_does_not() -> None:
    for act, stake in ((Follow, 2 * MINIMUM), (Stay, MINIMUM)):
        table = Blackjack(places=1, seats=1, standing=1).bet(1).bet(2, place=1).deal("5c 9d 6c").decline()
        table.play(Double)
        assert table.phase.turn == 2
        table.do(act(2))
        table.draw("Tc Td")
        assert table.paid("mano:1", 2).returned == 2 * stake
        assert table.paid("mano:1", 1).returned == 4 * MINIMUM


@pytest.mark.law("IB05.03.IV.a.5")
def test_who_does_not_follow_a_split_stays_on_the_first_hand() -> None:
    for act, on_second in ((Follow, MINIMUM), (Stay, 0)):
        table = Blackjack(places=1, seats=1, standing=1).bet(1).bet(2, place=1).deal("8c 9d 8d").decline()
        table.play(Split)
        table.do(act(2))
        assert table.felt.on(2, "mano:1") == MINIMUM
        assert table.felt.on(2, "mano:1.2") == on_second


@pytest.mark.law("IB05.03.V.2.1")
def test_stakes_are_chips_between_the_minimum_and_the_maximum() -> None:
    table = Blackjack(places=1, seats=1, maximum=12_500)
    assert table.refused(Bet(1, "mano:1", 400)).code == "below_minimum"
    assert table.refused(Bet(1, "mano:1", 12_600)).code == "above_maximum"
    assert table.refused(Bet(1, "mano:1", 550)).code == "broken_chip"
    table.bet(1).bet(1, 100)  # more chips of the smallest kind may be added
    assert table.felt.on(1, "mano:1") == 600
    assert Blackjack(places=1, seats=1, chip=50).may(Bet(1, "mano:1", 550))


@pytest.mark.law("IB05.03.V.2.1", "IB05.03.IV.a.5")
def test_a_stake_may_be_taken_back_before_the_cards_and_with_it_those_that_lean_on_it() -> None:
    table = Blackjack(places=1, seats=1, standing=1).bet(1).bet(2, place=1)
    table.do(Withdraw(2, "mano:1", 500))
    table.bet(2, place=1)
    events = table.do(Withdraw(1, "mano:1", 500))
    assert {event.seat for event in Noticed(events).of(Withdrew)} == {1, 2}
    assert not table.felt.chips
    assert not table.felt.commands
    table.do(NoVaMas())  # nothing to deal
    assert table.at == "Waiting"


# ---------------------------------------------------------------- limits


@pytest.mark.law("IB05.03.V.2.b.1")
@pytest.mark.parametrize("times", [20, 25, 50, 100, 200])
def test_the_maximum_is_one_of_five_multiples_of_the_minimum(times: int) -> None:
    assert Blackjack(maximum=300 * times, authorised_minimum=300).felt.rules.maximum == 300 * times
    for maximum in (300 * times - 1, 9_000):
        found = faults(maximum=maximum, authorised_minimum=300)
        assert found["maximum_not_lawful"].clause == "IB05.03.V.2.b.1"


@pytest.mark.law("IB05.03.V.2.a.1", "IB05.03.V.2.a.2")
def test_the_minimum_is_the_authorised_one_unless_the_director_may_change_it() -> None:
    assert set(faults(minimum=1000)) == {"minimum_not_authorised", "no_table_at_minimum"}
    assert not faults(minimum=1000, authorised=VARY, minimum_kept_elsewhere=True)
    assert faults(minimum=400, authorised=VARY)["minimum_too_low"].clause == "IB05.03.V.2.a.1"
    assert set(faults(notified_maximum=90_000)) == {"notice_without_duration"}
    assert set(faults(notified_days=3)) == {"notice_without_maximum"}
    assert Blackjack(notified_maximum=90_000, notified_days=3).felt.rules.maximum == 90_000
    assert faults(chip=300)["chip_too_large"].clause == "IB05.03.V.2.1"


@pytest.mark.law("IB05.03.V.2.a.2")
def test_new_limits_hold_after_three_more_hands() -> None:
    table = Blackjack(places=1, seats=1, authorised=VARY, advance=100_000, guarantee=500_000)
    table.do(NoVaMas())
    events = table.do(AnnounceLimits(minimum=1000))
    assert Noticed(events).of(Said)[0].words == "Las tres últimas manos con este límite."
    for _ in range(3):
        assert table.felt.rules.minimum == 500
        table.do(HaganJuego())
        table.bet().deal("Tc 7d 9c").decline().play(Stand).draw("Th")
    rules, premises = table.felt.rules, table.felt.premises
    assert (rules.minimum, rules.maximum) == (1000, 50_000)
    assert (premises.advance, premises.guarantee) == (200_000, 1_000_000)
    notes = [note for events in table.session.told for note in Noticed(events).of(Noted)]
    assert notes[-1].clause == "IB05.03.V.2.a.2"


@pytest.mark.law("IB05.03.IV.a.1")
def test_a_player_who_sits_out_is_not_dealt_to() -> None:
    table = Blackjack(places=2, seats=2).bet(2).deal("Tc 7d 9c")
    assert [hand.name for hand in table.felt.hands] == ["mano:2"]
    assert table.refused(Decline(1)).code == "not_your_turn"
