"""Entries of a book, their transfers, and the hash chain that links them.

A *book* is an append-only journal, for example of an outlet or of a central office. An *entry* says
what was done, when, and about what. Its *transfers* say which money moved from one account to
another. So the books balance by construction: money enters an account only by leaving another.

The hash of an entry is the 32-byte BLAKE2b, with person ``novamas.book``, of the previous hash
followed by the JSON of [book, number, microseconds since 1970 UTC, kind, subject, key, body,
[[source, target, céntimos], …]]. Before the first entry of a book the hash is 32 zero bytes. The
body has its field names in sorted order, so the same fields always give the same bytes.

The chain shows every entry that was changed, added, moved or removed. It does not show that the
tail was cut off, because the shorter chain is still valid. Nor does it show that a person with
write access to the database has computed a new chain. Only a comparison with a head that was
recorded elsewhere shows both: in an entry of another book, or in the code printed on a ticket.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from novamas.money import Cents

PUBLIC = "public"  # the world outside, from which all money comes: the only account that may be negative
HASH_BYTES = 32
NOTHING_BEFORE = bytes(HASH_BYTES)
_EMPTY = blake2b(digest_size=HASH_BYTES, person=b"novamas.book")  # copied per entry: faster than a new one
_WRITTEN = msgspec.json.Encoder(order="deterministic")
_SORTED = msgspec.json.Encoder(order="sorted")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

Body = TypeVar("Body")


class Transfer(Struct, frozen=True, array_like=True):
    """A positive amount of money that moves from one account to another."""

    source: str
    target: str
    cents: Cents


_TRANSFERS = msgspec.json.Decoder(tuple[Transfer, ...])


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The number and the hash of a book's last entry. The hash commits to all entries before it.

    An entry of another book anchors this book if its body has a field `heads` that maps book names to
    heads.
    """

    number: int
    hash: str  # hexadecimal


class Entry(Struct, frozen=True):
    """One entry of a book."""

    book: str
    number: int  # from 1, without gaps
    moment: int  # time in microseconds since 1970 UTC
    kind: str  # what was done
    subject: str  # the thing it concerns, such as the race day of a pool
    key: str | None  # idempotency key, chosen by the caller
    body: bytes  # JSON
    hash: bytes

    @property
    def at(self) -> datetime:
        """The time of the entry."""
        return instant(self.moment)

    @property
    def head(self) -> Head:
        """The head that the book had when this was its last entry."""
        return Head(self.number, self.hash.hex())

    def read(self, kind: type[Body]) -> Body:
        """Decode the body of the entry as a value of this type."""
        return msgspec.json.decode(self.body, type=kind)


def moment(at: datetime) -> int:
    """Return a time in the form in which books store it: microseconds since 1970 UTC."""
    return (at - _EPOCH) // _MICROSECOND


def instant(moment: int) -> datetime:
    """Return the time that corresponds to a number of microseconds since 1970 UTC."""
    return _EPOCH + timedelta(microseconds=moment)


def written(body: Any) -> bytes:
    """Encode the body of an entry as JSON with sorted field names."""
    return _SORTED.encode(body)


def transfers_written(transfers: Sequence[Transfer]) -> str | None:
    """Encode an entry's transfers as JSON, or return None if there are no transfers."""
    return _WRITTEN.encode(transfers).decode() if transfers else None


def transfers_read(text: str | None) -> tuple[Transfer, ...]:
    """Decode an entry's transfers from their JSON."""
    return _TRANSFERS.decode(text) if text is not None else ()


def hash_of(before: bytes, entry: Entry, transfers: Iterable[Transfer]) -> bytes:
    """Return the hash of an entry, chained to the hash before it. The entry's present hash is ignored."""
    content = _WRITTEN.encode(
        (
            *(entry.book, entry.number, entry.moment, entry.kind, entry.subject, entry.key),
            *(msgspec.Raw(entry.body), tuple(transfers)),
        )
    )
    link = _EMPTY.copy()
    link.update(before + content)
    return link.digest()
