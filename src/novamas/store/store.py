"""A store: where books are kept."""

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
from novamas.store.transactions import Clock, ReadTransaction, WriteTransaction

Outcome = TypeVar("Outcome")
Update: TypeAlias = Callable[[WriteTransaction], Outcome]

ATTEMPTS = 20  # of an act that others stand in the way of


class BookAppend(Struct, frozen=True):
    """Something that adds to a book, to which others add as well: it is said before, so that it is taken."""

    book: str
    act: Update[Any]

    def __call__(self, books: WriteTransaction) -> Any:
        return self.act(books)


class Database(Protocol):
    """The way into a database."""

    place: str  # as people know it, without a password

    def writing(self) -> AbstractContextManager[Connection]: ...

    def reading(self, *, at_one_moment: bool = True) -> AbstractContextManager[Connection]: ...

    def close(self) -> None: ...


class Store:
    """Books, subjects and secrets in one database; safe to use by many threads, and by many processes."""

    def __init__(self, door: Database, engine: Engine, clock: Clock) -> None:
        self._door = door
        self._engine = engine
        self._clock = clock
        self._cipher: Cipher | None = None
        self._ids: dict[str, int] = {}

    @property
    def kind(self) -> str:
        """Which database it is: `sqlite` or `postgresql`."""
        return self._engine.dialect.name

    @property
    def place(self) -> str:
        """Where it lies, as people may know it."""
        return self._door.place

    def now(self) -> datetime:
        """What the clock of the store shows."""
        return self._clock()

    def dated_by(self, clock: Clock) -> Store:
        """The same store, for whoever dates his entries by a clock of his own."""
        other = Store(self._door, self._engine, clock)
        other._cipher = self._cipher
        return other

    def hide_with(self, cipher: Cipher) -> None:
        """Hide secrets from now on."""
        self._cipher = cipher

    def hide_plain(self) -> None:
        """Hide secrets that older programs kept as they are."""
        with self.reading() as books:
            is_any = any(is_plain(name) for (name,) in books.link.rows("SELECT name FROM secrets"))
        if is_any:
            self.write(lambda books: books.hide_plain())

    def heard(self) -> AsyncIterator[tuple[str, int] | None]:
        """What other processes add to which book, on a server; see `novamas.store.notifications`."""
        return notifications(self._engine.url)

    @contextmanager
    def reading(self, *, at_one_moment: bool = True) -> Iterator[ReadTransaction]:
        """The books as they stand at one moment, for reports; or whenever a question is asked, which is
        answered sooner."""
        with self._door.reading(at_one_moment=at_one_moment) as link:
            yield ReadTransaction(link, self._ids, self._cipher)

    @contextmanager
    def writing(self) -> Iterator[WriteTransaction]:
        """The books, to be added to. It is durable when the block ends; where it fails, nothing was done.

        A short block: on a file nobody else writes meanwhile. See `write`, which is faster and tries again.
        """
        try:
            with self._door.writing() as link:
                books = WriteTransaction(link, self._ids, self._clock, self._cipher)
                yield books
                books.commit()
        except (RetryTransaction, Collision):
            raise StoreFault("store_busy", path=self.place) from None

    def write(self, act: Update[Outcome]) -> Outcome:
        """Do something to the books, durably before it is answered.

        The act may be done more than once, where others stood in its way: it must change nothing else.
        """
        return self._tried(act, range(ATTEMPTS))

    def _tried(self, act: Update[Outcome], attempts: range) -> Outcome:
        """Do something, again and again if need be; after the first attempt it is looked what others did."""
        for attempt in attempts:
            try:
                with self._door.writing() as link:
                    books = WriteTransaction(
                        link, self._ids, self._clock, self._cipher, looks_first=attempt > 0
                    )
                    outcome = act(books)
                    books.commit()
                    return outcome
            except Collision:
                books.collided()
            except RetryTransaction:
                pass
            except StoreFault:
                raise
            except NovamasError:
                if attempt > 0:
                    raise  # else it may have been done before: what is done needs no money, and no right time
        raise StoreFault("store_busy", path=self.place)

    def write_together(self, acts: Iterable[Update[Any]]) -> list[Any]:
        """Do several things in one durable step; what is refused is refused alone, and told in its place.

        The acts are asked for when it is our turn to write.
        """
        taken: list[Update[Any]] = []
        try:
            with self._door.writing() as link:
                taken += acts
                books = WriteTransaction(link, self._ids, self._clock, self._cipher, looks_first=False)
                books.take({act.book for act in taken if isinstance(act, BookAppend)})
                outcomes = [_one_of_many(books, act) for act in taken]
                books.commit()
                return outcomes
        except (RetryTransaction, Collision, _Alone):
            return [self._alone(act) for act in taken]

    def _alone(self, act: Update[Any]) -> Any | Exception:
        try:
            return self._tried(act, range(1, ATTEMPTS))
        except Exception as refusal:
            return refusal

    def close(self) -> None:
        """Let go of the database."""
        self._door.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def copy_to(self, path: Path) -> None:
        """A copy of the store in a file, as it stands at one moment, while others go on."""
        from novamas.store.backup import copy_file

        copy_file(self._engine, self.place, path)

    def fill_from(self, path: Path) -> None:
        """Fill an empty store on a server with all that a copy holds."""
        from novamas.store.backup import fill_server

        fill_server(self._engine, self.place, path)


class _Alone(Exception):
    """One of several acts cannot be undone by itself: each is done alone."""


def _one_of_many(books: WriteTransaction, act: Update[Any]) -> Any | NovamasError:
    """What comes of an act; what is refused is tried again, looking first whether it was done before."""
    mark = books.mark()
    refusal: NovamasError | None = None
    for books.looks_first in (False, True):
        try:
            return act(books)
        except NovamasError as refused:
            refusal = refused
            if not books.undo(mark):
                raise _Alone from None
        except (RetryTransaction, Collision):
            raise
        except Exception:
            raise _Alone from None
    return refusal
