"""Exercises on pots and procedure at every game that has them, with independent answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import pytest

from novamas.games import GAMES, game
from novamas.law import clause
from novamas.school import (
    Exercise,
    ExerciseKind,
    PosedExercise,
    Question,
    games_for,
    mark_exercise,
    pose_exercise,
)
from novamas.school.exercises import HARDEST, ActOption, Done, LineOption, OwnerOption
from novamas.school.orders import orders_of
from novamas.school.tables import table_for
from novamas.school.text import result_text
from novamas.table.deeds import Call
from novamas.table.events import Came, Dealt, Noted, Said, Staked
from novamas.table.layout import Spot
from novamas.table.notation import read
from novamas.table.results import Pocket, Throw
from novamas.words import voice_for


def posed(kind: ExerciseKind, slug: str, count: int, norm: str = "") -> list[PosedExercise]:
    return list(posing(kind, slug, count, norm))


def posing(kind: ExerciseKind, slug: str, count: int, norm: str = "") -> Iterator[PosedExercise]:
    for seed in range(count):
        yield pose_exercise(Exercise(kind, slug, norm, seed=seed, level=1 + seed % HARDEST))


def each(kind: ExerciseKind, soak: bool, few: int) -> int:
    """Return the number of exercises of a kind. A soak run has a thousand in total."""
    return -(-1_000 // len(games_for(kind))) if soak else few


def test_every_game_has_its_place() -> None:
    assert games_for(ExerciseKind.POTS) == (
        "cubierto",
        "five_stud",
        "holdem",
        "omaha",
        "seven_stud",
        "sintetico",
    )
    assert games_for(ExerciseKind.IRREGULARITIES) == tuple(GAMES)
    assert games_for(ExerciseKind.PROCEDURE) == tuple(GAMES)


# ---------------------------------------------------------------- pots


def by_layers(laid: dict[int, int], out: set[int]) -> list[tuple[int, int]]:
    """Return main and side pots from each player's chips, level by level: size and possible winners."""
    found = []
    alive = {seat: cents for seat, cents in laid.items() if seat not in out}
    floor = 0
    levels = sorted(set(alive.values()))
    for level in levels:
        top = max(laid.values()) if level == levels[-1] else level
        size = sum(min(cents, top) - min(cents, floor) for cents in laid.values())
        found.append((size, sum(cents >= level for cents in alive.values())))
        floor = level
    return found


@pytest.mark.parametrize("slug", games_for(ExerciseKind.POTS))
def test_pots_are_what_a_table_of_layers_says(slug: str, soak: bool) -> None:
    for problem in posed(ExerciseKind.POTS, slug, each(ExerciseKind.POTS, soak, 20)):
        laid = {chips.seat: chips.cents for chips in problem.cloth}
        if 0 in laid:
            continue  # chips of the previous hand, which belong to no player
        folded = problem.figures.get("folded", ())
        assert isinstance(folded, tuple)
        sizes = [one.right for one in problem.questions if one.asks == "pot_size"]
        players = [one.right for one in problem.questions if one.asks == "pot_players"]
        assert list(zip(sizes, players, strict=True)) == by_layers(laid, set(map(int, folded)))
        assert len(sizes) > 1
        for question in problem.questions:
            assert question.clauses
            if question.asks == "pot_rake":
                size = next(
                    one.right
                    for one in problem.questions
                    if one.asks == "pot_size" and one.figures == question.figures
                )
                chip = problem.figures["chip"]
                assert isinstance(chip, int)
                assert question.right == size // 20 // chip * chip


# ---------------------------------------------------------------- procedure


@pytest.mark.parametrize("slug", games_for(ExerciseKind.PROCEDURE))
def test_one_act_alone_is_lawful_and_the_others_are_refused(slug: str, soak: bool) -> None:
    asked: set[str] = set()
    for problem in posed(ExerciseKind.PROCEDURE, slug, each(ExerciseKind.PROCEDURE, soak, 5)):
        for question in problem.questions:
            asked.add(question.asks)
            assert 3 <= len(set(question.options)) == len(question.options)
            assert question.clauses
            if question.asks in ("paid_first", "settled_first", "begun_with", "call_now"):
                continue
            if question.asks in ("card_now", "turn_now", "dice_now"):
                assert all(isinstance(option, OwnerOption) for option in question.options)
                continue
            for number, option in enumerate(question.options, start=1):
                assert isinstance(option, ActOption)
                assert isinstance(read(game(slug).deeds, option.deed), Call)
                refusal = question.refusals[number - 1]
                assert (refusal is None) is (number == question.right)
    assert asked


