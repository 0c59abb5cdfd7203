"""Three-card poker, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.cases import cited

from novamas.equipment.cards import DECK_52, cards
from novamas.hands import best_hand, ranking
from novamas.law import FaultySetup
from novamas.table.events import Dealt, Discarded, Happened, Shown, Staked
from novamas.table.roles import CROUPIER, RAIL
from novamas.testing.rehearsal import Rehearsal, faults_of, opened, rehearse

NORMS = ["IB09", "AR10"]
both = pytest.mark.parametrize("norm", NORMS)


def table(norm: str = "AR10", **choices: object) -> Rehearsal:
    return rehearse("tres_cartas", norm, **choices)


def faults(norm: str, **choices: Any) -> list[str]:
    """Return the codes of the faults of a table with the first pay table."""
    return list(faults_of("tres_cartas", norm, **{"pareja_plus": "A", **choices}))


def played(norm: str, mine: str, bank: str, *, aside: int = 0, **choices: object) -> Rehearsal:
    """Play a hand of one player with an ante of 1000 who stays in, with these cards against the bank's."""
    poker = table(norm, seats=1, **choices)
    poker.play("s1 bet ante 1000")
    if aside:
        poker.play(f"s1 bet pareja_plus {aside}")
    poker.play("croupier no_va_mas", mine, "s1 go", bank)
    return poker


# ---------------------------------------------------------------- the deal


@pytest.mark.law("IB09.17.V.2.1", "IB09.17.V.2.2", "AR10.10-1-D.VII.1", "AR10.10-1-D.VII.2")
@both
def test_bets_then_one_card_at_a_time_from_the_left_the_bank_last(norm: str) -> None:
    poker = table(norm, seats=3)
    assert not poker.may("croupier no_va_mas")
    poker.play("s3 bet ante 500; s1 bet ante 500")
    told = poker.play("As Kd 2c 3c 4c 5c")
    dealt = [event for event in (*poker.events,) if isinstance(event, Dealt)]
    assert [event.to for event in dealt] == [1, 3, "bank"] * 3
    assert all(not event.up for event in dealt)
    assert told
    assert poker.at == "Deciding"


@pytest.mark.law("IB09.17.II.1.1", "AR10.10-1-D.II.1.1")
@both
def test_one_deck_of_52_cards_fresh_for_every_round(norm: str) -> None:
    poker = table(norm, seats=1)
    for _ in range(2):
        poker.play("s1 bet ante 500; croupier no_va_mas")
        assert poker.felt.shoe is not None
        assert tuple(poker.felt.shoe.left) == DECK_52
        poker.play("As Kd 2c", "s1 fold")


@pytest.mark.law("IB09.17.V.2.2", "AR10.10-1-D.VII.2")
def test_cards_lie_face_down_and_only_their_player_sees_them() -> None:
    poker = table(seats=2)
    poker.play("s1 bet ante 500; s2 bet ante 500", "As 2s Kd 3d Qc 4c")
    assert [held.card for held in poker.phase.view(1).held(1)] == list(cards("As Kd Qc"))
    for eyes in (2, RAIL, CROUPIER):
        assert {held.card for held in poker.phase.view(eyes).held(1)} == {None}
        assert {held.card for held in poker.phase.view(eyes).held("bank")} == {None}


# ---------------------------------------------------------------- ranking


@both
def test_the_combinations_from_the_highest(norm: str) -> None:
    ordered = ["As Ks Qs", "4d 3d 2d", "2s 2d 2c", "4d 3d 2c", "5s 3s 2s", "2s 2c 3d", "As Kd Jc", "5s 3d 2c"]
    hands = [best_hand(ranking("tres_cartas", norm), cards(text)) for text in ordered]
    assert hands == sorted(hands, reverse=True)
    named = [
        "escalera_real",
        "escalera_de_color",
        "trio",
        "escalera",
        "color",
        "pareja",
        *["carta_mayor"] * 2,
    ]
    assert [hand.category.value for hand in hands] == named


@pytest.mark.law("IB09.17.II.1.3", "AR10.10-1-D.II.1.2")
@both
def test_the_ace_is_high_or_low_in_a_run_but_not_in_its_middle(norm: str) -> None:
    made = {
        text: best_hand(ranking("tres_cartas", norm), cards(text))
        for text in ("As 2d 3c", "Qs Kd Ac", "Ks Ad 2c")
    }
    assert [hand.category.value for hand in made.values()] == ["escalera", "escalera", "carta_mayor"]
    assert made["As 2d 3c"] < best_hand(ranking("tres_cartas", norm), cards("2s 3d 4c"))


