"""The return of an issue, counted by hand and simulated with the draws of real sales."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from statistics import fmean, variance

import pytest
from tests.pools.promotrot import pre_drawn, probabilistic, tickets_of

from novamas.equipment.chance import Seeded
from novamas.errors import NovamasError
from novamas.money import Cents
from novamas.pools.promotrot.analysis import stock_of
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


def test_what_is_left_after_some_tickets() -> None:
    left = stock_of(small("presorteado"), {"b": 1, "c": 1}, played=5)
    assert (left.total, left.blanks) == (5, 3)
    assert left.play().returned == Fraction(500, 500)
    assert left.play().hit == Fraction(2, 5)
    last = stock_of(small("presorteado"), {"a": 1, "b": 2}, played=9)
    assert last.play().hit == 1
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


def simulated(issue: Issue, sold: int, runs: int) -> list[Cents]:
    """Return the total prizes of the first tickets in issues with different seeds."""
    seeds = (f"{Seeded(3, run).bits(256):064x}" for run in range(runs))
    return [sum(prize.cents for prize in tickets_of(issue, seed, sold) if prize) for seed in seeds]


def test_the_draws_of_tickets_have_the_distribution_of_the_stock() -> None:
    issue, sold, runs = probabilistic(), 50, 400
    play = stock_of(issue).play()
    found, exact = simulated(issue, sold, runs), play.variance * sold
    assert abs(fmean(found) - float(play.mean * sold)) < 4 * sqrt(exact / runs)
    assert variance(found) == pytest.approx(float(exact), rel=0.4)


def test_a_whole_pre_drawn_issue_never_strays() -> None:
    assert set(simulated(pre_drawn(), 1000, 3)) == {70_000}