@pytest.mark.parametrize("slug", games_for(ExerciseKind.PROCEDURE))
def test_where_the_same_was_seen_the_same_comes_now(slug: str, soak: bool) -> None:
    """If two tables looked alike, they continue alike. Otherwise no trainee could know the answer."""
    found: dict[object, object] = {}
    for seed in range(each(ExerciseKind.PROCEDURE, soak, 15)):
        problem = pose_exercise(Exercise(ExerciseKind.PROCEDURE, slug, seed=seed, level=HARDEST))
        seen: tuple[str, ...] = (problem.asks, repr(problem.cloth))
        for question in problem.questions:
            seen = (*seen, *(re.sub(r"place=\d+", "", repr(event)) for event in question.scene))
            right = question.options[question.right - 1]
            assert found.setdefault((seen, frozenset(question.options)), right) == right


KINDS_IN_ORDER = (  # the order of IB05.01.IV.3.c.1
    {"columna", "docena", "dos_columnas", "dos_docenas"},
    {"rojo", "negro", "par", "impar", "pasa", "falta"},
    {"transversal", "seisena"},
    {"cuadro", "cuatro_numeros", "caballo"},
    {"pleno"},
)


def rank_of(bet: str) -> int:
    return next(nth for nth, kinds in enumerate(KINDS_IN_ORDER) if bet.partition(":")[0] in kinds)


def ordered(
    soak: bool, slug: str, asks: str, count: int = 80, norm: str = ""
) -> list[tuple[PosedExercise, Question, list[Staked]]]:
    """Return the questions of one kind about the order of payments, with the bets to choose from."""
    asked = (
        (problem, question)
        for problem in posing(ExerciseKind.PROCEDURE, slug, count, norm)
        for question in problem.questions
        if question.asks == asks
    )
    found = []
    for problem, question in asked if soak else islice(asked, 12):
        events = [option.event for option in question.options if isinstance(option, LineOption)]
        found.append((problem, question, [one for one in events if isinstance(one, Staked)]))
    assert len(found) > 5
    return found


@pytest.mark.law("IB05.01.IV.3.c.1")
def test_at_roulette_kinds_are_paid_in_their_order(soak: bool) -> None:
    for _problem, question, bets in ordered(soak, "ruleta", "paid_first"):
        assert question.clauses == ("IB05.01.IV.3.c.1",)
        ranks = [rank_of(one.bet) for one in bets]
        assert 3 <= len(set(ranks)) == len(ranks)
        assert ranks[question.right - 1] == min(ranks)


AMERICAN = (  # the order of IB05.02.III.b.1
    *("dos_columnas", "columna", "pasa", "impar", "negro", "rojo", "par", "falta"),
    *("dos_docenas", "docena", "seisena", "transversal", "cuadro", "caballo", "pleno"),
)


@pytest.mark.law("IB05.02.III.b.1")
def test_at_american_roulette_kinds_are_paid_in_another_order(soak: bool) -> None:
    for _problem, question, bets in ordered(soak, "ruleta_americana", "paid_first"):
        assert question.clauses == ("IB05.02.III.b.1",)
        names = [one.bet.partition(":")[0] for one in bets]
        ranks = [AMERICAN.index(name) for name in names if name in AMERICAN]
        if len(ranks) == len(names):
            assert ranks[question.right - 1] == min(ranks)
            assert len(set(ranks)) == len(ranks)


@pytest.mark.law("IB05.05.V.3.7")
def test_at_treinta_y_cuarenta_colour_is_paid_before_black_and_the_furthest_first(soak: bool) -> None:
    for problem, question, bets in ordered(soak, "treinta_y_cuarenta", "paid_first", 150):
        assert (question.clauses, problem.asks) == (("IB05.05.V.3.7",), "seats_from_near")
        keys = [(one.bet in ("negro", "rojo"), -one.seat) for one in bets]
        assert keys[question.right - 1] == min(keys)


