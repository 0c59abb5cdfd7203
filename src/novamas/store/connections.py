"""How the two databases are spoken to: the same statements, and what each does in its own way.

Statements are written once, with `?` for a figure, and go to the driver as they are: on the way of a sale
every layer between costs as much as the sale itself.

How acts are kept apart:

- SQLite: `BEGIN IMMEDIATE`. One act writes at a time, whoever else wants to waits; so what it reads is true
  until it commits, and no lock is wanted.
- PostgreSQL: READ COMMITTED, and locks. Each statement sees all that was committed before it began; so what
  is read after its lock was taken stays true until the commit. Whoever adds to a book locks the row of the
  book, whoever takes money out of an account locks that account, whoever relies on the state of a subject
  shares its lock, and whoever changes that state has it alone. All that an act decides by lies under these.
  Whoever added to a book last need not lock it to add again: that nobody else did meanwhile is told by the
  number of the entry, which would be taken, and then it is done again with the lock. Where it is said before
  to which books acts add, as those of tables are that several processes serve, they are locked all at once.
  (SERIALIZABLE would find the same conflicts at the commit, after the work, and refuse acts that do not
  conflict at all; the keys of the tables stand behind the locks either way.)

Reading for a report is one snapshot in both: a read transaction, REPEATABLE READ.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import count
from threading import Lock
from typing import Any, Protocol, TypeAlias

from sqlalchemy import Engine

from novamas.errors import quoted
from novamas.store.errors import NotEntered, StoreFault

Row: TypeAlias = tuple[Any, ...]
Statement: TypeAlias = tuple[str, Sequence[Row]]  # to be done once for each row of figures

AT_A_TIME = 5_000  # rows, of many
FEW = 4  # rows, each of which goes by itself
ROWS_TOGETHER = 32  # in a file: for more, so many statements that differ would not be kept
INSERTS = "VALUES ("  # of the statements that can take many rows

ACCOUNT = "SELECT pg_advisory_xact_lock(hashtextextended(?, 7))"
BOOK = "SELECT id FROM books WHERE id = ? FOR NO KEY UPDATE"
ALONE = "SELECT state FROM subjects WHERE name = ? FOR UPDATE"
SHARED = "SELECT state FROM subjects WHERE name = ? FOR SHARE"
STATE = "SELECT state FROM subjects WHERE name = ?"
_BOOKS = "SELECT id FROM books WHERE id IN ({}) ORDER BY id FOR NO KEY UPDATE"
_HEADS = (
    "SELECT e.book, e.number, e.moment, e.hash FROM unnest(ARRAY[{}]) AS taken (id), LATERAL "
    "(SELECT * FROM entries WHERE entries.book = taken.id ORDER BY number DESC LIMIT 1) AS e"
)


class RetryTransaction(Exception):
    """Two acts stood in each other's way, and this one gave way: it may be done again."""


class Collision(Exception):
    """An entry of this key, or this number, is there already."""


class ConnectionCache:
    """What a connection knows of its database: it goes when the connection goes."""

    def __init__(self) -> None:
        self.heads: dict[str, tuple[int, int, bytes]] = {}  # of books as we left them
        self.shared: set[str] = set()  # books that others add to as well
        self.prepared: dict[str, str] = {}  # the names of statements


def known_by(borrowed: Any) -> ConnectionCache:
    """What a connection knows."""
    known: ConnectionCache = borrowed.info.setdefault("known", ConnectionCache())
    return known


class Connection(Protocol):
    """A transaction with the database."""

    known: ConnectionCache

    def rows(self, sql: str, *figures: Any) -> list[Row]:
        """What a question is answered with."""

    def each(self, sql: str, *figures: Any) -> Iterator[Row]:
        """The same, a few rows at a time."""

    def locked(self, lock: str, figure: Any, sql: str, *figures: Any) -> list[Row]:
        """What a question is answered with once the lock is ours."""

    def take(self, books: Sequence[int]) -> list[Row]:
        """Take several books for ourselves in their order: number, moment and hash of the last entry of each.

        Nothing where whoever writes is alone anyway.
        """

    def do(self, statements: Iterable[Statement]) -> None:
        """Change something."""

    def commit(self, statements: Iterable[Statement] = ()) -> None:
        """Change something, and make all of it last: when this returns, it does."""


