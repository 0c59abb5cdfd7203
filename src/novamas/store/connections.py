"""Connections to SQLite and PostgreSQL: the same statements, with the locking of each database.

Statements are written once, with `?` for a value, and go to the driver as they are. Selling a
pool ticket takes so little time that every layer in between would cost as much as the sale
itself.

Isolation of updates:

- SQLite: `BEGIN IMMEDIATE`. One update writes at a time and the others wait. What it reads is
  true until it commits, so it needs no locks.
- PostgreSQL: READ COMMITTED with locks. Each statement sees all that was committed before it
  began, so what is read after its lock was taken stays true until the commit. An update locks the
  row of a book to append to it, an account to take money out of it, and a subject to read its
  state: shared to rely on the state, exclusive to change it. All that an update bases its
  decisions on is under these locks.

On PostgreSQL the connection that appended to a book last need not lock it to append again. If
another connection appended meanwhile, the number of the entry is taken, and the update is
repeated with the lock. Updates that announce their book, as those of tables served by several
processes do, have their books locked all at once. (SERIALIZABLE would find the same conflicts,
but only at the commit, and would refuse updates that do not conflict. Unique keys protect the
tables in any case.)

A report reads one snapshot: a read transaction in SQLite, REPEATABLE READ in PostgreSQL.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import count
from pathlib import Path
from shutil import disk_usage
from threading import Lock
from typing import Any, Protocol, TypeAlias

from sqlalchemy import Engine

from novamas.errors import quoted
from novamas.store.errors import NotEntered, StoreFault

Row: TypeAlias = tuple[Any, ...]
Statement: TypeAlias = tuple[str, Sequence[Row]]  # executed once for each row of values

OWNER_ONLY = 0o600  # mode of a new file: it holds seeds and names. SQLite gives its log files the same mode
MIN_FREE_BYTES = 4 * 2**20  # on the disk of a SQLite file: with less the store counts as full
AT_A_TIME = 5_000  # rows fetched in one batch
FEW = 4  # up to this number of rows, each is a prepared statement of its own
ROWS_TOGETHER = 32  # in SQLite; a higher number makes more different statements than its cache holds
INSERTS = "VALUES ("  # part of the statements that may take many rows

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
    """Raised when a conflict with another transaction aborted this one. It may be retried."""


class Collision(Exception):
    """Raised when an entry with this key or number already exists."""


class ConnectionCache:
    """A cache of data that one connection has already read. It is discarded with the connection."""

    def __init__(self) -> None:
        self.heads: dict[str, tuple[int, int, bytes]] = {}  # last entry of each book appended to
        self.shared: set[str] = set()  # books that other connections append to
        self.prepared: dict[str, str] = {}  # names of prepared statements by SQL


def known_by(borrowed: Any) -> ConnectionCache:
    """Return the cache that belongs to a connection."""
    known: ConnectionCache = borrowed.info.setdefault("known", ConnectionCache())
    return known


class Connection(Protocol):
    """A transaction on a connection to the database."""

    known: ConnectionCache

    def rows(self, sql: str, *values: Any) -> list[Row]:
        """Return all rows of a query's result."""

    def each(self, sql: str, *values: Any) -> Iterator[Row]:
        """Yield the rows of a query's result, which are fetched in batches."""

    def locked(self, lock: str, figure: Any, sql: str, *values: Any) -> list[Row]:
        """Take a lock, then run a query and return all its rows."""

    def take(self, books: Sequence[int]) -> list[Row]:
        """Lock several books in order. Return id, number, time and hash of each book's last entry.

        In SQLite only one transaction writes at a time, so nothing is locked and nothing is returned.
        """

    def do(self, statements: Iterable[Statement]) -> None:
        """Execute some statements."""

    def commit(self, statements: Iterable[Statement] = ()) -> None:
        """Execute some statements and commit. All changes are durable when this returns."""


@lru_cache
def _for_rows(sql: str, rows: int) -> str:
    """Return a one-row INSERT as an INSERT of `rows` rows."""
    before, _, after = sql.partition(INSERTS)
    values, _, rest = after.partition(")")
    return sql if rows == 1 else f"{before}{INSERTS}{'), ('.join([values] * rows)}){rest}"


class SqliteConnection:
    """A transaction on a SQLite file."""

    def __init__(self, borrowed: Any) -> None:
        self.borrowed = borrowed
        self.known = known_by(borrowed)
        self._connection: sqlite3.Connection = borrowed.driver_connection
        self._cursor = self._connection.cursor()

    def begin(self, statement: str) -> None:
        """Begin a transaction with the given statement."""
        self._cursor.execute(statement)

    def end(self) -> None:
        """Roll back the transaction if it is still open."""
        if self._connection.in_transaction:
            with suppress(sqlite3.Error):
                self._cursor.execute("ROLLBACK")

    def rows(self, sql: str, *values: Any) -> list[Row]:
        found: list[Row] = self._cursor.execute(sql, values).fetchall()
        return found

    def each(self, sql: str, *values: Any) -> Iterator[Row]:
        return iter(self._connection.execute(sql, values))

    def locked(self, lock: str, figure: Any, sql: str, *values: Any) -> list[Row]:
        return self.rows(sql, *values)  # no lock: a writer is alone

    def take(self, books: Sequence[int]) -> list[Row]:
        return []

    def do(self, statements: Iterable[Statement]) -> None:
        """Execute statements. Up to `ROWS_TOGETHER` rows of an INSERT go into one statement.

        After each statement this thread waits for the interpreter lock, so fewer statements are faster.
        """
        for sql, rows in statements:
            most = ROWS_TOGETHER if INSERTS in sql else 1
            for first in range(0, len(rows), most):
                some = rows[first : first + most]
                self._cursor.execute(_for_rows(sql, len(some)), [value for row in some for value in row])

    def commit(self, statements: Iterable[Statement] = ()) -> None:
        self.do(statements)
        self._cursor.execute("COMMIT")


