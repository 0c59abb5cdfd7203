"""The registry of strategies: the module of a game or of its family, found by name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from novamas.bots.knowledge import Way
from novamas.games import game


@cache
def strategies_for(slug: str) -> tuple[Way, Way] | None:
    """Return the steady and the expert strategy of a game, or None if its hands need no decisions."""
    for name in (slug, game(slug).family):
        module = f"novamas.bots.strategies.{name}"
        if find_spec(module) is not None:
            found = import_module(module)
            return found.steady, found.expert
    return None
