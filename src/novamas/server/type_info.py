"""Type information of msgspec, built before the server starts a second thread.

msgspec builds it at the first use of a type, and crashes the interpreter if two threads first use a type
at the same time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from novamas.games import GAMES, game
from novamas.law.frames import read_law


def build_types() -> frozenset[Any]:
    """Build the type information of every struct of novamas and of its games, and return the types built."""
    games = [game(slug) for slug in GAMES]  # imports them
    of_games = {kind for each in games for kind in (*each.phases, each.any_phase, each.any_deed)}
    return frozenset(kind for kind in {*_structs(msgspec.Struct), *of_games} if _is_built(kind))


def _is_built(kind: Any) -> bool:
    """Build the information of a type. Return whether the type can be decoded at all."""
    try:
        msgspec.json.Decoder(kind, dec_hook=read_law)
    except TypeError:  # a struct that is only encoded
        return False
    return True


def _structs(kind: type) -> Iterator[type]:
    below: type
    for below in kind.__subclasses__():
        if below.__module__.startswith("novamas."):
            yield below
        yield from _structs(below)