def file_identity(place: str) -> tuple[int, int] | None:
    """Return the device and inode numbers of a file, or None if there is no file."""
    try:
        found = os.stat(place)
    except OSError:
        return None
    return found.st_dev, found.st_ino


class SqliteDatabase:
    """Access to a SQLite file."""

    def __init__(self, engine: Engine, place: str) -> None:
        self._engine = engine
        self.place = place
        self._file = file_identity(place)
        self._writer = _SqliteWriter(engine, place, self.check_place)

    @property
    def last_fault(self) -> StoreFault | None:
        """The error of the last write, or None if the write succeeded."""
        return self._writer.last_fault

    def check_place(self) -> None:
        """Raise a `StoreFault` if the file was moved, deleted or replaced. Its entries would be lost."""
        if file_identity(self.place) != self._file:
            raise StoreFault("store_moved", path=self.place)

    def check_room(self) -> None:
        """Raise a `StoreFault` if the disk is full."""
        if disk_usage(Path(self.place).parent).free < MIN_FREE_BYTES:
            raise StoreFault("store_full", path=self.place)

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
        """Close all connections to the file."""
        self._writer.close()
        self._engine.dispose()


class _SqliteWriter:
    """The lock by which one thread of this process writes to a SQLite file, and its connection.

    A connection from the pool for each sale, or a generator as context manager, would take a tenth of a
    sale's time.
    """

    def __init__(self, engine: Engine, place: str, check_place: Callable[[], None]) -> None:
        self._engine = engine
        self._place = place
        self._check_place = check_place
        self._turn = Lock()  # threads wait here: in SQLite they would sleep and retry
        self._link: SqliteConnection | None = None
        self.last_fault: StoreFault | None = None

    def __enter__(self) -> Connection:
        self._turn.acquire()
        try:
            self._check_place()
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
            self.last_fault = sqlite_fault(fault, self._place)
            raise self.last_fault from fault
        elif fault is None:
            self.last_fault = None

    def close(self) -> None:
        """Close the connection once the current write is done."""
        with self._turn:
            if self._link is not None:
                self._link.borrowed.close()
                self._link = None


_THERE_ALREADY = (sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)