# ---------------------------------------------------------------- go or fold


@pytest.mark.law("IB09.17.V.2.3", "IB09.17.V.2.6", "AR10.10-1-D.VII.3", "AR10.10-1-D.VII.6")
@both
def test_each_in_turn_goes_with_a_second_bet_equal_to_the_ante(norm: str) -> None:
    poker = table(norm, seats=2)
    poker.play("s1 bet ante 1500; s2 bet ante 500", "As 2s Kd 3d Qc 4c")
    poker.refused("s2 go", "not_your_turn")
    assert poker.verbs(1) == {"go", "fold"}
    told = poker.play("s1 go")
    assert [(event.bet, event.cents) for event in told.of(Staked)] == [("segunda_apuesta", 1_500)]
    assert poker.turn == 2


@pytest.mark.law("IB09.17.V.2.4", "IB09.17.V.2.5", "AR10.10-1-D.VII.4", "AR10.10-1-D.VII.5")
@both
def test_who_folds_loses_all_his_bets_and_his_cards_are_never_seen(norm: str) -> None:
    poker = table(norm, seats=1)
    poker.play("s1 bet ante 1000; s1 bet pareja_plus 500", "As Ad 2c")
    told = poker.play("s1 fold")
    assert poker.events.settled(1) == {"ante": (1_000, 0), "pareja_plus": (500, 0)}
    assert [event.card for event in told.of(Discarded)] == [None] * 3
    assert poker.at == "Betting"  # no player is left for the bank to play against


@pytest.mark.law("IB09.17.V.2.7", "AR10.10-1-D.VII.7")
@both
def test_the_bank_turns_its_cards_when_all_have_decided(norm: str) -> None:
    poker = table(norm, seats=2)
    poker.play("s1 bet ante 500; s2 bet ante 500", "As 2s Kd 3d Qc 4c", "s1 go")
    assert poker.at == "Deciding"
    poker.play("s2 fold")
    told = poker.play("7c 8d Jh")
    assert [event.cards for event in told if isinstance(event, Shown) and event.owner == "bank"] == [
        (card,) for card in cards("7c 8d Jh")
    ]
    assert not [event for event in poker.events if isinstance(event, Shown) and event.owner == 2]


# ---------------------------------------------------------------- payment


@pytest.mark.law("IB09.17.V.2.8", "AR10.10-1-D.VII.8", "AR10.10-1-D.VII.9")
@both
@pytest.mark.parametrize(
    ("bank", "plays"),
    [("Qc 3d 2h", True), ("Kc 3d 2h", True), ("Ac 5d 2h", True), ("2c 2d 3h", True), ("Jc Td 8h", False)],
)
def test_the_bank_plays_with_a_queen_or_better(norm: str, bank: str, plays: bool) -> None:
    poker = played(norm, "5c 5h 6d", bank)
    if plays:
        assert poker.events.settled(1) == {"ante": (1_000, 2_000), "segunda_apuesta": (1_000, 2_000)}
    else:
        assert poker.events.settled(1) == {"ante": (1_000, 2_000), "segunda_apuesta": (1_000, 1_000)}
        assert poker.events.payments[1, "ante"].clauses == (
            {"IB09": "IB09.17.V.2.8", "AR10": "AR10.10-1-D.VII.9"}[norm],
        )


@pytest.mark.law("IB09.17.V.2.9", "IB09.17.V.2.10", "AR10.10-1-D.VII.10", "AR10.10-1-D.VII.11")
@both
def test_a_better_hand_is_paid_even_money_on_both_bets(norm: str) -> None:
    poker = played(norm, "Ac Kh 6d", "Ad Qs Jc")
    assert poker.won(1) == 2_000
    assert poker.events.settled(1) == {"ante": (1_000, 2_000), "segunda_apuesta": (1_000, 2_000)}


@pytest.mark.law("IB09.17.V.2.Bonus.3", "AR10.10-1-D.VIII.3")
@both
def test_a_worse_hand_loses_both_bets(norm: str) -> None:
    poker = played(norm, "Ac Kh 6d", "2d 2s Jc")
    assert poker.events.settled(1) == {"ante": (1_000, 0), "segunda_apuesta": (1_000, 0)}


