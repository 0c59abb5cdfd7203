"""What stands in a book: entries, each with its transfers, chained one to the next.

A *book* is a journal to which entries are only ever added: an outlet's, a central office's. An *entry* says
what was done, when, and about what; its *transfers* say which money moved for it, from one account to
another. So the books balance by construction: nothing enters an account that did not leave another.

The hash of an entry is the 32-byte BLAKE2b, with person ``novamas.book``, of the hash before it (32 bytes of
nought for the first of its book) followed by the JSON of [book, number, microseconds since 1970 UTC, kind,
subject, key, body, [[source, target, céntimos], …]]. The body is written with the names of its fields in
order, so that whoever has the fields has the bytes.

What the chain proves and what not: an entry that was changed, added, moved or taken out is found. A tail that
was cut off leaves a shorter chain that holds; whoever can write in the database can chain a book anew. Both
are told by a head that somebody kept (an entry of another book that names it, the code of a ticket in
somebody's hand) and by nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from novamas.money import Cents

PUBLIC = "public"  # the one account that may be below nought: everybody outside, from whom all money comes
HASH_BYTES = 32
NOTHING_BEFORE = bytes(HASH_BYTES)
_EMPTY = blake2b(digest_size=HASH_BYTES, person=b"novamas.book")  # copied for each entry: half the time
_WRITTEN = msgspec.json.Encoder(order="deterministic")
_SORTED = msgspec.json.Encoder(order="sorted")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

Body = TypeVar("Body")


class Transfer(Struct, frozen=True, array_like=True):
    """Money that moves from one account to another; always more than nought."""

    source: str
    target: str
    cents: Cents


_TRANSFERS = msgspec.json.Decoder(tuple[Transfer, ...])


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """How far a book went: its last entry and the hash of it, which commits to all before.

    An entry of another book anchors this one by naming it: a field `heads`, of heads by the names of books.
    """

    number: int
    hash: str  # in hexadecimal


class Entry(Struct, frozen=True):
    """One entry of a book."""

    book: str
    number: int  # from 1, without gaps
    moment: int  # microseconds since 1970 UTC
    kind: str  # what was done
    subject: str  # what it is about, such as the day of a pool
    key: str | None  # by which whoever asked for it knows it again
    body: bytes  # JSON
    hash: bytes

    @property
    def at(self) -> datetime:
        """When it was entered."""
        return instant(self.moment)

    @property
    def head(self) -> Head:
        """How far its book went when this was its last entry."""
        return Head(self.number, self.hash.hex())

    def read(self, kind: type[Body]) -> Body:
        """What it says."""
        return msgspec.json.decode(self.body, type=kind)


def moment(at: datetime) -> int:
    """An instant as it is written in a book: microseconds since 1970 UTC."""
    return (at - _EPOCH) // _MICROSECOND


def instant(moment: int) -> datetime:
    """The instant of which this is written in a book."""
    return _EPOCH + timedelta(microseconds=moment)


def written(body: Any) -> bytes:
    """A body as it is written: JSON, with the names of fields in order."""
    return _SORTED.encode(body)


def transfers_written(transfers: Sequence[Transfer]) -> str | None:
    """Transfers as they are written in their entry: JSON; nothing where no money moved."""
    return _WRITTEN.encode(transfers).decode() if transfers else None


def transfers_read(text: str | None) -> tuple[Transfer, ...]:
    """The transfers that are written so."""
    return _TRANSFERS.decode(text) if text is not None else ()


def hash_of(before: bytes, entry: Entry, transfers: Iterable[Transfer]) -> bytes:
    """The hash of an entry, whatever it bears now: of what it says and, by the one before, of all before."""
    said = _WRITTEN.encode(
        (
            *(entry.book, entry.number, entry.moment, entry.kind, entry.subject, entry.key),
            *(msgspec.Raw(entry.body), tuple(transfers)),
        )
    )
    link = _EMPTY.copy()
    link.update(before + said)
    return link.digest()
