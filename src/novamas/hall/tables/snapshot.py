"""Snapshots: the state of a table as JSON, from which it resumes without reading its whole book."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from novamas.hall.tables.old_snapshots import read_old
from novamas.hall.tables.state import TableState
from novamas.law.frames import read_law
from novamas.table.game import Game
from novamas.table.ledger import Ledger

FORMAT: Final = 2


class Snapshot(Struct, frozen=True):
    """A saved state. Versions before formats were numbered wrote another structure."""

    format: int
    state: msgspec.Raw


class _Numbered(Struct, frozen=True):
    format: int = 1


def save(state: TableState) -> bytes:
    """Encode a state. The past of the round is left out: between rounds no deed can refer to it."""
    session = replace(state.session, past=())
    return _ENCODER.encode({"format": FORMAT, "state": replace(state, session=session)})


def load(saved: bytes, game: Game) -> TableState:
    """Decode a state written by `save`, or by an earlier version."""
    if msgspec.json.decode(saved, type=_Numbered).format == 1:
        return read_old(saved, game)
    state: TableState = state_decoder(game).decode(msgspec.json.decode(saved, type=Snapshot).state)
    return state


@cache
def state_decoder(game: Game) -> msgspec.json.Decoder[Any]:
    """Return the decoder of the states of a game's tables."""
    kind: Any = TableState
    return msgspec.json.Decoder(kind[game.any_phase, game.any_deed], dec_hook=_decode)


def _encode(value: Any) -> Any:
    """Encode a ledger by its fields. A bet on the cloth has two keys, so these entries become a list."""
    if not isinstance(value, Ledger):
        return str(value)
    cloth = [(seat, bet, cents) for (seat, bet), cents in value.cloth.items() if cents]
    return {**vars(value), "cloth": cloth}


def _decode(kind: Any, value: Any) -> Any:
    if kind is not Ledger:
        return read_law(kind, value)
    ledger = Ledger()
    for name, held in value.items():
        known = getattr(ledger, name)  # raises if the field does not exist
        if name == "cloth":
            known.update({(seat, bet): cents for seat, bet, cents in held})
        elif isinstance(known, int):
            setattr(ledger, name, held)
        else:
            known.update({int(key) if name in ("players", "bought") else key: held[key] for key in held})
    return ledger


_ENCODER = msgspec.json.Encoder(enc_hook=_encode)
