"""Type information of msgspec, built before the server starts a second thread.

msgspec builds it when a type is first used, and crashes the interpreter if two threads first use a
type at the same time. A generic struct with parameters, such as the state of a table of blackjack,
is a type of its own. Therefore the decoders of each game are built here too. They are cached where
they are used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from novamas.games import usable_games
from novamas.hall.tables.codec import deed_decoder
from novamas.hall.tables.snapshot import state_decoder
from novamas.law import Library, library
from novamas.law.options import read_fraction
from novamas.protocol.messages import client_message_decoder, said_at
from novamas.table.game import Game
from novamas.table.wire import types_of


def build_types(law: Library | None = None) -> frozenset[Any]:
    """Build the type information of all structs of novamas and its games. Return the types."""
    games = tuple(usable_games())  # imports them
    of_games = {kind for each in games for kind in _kinds_of(each)}
    built = frozenset(kind for kind in {*_structs(msgspec.Struct), *of_games} if _is_built(kind))
    for each in games:
        state_decoder(law or library(), each)
        deed_decoder(each)
        client_message_decoder(each)
    return built


def _kinds_of(game: Game) -> Iterator[Any]:
    """Yield a game's types that are decoded as a whole: phases, and unions and generics with them."""
    yield from game.phases
    yield from types_of(game).values()
    yield said_at(game)


def _is_built(kind: Any) -> bool:
    """Build the information of a type. Return whether the type can be decoded at all."""
    try:
        msgspec.json.Decoder(kind, dec_hook=read_fraction)
    except TypeError:  # a struct that is only encoded
        return False
    return True


def _structs(kind: type) -> Iterator[type]:
    below: type
    for below in kind.__subclasses__():
        if below.__module__.startswith("novamas."):
            yield below
        yield from _structs(below)