@both
@pytest.mark.parametrize(
    ("mine", "bank", "won"),
    [
        ("5c 5d 5h", "4c 4d 4h", 1),  # trio: the higher
        ("4c 5d 6h", "3c 4d 5h", 1),  # straight: the highest card
        ("Ac 2d 3h", "2c 3d 4h", -1),  # the ace counts low there
        ("4c 5c 6c", "Ad 2d 3d", 1),
        ("Kc 9c 4c", "Kd 9d 3d", 1),  # flush: the highest card, then the next ones
        ("5c 5d Ah", "4c 4d Ks", 1),  # pair: the higher, then the card left
        ("5c 5d 9h", "5h 5s Tc", -1),
        ("Ac Jd 4h", "Ad Js 3h", 1),  # high cards, one after another
    ],
)
def test_equal_combinations_are_compared_card_by_card(norm: str, mine: str, bank: str, won: int) -> None:
    paid = played(norm, mine, bank).events.payments
    by = ranking("tres_cartas", norm)
    compares = by.tie_clause(best_hand(by, cards(mine)).category)
    for bet in ("ante", "segunda_apuesta"):
        assert paid[1, bet].returned == 1_000 * (1 + won)
        assert paid[1, bet].clauses[-1] == compares


@pytest.mark.parametrize("clause", [cited("IB09.17.V.2.16"), cited("AR10.10-1-D.VIII.e.1")])
@pytest.mark.parametrize(
    ("mine", "bank"),
    [("Ac Jd 4h", "Ad Js 4c"), ("5c 5d 9h", "5h 5s 9c"), ("9c 8d 7h", "9d 8c 7s")],
)
def test_hands_equal_to_the_last_card_are_a_draw(clause: str, mine: str, bank: str) -> None:
    paid = played(clause[:4], mine, bank).events.payments
    for bet in ("ante", "segunda_apuesta"):
        assert (paid[1, bet].returned, paid[1, bet].clauses) == (1_000, (clause,))


# ---------------------------------------------------------------- bonus and Pareja Plus


@pytest.mark.law(
    "IB09.17.V.2.Bonus.1", "IB09.17.V.2.Bonus.T.1-3", "AR10.10-1-D.VIII.1", "AR10.10-1-D.VIII.T.1-3"
)
@both
@pytest.mark.parametrize(
    ("mine", "times"),
    [("As Ks Qs", 5), ("4s 5s 6s", 5), ("4s 4d 4c", 4), ("4s 5d 6c", 1), ("4s 7s 9s", 0), ("4s 4d 6c", 0)],
)
def test_a_straight_or_better_earns_a_bonus_of_so_many_antes(norm: str, mine: str, times: int) -> None:
    poker = played(norm, mine, "Ah Qd 2c")
    assert poker.events.settled(1).get("bonus") == ((0, 1_000 * times) if times else None)


@pytest.mark.law("IB09.17.V.2.Bonus.2", "IB09.17.V.2.Bonus.4", "AR10.10-1-D.VIII.2", "AR10.10-1-D.VIII.4")
@both
@pytest.mark.parametrize("bank", ["Jh 9d 2c", "9h 9d 9c", "6d 5c 4h"])
def test_the_bonus_is_paid_whatever_the_bank_holds(norm: str, bank: str) -> None:
    poker = played(norm, "4s 5d 6c", bank)
    assert poker.events.settled(1)["bonus"] == (0, 1_000)


@pytest.mark.law("IB09.17.V.5.8", "AR10.10-1-D.V.3.6")
@both
def test_the_house_must_choose_a_table_and_announce_it(norm: str) -> None:
    from novamas.games import game
    from novamas.law import catalogue
    from novamas.table.game import open_table

    with pytest.raises(FaultySetup) as faulty:
        open_table(game("tres_cartas"), catalogue.under(norm)["tres_cartas"], {})
    assert [fault.code for fault in faulty.value.faults] == ["choice_missing"]
    assert "no_pareja_plus_notice" in faults(norm, lacks=("pareja_plus_notice",))


@pytest.mark.law("IB09.17.V.5.1", "IB09.17.V.5.3", "AR10.10-1-D.V.3.2")
@both
def test_pareja_plus_is_laid_before_the_cards_and_with_an_ante(norm: str) -> None:
    poker = table(norm, seats=1)
    assert not poker.may("s1 bet pareja_plus 500")
    poker.play("s1 bet ante 500")
    assert poker.may("s1 bet pareja_plus 500")
    poker.play("As Ad 2c")
    poker.refused("s1 bet pareja_plus 500", "cards_dealt")


