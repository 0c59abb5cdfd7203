"""Synthetic poker under its three norms, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest
from tests.circle import Circle, happened, noted, paid, pots, raked, returned, said
from tests.wheels import opened

from novamas.games.sintetico import CommonCardTurned
from novamas.hands import Category
from novamas.kit.cards import card
from novamas.kit.chance import Scripted
from novamas.law import Faulty
from novamas.rounds.circle.acts import (
    AssignPlace,
    Buy,
    Check,
    ClaimTurn,
    Deal,
    DrawPlaces,
    Fold,
    Leave,
    Match,
    PayPot,
    RaiseTo,
    Rest,
    Show,
)
from novamas.rounds.circle.incidents.bets import (
    AnnouncedWrongly,
    AnteMissing,
    AnteNotLaid,
    BetOutOfTurn,
    CardsExposed,
    CardsTouch,
    LargeChip,
    MixedWithDiscards,
    TooFewChips,
    TurnSkipped,
)
from novamas.rounds.circle.incidents.conduct import Misconduct
from novamas.rounds.circle.incidents.deals import ExposedInCut, Misdeal
from novamas.table.deeds import Drawn
from novamas.table.events import Bought, Dealt, Discarded, Shown
from novamas.table.people import CHANCE, FLOOR, RAIL
from novamas.table.session import Session

NORMS = ("IB05", "IB09", "AR10")
every = pytest.mark.parametrize("norm", NORMS)
HANDS = "As Ks Qs 8h Ad Kd Qd 9c"  # aces, kings, queens, nine-eight


def dealt(norm: str, *deeds: Any, common: str = "Tc", **given: Any) -> Circle:
    table = Circle("sintetico", norm, **{"rake": 0, **given})
    table.do(Deal(), HANDS, common, *deeds)
    return table


def faults(norm: str, **choices: Any) -> set[tuple[str, str | None]]:
    with pytest.raises(Faulty) as raised:
        opened("sintetico", norm, **choices)
    return {(fault.code, fault.clause) for fault in raised.value.faults}


# ---------------------------------------------------------------- the course


@every
@pytest.mark.law("IB05.12.V.4.14", "IB05.12.V.4.16", "IB05.12.V.4.18", "IB05.12.V.4.19", "IB05.12.II.1.1")
@pytest.mark.law("IB09.12-2-e.IV.1", "IB09.12-2-e.IV.2", "IB09.12-2-e.II.1", "AR10.10-2-B-e.IV.2")
@pytest.mark.law("AR10.10-2-B-e.IV.3", "AR10.10-2-B-e.IV.4", "AR10.10-2-B-e.IV.5", "AR10.10-2-B-e.II.1")
@pytest.mark.law("AR10.10.2.b.8")
def test_two_covered_cards_and_the_first_common_one_then_the_mano_speaks(norm: str) -> None:
    table = Circle("sintetico", norm)
    table.do(Deal())
    assert table.felt.cloth == 400
    assert table.phase.draws().total == 28
    told = table.do(HANDS, "Tc")
    assert [event.to for event in told if isinstance(event, Dealt)][:9] == [1, 2, 3, 4, 1, 2, 3, 4, "board"]
    board = table.felt.held("board")
    assert [held.up for held in board] == ([True, *[False] * 4] if norm == "IB05" else [True])
    assert table.turn == table.felt.mano == 1


@every
@pytest.mark.law(
    "IB05.12.V.4.20", "IB09.12-2-e.IV.3", "IB09.12-2-e.IV.4", "AR10.10-2-B-e.IV.6", "AR10.10-2-B-e.IV.7"
)
def test_who_made_the_highest_bet_opens_the_next_interval(norm: str) -> None:
    table = dealt(norm, Check(1), RaiseTo(2, 200), RaiseTo(3, 600), Match(4), Match(1), Match(2), "Jc")
    assert table.felt.cards("board") == (card("Tc"), card("Jc"))
    assert table.turn == 3
    table.do(Check(3), Check(4), Check(1), Check(2), "9d")
    assert table.turn == (3 if norm == "AR10" else 1)  # nobody bet: the same opener, or the mano
    first = table.turn
    assert isinstance(first, int)
    while table.name != "Showdown":
        table.step()
    assert len(table.felt.cards("board")) == 5
    assert table.felt.street == 4


@every
@pytest.mark.law("IB05.12.V.4.21", "IB05.12.V.4.44", "IB09.12-2-e.IV.5", "AR10.10-2-B-e.IV.8")
def test_who_made_the_last_bet_shows_first_and_the_pot_is_paid(norm: str) -> None:
    table = dealt(norm)
    for drawn in ("Jc", "8d", "9h", "Th"):
        while table.name == "Interval":
            seat = table.turn
            assert isinstance(seat, int)
            table.do(Check(seat))
        table.do(drawn)
    first = table.turn
    assert first == 1
    table.do(Check(1), RaiseTo(2, 200), Match(3), Fold(4), Match(1))
    assert table.turn == 2
    assert all(not held.up for held in table.felt.held(1))
    told = table.do(Show(2), Show(3), Show(1), PayPot())
    assert [event.owner for event in told if isinstance(event, Shown)] == [2, 3, 1]
    winner = 3 if norm == "IB05" else 1
    assert paid(told) == {winner: 1_000}  # in the first norm one queen makes a straight with the table


@pytest.mark.law("IB05.12.I.2", "IB09.12-2-e.I.1", "AR10.10-2-B-e.I.2")
def test_both_own_cards_play_except_in_the_first_norm() -> None:
    for norm, category in (("IB05", Category.POQUER), ("IB09", Category.FULL), ("AR10", Category.FULL)):
        table = dealt(norm, common="Ts")
        for drawn in ("Tc", "Td", "Th", "8d"):
            for _ in range(4):
                table.step()
            table.do(drawn)
        assert table.felt.hand_of(1).category is category


@every
@pytest.mark.law(
    "AR10.10-2-B-e.IV.9", "IB09.12-2-e.II.1", "IB05.12.II.1.2", "IB09.12-2-e.II.2", "AR10.10-2-B-e.II.2"
)
def test_the_flush_beats_the_full_and_the_ace_stands_before_the_eight(norm: str) -> None:
    table = dealt(norm)
    order = table.felt.ranking.shape.order
    assert order.index(Category.COLOR) < order.index(Category.FULL)
    assert table.felt.ranking.shape.lowest_rank == 8


# ---------------------------------------------------------------- resto


@pytest.mark.law("IB05.12.V.3.3", "IB05.12.V.3.4", "IB05.12.V.3.5", "IB09.12-2-e.III.1", "IB09.12-2-e.III.2")
@pytest.mark.law("IB09.12-2-e.III.a.1", "IB09.12-2-e.III.b.1", "AR10.10-2-B-e.III.1")
def test_the_resto_and_its_replacements_go_by_a_scale() -> None:
    assert faults("IB05", least_resto=4_900) == {("resto_off_scale", "IB05.12.V.3.4")}
    assert faults("IB05", least_more=900) == {("replacement_off_scale", "IB05.12.V.3.5")}
    assert faults("IB09", most_resto=40_050) == {("resto_off_scale", "IB09.12-2-e.III.a.1")}
    assert faults("IB09", most_more=20_050) == {("replacement_off_scale", "IB09.12-2-e.III.b.1")}
    assert opened("sintetico", "AR10", most_resto=100_000)
    for norm in ("IB05", "IB09"):
        table = Circle("sintetico", norm, purses=(10_000, 10_000, 10_000, 10_000, 0))
        assert "buy" not in table.offered(1)  # his resto is not exhausted
        assert table.refused(Buy(5, 950)).least == 1_000  # a replacement
        table.do(Leave(1))
        assert (table.refused(Buy(1, 1_000)).least or 0) >= 4_000  # another beginning
    assert "buy" in Circle("sintetico", "AR10").offered(1)
    assert "buy" not in Circle("sintetico", "AR10", replenish=True).offered(1)


@pytest.mark.law("IB05.12.V.3.1", "IB05.12.V.3.2", "AR10.10-2-B-e.III.1", "AR10.10-2-B-e.III.2")
def test_bets_lie_within_the_limits_of_the_table() -> None:
    table = dealt("IB05")
    assert table.refused(RaiseTo(1, 1_050)).most == 1_000
    table.do(RaiseTo(1, 1_000))
    assert table.refused(RaiseTo(2, 2_050)).most == 2_000
    assert faults("IB05", authorised_minimum=250) == {("minimum_too_low", "IB05.12.V.3.2")}
    assert faults("AR10", lacks=["limits_shown"]) == {("no_limits_shown", "AR10.10-2-B-e.III.2")}


@pytest.mark.law("IB05.12.II.3.1", "IB05.12.II.3.2")
def test_the_house_takes_three_per_cent_at_most() -> None:
    assert {code for code, _ in faults("IB05", charge="sesion")} == {"choice_not_offered"}
    table = dealt(
        "IB05", RaiseTo(1, 1_000), Match(2), Fold(3), Fold(4), rake=opened("sintetico", "IB05").choices.rake
    )
    told = table.finish()
    assert raked(told) == 50  # 3 % of 2 400 is 72


# ---------------------------------------------------------------- IB05: its own general rules


@pytest.mark.law("IB05.12.II.2.1", "IB05.12.II.2.2", "IB05.12.II.2.3", "IB05.12.II.2.4", "IB05.12.III.1")
@pytest.mark.law("IB05.12.III.2", "IB05.12.IV.1")
def test_the_table_of_the_first_norm() -> None:
    assert faults("IB05", lacks=["numbered_places", "slots"], croupiers=0, chief=False) == {
        ("no_numbered_places", "IB05.12.II.2.1"),
        ("no_slots", "IB05.12.II.2.4"),
        ("too_few_croupiers", "IB05.12.III.1"),
        ("no_chief", "IB05.12.III.2"),
    }
    assert {code for code, _ in faults("IB05", seats=11)} == {"choice_too_high"}


@pytest.mark.law(
    "IB05.12.IV.2", "IB05.12.IV.3", "IB05.12.III.1.2", "IB05.12.V.4.1", "IB05.12.V.4.2", "IB05.12.V.4.3"
)
@pytest.mark.law("AR10.10-2-B-e.IV.1", "AR10.10-2-B-e.IV.3")
def test_places_by_lot_the_mano_first_and_newcomers_afterwards() -> None:
    for norm in ("IB05", "AR10"):
        session = Session(opened("sintetico", norm, seats=5).opening, Scripted(()), automatic=())
        for seat in (1, 2, 3):
            session.do(Buy(seat, 5_000))
        assert session.why_not(DrawPlaces()) is not None
        session.do(Buy(4, 5_000))
        session.do(DrawPlaces())
        for lot in (1, 0, 0, 0):
            session.do(Drawn(what=lot))
        felt: Any = session.phase.felt
        assert felt.party.places == (2, 1, 3, 4, 0)
        session.do(Buy(5, 5_000))
        session.do(AssignPlace(seat=5, place=5))
        session.do(Deal())
        felt = session.phase.felt
        assert felt.mano == 2
    table = Circle("sintetico", "IB05")
    for mano in (1, 2, 3):
        table.do(Deal())
        assert table.felt.mano == mano
        table.finish()


@pytest.mark.law("IB05.12.IV.4", "IB05.12.IV.7", "IB05.12.IV.8", "IB05.12.V.4.46")
def test_rests_table_stakes_and_what_is_not_allowed() -> None:
    table = Circle("sintetico", "IB05", purses=(10_000,) * 5)
    table.do(Rest(2))
    for _ in range(2):
        table.do(Deal())
        assert 2 not in table.felt.players
        assert table.refusal(Buy(3, 5_000)) == ("hand_has_begun", "IB05.12.V.4.46")
        table.finish()
    table.do(Deal())
    assert 2 not in table.felt.party.places
    table.finish()
    told = table.do(Misconduct(seat=1, what="joint_pot"), Misconduct(seat=1, what="sharing_the_pot"))
    assert len(said(told)) == 2
    assert "expel" not in table.offered(FLOOR)  # this norm knows warnings only


@pytest.mark.law("IB05.12.III.2.3", "IB05.12.V.4.15", "IB05.12.V.4.23", "IB05.12.V.4.25", "IB05.12.V.4.27")
@pytest.mark.law("IB05.12.V.4.28", "IB05.12.V.4.29", "IB05.12.V.4.30", "IB05.12.V.4.34", "IB05.12.V.4.35")
def test_what_a_player_may_do_in_the_first_norm() -> None:
    table = dealt("IB05", Check(1), RaiseTo(2, 200))
    assert table.refused(Check(4)).code == "not_your_turn"
    assert table.refusal(Check(3)) == ("bet_pending", "IB05.12.V.4.27")
    assert table.refusal(RaiseTo(2, 400)) == ("string_bet", "IB05.12.V.4.35")
    table.do(Match(3))
    assert table.felt.on(3, "apuesta") == 200
    told = table.do(Fold(4))
    assert {event.card for event in told if isinstance(event, Discarded)} == {None}
    assert table.offered(1) == {"match", "fold", "raise_to"}
    assert table.refused(RaiseTo(1, 350)).least == 400
    table.do(Match(1), "Jc")
    assert table.felt.on(4, "bote") == 100
    assert all(bet == "bote" for _, bet, _ in table.felt.chips)


@pytest.mark.law("IB05.12.V.4.31", "IB05.12.V.4.32", "IB05.12.V.4.37", "IB05.12.V.4.39", "IB05.12.V.4.41")
def test_pots_of_the_first_norm() -> None:
    table = dealt(
        "IB05", RaiseTo(1, 1_000), Match(2), Match(3), Fold(4), purses=(10_000, 600, 10_000, 10_000)
    )
    while table.name != "Reading":
        table.step()
    told = table.do(AnnouncedWrongly(), PayPot())
    assert said(told)[0] == "Las cartas hablan."
    assert set(pots(told)) == {"bote_1", "bote_2"}
    alone = dealt("IB05", RaiseTo(1, 1_000), Fold(2), Fold(3))
    assert returned(alone.do(Fold(4))) == {1: 1_000}
    assert paid(alone.do(PayPot())) == {1: 400}
    tied = Circle("sintetico", "IB05", rake=0)
    tied.do(Deal(), "9s 9d 9h 8c Qs Qd 8h 8d", "As")
    for drawn in ("Ks", "Js", "Ts", "Ad"):
        for _ in range(4):
            tied.step()
        tied.do(drawn)
    for _ in range(4):
        tied.step()
    assert sum(paid(tied.finish()).values()) == 400


# ---------------------------------------------------------------- irregularities


@every
@pytest.mark.law("IB05.12.V.5.1.1", "IB05.12.V.5.1.a.1", "IB05.12.V.5.1.b.1", "IB05.12.V.5.1.c.1")
@pytest.mark.law("IB09.12-2-e.V.1.1", "IB09.12-2-e.V.1.2", "IB09.12-2-e.V.1.3", "IB09.12-2-e.V.1.4")
@pytest.mark.law(
    "AR10.10-2-B-e.V.1.1", "AR10.10-2-B-e.V.1.a.1", "AR10.10-2-B-e.V.1.b.1", "AR10.10-2-B-e.V.1.c.1"
)
@pytest.mark.law("AR10.10-2-B-e.V.1.d.1", "IB05.12.V.4.11")
def test_any_exposed_card_or_wrong_deal_starts_the_hand_again(norm: str) -> None:
    causes = ["order", "too_few", "too_many", "any_exposed", *(["left_table"] if norm == "AR10" else [])]
    for cause in causes:
        table = Circle("sintetico", norm)
        table.do(Deal(), ExposedInCut(), "As Ks Qs")
        table.do(Misdeal(cause=cause))
        assert table.felt.piles == ()
        assert table.felt.cloth == 400
    if norm == "IB05":
        assert table.refused(Misdeal(cause="seen_card")).code == "cannot_have_happened"


@every
@pytest.mark.parametrize("early", [True, False])
@pytest.mark.law("IB05.12.V.5.2.a.1", "IB05.12.V.5.2.b.1", "IB09.12-2-e.V.2.a.1", "IB09.12-2-e.V.2.b.1")
@pytest.mark.law("AR10.10-2-B-e.V.2.a.1", "AR10.10-2-B-e.V.2.b.1")
def test_a_common_card_turned_wrongly_is_void_and_replaced(norm: str, early: bool) -> None:
    table = dealt(norm)
    told = table.do(CommonCardTurned(early=early), "Jc")
    assert happened(told).endswith("b.1" if early else "a.1")
    assert table.felt.cards("board") == (card("Tc"),)
    assert table.turn == 1
    table.do(*map(Check, (1, 2, 3, 4)))
    comes_again = table.phase.draws().may_bring(card("Jc"))
    assert comes_again is (norm == "AR10")  # mixed back with the others there
    table.do("9d")
    assert table.felt.cards("board") == (card("Tc"), card("9d"))
    table.do(Check(1))
    assert table.refused(CommonCardTurned(early=False)).code == "cannot_have_happened"


@pytest.mark.law("IB05.12.V.5.2.a.2")
def test_without_cards_to_replace_it_the_hand_is_void() -> None:
    table = Circle("sintetico", "IB05", purses=(10_000,) * 10)
    table.do(Deal())
    while table.turn is CHANCE:
        table.step()
    for _ in range(3):
        table.do(CommonCardTurned(early=True))
        table.step()
    told = table.do(CommonCardTurned(early=True))
    assert noted(told) == ["no card is left to replace it: the hand is void"]
    assert table.felt.purses == (10_000,) * 10


@pytest.mark.law("IB05.12.V.5.3.b.1", "IB05.12.V.5.3.c.1", "IB05.12.V.5.3.d.1", "IB05.12.V.5.3.e.1")
@pytest.mark.law("IB05.12.V.5.3.f.1", "IB05.12.V.5.3.g.1", "IB05.12.V.5.3.g.2", "IB05.12.V.5.3.h.1")
def test_errors_of_players_in_the_first_norm() -> None:
    mixed = dealt("IB05", RaiseTo(1, 600), Match(2), MixedWithDiscards(seat=1, rebuilt=False))
    assert 1 not in mixed.felt.players
    few = dealt("IB05", RaiseTo(1, 600), TooFewChips(seat=2, cents=300))
    assert few.offered(2) == {"match", "fold"}
    large = dealt("IB05", RaiseTo(1, 600))
    assert returned(large.do(LargeChip(seat=2, cents=1_000))) == {2: 400}
    shown = dealt("IB05", CardsExposed(seat=2))
    assert shown.phase.view(RAIL).held(2)[0].up
    early = dealt("IB05", BetOutOfTurn(seat=3, cents=600), Match(1), RaiseTo(2, 1_200))
    assert early.refused(RaiseTo(3, 1_800)).code == "barred_from_raising"
    ante = dealt("IB05", AnteNotLaid(seat=2, lays=False))
    assert ante.felt.cloth == 300
    missing = dealt("IB05", AnteMissing(seat=2))
    assert missing.felt.cloth == 300
    assert 2 in missing.felt.players
    touch = dealt("IB05", CardsTouch(seat=1, other=2))
    assert touch.felt.players == (3, 4)
    skipped = dealt("IB05", TurnSkipped(seat=1), ClaimTurn(1))
    assert skipped.turn == 1


def test_the_changer_sells_chips_where_there_is_one() -> None:
    for changer, clause in ((False, "IB05.12.III.2.2"), (True, "IB05.12.III.3.1")):
        table = Circle("sintetico", "IB05", purses=(10_000, 10_000, 10_000, 10_000, 0), changer=changer)
        (event,) = (event for event in table.do(Buy(5, 5_000)) if isinstance(event, Bought))
        assert event.clause == clause
