"""Entries of a book, their transfers, and the hash chain that links them.

A *book* is an append-only journal, such as an outlet's or a central office's. An *entry* says
what was done, when, and about what. Its *transfers* say which money moved from one account to
another. So the books balance by construction: money enters an account only by leaving another.

The hash of an entry is the 32-byte BLAKE2b, with person ``novamas.book``, of the previous hash
(32 zero bytes for the first entry of a book) followed by the JSON of [book, number, microseconds
since 1970 UTC, kind, subject, key, body, [[source, target, céntimos], …]]. The body has its field
names in sorted order, so the same fields always give the same bytes.

What the chain proves: an entry that was changed, added, moved or removed is found. What it does
not prove: if the tail was cut off, the shorter chain is still valid, and anyone with write access
to the database can chain a book again. Both are found only by comparing with a head that was
recorded elsewhere: an entry of another book that names it, or the code printed on a ticket.
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
    """Money moved from one account to another. The amount is positive."""

    source: str
    target: str
    cents: Cents


_TRANSFERS = msgspec.json.Decoder(tuple[Transfer, ...])


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The number and hash of a book's last entry. The hash commits to all entries before it.

    An entry of another book anchors this one if its body has a field `heads` that maps book names to
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
        """Time of the entry."""
        return instant(self.moment)

    @property
    def head(self) -> Head:
        """Head of its book when this was the last entry."""
        return Head(self.number, self.hash.hex())

    def read(self, kind: type[Body]) -> Body:
        """Decode the body as this type."""
        return msgspec.json.decode(self.body, type=kind)


def moment(at: datetime) -> int:
    """Return a time as books store it: microseconds since 1970 UTC."""
    return (at - _EPOCH) // _MICROSECOND


def instant(moment: int) -> datetime:
    """Return the time for a number of microseconds since 1970 UTC."""
    return _EPOCH + timedelta(microseconds=moment)


def written(body: Any) -> bytes:
    """Encode a body as JSON with sorted field names."""
    return _SORTED.encode(body)


def transfers_written(transfers: Sequence[Transfer]) -> str | None:
    """Encode transfers as JSON for their entry, or return None if there are none."""
    return _WRITTEN.encode(transfers).decode() if transfers else None


def transfers_read(text: str | None) -> tuple[Transfer, ...]:
    """Decode transfers from the JSON in their entry."""
    return _TRANSFERS.decode(text) if text is not None else ()


def hash_of(before: bytes, entry: Entry, transfers: Iterable[Transfer]) -> bytes:
    """Return the hash of an entry chained to the hash before it. Ignores the hash that the entry has now."""
    content = _WRITTEN.encode(
        (
            *(entry.book, entry.number, entry.moment, entry.kind, entry.subject, entry.key),
            *(msgspec.Raw(entry.body), tuple(transfers)),
        )
    )
    link = _EMPTY.copy()
    link.update(before + content)
    return link.digest()
