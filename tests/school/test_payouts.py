"""Exercises on payouts at every game in which the house pays, with independent answers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from novamas.equipment.cards import name
from novamas.law import library
from novamas.school import (
    Exercise,
    ExerciseKind,
    PosedExercise,
    Question,
    games_for,
    laid,
    mark_exercise,
    pose_exercise,
)
from novamas.school.exercises import HARDEST, LineOption
from novamas.school.payouts import payouts, prize
from novamas.school.tables import Trial, table_for
from novamas.table.events import Came, Event, Noted, Payment, Said, Shown, Staked, Withdrew
from novamas.table.layout import Spot
from novamas.table.results import Pocket, Points
from novamas.words import voice_for
from novamas.words.events import event_texts

BANKED = games_for(ExerciseKind.WRONG_PAYMENT)
BANKS = ("bacara_dos_panos", "chemin_de_fer")
WHEELS = ("ruleta", "ruleta_americana", "ruleta_doble_cero", "boule", "ruleta_de_la_fortuna")


def posed(kind: ExerciseKind, game: str, count: int) -> list[PosedExercise]:
    return [pose_exercise(Exercise(kind, game, seed=seed, level=1 + seed % HARDEST)) for seed in range(count)]


def test_every_game_that_the_house_pays_is_practised() -> None:
    assert len(BANKED) == 16
    assert set(WHEELS) < set(BANKED)
    assert not {"holdem", "chemin_de_fer"} & set(BANKED)
    assert set(games_for(ExerciseKind.PAYOUTS)) == {*BANKED, *BANKS}


@pytest.mark.parametrize("game", BANKS)
def test_where_a_player_has_the_bank_its_gain_is_what_the_others_lose(game: str, soak: bool) -> None:
    """If a player is the bank, its gain equals the others' loss, computed from stakes and points alone."""
    asked = set()
    for problem in posed(ExerciseKind.PAYOUTS, game, 1_000 if soak else 20):
        scene: list[Event] = [event for question in problem.questions for event in question.scene]
        points = next(event.result for event in reversed(scene) if isinstance(event, Came))
        assert isinstance(points, Points)
        counts = {hand: count or 0 for hand, count in points.hands}
        stakes: dict[tuple[int, str], int] = {}
        laid_now = ((one.seat, one.bet, one.cents) for one in scene if isinstance(one, Staked))
        for seat, bet, cents in (*problem.cloth, *laid_now):
            stakes[seat, bet] = stakes.get((seat, bet), 0) + cents
        for event in scene:
            if isinstance(event, Withdrew):
                stakes[event.seat, event.bet] -= event.cents
        worth = {hand: (natural(scene, hand), points) for hand, points in counts.items()}
        won = {
            (seat, bet): cents * ((worth[bet] > worth["banca"]) - (worth[bet] < worth["banca"]))
            for (seat, bet), cents in stakes.items()
            if bet != "banca"
        }
        net = -sum(won.values())
        for question in problem.questions:
            asked.add(question.asks)
            assert question.clauses
            if question.asks == "paid_seat":
                his = [cents for (seat, _bet), cents in won.items() if seat == question.figures["seat"]]
                assert question.right == sum(cents for cents in his if cents > 0)
            elif question.asks == "bank_part":
                assert question.right == round_half_up(net * Fraction(str(question.figures["rate"])))
            else:
                assert question.asks == ("bank_gains" if net > 0 else "bank_loses")
                assert question.right == abs(net)
    assert asked == {"paid_seat", "bank_gains", "bank_loses", "bank_part"}


def natural(scene: list[Event], hand: str) -> bool:
    """Return whether a two-card hand has eight or nine, in the game that names this hand."""
    shown = [one for one in scene if isinstance(one, Shown) and one.owner == hand]
    return bool(shown) and len(shown[-1].cards) == 2 and points_of(shown[-1].cards) >= 8


def points_of(cards: tuple[int | None, ...]) -> int:
    ranks = ["A23456789TJQK".index(name(card or 0)[0]) + 1 for card in cards]
    return sum(rank if rank < 10 else 0 for rank in ranks) % 10


def round_half_up(exact: Fraction) -> int:
    return int(exact + Fraction(1, 2))