@pytest.mark.law("IB09.17.V.5.5", "IB09.17.V.5.6", "AR10.10-1-D.V.3.4", "AR10.10-1-D.V.3.5")
@both
def test_pareja_plus_has_limits_of_its_own(norm: str) -> None:
    poker = table(norm, seats=1, authorised_minimum=1_000)
    poker.play("s1 bet ante 20000")  # a greater ante does not lift them
    poker.refused("s1 bet pareja_plus 450", "below_minimum")
    poker.refused("s1 bet pareja_plus 10050", "above_maximum")
    poker.play("s1 bet pareja_plus 500; s1 bet pareja_plus 9500")
    assert not poker.may("s1 bet pareja_plus 50")
    whole = table(norm, seats=1, authorised_minimum=1_000, minimum_pareja_plus=1_000)
    whole.play("s1 bet ante 1000")
    whole.refused("s1 bet pareja_plus 950", "below_minimum")
    for outside in (450, 1_050):
        wrong = faults(norm, authorised_minimum=1_000, minimum_pareja_plus=outside)
        assert wrong == ["pareja_plus_minimum_outside"]
    assert "chip_too_large" in faults_of(
        "tres_cartas", norm, authorised_minimum=1_000, minimum_pareja_plus=520
    )


# ---------------------------------------------------------------- limits, seats, staff, things


@pytest.mark.law("IB09.17.V.4.1", "IB09.17.V.4.3", "AR10.10-1-D.V.2.1", "AR10.10-1-D.V.2.3")
@both
@pytest.mark.parametrize("times", [10, 20, 25, 50])
def test_the_maximum_is_so_many_minima(norm: str, times: int) -> None:
    poker = table(norm, seats=1, minimum=1_000, maximum=1_000 * times)
    poker.refused("s1 bet ante 950", "below_minimum")
    poker.refused("s1 bet ante 1025", "broken_chip")
    poker.refused(f"s1 bet ante {1_000 * times + 50}", "above_maximum")
    poker.play(f"s1 bet ante 1000; s1 bet ante {1_000 * times - 1_000}")
    poker.refused("s1 bet ante 50", "above_maximum")
    assert "maximum_not_lawful" in faults(norm, maximum=15_000)


@pytest.mark.law("IB09.17.V.4.2", "AR10.10-1-D.V.2.2")
@both
def test_limits_keep_within_the_authorised_band(norm: str) -> None:
    assert "minimum_below_band" in faults(norm, authorised_minimum=1_000, minimum=500)
    over = faults(norm, authorised_minimum=1_000, authorised_maximum=10_000, maximum=20_000)
    assert over == ["maximum_above_band"]
    assert "chip_too_large" in faults(norm, chip=300)
    assert opened("tres_cartas", norm, authorised_minimum=1_000, authorised_maximum=20_000, maximum=20_000)


@pytest.mark.law("IB09.17.IV.1", "AR10.10-1-D.IV.1")
@both
def test_as_many_players_as_places_and_at_most_seven(norm: str) -> None:
    table(norm, seats=7).refused("s8 bet ante 500", "no_such_seat")
    assert "choice_too_high" in faults(norm, seats=8)


@pytest.mark.law("IB09.17.III.1.2", "AR10.10-1-D.III.1.2")
@both
def test_one_chief_for_four_tables_at_most(norm: str) -> None:
    assert opened("tres_cartas", norm, tables_per_chief=4)
    assert "too_many_tables_per_chief" in faults(norm, tables_per_chief=5)
    assert "too_few_croupiers" in faults(norm, croupiers=0)


@pytest.mark.law("AR10.10-1-D.III.1.2")
def test_in_aragon_tables_that_share_a_chief_are_in_one_sector_and_recorded() -> None:
    lacks = ("same_sector", "recording")
    found = faults("AR10", tables_per_chief=2, lacks=lacks)
    assert set(found) == {"no_same_sector", "no_recording"}
    assert opened("tres_cartas", "AR10", tables_per_chief=1, lacks=lacks)


@pytest.mark.law("IB09.17.II.2.1", "AR10.10-1-D.II.2.1", "AR10.10.2.a.5")
@both
def test_boxes_have_three_spaces(norm: str) -> None:
    assert "no_boxes" in faults(norm, lacks=("boxes",))
    poker = played(norm, "4s 5s 6s", "Jh 9d 2c", aside=500)
    assert set(poker.events.settled(1)) == {"ante", "segunda_apuesta", "pareja_plus", "bonus"}


# ---------------------------------------------------------------- one box each; bets on the hands of others


@pytest.mark.law("IB09.17.IV.2", "AR10.10-1-D.IV.2")
@both
def test_each_player_plays_one_box_only(norm: str) -> None:
    poker = table(norm, seats=2)
    poker.play("s2 bet ante 500")
    poker.refused("s1 bet ante:2 500", "one_box_only")
    poker.refused("s2 bet ante:1 500", "box_not_yours")
    poker.refused("s2 bet ante:9 500", "no_such_box")


