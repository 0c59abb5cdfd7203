"""Read transactions on the books."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from novamas.money import Cents
from novamas.store.connections import AT_A_TIME, STATE, Connection, Row
from novamas.store.encryption import HIDDEN, Cipher
from novamas.store.entries import PUBLIC, Entry, Head, Transfer, transfers_read
from novamas.store.errors import StoreFault
from novamas.store.statements import (
    BALANCE,
    BALANCE_OF_BOOK,
    BALANCES,
    BOOK_ID,
    BOOKS_OF_ACCOUNT,
    ENTRY_BY_KEY,
    ENTRY_BY_NUMBER,
    ENTRY_OF_BOOK,
    LAST_ENTRY,
    NEXT_ENTRIES,
    SECRET,
    TRANSFERS,
)


class ReadTransaction:
    """A transaction that reads the books, subjects and secrets of a store."""

    def __init__(self, link: Connection, ids: dict[str, int], cipher: Cipher | None = None) -> None:
        self.link = link  # the connection to the database, for code with SQL of its own
        self.cipher = cipher  # encrypts and decrypts secrets, if the store has a key
        self._ids = ids  # of books by name. They never change: all transactions of a store share them

    def _id(self, book: str) -> int | None:
        if book not in self._ids:
            found = self.link.rows(BOOK_ID, book)
            if not found:
                return None
            self._ids[book] = found[0][0]
        return self._ids[book]

    def _rows(self, sql: str, *values: Any) -> list[Row]:
        return self.link.rows(sql, *values)

    def _each(self, sql: str, *values: Any) -> Iterator[Row]:
        return self.link.each(sql, *values)

    def books(self, prefix: str = "") -> tuple[str, ...]:
        """Return the names of all books, or of the books with this prefix."""
        sql = "SELECT name FROM books WHERE name >= ? AND name < ? ORDER BY id"
        return tuple(name for (name,) in self._rows(sql, *bounds_of(prefix)))

    def head(self, book: str) -> Head | None:
        """Return the head of a book, or None if the book has no entry."""
        id = self._id(book)
        found = self._rows(LAST_ENTRY, id) if id is not None else []
        return Head(found[0][0], found[0][2].hex()) if found else None

    def heads(self, prefix: str = "") -> dict[str, Head]:
        """Return the head of each book that has entries.

        An entry with the result in its field `heads` anchors all these books.
        """
        heads = {book: self.head(book) for book in self.books(prefix)}
        return {book: head for book, head in heads.items() if head is not None}

    def entry(self, book: str, number: int) -> Entry | None:
        """Return the entry of a book with this number, or None."""
        return self._one(ENTRY_BY_NUMBER, book, number)

    def entry_of(self, book: str, key: str) -> Entry | None:
        """Return the entry with this idempotency key, or None."""
        return self._one(ENTRY_BY_KEY, book, key)

    def _one(self, sql: str, book: str, value: int | str) -> Entry | None:
        id = self._id(book)
        found = self._rows(sql, id, value) if id is not None else []
        return Entry(*found[0]) if found else None

    def entries(
        self, *, subject: str | None = None, kind: str | None = None, book: str | None = None
    ) -> Iterator[Entry]:
        """Yield entries in order, filtered by subject, kind and book. Rows are read lazily."""
        filters: list[tuple[str, Any]] = [("e.subject", subject), ("e.kind", kind)]
        if book is not None:
            filters.append(("e.book", self._id(book) or 0))
        given = [(column, value) for column, value in filters if value is not None]
        where = " AND ".join(f"{column} = ?" for column, _ in given)
        if subject:
            where += " AND e.subject <> ''"  # lets the database use the partial index
        sql = f"{ENTRY_OF_BOOK} {f'WHERE {where} ' if where else ''}ORDER BY e.book, e.number"
        return (Entry(*row) for row in self._each(sql, *(value for _, value in given)))

    def entries_after(self, book: str, number: int) -> Iterator[Entry]:
        """Yield the entries of a book after this number, in order. Rows are read in batches."""
        while True:
            found = self.entries_after_each({book: number}, AT_A_TIME)[book]
            yield from found
            if len(found) < AT_A_TIME:
                return
            number = found[-1].number

    def entries_after_each(self, numbers: Mapping[str, int], most: int) -> dict[str, list[Entry]]:
        """Return the next entries of several books, at most `most` for each.

        Each book has the number after which its entries begin.
        """
        known = [(id, number) for book, number in numbers.items() if (id := self._id(book)) is not None]
        found: dict[str, list[Entry]] = {book: [] for book in numbers}
        if known:
            union = " UNION ALL ".join(NEXT_ENTRIES.format(id, number, most) for id, number in known)
            for row in self._rows(union):
                found[row[0]].append(Entry(*row))
        for entries in found.values():
            entries.sort(key=lambda entry: entry.number)
        return found

    def transfers(self, entry: Entry) -> tuple[Transfer, ...]:
        """Return the transfers in an entry."""
        found = self._rows(TRANSFERS, self._id(entry.book), entry.number)
        return transfers_read(found[0][0]) if found else ()

    def balance(self, account: str) -> Cents:
        """Return the balance of an account."""
        return int(self._rows(BALANCE, account)[0][0])

    def balances(self, prefix: str = "") -> dict[str, Cents]:
        """Return the balance of each account, or of each account with this prefix."""
        return {account: int(cents) for account, cents in self._rows(BALANCES, *bounds_of(prefix))}

    def books_that_moved(self, account: str) -> frozenset[str]:
        """Return the names of the books that moved money into an account or out of it."""
        return frozenset(name for (name,) in self._rows(BOOKS_OF_ACCOUNT, account))

    def till(self, book: str) -> Cents:
        """Return the cash in a book's till: money received from the public less money paid out to it."""
        id = self._id(book)
        found = self._rows(BALANCE_OF_BOOK, PUBLIC, id) if id is not None else []
        return -int(found[0][0]) if found else 0

    def state(self, subject: str) -> str | None:
        """Return the state of a subject, or None if no state was ever set."""
        return state_in(self._rows(STATE, subject))

    def secret(self, name: str) -> bytes | None:
        """Return the secret with this name in its stored form."""
        found = self.link.rows(SECRET, name)
        return blob(found[0][0]) if found else None

    def hidden(self, name: str) -> bytes | None:
        """Return the decrypted secret with this name. An old secret may be stored in plain text."""
        found = self.secret(HIDDEN + name)
        if found is None:
            return self.secret(name)
        if self.cipher is None:
            raise StoreFault("secret_without_key", name=name)
        return self.cipher.decrypt(found, HIDDEN + name)


def blob(value: bytes | memoryview | str) -> bytes:
    """Return a value of a binary column as bytes. Another program may have stored text there."""
    return value.encode() if isinstance(value, str) else bytes(value)


def state_in(found: Sequence[Row]) -> str | None:
    """Return the state in a subject's row, or None if there is no row."""
    return found[0][0] if found else None


def bounds_of(prefix: str) -> tuple[str, str]:
    """Return the two bounds between which all names with this prefix sort."""
    return prefix, f"{prefix}\U0010ffff"
