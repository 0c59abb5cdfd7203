"""Each choice of the house at circle poker changes the play, or decides whether the table may open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import zip_longest
from random import Random
from typing import Any

import pytest
from msgspec.structs import asdict
from tests.support.circle import BOTH, circle
from tests.support.circle_hands import VARIANTS as NORMS_OF

from novamas.equipment.chance import Seeded
from novamas.families.circle.acts import ChangeMinimum
from novamas.games import game
from novamas.law import FaultySetup, catalogue, set_up
from novamas.table.game import open_table
from novamas.table.offers import Range
from novamas.table.roles import FLOOR
from novamas.table.session import Session
from novamas.testing.random_play import any_deed

VARIANTS = ("cubierto", "holdem", "omaha", "five_stud", "seven_stud", "sintetico")
CHANGED: Mapping[str, tuple[Mapping[str, Any], Mapping[str, Any]]] = {
    # the choice, and what is chosen with it at the two tables that are compared
    "seats": ({}, {"seats": 4}),
    "authorised_minimum": ({}, {"authorised_minimum": 300}),
    "authorised_maximum": ({}, {"authorised_maximum": 900}),
    "minimum": ({}, {"minimum": 300}),
    "maximum": ({"charge": "sesion"}, {"charge": "sesion", "maximum": 600}),
    "chip": ({}, {"chip": 100}),
    "ante": ({}, {"ante": 50}),
    "small_blind": ({"big_blind": 200}, {"small_blind": 100, "big_blind": 200}),
    "big_blind": ({"big_blind": 100}, {"big_blind": 200}),
    "limit": ({}, {}),  # each variant has structures of its own
    "charge": ({}, {"charge": "sesion"}),
    "rake": ({}, {"rake": Fraction(1, 50)}),
    "rake_at": ({}, {"rake_at": "intervalo"}),
    "session_rate": ({"charge": "sesion"}, {"charge": "sesion", "session_rate": Fraction(1, 5)}),
    "session_base": ({"charge": "sesion"}, {"charge": "sesion", "session_base": "resto"}),
    "least_resto": ({}, {"least_resto": 8_000}),
    "most_resto": ({}, {"most_resto": 9_000}),
    "game_hands": ({}, {"game_hands": 1}),
    "croupiers": ({}, {"croupiers": 0}),
    "chief": ({}, {"chief": False}),
    "least_more": ({}, {"least_more": 2_000}),
    "most_more": ({}, {"most_more": 5_000}),
    "replenish": ({}, {"replenish": True}),
    "deck": ({"deck": "52"}, {"deck": "40"}),
    "most_discards": ({"most_discards": 5}, {"most_discards": 4}),
    "burn": ({}, {"burn": False}),
    "mano_rotation": ({}, {"mano_rotation": "reloj"}),
    "changers": ({}, {"changers": 1}),
    "limits_change": (
        {"lacks": ["change_announced"]},
        {"lacks": ["change_announced"], "limits_change": True},
    ),
    "lacks": ({}, {"lacks": ["deck"]}),
}
ELSEWHERE = {"discards_return", "folded_opener_proves"}  # blind play seldom meets them: see the games' tests


def happenings(slug: str, norm: str, choices: Mapping[str, Any]) -> Iterator[object]:
    """Yield the events of random play, deed by deed, or the faults of a table that may not open."""
    try:
        table = open_table(game(slug), catalogue.under(norm)[slug], choices)
    except FaultySetup as fault:
        yield fault.faults
        return
    session, rng = Session(table.opening, Seeded(11), automatic=()), Random(11)
    for _ in range(800):
        yield session.do(any_deed(session, rng, incidents=0.01))


@pytest.mark.parametrize("norm", BOTH)
@pytest.mark.parametrize("slug", VARIANTS)
def test_each_choice_of_the_house_changes_something(slug: str, norm: str) -> None:
    for name, option in catalogue.under(norm)[slug].options.items():
        if len(option.one_of) == 1 or (option.most is not None and option.most == option.default == 0):
            continue  # the norm leaves no choice
        if name in ELSEWHERE:
            continue
        one, other = CHANGED[name]
        if name == "limit":
            one, other = ({name: value} for value in option.one_of[:2])
        tables = happenings(slug, norm, one), happenings(slug, norm, other)
        assert any(first != second for first, second in zip_longest(*tables)), name


@pytest.mark.parametrize(("slug", "norm"), [(slug, norm) for slug in NORMS_OF for norm in NORMS_OF[slug]])
def test_a_minimum_that_the_director_may_set_leaves_a_lawful_set_up(slug: str, norm: str) -> None:
    """When the minimum changes, every rule of the law that depends on it is checked again."""
    table = circle(slug, norm)
    (offer,) = [offer for offer in table.session.offers(FLOOR) if isinstance(offer.act, ChangeMinimum)]
    cents = offer.dials["cents"]
    assert isinstance(cents, Range)
    stated = table.table.chosen
    for minimum in (cents.least, cents.most):
        changed = table.fork()
        changed.play(f"floor change_minimum {minimum}")
        rules = asdict(changed.felt.rules)
        now = {name: rules.get(name, value) for name, value in stated.items()}
        assert not set_up(table.table.frame, now).faults
