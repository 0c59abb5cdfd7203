"""The sketch of poker among players keeps the table contract."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from tests.contract import Contract
from tests.sketches import circle
from tests.sketches.circle import (
    BetOutOfTurn,
    Check,
    Deal,
    Dealing,
    Fold,
    Interval,
    Match,
    PrematureCard,
    RaiseTo,
    Renounce,
    Show,
    WrongNumberOfCards,
)
from tests.sketches.circle_cloth import BOARD, Choices, best

from novamas.kit.cards import card, cards
from novamas.kit.chance import Scripted, Seeded
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import POT, Discarded, Event, Happened, Payment, Shown, Took, Withdrew
from novamas.table.game import Game
from novamas.table.people import CHANCE, CROUPIER, FLOOR, RAIL
from novamas.table.phases import AnyPhase
from novamas.table.session import Session


class TestCircle(Contract):
    game = "sketch_circle"
    norms = ()

    def tables(self) -> Iterator[tuple[Game, AnyPhase]]:
        yield circle.GAME, circle.opening()
        yield circle.GAME, circle.opening(Choices(ante=50, blinds=(), seats=6))


HANDS = "As Ks Qs 2h Ad Kd Qd 7c"  # to seats 2, 3, 4 and 1, twice round


def seated(*purses: int) -> Session:
    """Four players with these chips; seat 1 will have the button, seats 2 and 3 the blinds."""
    start = circle.opening(Choices(seats=4))
    return Session(replace(start, felt=replace(start.felt, purses=purses)), Scripted(()), automatic=())


def play(session: Session, *deeds: Deed | str) -> list[Event]:
    """What follows from these deeds, words being cards drawn."""
    told: list[Event] = []
    for deed in deeds:
        if isinstance(deed, Deed):
            told.extend(session.do(deed))
            continue
        for drawn in cards(deed):
            told.extend(session.do(Drawn(what=drawn)))
    return told


def payments(told: list[Event]) -> list[tuple[int, str, int, int]]:
    return [(paid.seat, paid.bet, paid.stake, paid.returned) for paid in told if isinstance(paid, Payment)]


def test_side_pots_go_to_whoever_may_win_them_and_the_house_takes_its_rake() -> None:
    session = seated(5_000, 1_000, 3_000, 5_000)
    play(session, Deal(), HANDS, RaiseTo(4, 3_000), Match(1), Match(2), Match(3), "9c 8c 3d")
    assert session.phase.felt.cloth == 3_000 + 3_000 + 1_000 + 3_000
    play(session, Check(4), Check(1), "2c", Check(4), Check(1), "2d", Check(4), Check(1))
    told = play(session, Show(2), Show(3), Show(4), Show(1))
    # seat 1 has three deuces and takes both pots, each less 5 %
    assert payments(told) == [
        *((1, "bote_1", 1_000, 3_800), (2, "bote_1", 1_000, 0), (3, "bote_1", 1_000, 0)),
        *((4, "bote_1", 1_000, 0), (1, "bote_2", 2_000, 5_700), (3, "bote_2", 2_000, 0)),
        (4, "bote_2", 2_000, 0),
    ]
    assert all(paid.against == (POT, paid.bet) for paid in told if isinstance(paid, Payment))
    assert [(took.seat, took.cents) for took in told if isinstance(took, Took)] == [(POT, 200), (POT, 300)]
    assert session.phase.felt.purses == (11_500, 0, 0, 2_000)


def test_an_uncalled_bet_comes_back_unraked_and_the_button_moves() -> None:
    session = seated(5_000, 5_000, 5_000, 5_000)
    told = play(session, Deal(), HANDS, RaiseTo(4, 5_000), Fold(1), Fold(2), Fold(3))
    assert [(back.seat, back.cents) for back in told if isinstance(back, Withdrew)] == [(4, 4_800)]
    assert payments(told) == [(2, "bote", 100, 0), (3, "bote", 200, 0), (4, "bote", 200, 500)]
    assert session.phase.view(RAIL).shows.mano == 1
    play(session, Deal())
    assert session.phase.view(RAIL).shows.mano == 2
    assert {bet: seat for seat, bet, _ in session.phase.felt.chips} == {"apuesta": 4}
    assert session.phase.felt.on(3, "apuesta") == 100


def test_odd_chips_go_to_the_first_in_turn() -> None:
    session = seated(5_000, 5_000, 5_000, 5_000)
    play(session, Deal(), "As Ac Qs 2h Kd Kc Qd 7c", Match(4), Fold(1), RaiseTo(2, 450), Match(3), Fold(4))
    play(session, "9c 8c 3d", Check(2), Check(3), "4h", Check(2), Check(3), "Jd", Check(2), Check(3))
    told = play(session, Show(2), Show(3))
    assert payments(told) == [
        *((2, "bote_1", 450, 550), (3, "bote_1", 450, 500), (4, "bote_1", 200, 0)),
    ]
    assert [took.cents for took in told if isinstance(took, Took)] == [50]


def test_a_short_all_in_does_not_reopen_the_betting() -> None:
    session = seated(5_000, 5_000, 700, 5_000)
    play(session, Deal(), HANDS, RaiseTo(4, 600), Match(1), Match(2), RaiseTo(3, 700))
    refusal = session.why_not(RaiseTo(4, 1_500))
    assert refusal is not None
    assert refusal.code == "not_reopened"
    assert session.why_not(Match(4)) is None


def test_a_raise_is_at_least_the_last_one() -> None:
    session = seated(5_000, 5_000, 5_000, 5_000)
    play(session, Deal(), HANDS, RaiseTo(4, 600))
    refusal = session.why_not(RaiseTo(1, 950))
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("below_minimum", "AR10.10-2.VI.3.a.3.1")
    assert session.why_not(RaiseTo(1, 1_000)) is None


def test_who_bet_last_shows_first_and_renounced_cards_are_not_told() -> None:
    session = seated(5_000, 5_000, 5_000, 5_000)
    play(session, Deal(), HANDS, Fold(4), Fold(1), Match(2), Check(3), "9c 8c 3d", Check(2), Check(3), "4h")
    play(session, Check(2), Check(3), "Jd", Check(2), RaiseTo(3, 200), Match(2))
    told = play(session, Show(3), Renounce(2))
    assert [shown.owner for shown in told if isinstance(shown, Shown)] == [3]
    assert [thrown.card for thrown in told if isinstance(thrown, Discarded)] == [None, None]


def test_a_bet_out_of_turn_stands_and_bars_from_raising() -> None:
    session = seated(5_000, 5_000, 5_000, 5_000)
    play(session, Deal(), HANDS, BetOutOfTurn(seat=2, cents=600), Match(4), Fold(1))
    refusal = session.why_not(RaiseTo(2, 1_000))
    assert refusal is not None
    assert refusal.code == "barred_from_raising"
    play(session, Fold(2))
    assert session.phase.felt.on(2, "apuesta") == 600


@pytest.mark.parametrize("spoken", [0, 1, 2])
def test_a_wrong_number_of_cards_is_judged_by_what_was_done_before(spoken: int) -> None:
    session = seated(5_000, 5_000, 5_000, 5_000)
    play(session, Deal(), HANDS, *(RaiseTo(4, 600), Match(1))[:spoken])
    told = play(session, WrongNumberOfCards(seat=3))
    happened = next(event for event in told if isinstance(event, Happened))
    if spoken < 2:
        assert happened.clause == "AR10.10-2.VIII.1.b.1"
        assert isinstance(session.phase, Dealing)
        assert session.phase.felt.piles == ()
        assert session.phase.felt.cloth == 300
    else:
        assert happened.clause == "AR10.10-2.VIII.3.k.2"
        assert isinstance(session.phase, Interval)
        assert session.phase.felt.players == (2, 4, 1)
        assert session.phase.felt.on(3, "apuesta") == 200


def test_nobody_can_say_how_many_have_spoken_without_the_round_behind_him() -> None:
    session = seated(5_000, 5_000, 5_000, 5_000)
    play(session, Deal(), HANDS)
    kinds = {type(offer.act) for offer in session.view(FLOOR).offers}
    assert kinds == {BetOutOfTurn, PrematureCard, WrongNumberOfCards}
    assert {type(offer.act) for offer in session.phase.view(FLOOR).offers} == kinds - {WrongNumberOfCards}


def test_a_premature_card_is_void_and_another_comes() -> None:
    session = seated(5_000, 5_000, 5_000, 5_000)
    play(session, Deal(), HANDS, Match(4))
    told = play(session, PrematureCard(), "Jc")
    assert [thrown.card for thrown in told if isinstance(thrown, Discarded)] == [card("Jc")]
    play(session, Match(1), Match(2), Check(3))
    assert session.phase.turn is CHANCE
    assert session.phase.felt.held(BOARD) == ()
    assert card("Jc") not in dict(session.phase.draws().items())
    assert session.phase.felt.need_shoe.blanks == 1  # the burned card


def test_players_see_their_own_cards_and_the_croupier_none() -> None:
    session = seated(5_000, 5_000, 5_000, 5_000)
    play(session, Deal(), HANDS)
    for eyes in (1, 2, 3, 4, CROUPIER, FLOOR, RAIL):
        known = {
            pile.owner
            for pile in session.view(eyes).piles
            if any(held.card is not None for held in pile.cards)
        }
        assert known == ({eyes} if isinstance(eyes, int) else set())


def test_an_automatic_table_waits_only_for_players() -> None:
    session = Session(circle.opening(), Seeded(3))
    session.do(Deal())
    session.go_on()
    assert isinstance(session.phase, Interval)
    assert session.phase.turn == 4


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As 2s 3s 4s 5s 9d 9h", "Ad Ah Ac As Ks Qd Jd"),
        ("Kd Kh Kc 2s 2d 7h 8h", "Ah Jh 9h 8h 2h Kc Kd"),
        ("2d 3d 4c 5h 6s Kd Kh", "As 2d 3d 4c 5h Kd Kh"),
    ],
)
def test_the_better_hand_ranks_higher(better: str, worse: str) -> None:
    assert best(cards(better)) > best(cards(worse))
