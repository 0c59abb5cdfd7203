"""A small table of every game, and random lawful play at it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.support.circle_hands import VARIANTS

from novamas.equipment.chance import Seeded
from novamas.games import GAMES
from novamas.law import catalogue, norms
from novamas.table.phases import AnyPhase
from novamas.table.roles import NOBODY
from novamas.table.session import Session
from novamas.testing.random_play import any_deed
from novamas.testing.rehearsal import opened

SEATS: dict[str, dict[str, Any]] = {
    "chemin_de_fer": {"seats": 5, "standing": 2, "buy_in": 20_000},
    "bacara_dos_panos": {"seats": 10, "standing": 1, "buy_in": 400_000, "maximum_banca": 200_000},
    "pai_gow_domino": {"seats": 3, "player_bank": True},
    "pai_gow_poker": {"seats": 3, "player_bank": True},
    "blackjack": {"seats": 3},
    "craps": {"seats": 3},
    "tres_cartas": {"seats": 3, "pareja_plus": "A"},
    **{slug: {"seats": 4} for slug in VARIANTS},
}

LIKE_ANOTHER = {  # games whose rounds go like those of one that is always played
    *("boule", "ruleta_americana", "ruleta_de_la_fortuna", "ruleta_doble_cero"),
    *("five_stud", "omaha", "seven_stud", "sintetico"),
    *("holdem_contrapartida", "trijoker", "pai_gow_domino"),
}
ONE_OF_EACH_KIND = [  # all of them in a soak run
    pytest.param(slug, marks=[pytest.mark.soak] if slug in LIKE_ANOTHER else []) for slug in GAMES
]


def small_table(slug: str) -> AnyPhase:
    """Return the opening of a table with few seats, under the first norm that has the game complete."""
    norm = next(norm for norm in norms() if slug in catalogue.under(norm).games and is_whole(slug, norm))
    return opened(slug, norm, **SEATS.get(slug, {"seats": 3})).opening


def is_whole(slug: str, norm: str) -> bool:
    return catalogue.under(norm)[slug].stage == "whole"


def played(slug: str, seed: int, steps: int, *, incidents: float = 0.05) -> Iterator[Session]:
    """Yield a session after each deed of random lawful play. A closed session is opened again."""
    rng, source, opening = Random(seed), Seeded(seed), small_table(slug)
    session = Session(opening, source, automatic=())
    for _ in range(steps):
        if session.phase.turn is NOBODY:
            session = Session(opening, source, automatic=())
        session.do(any_deed(session, rng, incidents=incidents))
        yield session


__all__ = ["GAMES", "ONE_OF_EACH_KIND", "played", "small_table"]
