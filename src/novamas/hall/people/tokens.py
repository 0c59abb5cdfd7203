"""Tokens for callers who are not players. Each token is 32 random bytes.

A token is shown once, when it is created. The books have only its hash, its holder, and when it was
created and revoked. The meaning of a token is the state of a subject named by the hash.
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
    """The tokens of one kind, with their book, their kinds of entries and their subjects' names."""

    book: str
    given: str
    revoked: str
    named: str  # how their subjects begin
    person: bytes  # of the hash

    def new(self) -> tuple[str, str]:
        """Return a new token and its hash."""
        token = random_token()
        return token, self._hash(token)

    def give(self, books: WriteTransaction, holder: str, entry: Struct, hash: str, stands_for: str) -> None:
        """Enter that a holder received a token, and store the token's meaning."""
        books.append(self.book, self.given, entry, subject=holder)
        books.set_state(self.subject(hash), stands_for)

    def revoke(self, books: WriteTransaction, holder: str, entry: Struct, hashes: tuple[str, ...]) -> None:
        """Enter that these tokens of a holder have been revoked."""
        books.append(self.book, self.revoked, entry, subject=holder)
        for one in hashes:
            books.set_state(self.subject(one), REVOKED)

    def valid(self, books: ReadTransaction, holder: str) -> tuple[str, ...]:
        """Return the hashes of all valid tokens of a holder."""
        every = books.entries(subject=holder, kind=self.given, book=self.book)
        hashes = [made.read(_Given).hash for made in every]
        return tuple(one for one in hashes if self.is_valid(books, one))

    def is_valid(self, books: ReadTransaction, hash: str) -> bool:
        """Return whether the token with this hash was given and has not been revoked."""
        return books.state(self.subject(hash)) not in (None, REVOKED)

    def stands_for(self, store: Store, token: str) -> str | None:
        """Return the meaning stored for a token, or None if the token is not valid."""
        with store.reading() as books:
            found = books.state(self.subject(self._hash(token)))
        return None if found == REVOKED else found

    def lapsed(self, books: ReadTransaction, before: int) -> Iterator[str]:
        """Yield the stored subjects of tokens that were revoked before a given time."""
        for made in books.entries(book=self.book, kind=self.revoked):
            if made.moment < before:
                subjects = map(self.subject, made.read(_Revoked).hashes)
                yield from (one for one in subjects if books.state(one) is not None)

    def subject(self, hash: str) -> str:
        """Return the subject under which a token is stored."""
        return f"{self.named}/{hash}"

    def _hash(self, token: str) -> str:
        return blake2b(token.encode(), digest_size=32, person=self.person).hexdigest()
