"""Tokens: 32 bytes from the operating system, by which somebody is known who is no player.

Whoever gives one sees it once; the books have its hash alone, whose it is, and when it was given and revoked.
What a token stands for is the state of a subject named by its hash.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Final

from msgspec import Struct

from novamas.equipment.chance import random_token
from novamas.store import ReadTransaction, Store, WriteTransaction

REVOKED: Final = "revoked"


class _Given(Struct, frozen=True):
    hash: str


class _Revoked(Struct, frozen=True):
    hashes: tuple[str, ...]


class Tokens(Struct, frozen=True):
    """The tokens of one sort: in which book they stand, as which kinds of entries, and how they are named."""

    book: str
    given: str
    revoked: str
    named: str  # how their subjects begin
    person: bytes  # of the hash

    def new(self) -> tuple[str, str]:
        """A new token, and its hash."""
        token = random_token()
        return token, self._hash(token)

    def give(self, books: WriteTransaction, holder: str, entry: Struct, hash: str, stands_for: str) -> None:
        """Write down that a holder was given a token, and what it stands for."""
        books.append(self.book, self.given, entry, subject=holder)
        books.set_state(self.subject(hash), stands_for)

    def revoke(self, books: WriteTransaction, holder: str, entry: Struct, hashes: tuple[str, ...]) -> None:
        """Write down that these tokens of a holder are worth nothing any more."""
        books.append(self.book, self.revoked, entry, subject=holder)
        for one in hashes:
            books.set_state(self.subject(one), REVOKED)

    def valid(self, books: ReadTransaction, holder: str) -> tuple[str, ...]:
        """The hashes of a holder's tokens that are good."""
        every = books.entries(subject=holder, kind=self.given, book=self.book)
        hashes = [made.read(_Given).hash for made in every]
        return tuple(one for one in hashes if self.is_valid(books, one))

    def is_valid(self, books: ReadTransaction, hash: str) -> bool:
        """Was the token of this hash given, and not revoked?"""
        return books.state(self.subject(hash)) not in (None, REVOKED)

    def stands_for(self, store: Store, token: str) -> str | None:
        """What a token stands for; nothing where it is not good."""
        with store.reading() as books:
            found = books.state(self.subject(self._hash(token)))
        return None if found == REVOKED else found

    def lapsed(self, books: ReadTransaction, before: int) -> Iterator[str]:
        """The subjects of tokens that were revoked before a moment and are still kept."""
        for made in books.entries(book=self.book, kind=self.revoked):
            if made.moment < before:
                subjects = map(self.subject, made.read(_Revoked).hashes)
                yield from (one for one in subjects if books.state(one) is not None)

    def subject(self, hash: str) -> str:
        """Under which name the store knows a token."""
        return f"{self.named}/{hash}"

    def _hash(self, token: str) -> str:
        return blake2b(token.encode(), digest_size=32, person=self.person).hexdigest()
