"""No-draw poker: the choices of the house, side bets and jackpots."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.support.cases import cited

from novamas.table.events import Fed, Linked, PaidOut
from novamas.table.roles import FLOOR
from novamas.testing.rehearsal import Rehearsal, faults_of, opened, rehearse

NORMS = ["IB05", "AR10"]
both = pytest.mark.parametrize("norm", NORMS)
ROYAL, FLUSH, FULL, FOUR, PAIR = (
    "Ts Js Qs Ks As",
    "5c 6c 7c 8c 9c",
    "Jc Jd Jh 4s 4d",
    "Jc Jd Jh Js 4d",
    "Jc Jd 5h 6s 4d",
)


def faults(norm: str, **choices: object) -> set[str]:
    return set(faults_of("sin_descarte", norm, **choices))


def dealt(norm: str, mine: str, *asides: str, up: str = "2d", **choices: object) -> Rehearsal:
    """Return a hand in which one player staked 1000 and these side bets, and got these cards."""
    poker = rehearse("sin_descarte", norm, seats=1, **choices)
    poker.play("s1 bet apuesta_inicial 1000")
    for bet in asides:
        poker.play(f"s1 bet {bet}")
    poker.play("croupier no_va_mas")
    first, *rest = mine.split()
    poker.play(" ".join((first, up, *rest) if norm == "AR10" else (mine, up)))
    return poker


# ---------------------------------------------------------------- limits, seats, staff, things


@pytest.mark.law("IB05.11.V.2.1", "IB05.11.V.3.1", "AR10.10-1-A.V.3.1", "AR10.10-1-A.V.4.1")
@pytest.mark.parametrize(("norm", "times"), [("IB05", [10, 20, 25]), ("AR10", [10, 20, 25, 30])])
def test_the_maximum_is_so_many_minima(norm: str, times: list[int]) -> None:
    for many in times:
        poker = rehearse("sin_descarte", norm, seats=1, minimum=1_000, maximum=1_000 * many, chip=50)
        poker.refused("s1 bet apuesta_inicial 950", "below_minimum")
        poker.refused("s1 bet apuesta_inicial 1025", "broken_chip")
        poker.refused(f"s1 bet apuesta_inicial {1_000 * many + 50}", "above_maximum")
    assert faults(norm, maximum=25_050) == {"maximum_not_lawful"}


@pytest.mark.law("IB05.11.V.2.2", "AR10.10-1-A.V.3.1")
@both
def test_limits_keep_within_the_authorised_band(norm: str) -> None:
    assert "minimum_below_band" in faults(norm, authorised_minimum=1_000, minimum=500)
    assert "maximum_above_band" in faults(
        norm, authorised_minimum=1_000, authorised_maximum=10_000, maximum=20_000
    )
    assert "chip_too_large" in faults(norm, chip=300)


@pytest.mark.law("IB05.11.IV.1.1", "AR10.10-1-A.IV.1", "AR10.10-1-A.II.3.1", "IB05.11.IV.2.1")
def test_seats_boxes_and_standing_players() -> None:
    assert faults("IB05", seats=8) == {"choice_too_high"}
    assert faults("IB05", boxes=3, seats=4) == {"more_players_than_boxes"}
    assert faults("AR10", boxes=6) == {"choice_too_low"}
    assert faults("AR10", standing=1) == {"choice_too_high"}
    assert faults("IB05", standing=1) == {"no_bets_for_standing"}
    assert faults("IB05", bets_per_box=5) == {"choice_too_high"}
    assert faults("AR10", bets_per_box=4) == {"choice_too_high"}


@pytest.mark.law("IB05.11.III.a.2", "IB05.11.III.b.1", "AR10.10-1-A.III.1.2")
@both
def test_one_croupier_and_one_chief_for_four_tables_at_most(norm: str) -> None:
    assert opened("sin_descarte", norm, tables_per_chief=4)
    assert faults(norm, tables_per_chief=5) == {"too_many_tables_per_chief"}
    assert faults(norm, croupiers=0) == {"too_few_croupiers"}


@pytest.mark.law("AR10.10-1-A.III.1.2")
def test_in_aragon_tables_that_share_a_chief_are_in_one_sector_and_recorded() -> None:
    lacks = ("same_sector", "recording")
    assert faults("AR10", tables_per_chief=2, lacks=lacks) == {"no_same_sector", "no_recording"}
    assert opened("sin_descarte", "AR10", lacks=lacks)


@pytest.mark.law("IB05.11.II.1.1", "IB05.11.II.2.1", "IB05.11.V.3.2", "AR10.10-1-A.II.3.1")
@pytest.mark.law("AR10.10-1-A.V.1.2", "AR10.10-1-A.V.4.2", "AR10.10-1-A.VI.1.3")
@pytest.mark.parametrize(
    ("norm", "things"),
    [
        ("IB05", ["deck", "boxes", "notice_of_maximum"]),
        ("AR10", ["boxes", "pay_rules", "band_notice", "card_control"]),
    ],
)
def test_things_that_every_table_needs(norm: str, things: list[str]) -> None:
    for thing in things:
        assert faults(norm, lacks=(thing,)) == {f"no_{thing}"}


@pytest.mark.law("IB05.11.II.2.2", "AR10.10-1-A.II.2.1", "AR10.10-1-A.VII.1", "AR10.10-1-A.VIII.2.4")
def test_things_that_only_some_tables_need() -> None:
    for norm in NORMS:
        assert faults(norm, lacks=("side_bet_spaces",)) == {"no_side_bet_spaces"}
        assert opened("sin_descarte", norm, lacks=("side_bet_spaces",), seguro=0)
    assert opened("sin_descarte", "AR10", lacks=("approved_shuffler", "carrousel_authorisation"))
    machine = {"shuffler": "automatic"}
    assert faults("AR10", lacks=("approved_shuffler",), **machine) == {"no_approved_shuffler"}
    assert faults("AR10", lacks=("carrousel_authorisation",), carrousel=100) == {"no_carrousel_authorisation"}
    progressive = {"progresivo": 100, "progresivo_deduction": Fraction(1, 10)}
    assert faults("AR10", lacks=("progresivo_notice",), **progressive) == {"no_progresivo_notice"}


@pytest.mark.law("IB05.11.V.4.11", "AR10.10-1-A.II.2.2", "AR10.10-1-A.II.2.4")
def test_how_the_cards_may_be_dealt() -> None:
    assert faults("IB05", shuffler="automatic", bank_card="first") == {"machine_shows_last_card"}
    assert opened("sin_descarte", "IB05", shuffler="none", bank_card="first")
    assert faults("AR10", shuffler="automatic", packs=1) == {"wrong_number_of_packs"}
    assert faults("AR10", shuffler="none", packs=2) == {"wrong_number_of_packs"}


@pytest.mark.law("IB05.11.II.2.3", "IB05.11.II.2.4", "IB05.11.II.2.5", "IB05.11.II.2.6", "AR10.10-1-A.II.3.2")
def test_a_reversible_cloth_has_conditions_in_the_balearics_and_none_in_aragon() -> None:
    for lacking in ("authorisation", "closing", "advance", "books"):
        found = faults("IB05", reversible_cloth=True, lacks=(f"reversible_{lacking}",))
        assert found == {f"no_reversible_{lacking}"}
        assert opened("sin_descarte", "IB05", lacks=(f"reversible_{lacking}",))
    assert faults("IB05", reversible_cloth=True, game_changes=2) == {"too_many_game_changes"}
    assert opened("sin_descarte", "AR10", reversible_cloth=True)


# ---------------------------------------------------------------- the insurance


@pytest.mark.law("IB05.11.V.4.2", "AR10.10-1-A.VIII.1.1", "AR10.10-1-A.VIII.1")
@both
def test_the_insurance_is_one_stipulated_amount_laid_before_the_cards(norm: str) -> None:
    assert faults(norm, seguro=251, authorised_minimum=500) == {"seguro_too_high"}
    assert opened("sin_descarte", norm, authorised_minimum=301, chip=1).chosen["seguro"] == 150
    poker = rehearse("sin_descarte", norm, seats=1, seguro=200)
    assert not poker.may("s1 bet seguro 200")  # without an initial bet
    poker.play("s1 bet apuesta_inicial 500")
    poker.refused("s1 bet seguro 100", "below_minimum")
    poker.play("s1 bet seguro 200")
    assert not poker.may("s1 bet seguro 200")
    poker.play("s1 withdraw apuesta_inicial 500")
    assert poker.felt.cloth == 0
    none = rehearse("sin_descarte", norm, seats=1, seguro=0)
    none.play("s1 bet apuesta_inicial 500")
    assert not none.may("s1 bet seguro 200")


@pytest.mark.parametrize(
    ("clause", "mine", "pays"),
    [
        cited("IB05.11.V.4.4", FULL, 100),
        cited("IB05.11.V.4.5", FOUR, 300),
        cited("IB05.11.V.4.6", FLUSH, 1_000),
        cited("IB05.11.V.4.7", ROYAL, 2_000),
        cited("AR10.10-1-A.VIII.1.a.1", FULL, 100),
        cited("AR10.10-1-A.VIII.1.b.1", FOUR, 300),
        cited("AR10.10-1-A.VIII.1.c.1", FLUSH, 1_000),
        cited("AR10.10-1-A.VIII.1.d.1", ROYAL, 2_000),
    ],
)
def test_the_insurance_pays_each_of_its_hands_by_its_clause(clause: str, mine: str, pays: int) -> None:
    poker = dealt(clause[:4], mine, "seguro")
    poker.play("s1 go", "3d 7h 8d Qh")
    paid = poker.events.payments[1, "seguro"]
    assert (paid.stake, paid.returned) == (250, 250 * (1 + pays))
    assert paid.clauses[0] == clause


@pytest.mark.law("IB05.11.V.4.3", "AR10.10-1-A.VIII.1.2")
@both
@pytest.mark.parametrize(("mine", "back"), [(FULL, 25_250), (PAIR, 0)])
def test_the_insurance_pays_whatever_the_bank_holds(norm: str, mine: str, back: int) -> None:
    for bank in ("3d 7h 8d Qh", "2h 2s 2c Kd"):  # it does not play; it holds four of a kind
        poker = dealt(norm, mine, "seguro")
        poker.play("s1 go", bank)
        assert poker.events.settled(1)["seguro"] == (250, back)


@pytest.mark.law("IB05.11.V.4.3", "AR10.10-1-A.VIII.1.2")
@both
def test_who_passes_loses_his_insurance(norm: str) -> None:
    poker = dealt(norm, PAIR, "seguro")
    poker.play("s1 fold")
    assert poker.events.settled(1)["seguro"] == (250, 0)


@pytest.mark.law("IB05.11.V.4.3")
def test_whether_a_winning_insurance_gets_its_stake_back_is_the_houses_choice() -> None:
    for returned, back in ((True, 25_250), (False, 25_000)):
        poker = dealt("IB05", FULL, "seguro", seguro_returned=returned)
        poker.play("s1 go", "3d 7h 8d Qh")
        assert poker.events.settled(1)["seguro"] == (250, back)


@pytest.mark.law("AR10.10-1-A.VIII.1.2", "IB05.11.V.4.3")
@pytest.mark.parametrize(
    ("norm", "choices", "wins"),
    [
        ("AR10", {"seguro_counts": "final_hand"}, True),
        ("AR10", {"seguro_counts": "first_cards"}, False),
        ("IB05", {}, False),
    ],
)
def test_on_which_cards_the_insurance_is_decided_after_a_purchase(
    norm: str, choices: dict[str, str], wins: bool
) -> None:
    poker = dealt(norm, "Jc Jd Jh 4s 9d", "seguro", buy_card=True, **choices)
    poker.play("s1 buy 5", "4d", "s1 go", "3d 7h 8d Qh")
    assert poker.events.settled(1)["seguro"] == (250, 25_250 if wins else 0)


# ---------------------------------------------------------------- carousel and progressive


@pytest.mark.law(
    "IB05.11.V.4.Carrousel.1", "IB05.11.V.4.Carrousel.4", "AR10.10-1-A.VII.1", "AR10.10-1-A.VII.2"
)
@pytest.mark.parametrize(
    ("norm", "choices", "grown"),
    [("IB05", {}, 10_090), ("AR10", {}, 10_100), ("AR10", {"carrousel_share": "1/2"}, 10_050)],
)
def test_each_coin_feeds_the_carousel(norm: str, choices: dict[str, str], grown: int) -> None:
    given: dict[str, Any] = {name: Fraction(text) for name, text in choices.items()}
    for goes in (True, False):
        poker = dealt(norm, PAIR, "carrousel", carrousel=100, carrousel_start=10_000, **given)
        poker.play("s1 go" if goes else "s1 fold")
        if goes:
            poker.play("3d 7h 8d Qh")
        assert poker.felt.jackpots == (("carrousel", grown),)
        assert poker.events.settled(1)["carrousel"] == (100, 0)


@pytest.mark.law(
    "IB05.11.V.4.Carrousel.2", "IB05.11.V.4.Carrousel.3", "AR10.10-1-A.VII.2", "AR10.10-1-A.VII.3"
)
@both
def test_a_royal_takes_the_pool_and_a_straight_flush_a_tenth(norm: str) -> None:
    fed = 90 if norm == "IB05" else 100
    for mine, prize, left in (
        (ROYAL, 10_000 + fed, 10_000),
        (FLUSH, (10_000 + fed) // 10, 10_000 + fed - (10_000 + fed) // 10),
    ):
        poker = dealt(norm, mine, "carrousel", carrousel=100, carrousel_start=10_000)
        poker.play("s1 go", "3d 7h 8d Qh")
        assert poker.events.settled(1)["carrousel"] == (100, prize)
        assert poker.felt.jackpots == (("carrousel", left),)


@pytest.mark.law("AR10.10-1-A.VII.2", "AR10.10-1-A.VII.3", "IB05.11.V.4.Carrousel.2")
@both
def test_royals_share_what_straight_flushes_leave(norm: str) -> None:
    poker = rehearse("sin_descarte", norm, seats=3, carrousel=100, carrousel_start=5_000)
    poker.play("floor set_pool bet=carrousel cents=100000")
    for seat in (1, 2, 3):
        poker.play(f"s{seat} bet apuesta_inicial 500; s{seat} bet carrousel 100")
    poker.play("croupier no_va_mas")
    hands = [ROYAL.split(), ROYAL.replace("s", "h").split(), FLUSH.split()]
    order = [hands[seat][n] for n in range(5) for seat in range(3)]
    order.insert(3 if norm == "AR10" else 15, "2d")
    poker.play(" ".join(order), "s1 go; s2 go; s3 go", "3d 7d 8d Qd")
    pool = 100_000 + (270 if norm == "IB05" else 300)
    tenth = pool // 10
    assert poker.events.settled(3)["carrousel"] == (100, tenth)
    assert (
        poker.events.settled(1)["carrousel"]
        == poker.events.settled(2)["carrousel"]
        == (100, (pool - tenth) // 2)
    )
    law_says = poker.felt.figures.pools["carrousel"]
    assert poker.events.of(Fed, PaidOut, Linked) == [
        Linked("carrousel", 95_000, law_says.linked),
        Fed("carrousel", pool - 100_000, law_says.feeding),
        PaidOut("carrousel", (pool - tenth) // 2, law_says.whole),
        PaidOut("carrousel", (pool - tenth) // 2, law_says.whole),
        PaidOut("carrousel", tenth, law_says.part),
        Fed("carrousel", 5_000, law_says.feeding),
    ]


@pytest.mark.law(
    "AR10.10-1-A.VIII.2.1", "AR10.10-1-A.VIII.2.2", "AR10.10-1-A.VIII.2.5", "AR10.10-1-A.VIII.2.6"
)
def test_the_progressive_is_decided_on_the_first_cards_after_the_deduction() -> None:
    given: dict[str, Any] = {
        "progresivo": 200,
        "progresivo_deduction": Fraction(1, 4),
        "progresivo_start": 40_000,
    }
    poker = dealt("AR10", FLUSH, "progresivo", buy_card=True, **given)
    poker.play("s1 buy 1", "Th", "s1 go", "3d 7h 8d Qh")
    assert poker.events.settled(1)["progresivo"] == (200, 4_015)
    assert poker.felt.jackpots == (("progresivo", 36_135),)
    assert faults("AR10", progresivo=200) == {"no_deduction"}
    assert faults("AR10", progresivo=200, progresivo_deduction=1) == {"no_deduction"}
    assert faults("AR10", progresivo=300, progresivo_deduction=Fraction(1, 10)) == {"progresivo_too_high"}


@pytest.mark.law("AR10.10-1-A.VIII.2.3", "IB05.11.V.4.Carrousel.2", "AR10.10-1-A.VII.2")
def test_pools_that_tables_share_are_set_by_the_floor() -> None:
    given = {"progresivo": 100, "progresivo_deduction": Fraction(1, 10)}
    alone = rehearse("sin_descarte", "AR10", seats=1, **given)
    assert "set_pool" not in alone.verbs(FLOOR)
    shared = rehearse("sin_descarte", "AR10", seats=1, progresivo_shared=True, **given)
    shared.play("floor set_pool bet=progresivo cents=77700")
    assert shared.felt.jackpots == (("progresivo", 77_700),)
    assert "set_pool" in rehearse("sin_descarte", "IB05", seats=1, carrousel=50).verbs(FLOOR)