@pytest.mark.law("IB05.03.V.1.a.10")
def test_at_blackjack_hands_are_paid_from_right_to_left(soak: bool) -> None:
    for problem, question, bets in ordered(soak, "blackjack", "paid_first", 120):
        assert (question.clauses, problem.asks) == (("IB05.03.V.1.a.10",), "seats_from_left")
        hands = [int(one.bet.partition(":")[2].partition(".")[0]) for one in bets]
        assert hands[question.right - 1] == max(hands)


@pytest.mark.law("AR10.10-1-B.VIII.3.1")
def test_at_trijoker_payment_begins_at_the_croupiers_right(soak: bool) -> None:
    for _problem, question, bets in ordered(soak, "trijoker", "settled_first"):
        assert question.clauses == ("AR10.10-1-B.VIII.3.1",)
        seats = [one.seat for one in bets]
        assert seats[question.right - 1] == max(seats)


@pytest.mark.parametrize(
    ("norm", "cited"),
    [
        pytest.param("IB09", "IB09.16.VII.27", marks=pytest.mark.law("IB09.16.VII.27")),
        pytest.param("AR10", "AR10.10-1-C.VI.26", marks=pytest.mark.law("AR10.10-1-C.VI.26")),
    ],
)
def test_at_pai_gow_poker_one_customer_is_settled_after_the_other(norm: str, cited: str, soak: bool) -> None:
    rights = set()
    for _problem, question, bets in ordered(soak, "pai_gow_poker", "begun_with", 40, norm):
        assert question.clauses == (cited,)
        boxes = [int(one.bet.removeprefix("casilla:")) for one in bets]
        assert boxes[question.right - 1] == min(boxes)
        assert not [one for one in question.scene if isinstance(one, Said) and "Casilla" in one.words]
        rights.add(min(boxes))
    assert len(rights) > 1, "it is not always the first customer of all"


@pytest.mark.law("IB05.08.IV.3")
def test_at_chemin_de_fer_one_begins_at_the_bankers_right(soak: bool) -> None:
    for problem, question, bets in ordered(soak, "chemin_de_fer", "begun_with", 120, "IB05"):
        assert (question.clauses, problem.asks) == (("IB05.08.IV.3",), "seats_from_banker")
        banker = int(str(problem.figures["banker"]))
        steps = [(one.seat - banker) % 100 for one in bets]  # round the table, back to the banker
        assert banker not in [one.seat for one in bets]
        assert steps[question.right - 1] == min(steps)


TAKEN_FIRST = {
    "ruleta": "IB05.01.IV.3.c.1",
    "boule": "IB05.04.V.c.8",
    "ruleta_de_la_fortuna": "IB05.10.V.3.6",
    "treinta_y_cuarenta": "IB05.05.V.3.8",
}


@pytest.mark.parametrize(
    ("slug", "cited"),
    [pytest.param(slug, cited, marks=pytest.mark.law(cited)) for slug, cited in TAKEN_FIRST.items()],
)
def test_lost_bets_are_taken_before_any_is_paid(slug: str, cited: str, soak: bool) -> None:
    """The first bet to be settled is the lost one, and the layout of the wheel confirms that it loses."""
    for problem, question, bets in ordered(soak, slug, "settled_first", 60):
        assert question.clauses == (cited,)
        layout = game(slug).layout(table_for(problem.exercise).opening)
        came = [one.result for one in question.scene if isinstance(one, Came)]
        if not layout.wheel:
            continue
        pocket = next(
            one for one in layout.wheel if isinstance(came[-1], Pocket) and one.label == came[-1].label
        )
        for nth, one in enumerate(bets, start=1):
            place = layout.place_of(one.bet, one.seat)
            assert isinstance(place, Spot)
            assert (pocket.number in place.covers) is (nth != question.right)


def test_every_order_that_is_asked_for_is_of_a_clause_that_there_is() -> None:
    for slug, found in ((slug, orders_of(slug)) for slug in GAMES):
        for order in found:
            for norm, cited in order.clauses.items():
                assert (clause(cited).norm, clause(cited).game) == (norm, slug)