def sqlite_fault(fault: sqlite3.Error, path: str) -> StoreFault:
    """Return a SQLite error as a `StoreFault`, with a message that says how to correct it."""
    match getattr(fault, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_NOTADB:
            return StoreFault("store_unreadable", text_key="store_no_database", path=path)
        case sqlite3.SQLITE_CORRUPT:
            return StoreFault("store_unreadable", text_key="store_damaged", path=path)
        case sqlite3.SQLITE_FULL:
            return StoreFault("store_full", path=path)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return StoreFault("store_not_written", text_key="store_read_only", path=path)
        case sqlite3.SQLITE_CANTOPEN if not Path(path).exists():
            return StoreFault("store_moved", path=path)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreFault("store_busy", path=path)
        case _:
            return StoreFault("store_failed", path=path, said=str(fault))


class PostgresConnection:
    """A transaction on a PostgreSQL server.

    A round trip costs as much as the work itself, so statements are sent together in one message. A
    sale needs two messages: one to read the head of its book, and one to enter the sale. Statements are
    prepared once per connection. Messages go straight to libpq, which waits for the result itself. The
    driver's cursors wait in Python and take twice as long.
    """

    def __init__(self, connection: Any, begin: str, known: ConnectionCache) -> None:
        from psycopg.pq import Escaping

        self._connection = connection
        self._escape = Escaping(connection.pgconn).escape_literal
        self._begin = begin  # not yet sent: goes with the first statement
        self.known = known
        self._asking = 0

    def rows(self, sql: str, *values: Any) -> list[Row]:
        return self._fetched(self._send([self._execute(sql, values)]))

    def locked(self, lock: str, figure: Any, sql: str, *values: Any) -> list[Row]:
        return self._fetched(self._send([self._execute(lock, (figure,)), self._execute(sql, values)]))

    def take(self, books: Sequence[int]) -> list[Row]:
        if not books:
            return []
        ids = ", ".join(map(str, books))
        return self._fetched(self._send([_BOOKS.format(ids), _HEADS.format(ids)]))

    def each(self, sql: str, *values: Any) -> Iterator[Row]:
        self._send([])
        self._asking += 1
        with self._connection.cursor(name=f"each_{self._asking}") as cursor:
            cursor.itersize = AT_A_TIME
            yield from cursor.execute(sql.replace("?", "%s"), values)

    def do(self, statements: Iterable[Statement]) -> None:
        self._send([self._all_rows(sql, rows) for sql, rows in statements])

    def commit(self, statements: Iterable[Statement] = ()) -> None:
        from psycopg import InternalError

        result = self._send([*(self._all_rows(sql, rows) for sql, rows in statements), "COMMIT"])
        if result.command_status != b"COMMIT":  # the server answers ROLLBACK if an earlier statement failed
            raise InternalError("COMMIT was answered with ROLLBACK")

    def _all_rows(self, sql: str, rows: Sequence[Row]) -> str:
        """Return a statement with its rows as SQL text.

        More than `FEW` rows of an INSERT become one statement. It is not worth preparing.
        """
        if len(rows) <= FEW or INSERTS not in sql:
            return "; ".join([self._execute(sql, row) for row in rows])
        before, _, after = sql.partition(INSERTS)
        every = ", ".join([f"({', '.join(map(self._literal, row))})" for row in rows])
        return f"{before}VALUES {every}{after.partition(')')[2]}"

    def _execute(self, sql: str, values: Sequence[Any]) -> str:
        """Return the SQL text that executes a statement. The statement is prepared first if necessary."""
        if not values:
            return sql
        name = self.known.prepared.get(sql)
        if name is None:
            name = f"novamas_{len(self.known.prepared)}"
            numbers = count(1)
            self._send([f"PREPARE {name} AS {re.sub(r'[?]', lambda _: f'${next(numbers)}', sql)}"])
            self.known.prepared[sql] = name
        return f"EXECUTE {name} ({', '.join(map(self._literal, values))})"

    def _literal(self, value: Any) -> str:
        """Return a value as an SQL literal."""
        match value:
            case int():
                return str(value)
            case None:
                return "NULL"
            case bytes():
                return f"'\\x{value.hex()}'"
            case str() if "\0" not in value:
                return bytes(self._escape(value.encode())).decode()
        raise NotEntered("name_unreadable", given=quoted(repr(value)))

    def _send(self, statements: list[str]) -> Any:
        """Send statements in one message and return the result of the last statement."""
        if self._begin:
            statements, self._begin = [self._begin, *statements], ""
        result = self._connection.pgconn.exec_("; ".join(statements).encode())
        if result.status > _DONE:
            raise _failed(result)
        return result

    def _fetched(self, result: Any) -> list[Row]:
        from psycopg.adapt import Transformer

        values = Transformer(self._connection)
        values.set_pgresult(result)
        found: list[Row] = values.load_rows(0, result.ntuples, tuple)
        return found


_DONE = 2  # status of a result: empty, done, or done with rows. Higher ones are failures


def _failed(result: Any) -> Exception:
    from psycopg import OperationalError, errors
    from psycopg.pq import DiagnosticField

    state = result.error_field(DiagnosticField.SQLSTATE)
    kind = errors.lookup(bytes(state).decode()) if state else OperationalError
    return kind(result.error_message.decode(errors="replace"))


class PostgresDatabase:
    """Access to a PostgreSQL server."""

    def __init__(self, engine: Engine, place: str) -> None:
        self._engine = engine
        self.place = place  # its address without the password
        self.last_fault: StoreFault | None = None  # of the last write, none if it succeeded

    def close(self) -> None:
        """Close all connections to the server."""
        self._engine.dispose()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        try:
            with self._began("BEGIN") as link:
                yield link
        except StoreFault as fault:
            self.last_fault = fault
            raise
        self.last_fault = None

    def check_room(self) -> None:
        """Do nothing. Only the server knows its disk, and it refuses the next write if the disk is full."""

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
    """Return a connection to the pool. A transaction that is still open is rolled back."""
    if borrowed.is_valid:
        connection: Any = borrowed.driver_connection
        if connection.info.transaction_status:  # not idle
            with suppress(Exception):
                connection.pgconn.exec_(b"ROLLBACK")
        if connection.info.transaction_status:
            borrowed.invalidate()
    borrowed.close()


def postgres_fault(fault: Any, place: str) -> Exception:
    """Return a PostgreSQL error as a `Collision`, a `RetryTransaction` or a `StoreFault`."""
    import psycopg.errors as said

    match fault:
        case said.UniqueViolation():
            return Collision()
        case said.DeadlockDetected() | said.SerializationFailure():
            return RetryTransaction()
        case said.DiskFull():
            return StoreFault("store_full", path=place)
        case said.LockNotAvailable() | said.QueryCanceled():
            return StoreFault("store_busy", path=place)
        case said.ReadOnlySqlTransaction() | said.InsufficientPrivilege():
            return StoreFault("store_not_written", text_key="store_read_only", path=place)
        case said.OperationalError():
            return StoreFault("store_unreachable", path=place, said=_first_line(fault))
        case _:
            return StoreFault("store_failed", path=place, said=_first_line(fault))


def _first_line(fault: object) -> str:
    return next(iter(str(fault).splitlines()), "").strip()
