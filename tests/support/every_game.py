"""A small table of every game, and random lawful play at it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from novamas.equipment.chance import Seeded
from novamas.games import GAMES
from novamas.law import catalogue, norms
from novamas.table.phases import AnyPhase
from novamas.table.roles import NOBODY
from novamas.table.session import Session
from novamas.testing.random_play import any_deed
from novamas.testing.rehearsal import opened

TABLES = (
    Path(__file__).parents[1] / "games" / "tables"
)  # a file per game whose small table is not the usual one
USUAL: Mapping[str, Any] = {"seats": 3}


@cache
def _written(slug: str) -> dict[str, Any]:
    path = TABLES / f"{slug}.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def small_choices(slug: str, usual: Mapping[str, Any] = USUAL) -> dict[str, Any]:
    """Return the choices for a small table of a game, or the usual ones if it has no file."""
    return dict(_written(slug).get("choices", usual))


def is_like_another(slug: str) -> bool:
    """Return whether the rounds of a game resemble those of a game that is always tested."""
    return "like" in _written(slug)


ONE_OF_EACH_KIND = [  # all of them in a soak run
    pytest.param(slug, marks=[pytest.mark.soak] if is_like_another(slug) else []) for slug in GAMES
]


def small_table(slug: str) -> AnyPhase:
    """Return the opening of a table with few seats, under the first norm with the game's full rules."""
    norm = next(norm for norm in norms() if is_whole(slug, norm))
    return opened(slug, norm, **small_choices(slug)).opening


def is_whole(slug: str, norm: str) -> bool:
    """Return whether a norm has all rules of a game."""
    edition = catalogue.under(norm)
    return slug in edition.games and edition[slug].stage == "whole"


def played(slug: str, seed: int, steps: int, *, incidents: float = 0.05) -> Iterator[Session]:
    """Yield a session after each deed of random lawful play. A closed session reopens."""
    rng, source, opening = Random(seed), Seeded(seed), small_table(slug)
    session = Session(opening, source, automatic=())
    for _ in range(steps):
        if session.phase.turn is NOBODY:
            session = Session(opening, source, automatic=())
        session.do(any_deed(session, rng, incidents=incidents))
        yield session


__all__ = ["GAMES", "ONE_OF_EACH_KIND", "played", "small_table"]
