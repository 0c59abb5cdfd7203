"""Rotation of the master key: all secrets of the store are encrypted again under a new key.

The new key is first written to the file `server.key.new`. One transaction of the store then
encrypts every secret again and enters the name of the new key. Finally the new key replaces
`server.key`. The store always names its key, and both keys are in the folder until the end, so
`keys_for` can open the store and complete an interrupted rotation. The old key remains in the
folder, because earlier copies of the store need it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from novamas.errors import NovamasError
from novamas.hall.keys import KEPT_AS, NEW_FILE, VARIABLE, Keys, keys_for, make_key, read_key, take_over
from novamas.hall.tables.seeds import Seeds
from novamas.hall.tables.snapshot import resealed
from novamas.store import Store, WriteTransaction
from novamas.store.encryption import HIDDEN, is_plain
from novamas.store.open_tables import books_with_snapshots, keep_snapshot, snapshot_of

BOOK = "office/house"
HOUSE = "house/"  # prefix of what is stored in plain text, because it is no secret


class Rekeyed(Struct, frozen=True):
    """The result of a key rotation. Earlier copies of the store need the former key."""

    secrets: int
    key: str  # name of the new key
    former: str  # name of the former key
    file: str  # in which the new key is
    house: str  # public key with which the house signs from now on


class WasRekeyed(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of the entry for a rotation: both keys' names, and both public signing keys."""

    former: str
    key: str
    former_house: str
    house: str


def rekey(store: Store, folder: Path, environment: Mapping[str, str] = os.environ) -> Rekeyed:
    """Give a store a new master key. No server may have the store open.

    An interrupted rotation is completed by the next call, or by the next start of the server.
    """
    former = keys_for(store, folder, environment)
    path = folder / NEW_FILE
    if not path.exists():
        make_key(path)
    keys = Keys(read_key(path))
    if keys.name == former.name:  # the variable still holds the key before this one
        raise NovamasError("key_not_taken_over", name=VARIABLE, path=str(path))
    secrets = store.write(lambda books: _encrypt_anew(books, former, keys))
    store.hide_with(keys)
    if not environment.get(VARIABLE):
        path = take_over(folder, former.name)
    return Rekeyed(secrets, keys.name, former.name, str(path), keys.house.public)


def _encrypt_anew(books: WriteTransaction, former: Keys, keys: Keys) -> int:
    """Encrypt all secrets under the new key in one transaction. Return the number of secrets."""
    _seal_anew(books, former, keys)
    names = [name for (name,) in books.link.rows("SELECT name FROM secrets") if not name.startswith(HOUSE)]
    for name in names:
        kept = books.secret(name) or b""
        if is_plain(name):
            books.keep_secret(HIDDEN + name, keys.encrypt(kept, HIDDEN + name))
            books.forget_secret(name)
        else:
            books.keep_secret(name, keys.encrypt(former.decrypt(kept, name), name))
    books.keep_secret(KEPT_AS, keys.name.encode())
    books.append(BOOK, "rekeyed", WasRekeyed(former.name, keys.name, former.house.public, keys.house.public))
    return len(names)


def _seal_anew(books: WriteTransaction, former: Keys, keys: Keys) -> None:
    """Seal the snapshots of tables with the new key. A snapshot without a valid seal stays as it is."""
    for book in books_with_snapshots(books):
        found = snapshot_of(books, book)
        assert found is not None
        number, body = found
        again = resealed(body, book, number, Seeds(former), Seeds(keys))
        if again is not None:
            keep_snapshot(books, book, number, again)
