"""Rounds on the engine agree with the odds, game by game. The seeds are fixed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from fractions import Fraction

import pytest
from benchmarks.players import PLAYERS, player_of
from benchmarks.rounds import compare, play

GAMES = (
    *("sin_descarte", "tres_cartas", "trijoker", "holdem_contrapartida", "holdem_bonus"),
    *("pai_gow_domino", "pai_gow_poker"),
)
LONG = {"sin_descarte"}  # whose best play takes seconds to count


@pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=[pytest.mark.soak] if slug in LONG else []) for slug in GAMES]
)
def test_the_engine_agrees_with_the_odds(slug: str, soak: bool) -> None:
    player = player_of(slug)
    found = compare(player, play(player, 100_000 if soak else 2_000, seed=5))
    assert found.is_near, found


def test_what_does_not_agree_is_seen() -> None:
    """If a twentieth of the rounds is given to the player, the comparison with the odds fails."""
    player = player_of("tres_cartas")
    fair = Counter[Hashable]({key: round(20_000 * chance) for key, chance in player.chances.items()})
    assert compare(player, fair).is_near
    best = max(player.chances, key=lambda key: player.value(key))
    assert not compare(player, fair + Counter({best: 100})).is_near
    worst = min(player.chances, key=lambda key: player.value(key))
    moved = Counter(fair)
    moved[worst] -= 1_000
    moved[next(key for key in fair if player.value(key) == Fraction(0))] += 1_000
    assert not compare(player, moved).is_near


def test_parts_are_streams_of_their_own_and_come_again() -> None:
    player = player_of("tres_cartas")
    first, second = (play(player, 300, seed=1, stream=part) for part in range(2))
    assert first != second
    assert play(player, 300, seed=1, stream=1) == second
    assert set(PLAYERS) >= set(GAMES)
