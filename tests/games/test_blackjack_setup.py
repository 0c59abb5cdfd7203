"""Blackjack, clause by clause: what a table needs, and the bets on the sevens (IB05, AR10)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novamas.games.blackjack.setup import SideBet
from novamas.hands import Sevens
from novamas.law import Fault, catalogue
from novamas.table.events import Fed, Linked, Noted, PaidOut
from novamas.testing import Rehearsal, rehearse
from novamas.testing.rehearsal import faults_of

FLOORS = (
    "siete:2",
    "dos_sietes_de_distinto_palo:10",
    "dos_sietes_del_mismo_palo:50",
    "tres_sietes_de_distinto_palo:200",
    "tres_sietes_del_mismo_palo:5000",
)


JACKPOT: dict[str, Any] = {"jackpot": True, "authorised": ("jackpot", "progressive")}


def blackjack(*lines: str, norm: str = "IB05", places: int = 1, **choices: Any) -> Rehearsal:
    return rehearse("blackjack", norm, *lines, places=places, **choices)


def faults(norm: str = "IB05", **choices: object) -> dict[str, Fault]:
    return faults_of("blackjack", norm, **choices)


# ---------------------------------------------------------------- things and people

THINGS = {
    "decks": "IB05.03.II.1.1",
    "numbered_shoe": "IB05.03.II.2.2",
    "semicircular_table": "IB05.03.II.3.1",
    "insurance_space": "IB05.03.II.3.2",
}


@pytest.mark.law("IB05.03.II.1.1", "IB05.03.II.2.2", "IB05.03.II.3.1", "IB05.03.II.3.2")
@pytest.mark.parametrize("thing", THINGS)
def test_a_table_needs_its_things(thing: str) -> None:
    for norm in ("IB05", "AR10"):
        assert faults(norm, lacks=(thing,))[f"no_{thing}"].clause == THINGS[thing]


@pytest.mark.law("IB05.03.II.2.4", "IB05.03.II.2.5")
@pytest.mark.parametrize("shuffler", ["batch", "continuous"])
def test_a_shuffling_machine_may_be_used_if_approved(shuffler: str) -> None:
    lacking = faults(shuffler=shuffler, lacks=("approved_shuffler",))
    assert lacking["no_approved_shuffler"].clause == "IB05.03.II.2.5"
    assert not faults(shuffler=shuffler)
    assert not faults(lacks=("approved_shuffler",))


@pytest.mark.law("IB05.03.II.2.4")
def test_a_machine_shuffles_shoe_after_shoe_or_all_the_time() -> None:
    batch = blackjack("croupier hagan_juego", shuffler="batch")
    assert batch.events.of(Noted)[0] == Noted("machine_shuffles", "IB05.03.II.2.4", {"decks": 6})
    always = blackjack(shuffler="continuous")
    for _ in range(2):
        always.play("s1 bet mano:1 500; Tc 7d 9c; s1 decline; s1 stand")
        shoe = always.felt.shoe
        assert (shoe.dealt, shoe.cut, shoe.blanks) == (3, 0, 0)  # a full shoe, no cut card, none set aside
        always.play("Th")


@pytest.mark.law("IB05.03.II.3.3", "IB05.03.II.3.4", "IB05.03.II.3.5")
def test_a_reversible_cloth_is_authorised_and_changed_once_a_day() -> None:
    assert not faults(reversible_cloth=True, game_changes=1)
    changed = faults(reversible_cloth=True, game_changes=2)
    assert set(changed) == {"too_many_game_changes"}
    clauses = {
        "reversible_authorisation": "IB05.03.II.3.3",
        "reversible_closing": "IB05.03.II.3.3",
        "reversible_advance": "IB05.03.II.3.4",
        "reversible_books": "IB05.03.II.3.5",
    }
    found = faults(reversible_cloth=True, lacks=tuple(clauses))
    assert {code: fault.clause for code, fault in found.items()} == {
        f"no_{name}": clause for name, clause in clauses.items()
    }
    assert not faults(lacks=tuple(clauses))


@pytest.mark.law("IB05.03.III.Jefe.2")
def test_a_chief_serves_four_tables_at_most_and_each_has_a_croupier() -> None:
    assert not faults(tables_per_chief=4)
    assert faults(tables_per_chief=5)["too_many_tables_per_chief"].clause == "IB05.03.III.Jefe.2"
    assert "too_few_croupiers" in faults(croupiers=0)


@pytest.mark.law("AR10.6.1.2")
def test_in_aragon_tables_that_share_a_chief_stand_in_one_sector_and_are_recorded() -> None:
    assert not faults("AR10", tables_per_chief=4)
    assert faults("AR10", tables_per_chief=5)["too_many_tables_per_chief"].clause == "AR10.6.1.2"
    for thing in ("same_sector", "recording"):
        assert faults("AR10", tables_per_chief=2, lacks=(thing,))[f"no_{thing}"].clause == "AR10.6.1.2"
        assert not faults("AR10", lacks=(thing,))


# ---------------------------------------------------------------- what Aragón adds, and what it borrows


@pytest.mark.law("AR10.1.3.f.1")
def test_aragons_table_is_played_by_borrowed_figures_that_are_marked_so() -> None:
    frame = catalogue.under("AR10")["blackjack"]
    assert frame.stage == "amended parts only"
    assert frame.borrowed["bets.blackjack"].norm == "IB05"
    assert frame.borrowed["bets.blackjack"].cite == ("AR10.7.1",)
    own = {"side_bet", "rules.jackpot", "rules.progressive", "needs.jackpot_stake_too_high", "prizes.siete"}
    assert not own & set(frame.borrowed)
    assert "bets.retiro" not in frame.borrowed


@pytest.mark.law("AR10.1.3.f.1")
def test_surrender_is_not_borrowed() -> None:
    table = blackjack("s1 bet mano:1 500; Tc 9d 6c", norm="AR10")
    assert table.at == "Playing"
    table.refused("s1 surrender mano:1", "no_surrender", "AR10.7.1")
    ace = blackjack("s1 bet mano:1 500; Tc Ad 6c", norm="AR10")
    ace.refused("s1 insure mano:1 251", "above_maximum")


# ---------------------------------------------------------------- the jackpot: opening


@pytest.mark.law("AR10.7.e.1", "AR10.7.e.8")
def test_the_jackpot_is_the_houses_choice_and_needs_an_authorisation() -> None:
    assert blackjack(norm="AR10").felt.rules.side_bet is None
    assert faults("AR10", jackpot=True)["jackpot_not_authorised"].clause == "AR10.7.e.8"
    assert not faults("AR10", **JACKPOT)


@pytest.mark.law("AR10.7.e.2")
def test_the_jackpot_bet_is_half_the_minimum_at_most() -> None:
    assert not faults("AR10", **JACKPOT, jackpot_stake=250)
    assert faults("AR10", **JACKPOT, jackpot_stake=251)["jackpot_stake_too_high"].clause == "AR10.7.e.2"
    assert not faults("AR10", jackpot_stake=251)


@pytest.mark.law("AR10.7.e.4")
def test_the_prizes_are_displayed() -> None:
    assert faults("AR10", **JACKPOT, lacks=("prize_list",))["no_prize_list"].clause == "AR10.7.e.4"
    assert not faults("AR10", lacks=("prize_list",))


@pytest.mark.law("AR10.7.e.8")
@pytest.mark.parametrize("place", range(5))
def test_no_prize_may_be_lowered_and_any_may_be_raised(place: int) -> None:
    name, _, floor = FLOORS[place].partition(":")
    lower = (*FLOORS[:place], f"{name}:{int(floor) - 1}", *FLOORS[place + 1 :])
    assert set(faults("AR10", **JACKPOT, jackpot_prizes=lower)) == {"prize_too_low"}
    without = (*FLOORS[:place], *FLOORS[place + 1 :])
    assert set(faults("AR10", **JACKPOT, jackpot_prizes=without)) == {"prize_too_low"}
    higher = (*FLOORS[:place], f"{name}:{int(floor) + 1}", *FLOORS[place + 1 :])
    assert not faults("AR10", **JACKPOT, jackpot_prizes=higher)


@pytest.mark.law("AR10.7.e.7", "AR10.7.e.8", "AR10.7.e.e.1")
def test_a_progressive_jackpot_is_authorised_and_starts_at_its_floor() -> None:
    alone = faults("AR10", jackpot=True, progressive=True, authorised=("jackpot",))
    assert set(alone) == {"progressive_not_authorised"}
    lawful: dict[str, Any] = {**JACKPOT, "progressive": True}
    assert not faults("AR10", **lawful, jackpot_start=1_000_000)
    low = faults("AR10", **lawful, jackpot_start=999_999)["jackpot_starts_too_low"]
    assert low.clause == "AR10.7.e.e.1"


@pytest.mark.law("IB05.03.V.1.f.1")
def test_accumulated_bets_are_off_unless_authorised_with_their_prizes() -> None:
    assert blackjack().felt.rules.side_bet is None
    assert set(faults(jackpot=True)) == {"jackpot_not_authorised", "no_prizes"}
    assert not faults(**JACKPOT, jackpot_prizes=("siete:1",))
    assert set(faults(**JACKPOT, jackpot_prizes=("ocho:1",))) == {"no_such_combination"}
    assert set(faults(**JACKPOT, jackpot_prizes=("siete:much",))) == {"ratio_unreadable"}
    both = faults(**JACKPOT, jackpot_prizes=("ocho:1", "siete:much"))
    assert both["no_such_combination"].figures == {"given": "ocho:1", "known": tuple(Sevens)}
    assert both["ratio_unreadable"].figures == {"given": "siete:much"}


# ---------------------------------------------------------------- the jackpot: playing

HANDS = [
    ("8c 8d 7c", "s1 stand; Th", None, None),  # only a first card counts
    ("7c 8d 9c", "s1 stand; Th", 2, "AR10.7.e.a.1"),
    ("7c 8d 7h", "s1 stand; Th", 10, "AR10.7.e.b.1"),
    ("7c 8d 7c", "s1 stand; Th", 50, "AR10.7.e.c.1"),
    ("7c 8d 7c", "s1 hit; 7h Th", 200, "AR10.7.e.d.1"),
    ("7c 8d 7h", "s1 hit; 7h Th", 200, "AR10.7.e.d.1"),
    ("7c 8d 7h", "s1 hit; 7s Th", 200, "AR10.7.e.d.1"),
    ("7c 8d 7c", "s1 hit; 7c Th", 5000, "AR10.7.e.e.1"),
    ("7c 8d 7c", "s1 hit; 9c", 50, "AR10.7.e.c.1"),
]


def with_jackpot(*lines: str, **choices: Any) -> Rehearsal:
    """Return a table in Aragón at which one player has a hand and the jackpot bet."""
    bets = "s1 bet mano:1 500; s1 bet jackpot:1 200"
    return blackjack(bets, *lines, norm="AR10", **{**JACKPOT, **choices})


@pytest.mark.law("AR10.7.e.3", "AR10.7.e.5", "AR10.7.e.6", "AR10.7.e.2")
@pytest.mark.law("AR10.7.e.a.1", "AR10.7.e.b.1", "AR10.7.e.c.1", "AR10.7.e.d.1", "AR10.7.e.e.1")
@pytest.mark.parametrize(("cards", "play", "prize", "clause"), HANDS)
def test_the_first_three_cards_win_the_greatest_of_their_prizes(
    cards: str, play: str, prize: int | None, clause: str | None
) -> None:
    paid = with_jackpot(cards, play).events.payments[1, "jackpot:1"]
    if prize is None:
        assert (paid.returned, paid.clauses) == (0, ("AR10.7.e.3",))
    else:
        assert paid.returned == 200 * (1 + prize)
        assert paid.clauses == (clause, "AR10.7.e.6")


@pytest.mark.law("AR10.7.e.d.1")
@pytest.mark.parametrize(
    ("cards", "third", "prize"),
    [("7c 8d 7h", "7s", 200), ("7c 8d 7h", "7h", 10), ("7c 8d 7c", "7h", 50), ("7c 8d 7c", "7c", 5000)],
)
def test_the_house_may_ask_three_sevens_for_three_suits(cards: str, third: str, prize: int) -> None:
    paid = with_jackpot(cards, f"s1 hit; {third} Th", different_suits="three_suits").events.payments
    assert paid[1, "jackpot:1"].returned == 200 * (1 + prize)


@pytest.mark.law("AR10.7.e.3")
def test_the_jackpot_does_not_care_what_becomes_of_the_hand() -> None:
    bust = with_jackpot("7c 8d Tc; s1 hit; Kc").events.payments
    assert bust[1, "mano:1"].returned == 0
    assert bust[1, "jackpot:1"].returned == 600


@pytest.mark.law("AR10.7.e.5")
def test_after_a_split_the_first_card_of_the_first_hand_is_the_third() -> None:
    table = with_jackpot("7c 8d 7c; s1 split; 7c; s1 stand; Kd; s1 stand; Th")
    assert table.events.payments[1, "jackpot:1"].returned == 200 * 5001


@pytest.mark.law("AR10.7.e.2")
def test_the_jackpot_bet_is_one_stipulated_amount_laid_before_the_cards() -> None:
    table, bet = blackjack("croupier hagan_juego", norm="AR10", places=2, **JACKPOT), "s1 bet jackpot:1 200"
    table.refused(bet, "not_aside")  # no hand yet
    table.play("s1 bet mano:1 500")
    assert not table.may("s2 bet jackpot:1 200")
    table.refused("s1 bet jackpot:1 100", "below_minimum")
    table.refused("s1 bet jackpot:1 300", "above_maximum")
    table.play(bet)
    table.refused(bet, "not_aside")  # once only
    table.play("s1 withdraw jackpot:1 200", bet, "croupier no_va_mas")
    table.refused(bet, "cards_are_dealt")


@pytest.mark.law("AR10.7.e.2")
def test_the_minimum_may_not_fall_below_twice_the_jackpot_bet() -> None:
    authorised = ("vary_minimum", "jackpot")
    raised: dict[str, Any] = {"authorised": authorised, "minimum_kept_elsewhere": True, "minimum": 1000}
    table = blackjack(norm="AR10", jackpot=True, **raised, jackpot_stake=400)
    table.refused("floor announce_limits 500", "below_minimum")
    assert table.may("floor announce_limits 1000")


PROGRESSIVE: dict[str, Any] = {"progressive": True, "jackpot_start": 1_000_000}


@pytest.mark.law("AR10.7.e.7", "AR10.7.e.e.1")
def test_a_progressive_jackpot_grows_is_paid_whole_and_starts_again() -> None:
    table = with_jackpot("8c 8d 9c; s1 stand; Th", **PROGRESSIVE, jackpot_share=Fraction(1, 4))
    assert table.felt.in_jackpot("jackpot") == 1_000_050
    table.play("floor set_jackpot 1234000")  # what linked tables have fed to it
    told = table.play("s1 bet mano:1 500; s1 bet jackpot:1 200; 7c 8d 7c; s1 hit; 7c Th")
    assert told.payments[1, "jackpot:1"].returned == 1_234_050 + 200
    assert table.events.of(Fed, PaidOut, Linked) == [
        Fed("jackpot", 50, "AR10.7.e.7"),
        Linked("jackpot", 1_234_000 - 1_000_050, "AR10.7.e.7"),
        Fed("jackpot", 50, "AR10.7.e.7"),
        PaidOut("jackpot", 1_234_050, "AR10.7.e.e.1"),
        Fed("jackpot", 1_000_000, "AR10.7.e.7"),
    ]
    assert table.felt.in_jackpot("jackpot") == 1_000_000


@pytest.mark.law("AR10.7.e.7", "AR10.7.e.e.1")
@pytest.mark.parametrize(("jackpot", "each"), [(3_000_001, 1_500_000), (1_000_000, 1_000_000)])
def test_two_who_win_it_at_once_share_it_and_neither_gets_less_than_the_floor(
    jackpot: int, each: int
) -> None:
    choices: dict[str, Any] = {**JACKPOT, **PROGRESSIVE, "jackpot_share": Fraction(0)}
    table = blackjack(f"floor set_jackpot {jackpot}", norm="AR10", places=2, **choices)
    for seat in (1, 2):
        table.play(f"s{seat} bet mano:{seat} 500; s{seat} bet jackpot:{seat} 200")
    told = table.play("7c 7c 8d 7c 7c; s1 hit; 7c; s2 hit; 7c Th")
    won = [told.payments[seat, f"jackpot:{seat}"].returned for seat in (1, 2)]
    assert won == [each + 200, each + 200]
    share, left = divmod(jackpot, 2)  # what is missing to the floor, the house adds
    assert told.of(Fed, PaidOut, Linked) == [
        PaidOut("jackpot", share, "AR10.7.e.e.1"),
        PaidOut("jackpot", share, "AR10.7.e.e.1"),
        Fed("jackpot", 1_000_000 - left, "AR10.7.e.7"),
    ]


@pytest.mark.law("AR10.7.e.7", "IB05.03.V.1.f.1")
def test_only_a_progressive_jackpot_is_linked() -> None:
    assert not blackjack(norm="AR10", **JACKPOT).may("floor set_jackpot 1000000")
    linked = blackjack(**JACKPOT, **PROGRESSIVE, jackpot_prizes=FLOORS[:1])
    assert linked.may("floor set_jackpot 1000000")


@pytest.mark.law("IB05.03.V.1.f.1")
def test_an_accumulated_bet_is_paid_as_the_authorisation_states() -> None:
    choices: dict[str, Any] = {**JACKPOT, "jackpot_prizes": ("siete:3",), "jackpot_stake": 300}
    table = blackjack("s1 bet mano:1 500; s1 bet acumulada:1 300", **choices)
    lost = table.fork().play("8c 8d 7c; s1 decline; s1 stand; Th")
    told = table.play("7c 8d 7c; s1 decline; s1 stand; Th")
    paid = told.payments[1, "acumulada:1"]  # two sevens have no prize of their own here: the first seven has
    assert (paid.returned, paid.clauses) == (1200, ("IB05.03.V.1.f.1",))
    assert lost.payments[1, "acumulada:1"].returned == 0


@given(st.lists(st.integers(0, 51), min_size=1, max_size=3))
@pytest.mark.law("AR10.7.e.6")
def test_only_the_greatest_prize_is_paid(firsts: list[int]) -> None:
    prizes = tuple((word.split(":")[0], Fraction(word.split(":")[1])) for word in FLOORS)
    won = SideBet("jackpot", 200, prizes).best(firsts, Fraction(0))
    sevens = [code // 4 == 5 for code in firsts]
    if not sevens[0]:
        assert won is None
        return
    assert won is not None
    run = 1 + (len(sevens) > 1 and sevens[1]) + (len(sevens) > 2 and sevens[1] and sevens[2])
    suited = len({code % 4 for code in firsts[:run]}) == 1
    assert (
        won[0]
        == (
            Sevens.ONE,
            Sevens.TWO_SUITED if suited else Sevens.TWO_UNSUITED,
            Sevens.THREE_SUITED if suited else Sevens.THREE_UNSUITED,
        )[run - 1]
    )


def test_rounds_without_the_bet_know_nothing_of_it() -> None:
    assert not blackjack("s1 bet mano:1 500; 7c 8d 7c; s1 decline; s1 stand; Th").felt.firsts