@lru_cache
def _for_rows(sql: str, rows: int) -> str:
    """An INSERT of one row, for so many."""
    before, _, after = sql.partition(INSERTS)
    figures, _, rest = after.partition(")")
    return sql if rows == 1 else f"{before}{INSERTS}{'), ('.join([figures] * rows)}){rest}"


class SqliteConnection:
    """A transaction in a file."""

    def __init__(self, borrowed: Any) -> None:
        self.borrowed = borrowed
        self.known = known_by(borrowed)
        self._connection: sqlite3.Connection = borrowed.driver_connection
        self._cursor = self._connection.cursor()

    def begin(self, how: str) -> None:
        """Begin it."""
        self._cursor.execute(how)

    def end(self) -> None:
        """Leave no transaction open."""
        if self._connection.in_transaction:
            with suppress(sqlite3.Error):
                self._cursor.execute("ROLLBACK")

    def rows(self, sql: str, *figures: Any) -> list[Row]:
        found: list[Row] = self._cursor.execute(sql, figures).fetchall()
        return found

    def each(self, sql: str, *figures: Any) -> Iterator[Row]:
        return iter(self._connection.execute(sql, figures))

    def locked(self, lock: str, figure: Any, sql: str, *figures: Any) -> list[Row]:
        return self.rows(sql, *figures)  # whoever writes is alone

    def take(self, books: Sequence[int]) -> list[Row]:
        return []

    def do(self, statements: Iterable[Statement]) -> None:
        """Many rows of an INSERT go in one statement: after each, this thread queues for the interpreter."""
        for sql, rows in statements:
            most = ROWS_TOGETHER if INSERTS in sql else 1
            for first in range(0, len(rows), most):
                some = rows[first : first + most]
                self._cursor.execute(_for_rows(sql, len(some)), [figure for row in some for figure in row])

    def commit(self, statements: Iterable[Statement] = ()) -> None:
        self.do(statements)
        self._cursor.execute("COMMIT")


class SqliteDatabase:
    """The way into a file."""

    def __init__(self, engine: Engine, place: str) -> None:
        self._engine = engine
        self.place = place
        self._writer = _SqliteWriter(engine, place)

    def writing(self) -> _SqliteWriter:
        return self._writer

    @contextmanager
    def reading(self, *, at_one_moment: bool = True) -> Iterator[Connection]:
        try:
            link = SqliteConnection(self._engine.raw_connection())
            try:
                link.begin("BEGIN")
                yield link
            finally:
                link.end()
                link.borrowed.close()
        except sqlite3.Error as fault:
            raise sqlite_fault(fault, self.place) from fault

    def close(self) -> None:
        """Let go of the file."""
        self._writer.close()
        self._engine.dispose()


class _SqliteWriter:
    """The turn to write in a file, and the connection that this process keeps for it.

    To borrow one for each sale, or to take its turn by a generator, would be a tenth of the sale.
    """

    def __init__(self, engine: Engine, place: str) -> None:
        self._engine = engine
        self._place = place
        self._turn = Lock()  # threads queue here: in the file they would sleep and try again
        self._link: SqliteConnection | None = None

    def __enter__(self) -> Connection:
        self._turn.acquire()
        try:
            if self._link is None:
                self._link = SqliteConnection(self._engine.raw_connection())
            self._link.begin("BEGIN IMMEDIATE")
            return self._link
        except BaseException as fault:
            self.__exit__(type(fault), fault)
            raise

    def __exit__(self, _: object, fault: BaseException | None, *__: object) -> None:
        if self._link is not None:
            if fault is not None:
                self._link.known.heads.clear()
            self._link.end()
        self._turn.release()
        if isinstance(fault, sqlite3.IntegrityError):
            if fault.sqlite_errorcode in _THERE_ALREADY:
                raise Collision from fault
        elif isinstance(fault, sqlite3.Error):
            raise sqlite_fault(fault, self._place) from fault

    def close(self) -> None:
        """Let go of the connection, once nobody writes."""
        with self._turn:
            if self._link is not None:
                self._link.borrowed.close()
                self._link = None


