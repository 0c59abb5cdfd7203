"""Snapshots: a table's state as JSON, from which the table resumes without its whole book.

A snapshot is outside the books and has no hash chain. The house therefore seals it: the hash of the
state is encrypted with the key of the house and bound to the table and its number. A snapshot
without a valid seal is ignored, and the whole book is read. Early versions wrote no seals.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from novamas.hall.tables.seeds import Seeds
from novamas.hall.tables.state import TableState
from novamas.law import Library
from novamas.law.library_cache import cached_in_library
from novamas.table.game import Game, Table
from novamas.table.ledger import Ledger

FORMAT: Final = 3


class Snapshot(Struct, frozen=True):
    """The saved state of a table with its seal."""

    format: int = 1  # as in the first versions, which had another structure
    state: msgspec.Raw = msgspec.Raw(b"null")
    seal: str = ""


def sealed(state: TableState, book: str, seeds: Seeds) -> bytes:
    """Return a snapshot of a state with the seal of the house."""
    saved = save(state)
    return _ENCODER.encode(Snapshot(FORMAT, msgspec.Raw(saved), seeds.seal(saved, _name(book, state.number))))


def unsealed(snapshot: bytes, table: Table, book: str, number: int, seeds: Seeds) -> TableState | None:
    """Return the state in a snapshot, or None if it has no seal of the house for this entry."""
    if not is_sealed(snapshot, book, number, seeds):
        return None
    return load(bytes(msgspec.json.decode(snapshot, type=Snapshot).state), table)


def is_sealed(snapshot: bytes, book: str, number: int, seeds: Seeds) -> bool:
    """Return whether a snapshot has the seal of the house for this entry of the book."""
    if not has_format(snapshot):
        return False
    read = msgspec.json.decode(snapshot, type=Snapshot)
    return seeds.has_sealed(bytes(read.state), read.seal, _name(book, number))


def resealed(snapshot: bytes, book: str, number: int, former: Seeds, seeds: Seeds) -> bytes | None:
    """Return a snapshot with a seal of the house's new key, or None if the former key has not sealed it."""
    if not is_sealed(snapshot, book, number, former):
        return None
    state = msgspec.json.decode(snapshot, type=Snapshot).state
    return _ENCODER.encode(Snapshot(FORMAT, state, seeds.seal(bytes(state), _name(book, number))))


def has_format(snapshot: bytes) -> bool:
    """Return whether a snapshot has the present format. Other formats are ignored."""
    try:
        return msgspec.json.decode(snapshot, type=Snapshot).format == FORMAT
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False


def _name(book: str, number: int) -> str:
    return f"snapshot/{book}/{number}"


def save(state: TableState) -> bytes:
    """Encode the state of a table without the past of the round.

    Snapshots are made between rounds, when no deed can refer to the past.
    """
    session = replace(state.session, past=())
    return _ENCODER.encode(replace(state, session=session))


def load(saved: bytes, table: Table) -> TableState:
    """Decode a state of a table that `save` has encoded."""
    state: TableState = state_decoder(table.frame.law, table.game).decode(saved)
    return state


@cached_in_library
def state_decoder(law: Library, game: Game) -> msgspec.json.Decoder[Any]:
    """Return the decoder for states of a game's tables, under the law of a library."""
    kind: Any = TableState
    return msgspec.json.Decoder(kind[game.any_phase, game.any_deed], dec_hook=partial(_decode, law))


def _encode(value: Any) -> Any:
    """Encode a ledger field by field. Bets on the cloth have two keys, so they become a list."""
    if not isinstance(value, Ledger):
        return str(value)
    cloth = [(seat, bet, cents) for (seat, bet), cents in value.cloth.items() if cents]
    return {**vars(value), "cloth": cloth}


def _decode(law: Library, kind: Any, value: Any) -> Any:
    if kind is not Ledger:
        return law.decode(kind, value)
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
