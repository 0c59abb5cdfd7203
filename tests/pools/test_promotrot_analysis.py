"""What an issue returns: counted by hand, counted by brute force, and simulated."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import sqrt

import pytest
from tests.pools.promotrot import pre_drawn, probabilistic

from novamas.errors import NovamasError
from novamas.pools.promotrot.analysis import chance_of_loss, simulated, simulation, stock_of
from novamas.pools.promotrot.issues import Issue
from novamas.pools.promotrot.plans import issue_of
from novamas.pools.promotrot.setup import frame_now


def small(kind: str) -> Issue:
    rows = [
        {"name": "a", "times": 1, "cash": 350},
        {"name": "b", "times": 2, "cash": 150},
        {"name": "c", "times": 1, "cash": 100},
    ]
    choices = {"kind": kind, "tickets": 10, "price": 100, "prize_share": Fraction(7, 10)}
    return issue_of("small", "Small", choices, rows, frame_now())


WON = (350, 150, 150, 100, 0, 0, 0, 0, 0, 0)


def test_a_ticket_returns_what_the_table_says() -> None:
    play = stock_of(small("presorteado")).play()
    assert play.returned == Fraction(75, 100)
    assert play.hit == Fraction(4, 10)
    assert play.mean == Fraction(sum(WON), 10)
    assert play.variance == Fraction(sum(w * w for w in WON), 10) - play.mean**2
    assert play.distribution == (
        *((0, Fraction(6, 10)), (100, Fraction(1, 10)), (150, Fraction(2, 10)), (350, Fraction(1, 10))),
    )
    assert stock_of(small("probabilistico")).play() == play


@pytest.mark.parametrize("sold", [1, 3, 7, 9])
def test_how_far_a_part_of_an_issue_strays_is_counted(sold: int) -> None:
    drawn = [sum(chosen) for chosen in combinations(WON, sold)]
    mean = Fraction(sum(drawn), len(drawn))
    brute = Fraction(sum(won**2 for won in drawn), len(drawn)) - mean**2
    assert stock_of(small("presorteado")).variance_of(sold) == brute
    assert stock_of(small("presorteado")).variance_of(10) == 0
    single = stock_of(small("probabilistico"))
    assert single.variance_of(sold) == sold * single.play().variance


@pytest.mark.parametrize("sold", [1, 2, 4, 9])
def test_the_chance_that_more_was_won_than_played_is_counted(sold: int) -> None:
    drawn = [sum(chosen) > 100 * sold for chosen in combinations(WON, sold)]
    assert chance_of_loss(small("presorteado"), sold).chance == Fraction(sum(drawn), len(drawn))
    if sold <= 4:
        apart = [sum(chosen) > 100 * sold for chosen in product(WON, repeat=sold)]
        found = chance_of_loss(small("probabilistico"), sold)
        assert found.chance == Fraction(sum(apart), len(apart))
        assert found.is_exact
    assert chance_of_loss(small("presorteado"), 10).chance == 0


def test_what_is_left_after_some_tickets() -> None:
    left = stock_of(small("presorteado"), {"b": 1, "c": 1}, played=5)
    assert (left.total, left.blanks) == (5, 3)
    assert left.play().returned == Fraction(500, 500)
    assert left.play().hit == Fraction(2, 5)
    last = stock_of(small("presorteado"), {"a": 1, "b": 2}, played=9)
    assert last.play().hit == 1
    assert last.variance_of(1) == 0
    same = stock_of(small("probabilistico"), {"b": 5}, played=5)
    assert same == stock_of(small("probabilistico"))


@pytest.mark.parametrize(
    ("won", "played", "code"),
    [
        ({"a": 2}, 2, "not_of_this_issue"),
        ({"x": 1}, 2, "not_of_this_issue"),
        ({"a": 1}, 0, "not_of_this_issue"),
        ({}, 7, "nothing_left_to_play"),
        ({"a": 1, "b": 2, "c": 1}, 10, "nothing_left_to_play"),
    ],
)
def test_what_cannot_have_been_played_is_told(won: dict[str, int], played: int, code: str) -> None:
    with pytest.raises(NovamasError) as caught:
        stock_of(small("presorteado"), won, played)
    assert caught.value.code == code


def test_a_simulation_of_the_very_draws_agrees() -> None:
    issue = probabilistic()
    found = simulation(issue, 50, runs=400, seed=3)
    assert abs(found.returned - float(issue.returned)) < 4 * found.error
    exact = sqrt(stock_of(issue).variance_of(50)) / (50 * issue.price) / sqrt(400)
    assert found.error == pytest.approx(exact, rel=0.4)
    assert simulation(issue, 50, runs=400, seed=3) == found
    assert simulation(issue, 50, runs=400, seed=4) != found


def test_a_whole_pre_drawn_issue_never_strays() -> None:
    assert set(simulated(pre_drawn(), 1000, runs=3)) == {70_000}


def test_what_is_too_much_to_count_is_estimated_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = chance_of_loss(small("presorteado"), 4)
    monkeypatch.setattr("novamas.pools.promotrot.analysis.MAX_STATES", 3)
    rough = chance_of_loss(small("presorteado"), 4, runs=2000)
    assert not rough.is_exact
    assert rough.error is not None
    assert abs(rough.chance - exact.chance) < 4 * rough.error