_THERE_ALREADY = (sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)


def sqlite_fault(fault: sqlite3.Error, path: str) -> StoreFault:
    """What is wrong with a file, as a person can put it right."""
    match getattr(fault, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_NOTADB:
            return StoreFault("store_unreadable", told_as="store_no_database", path=path)
        case sqlite3.SQLITE_CORRUPT:
            return StoreFault("store_unreadable", told_as="store_damaged", path=path)
        case sqlite3.SQLITE_FULL:
            return StoreFault("store_full", path=path)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return StoreFault("store_not_written", told_as="store_read_only", path=path)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreFault("store_busy", path=path)
        case _:
            return StoreFault("store_failed", path=path, said=str(fault))


class PostgresConnection:
    """A transaction with a server.

    What can go together goes in one message, for each way there and back costs as much as the work: a sale
    goes there twice, for the head of its book and to be entered. Statements are prepared, once for each
    connection. The message goes straight to libpq, which waits for the answer itself: by the cursors of the
    driver, which wait in Python, a sale takes twice as long.
    """

    def __init__(self, connection: Any, begin: str, known: ConnectionCache) -> None:
        from psycopg.pq import Escaping

        self._connection = connection
        self._escape = Escaping(connection.pgconn).escape_literal
        self._begin = begin  # not yet said: it goes with the first question
        self.known = known
        self._asking = 0

    def rows(self, sql: str, *figures: Any) -> list[Row]:
        return self._fetched(self._said([self._execute(sql, figures)]))

    def locked(self, lock: str, figure: Any, sql: str, *figures: Any) -> list[Row]:
        return self._fetched(self._said([self._execute(lock, (figure,)), self._execute(sql, figures)]))

    def take(self, books: Sequence[int]) -> list[Row]:
        if not books:
            return []
        ids = ", ".join(map(str, books))
        return self._fetched(self._said([_BOOKS.format(ids), _HEADS.format(ids)]))

    def each(self, sql: str, *figures: Any) -> Iterator[Row]:
        self._said([])
        self._asking += 1
        with self._connection.cursor(name=f"each_{self._asking}") as cursor:
            cursor.itersize = AT_A_TIME
            yield from cursor.execute(sql.replace("?", "%s"), figures)

    def do(self, statements: Iterable[Statement]) -> None:
        self._said([self._all_rows(sql, rows) for sql, rows in statements])

    def commit(self, statements: Iterable[Statement] = ()) -> None:
        from psycopg import InternalError

        done = self._said([*(self._all_rows(sql, rows) for sql, rows in statements), "COMMIT"])
        if done.command_status != b"COMMIT":  # so a server tells that something before had failed
            raise InternalError("COMMIT was answered with ROLLBACK")

    def _all_rows(self, sql: str, rows: Sequence[Row]) -> str:
        """A statement with its figures; many rows of an INSERT go in one, which is not worth preparing."""
        if len(rows) <= FEW or INSERTS not in sql:
            return "; ".join([self._execute(sql, row) for row in rows])
        before, _, after = sql.partition(INSERTS)
        every = ", ".join([f"({', '.join(map(self._literal, row))})" for row in rows])
        return f"{before}VALUES {every}{after.partition(')')[2]}"

    def _execute(self, sql: str, figures: Sequence[Any]) -> str:
        """The statement as it is called, prepared before if it was not."""
        if not figures:
            return sql
        name = self.known.prepared.get(sql)
        if name is None:
            name = f"novamas_{len(self.known.prepared)}"
            numbers = count(1)
            self._said([f"PREPARE {name} AS {re.sub(r'[?]', lambda _: f'${next(numbers)}', sql)}"])
            self.known.prepared[sql] = name
        return f"EXECUTE {name} ({', '.join(map(self._literal, figures))})"

    def _literal(self, figure: Any) -> str:
        """A figure as it stands in a statement."""
        match figure:
            case int():
                return str(figure)
            case None:
                return "NULL"
            case bytes():
                return f"'\\x{figure.hex()}'"
            case str() if "\0" not in figure:
                return bytes(self._escape(figure.encode())).decode()
        raise NotEntered("name_unreadable", given=quoted(repr(figure)))

    def _said(self, statements: list[str]) -> Any:
        """The answer to the last of these statements."""
        if self._begin:
            statements, self._begin = [self._begin, *statements], ""
        answer = self._connection.pgconn.exec_("; ".join(statements).encode())
        if answer.status > _DONE:
            raise _failed(answer)
        return answer

    def _fetched(self, answer: Any) -> list[Row]:
        from psycopg.adapt import Transformer

        values = Transformer(self._connection)
        values.set_pgresult(answer)
        found: list[Row] = values.load_rows(0, answer.ntuples, tuple)
        return found


_DONE = 2  # empty, done, or done with rows; what is above did not succeed


def _failed(answer: Any) -> Exception:
    from psycopg import OperationalError, errors
    from psycopg.pq import DiagnosticField

    state = answer.error_field(DiagnosticField.SQLSTATE)
    kind = errors.lookup(bytes(state).decode()) if state else OperationalError
    return kind(answer.error_message.decode(errors="replace"))


class PostgresDatabase:
    """The way to a server."""

    def __init__(self, engine: Engine, place: str) -> None:
        self._engine = engine
        self.place = place  # its address without the password

    def close(self) -> None:
        """Let go of the server."""
        self._engine.dispose()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        with self._began("BEGIN") as link:
            yield link

    @contextmanager
    def reading(self, *, at_one_moment: bool = True) -> Iterator[Connection]:
        begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" if at_one_moment else ""
        with self._began(begin) as link:
            yield link

    @contextmanager
    def _began(self, begin: str) -> Iterator[Connection]:
        import psycopg
        from sqlalchemy.exc import DBAPIError

        try:
            borrowed = self._engine.raw_connection()
            try:
                yield PostgresConnection(borrowed.driver_connection, begin, known_by(borrowed))
            except BaseException:
                known_by(borrowed).heads.clear()
                raise
            finally:
                _given_back(borrowed)
        except psycopg.Error as fault:
            raise postgres_fault(fault, self.place) from fault
        except DBAPIError as fault:
            raise postgres_fault(fault.orig, self.place) from fault


def _given_back(borrowed: Any) -> None:
    """Leave no transaction open."""
    if borrowed.is_valid:
        connection: Any = borrowed.driver_connection
        if connection.info.transaction_status:  # not idle
            with suppress(Exception):
                connection.pgconn.exec_(b"ROLLBACK")
        if connection.info.transaction_status:
            borrowed.invalidate()
    borrowed.close()


def postgres_fault(fault: Any, shown: str) -> Exception:
    """What is wrong with a server, as a person can put it right."""
    import psycopg.errors as said

    match fault:
        case said.UniqueViolation():
            return Collision()
        case said.DeadlockDetected() | said.SerializationFailure():
            return RetryTransaction()
        case said.DiskFull():
            return StoreFault("store_full", path=shown)
        case said.LockNotAvailable() | said.QueryCanceled():
            return StoreFault("store_busy", path=shown)
        case said.ReadOnlySqlTransaction() | said.InsufficientPrivilege():
            return StoreFault("store_not_written", told_as="store_read_only", path=shown)
        case said.OperationalError():
            return StoreFault("store_unreachable", path=shown, said=_first_line(fault))
        case _:
            return StoreFault("store_failed", path=shown, said=_first_line(fault))


def _first_line(fault: object) -> str:
    return next(iter(str(fault).splitlines()), "").strip()