# ---------------------------------------------------------------- craps


def called(total: int, point: int | None) -> str:
    """Return the call after the number, computed by hand."""
    if point is not None:
        return ", el punto." if total == point else ", cambian los dados." if total == 7 else "."
    if total in (4, 5, 6, 8, 9, 10):
        return ", punto."
    return ", craps." if total in (2, 3, 12) else "."


def test_at_craps_the_call_follows_from_the_dice_and_the_point() -> None:
    met = set()
    for problem in posed(ExerciseKind.PROCEDURE, "craps", 60):
        point: int | None = None
        told: list[object] = []
        for question in problem.questions:
            told += question.scene
            if question.asks != "call_now":
                continue
            for event in told:
                if isinstance(event, Said) and "punto" in event.words:
                    point = int(event.words.partition(",")[0]) if "el punto" not in event.words else None
                elif isinstance(event, Said) and "cambian" in event.words:
                    point = None
            last = [one.result for one in told if isinstance(one, Came)][-1]
            assert isinstance(last, Throw)
            total = sum(last.dice)
            ending = called(total, point)
            option = question.options[question.right - 1]
            assert isinstance(option, LineOption)
            assert isinstance(option.event, Said)
            assert option.event.words == f"{total}{ending}"
            met.add(ending)
    assert len(met) == 5


def test_the_dice_go_from_player_to_player() -> None:
    met = 0
    for problem in posed(ExerciseKind.PROCEDURE, "craps", 60):
        for question in problem.questions:
            if question.asks == "dice_now":
                met += 1
                refused = [
                    one.figures["seat"]
                    for one in question.scene
                    if isinstance(one, Noted) and one.code == "dice_refused"
                ]
                right = question.options[question.right - 1]
                assert isinstance(right, OwnerOption)
                if refused and not any(isinstance(one, Came) for one in question.scene):
                    last = refused[-1]
                    assert isinstance(last, int)
                    assert right.owner == last % table_for(problem.exercise).opening.seats() + 1
    assert met > 3


def test_a_wrong_act_is_named_by_the_clause_that_refuses_it() -> None:
    problem = pose_exercise(Exercise(ExerciseKind.PROCEDURE, "punto_y_banca", seed=1, level=3))
    question = problem.questions[1]
    wrong = next(nth for nth, one in enumerate(question.refusals, start=1) if one is not None)
    answers = list(problem.right)
    answers[1] = wrong
    result = mark_exercise(problem.exercise, answers).results[1]
    assert result.refusal is not None
    assert result.refusal.clause in result_text(question, result, problem.exercise, voice_for("es"))


@pytest.mark.parametrize("slug", ["blackjack", "tres_cartas", "holdem"])
def test_the_next_card_is_whose_the_next_scene_says(slug: str) -> None:
    met = 0
    for problem in posed(ExerciseKind.PROCEDURE, slug, 25):
        for question, following in zip(problem.questions, problem.questions[1:], strict=False):
            dealt = [event for event in following.scene if isinstance(event, Dealt)]
            if question.asks == "card_now":
                option = question.options[question.right - 1]
                assert isinstance(option, OwnerOption)
                assert dealt[0].to == option.owner
                met += 1
    assert met > 5


def test_whose_the_next_card_is_follows_from_what_was_seen() -> None:
    """When a player has just asked for a card, the answer to whose card comes next is never the bank."""
    questions = [
        one for problem in posed(ExerciseKind.PROCEDURE, "blackjack", 60) for one in problem.questions
    ]
    asked_for = [one for one in questions if one.asks == "card_now" and asks_for_a_card(one.scene[-1:])]
    assert len(asked_for) > 3
    assert not [one for one in asked_for if one.options[one.right - 1] == OwnerOption("bank")]


def asks_for_a_card(last: tuple[object, ...]) -> bool:
    return any(isinstance(one, Done) and one.deed.split()[1] in ("hit", "double") for one in last)


def test_at_the_highest_level_it_is_most_of_a_round() -> None:
    short, long = (
        pose_exercise(Exercise(ExerciseKind.PROCEDURE, "pai_gow_poker", seed=2, level=level))
        for level in (1, 5)
    )
    assert len(short.questions) == 1
    assert len(long.questions) > 4
