"""A store: append-only books in a database, with the states of subjects and with secrets."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

from msgspec import Struct
from sqlalchemy import Engine

from novamas.errors import NovamasError
from novamas.store.connections import Collision, Connection, RetryTransaction
from novamas.store.encryption import Cipher, is_plain
from novamas.store.errors import StoreFault
from novamas.store.notifications import notifications
from novamas.store.reading import ReadTransaction
from novamas.store.transactions import Clock, WriteTransaction

Outcome = TypeVar("Outcome")
Update: TypeAlias = Callable[[WriteTransaction], Outcome]

PROBE = "INSERT INTO subjects (name, state) VALUES (?, ?)"
END_PROBE = "DELETE FROM subjects WHERE name = ?"
PROBE_NAME, PROBE_CHARACTERS = "probe", 32_768  # needs new pages, as entries do
ATTEMPTS = 20  # of an update that conflicts with others


class BookAppend(Struct, frozen=True):
    """An update that appends to one known book, to which other processes append as well.

    The store locks the books of a batch all at once before it runs the updates.
    """

    book: str
    act: Update[Any]

    def __call__(self, books: WriteTransaction) -> Any:
        return self.act(books)


class Database(Protocol):
    """Access to one database."""

    place: str  # for messages: the path or the address without password

    @property
    def last_fault(self) -> StoreFault | None: ...

    def check_room(self) -> None: ...

    def writing(self) -> AbstractContextManager[Connection]: ...

    def reading(self, *, at_one_moment: bool = True) -> AbstractContextManager[Connection]: ...

    def close(self) -> None: ...


class Mark(Protocol):
    """A file that records the last entry of a store after each commit."""

    def position(self, link: Connection) -> int: ...

    def write(self, position: int) -> None: ...

    def close(self) -> None: ...


class Store:
    """Books, subjects and secrets in one database. Safe to use from many threads and processes."""

    def __init__(self, door: Database, engine: Engine, clock: Clock) -> None:
        self._door = door
        self._engine = engine
        self._clock = clock
        self._cipher: Cipher | None = None
        self._mark: Mark | None = None
        self._ids: dict[str, int] = {}

    @property
    def kind(self) -> str:
        """The kind of database: `sqlite` or `postgresql`."""
        return self._engine.dialect.name

    @property
    def place(self) -> str:
        """The path, or the address without password, as messages show it."""
        return self._door.place

    def now(self) -> datetime:
        """Return the time of the store's clock."""
        return self._clock()

    def dated_by(self, clock: Clock) -> Store:
        """Return the same store with another clock, by which its entries are dated."""
        other = Store(self._door, self._engine, clock)
        other._cipher, other._mark = self._cipher, self._mark
        return other

    def hide_with(self, cipher: Cipher) -> None:
        """Use this cipher to encrypt secrets from now on."""
        self._cipher = cipher

    def hide_plain(self) -> None:
        """Encrypt the secrets that older versions stored in plain text. The store must have a key."""
        with self.reading() as books:
            is_any = any(is_plain(name) for (name,) in books.link.rows("SELECT name FROM secrets"))
        if is_any:
            self.write(lambda books: books.hide_plain())

    def notifications(self) -> AsyncIterator[tuple[str, int] | None]:
        """Return the notifications of other processes on the same server (`novamas.store.notifications`)."""
        return notifications(self._engine.url)

    @contextmanager
    def reading(self, *, at_one_moment: bool = True) -> Iterator[ReadTransaction]:
        """Open a read transaction on one snapshot, which a report needs.

        Without `at_one_moment`, a server answers each query from the latest commit, which is faster.
        """
        with self._door.reading(at_one_moment=at_one_moment) as link:
            yield ReadTransaction(link, self._ids, self._cipher)

    @contextmanager
    def writing(self) -> Iterator[WriteTransaction]:
        """Open a write transaction. It is durable when the block ends, and rolled back if the block fails.

        Keep the block short, because no one else can write to a file meanwhile. `write` is faster and
        retries after a conflict.
        """
        try:
            with self._door.writing() as link:
                books = WriteTransaction(link, self._ids, self._clock, self._cipher)
                yield books
                self._commit(books)
        except (RetryTransaction, Collision):
            raise StoreFault("store_busy", path=self.place) from None

    def check_writable(self) -> None:
        """Raise a `StoreFault` if the store was moved, its disk is full, or it cannot be written.

        After a failed write, a trial row is inserted and deleted again.
        """
        self._door.check_room()
        with self._door.writing() as link:
            if self._door.last_fault is not None:
                link.commit([(PROBE, [(PROBE_NAME, "0" * PROBE_CHARACTERS)]), (END_PROBE, [(PROBE_NAME,)])])

    def write(self, update: Update[Outcome]) -> Outcome:
        """Run an update in a transaction, and return its outcome once it is durable.

        The update may run more than once if it conflicts with others. It must have no effect outside the
        transaction.
        """
        return self._tried(update, range(ATTEMPTS))

    def _tried(self, update: Update[Outcome], attempts: range) -> Outcome:
        """Run an update until it commits.

        From the second attempt on, it first reads the commits of other transactions.
        """
        for attempt in attempts:
            try:
                with self._door.writing() as link:
                    books = WriteTransaction(
                        link, self._ids, self._clock, self._cipher, looks_first=attempt > 0
                    )
                    outcome = update(books)
                    self._commit(books)
                    return outcome
            except Collision:
                books.on_conflict()
            except RetryTransaction:
                pass
            except StoreFault:
                raise
            except NovamasError:
                if attempt > 0:
                    raise  # first attempt: the entry may exist, and then neither money nor the clock matters
        raise StoreFault("store_busy", path=self.place)

    def write_together(self, updates: Iterable[Update[Any]]) -> list[Any]:
        """Run updates in one transaction. Return each outcome, or the exception of a refused update.

        A refused update does not affect the others. The iteration over the updates begins only when the
        transaction has begun.
        """
        taken: list[Update[Any]] = []
        try:
            with self._door.writing() as link:
                taken += updates
                books = WriteTransaction(link, self._ids, self._clock, self._cipher, looks_first=False)
                books.lock_books({act.book for act in taken if isinstance(act, BookAppend)})
                outcomes = [_one_of_many(books, act) for act in taken]
                self._commit(books)
                return outcomes
        except (RetryTransaction, Collision, _Alone):
            return [self._alone(act) for act in taken]

    def _alone(self, update: Update[Any]) -> Any | Exception:
        try:
            return self._tried(update, range(1, ATTEMPTS))
        except Exception as refusal:
            return refusal

    def follow(self, mark: Mark) -> None:
        """Write to this mark after each commit from now on."""
        self._mark = mark
        with self._door.writing() as link:
            position = mark.position(link)
            link.commit([])
            mark.write(position)

    def _commit(self, books: WriteTransaction) -> None:
        """Commit the transaction, and record the last entry in the mark."""
        if self._mark is None:
            return books.commit()
        books.send()
        position = self._mark.position(books.link)
        books.commit()
        return self._mark.write(position)

    def close(self) -> None:
        """Close all connections to the database."""
        self._door.close()
        if self._mark is not None:
            self._mark.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def copy_to(self, path: Path) -> None:
        """Copy the store to a file. It stays in use, and the copy is one snapshot."""
        from novamas.store.backup import copy_file

        copy_file(self._engine, self.place, path)

    def fill_from(self, path: Path) -> None:
        """Fill an empty store on a server from a copy."""
        from novamas.store.backup import fill_server

        fill_server(self._engine, self.place, path)


class _Alone(Exception):
    """Raised when one update of a batch cannot be undone. Each update then runs in its own transaction."""


def _one_of_many(books: WriteTransaction, update: Update[Any]) -> Any | NovamasError:
    """Run one update of a batch, and return its outcome or its refusal.

    A refused update is tried a second time. The second attempt first looks for an earlier entry with
    its key.
    """
    mark = books.mark()
    refusal: NovamasError | None = None
    for books.looks_first in (False, True):
        try:
            return update(books)
        except NovamasError as refused:
            refusal = refused
            if not books.undo(mark):
                raise _Alone from None
        except (RetryTransaction, Collision):
            raise
        except Exception:
            raise _Alone from None
    return refusal
