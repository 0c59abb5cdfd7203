"""The JSON codec for entries of a table."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from novamas.hall.tables.entries import BODIES, Body
from novamas.law.options import read_fraction
from novamas.record import Header
from novamas.store import Entry
from novamas.table.deeds import Deed
from novamas.table.game import Game

_BODY = {kind: msgspec.json.Decoder(body, dec_hook=read_fraction) for kind, body in BODIES.items()}
_WRITTEN = msgspec.json.Encoder(enc_hook=str)


def encode_body(said: Deed | Body | Header) -> bytes:
    """Encode the body of an entry, or the header of a record, exactly as the record has it."""
    return _WRITTEN.encode(said)


@cache
def deed_decoder(game: Game) -> msgspec.json.Decoder[Any]:
    """Return the decoder for the deeds of a game."""
    return msgspec.json.Decoder(game.any_deed, dec_hook=read_fraction)


def decode_body(entry: Entry) -> Body:
    """Decode the body of an entry that is not a deed of the game."""
    read: Body = _BODY[entry.kind].decode(entry.body)
    return read
