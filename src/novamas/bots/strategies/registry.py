"""The registry of strategies: the module of a game or of its family, found by name."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from novamas.bots.knowledge import Way
from novamas.games import game, modules_of


@cache
def strategies_for(slug: str) -> tuple[Way, Way] | None:
    """Return the steady and the expert strategy of a game, or None if its hands need no decisions."""
    name = next(modules_of(game(slug), "novamas.bots.strategies", "strategies"), None)
    if name is None:
        return None
    found = import_module(name)
    return found.steady, found.expert