@pytest.mark.law("IB09.17.IV.2", "AR10.10-1-D.IV.2")
@both
def test_showing_cards_is_recorded_and_costs_nothing(norm: str) -> None:
    poker = table(norm, seats=1)
    poker.play("s1 bet ante 500", "As Ad 2c")
    before = poker.phase
    told = poker.play("floor shows_cards seat=1")
    assert [type(event) for event in told] == [Happened]
    assert poker.phase == before


@pytest.mark.law("IB09.17.IV.3", "AR10.10-1-D.IV.3")
@both
def test_others_bet_on_a_hand_with_consent_and_within_the_maximum(norm: str) -> None:
    poker = table(norm, seats=2, standing=4, bets_per_box=4, minimum=500, maximum=5_000)
    poker.play("s1 bet ante 2000")
    poker.refused("s3 bet ante:1 500", "no_consent")
    poker.play("s1 consent yes; s3 bet ante:1 1000; s4 bet ante:1 1000")
    poker.refused("s2 bet ante:1 500", "one_box_only")  # who has a box plays that one only
    poker.refused("s5 bet ante:1 1500", "above_maximum")  # 4000 lie there of 5000
    poker.play("s5 bet ante:1 500")
    poker.refused("s6 bet ante:1 500", "box_full")
    assert not table(norm, seats=2, standing=1).may("s1 consent yes")


@pytest.mark.law("IB09.17.IV.3", "AR10.10-1-D.IV.3")
@both
def test_who_withdraws_his_consent_or_his_ante_sends_the_others_back(norm: str) -> None:
    poker = table(norm, seats=1, standing=1, bets_per_box=2)
    poker.play("s1 bet ante 500; s1 consent yes; s2 bet ante:1 500; s1 consent no")
    assert poker.felt.of(2) == 0
    poker.play("s1 consent yes; s2 bet ante:1 500; s1 withdraw ante 500")
    assert poker.felt.cloth == 0
    poker.play("s1 bet ante 500; s2 bet ante:1 500; s2 withdraw ante:1 500")
    assert poker.felt.of(1) == 500


@pytest.mark.law("IB09.17.IV.3", "AR10.10-1-D.IV.3")
@both
def test_a_backer_follows_with_his_own_second_bet_or_gives_up(norm: str) -> None:
    poker = table(norm, seats=1, standing=2, bets_per_box=3)
    poker.play(
        "s1 bet ante 500; s1 consent yes; s2 bet ante:1 1000; s3 bet ante:1 500",
        "croupier no_va_mas",
        "As Ad 2c",
        "s1 go; s2 go; s3 fold",
        "Ks Kd 3c",
    )
    assert poker.events.settled(2) == {"ante:1": (1_000, 2_000), "segunda_apuesta:1": (1_000, 2_000)}
    assert poker.events.settled(3) == {"ante:1": (500, 0)}
    assert poker.won(1) == 1_000


def test_with_the_hand_of_a_player_who_folds_go_the_bets_of_others_on_it() -> None:
    poker = table(seats=1, standing=1, bets_per_box=2)
    poker.play("s1 bet ante 500; s1 consent yes; s2 bet ante:1 1000", "As Kd 2c", "s1 fold")
    assert poker.won(2) == -1_000
    assert poker.at == "Betting"


# ---------------------------------------------------------------- what goes wrong


@pytest.mark.law("IB09.17.V.3.1", "AR10.10-1-D.VIII.3.1")
@both
@pytest.mark.parametrize("what", ["wrong_number", "exposed_card"])
def test_an_error_in_the_deal_voids_the_round_for_everybody(norm: str, what: str) -> None:
    poker = table(norm, seats=2)
    poker.play(
        "s1 bet ante 500; s1 bet pareja_plus 250; s2 bet ante 1000", "As 2s Kd 3d Qc 4c", "s1 fold; s2 go"
    )
    told = poker.play(f"floor deal_fault what={what}")
    assert (poker.won(1), poker.won(2)) == (0, 0)  # also for the player who had already folded
    assert poker.at == "Betting"
    assert poker.felt.cloth == 0
    assert isinstance(told[0], Happened)
    assert told[0].clause == {"IB09": "IB09.17.V.3.1", "AR10": "AR10.10-1-D.VIII.3.1"}[norm]


@pytest.mark.law("IB09.17.V.2.1", "AR10.10-1-D.VII.1")
@both
def test_a_bet_after_the_cards_is_given_back(norm: str) -> None:
    poker = table(norm, seats=2)
    poker.play("s1 bet ante 500; croupier no_va_mas")
    before = poker.phase
    poker.play("floor late_bet seat=2 bet=ante:2 cents=700")
    assert poker.won(2) == 0
    assert poker.phase == before
