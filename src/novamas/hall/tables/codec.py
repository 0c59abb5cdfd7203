"""Entries of a table as they stand in its book, and how they are read again."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from novamas.hall.tables.entries import BODIES, Body
from novamas.law.frames import read_law
from novamas.store import Entry
from novamas.table.deeds import Deed
from novamas.table.game import Game

_BODY = {kind: msgspec.json.Decoder(body, dec_hook=read_law) for kind, body in BODIES.items()}
_WRITTEN = msgspec.json.Encoder(enc_hook=str)


def encode_body(said: Deed | Body) -> bytes:
    """What an entry says, as it stands in a book."""
    return _WRITTEN.encode(said)


@cache
def deed_decoder(game: Game) -> msgspec.json.Decoder[Any]:
    """What reads the deeds of a game."""
    return msgspec.json.Decoder(game.any_deed, dec_hook=read_law)


def decode_body(entry: Entry) -> Body:
    """What an entry says that is no deed of the game."""
    read: Body = _BODY[entry.kind].decode(entry.body)
    return read