@pytest.mark.parametrize("game", BANKED)
def test_what_is_asked_is_what_the_house_adds_to_the_stakes(game: str, soak: bool) -> None:
    for problem in posed(ExerciseKind.PAYOUTS, game, 1_000 if soak else 20):
        (question,) = problem.questions
        assert question.right > 0
        assert question.clauses
        paid = [event for event in problem.follows if isinstance(event, Payment)]
        assert {one.seat for one in paid} == {question.figures["seat"]}
        assert question.right == sum(one.returned - one.stake for one in paid)
        assert not any(isinstance(event, Payment) for event in question.scene)
        assert mark_exercise(problem.exercise, problem.right).is_right
        assert not mark_exercise(problem.exercise, [question.right + 1]).is_right


@pytest.mark.parametrize("game", WHEELS)
def test_at_a_wheel_the_cloth_alone_tells_what_is_paid(game: str, soak: bool) -> None:
    """At a wheel the answer follows from the drawing: chips on the number, times their spot's rate."""
    for problem in posed(ExerciseKind.PAYOUTS, game, 1_000 if soak else 20):
        (question,) = problem.questions
        result = next(event.result for event in question.scene if isinstance(event, Came))
        assert isinstance(result, Pocket)
        wheel = table_for(problem.exercise).game.layout(table_for(problem.exercise).opening).wheel
        number = next(pocket.number for pocket in wheel if pocket.label == result.label)
        owed = 0
        for spot, seat, cents in laid(problem, library()):
            assert isinstance(spot, Spot)
            of_the_bet = question.figures.get("bet", spot.name) == spot.name
            if seat == question.figures["seat"] and number in spot.covers and of_the_bet:
                owed += int(cents * spot.to_one)
        assert owed == question.right


@pytest.mark.parametrize("game", [game for game in BANKED if game not in WHEELS])
def test_played_again_the_players_have_won_as_much(game: str, soak: bool) -> None:
    """In the ledger of the same round, which does not use prizes, the player wins the same amount."""
    for seed in range(30 if soak else 10):
        exercise = Exercise(ExerciseKind.PAYOUTS, game, seed=seed, level=2)
        question = pose_exercise(exercise).questions[0]
        seat = figure(question, "seat")
        attempt = next(attempt for attempt in range(400) if payouts(exercise, attempt, library()) is not None)
        trial = Trial(exercise, attempt, seats=2)
        paid: list[Payment] = []
        while not any(map(prize, paid)):
            before = owned(trial, seat)
            played = trial.round()
            assert played is not None
            paid = payments(played.events)
        lost = sum(max(one.stake - one.returned, 0) for one in paid if one.seat == seat)
        assert owned(trial, seat) - before == question.right - lost


def figure(question: Question, name: str) -> int:
    found = question.figures[name]
    assert isinstance(found, int)
    return found


def owned(trial: Trial, seat: int) -> int:
    return trial.session.ledger.players[seat] + trial.session.phase.felt.of(seat)


def payments(events: object) -> list[Payment]:
    return [event for event in events if isinstance(event, Payment)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", BANKED)
def test_one_payment_of_a_round_is_wrong_and_only_one(game: str, soak: bool) -> None:
    for problem in posed(ExerciseKind.WRONG_PAYMENT, game, 1_000 if soak else 20):
        which, how_much = problem.questions
        (right,) = payments(problem.follows)
        claimed = [option.event for option in which.options if isinstance(option, LineOption)]
        assert len(claimed) == len(which.options) >= 2
        wrong = claimed[which.right - 1]
        assert isinstance(wrong, Payment)
        assert (wrong.seat, wrong.bet, wrong.stake) == (right.seat, right.bet, right.stake)
        assert wrong.returned != right.returned == how_much.right
        assert all(isinstance(one, Payment) and one.rate is None and not one.clauses for one in claimed)
        for other in range(1, len(claimed) + 1):
            assert mark_exercise(problem.exercise, [other, how_much.right]).is_right is (other == which.right)


@pytest.mark.parametrize("game", BANKED)
def test_no_answer_is_told_in_the_scene(game: str, soak: bool) -> None:
    voice = voice_for("es", game)
    for problem in posed(ExerciseKind.PAYOUTS, game, 50 if soak else 20):
        (question,) = problem.questions
        told = " ".join(event_texts((one for one in question.scene if isinstance(one, Said | Noted)), voice))
        assert voice.money(question.right) not in told


def test_at_higher_levels_more_lies_on_the_cloth() -> None:
    few, many = (
        pose_exercise(Exercise(ExerciseKind.PAYOUTS, "ruleta", seed=5, level=level)) for level in (1, 4)
    )
    assert len(laid(few, library())) <= 4 < 10 < len(laid(many, library()))
