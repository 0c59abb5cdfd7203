"""The seeds of tables, encrypted until each table is closed, and the seals on snapshots."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from novamas.equipment.chance import CommittedSource
from novamas.errors import NovamasError
from novamas.store import ReadTransaction, WriteTransaction
from novamas.store.encryption import Cipher

SEEDS: Final = "seed/"  # prefix of their secrets


class Seeds:
    """Access to the seeds of tables and to the seeds that players have added."""

    def __init__(self, cipher: Cipher) -> None:
        self._cipher = cipher

    def keep(self, books: WriteTransaction, table: str, live: CommittedSource) -> None:
        """Store a table's seed."""
        text = f"{live.kept()}\n{live.player_seed or ''}"
        books.keep_secret(_name(table), self._cipher.encrypt(text.encode(), _name(table)))

    def kept(self, books: ReadTransaction, table: str) -> CommittedSource:
        """Return the random source of a table in its initial state."""
        hidden = books.secret(_name(table))
        if hidden is None:
            raise NovamasError("table_seed_lost", table=table)
        seed, _, player_seed = self._cipher.decrypt(hidden, _name(table)).decode().partition("\n")
        live = CommittedSource(seed)
        if player_seed:
            live.mix_in(player_seed)
        return live

    def seal(self, data: bytes, about: str) -> str:
        """Return a seal on data, which only the house can make. The seal is bound to a subject."""
        return self._cipher.encrypt(_digest(data), about).hex()

    def has_sealed(self, data: bytes, seal: str, about: str) -> bool:
        """Return whether the house made this seal for these data and this subject."""
        try:
            return self._cipher.decrypt(bytes.fromhex(seal), about) == _digest(data)
        except (NovamasError, ValueError):
            return False


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=32, person=b"novamas.snapshot").digest()


def _name(table: str) -> str:
    return SEEDS + table


def bot_seed(seed: str) -> str:
    """Return the secret seed for the bots' random choices. It does not reveal the table's seed."""
    return blake2b(seed.encode(), digest_size=16, person=b"novamas.fancies").hexdigest()
