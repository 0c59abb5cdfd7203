"""Transfers move into their entries, and each transfer updates the stored balances.

An entry becomes one row of one table. A sale therefore writes half as much.
"""

from __future__ import annotations

from alembic import op
from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Text,
    text,
)

revision = "0003"
down_revision = "0002"

Name = Text().with_variant(Text(collation="C"), "postgresql")  # sorted by code point, as in SQLite

_STRAY = (
    "SELECT count(*) FROM transfers t"
    " LEFT JOIN entries e ON e.book = t.book AND e.number = t.number WHERE e.book IS NULL"
)
_OUT_OF_LINE = (
    "SELECT count(*) FROM (SELECT 1 AS one FROM transfers"
    " GROUP BY book, number HAVING min(line) <> 0 OR max(line) <> count(*) - 1) AS odd"
)
_IN_ONE_LINE = {  # the format of `novamas.store.entries.transfers_written`
    "sqlite": (
        "SELECT '[' || group_concat('[' || json_quote(source) || ',' || json_quote(target) || ',' || cents"
        " || ']', ',') || ']' FROM"
        " (SELECT source, target, cents FROM transfers t"
        " WHERE t.book = e.book AND t.number = e.number ORDER BY line) AS lines"
    ),
    "postgresql": (
        "SELECT '[' || string_agg('[' || to_json(source)::text || ',' || to_json(target)::text || ','"
        " || cents || ']', ',' ORDER BY line) || ']'"
        " FROM transfers t WHERE t.book = e.book AND t.number = e.number"
    ),
}
_FILL_BALANCES = (
    "INSERT INTO balances (account, book, cents) SELECT account, book, CAST(sum(cents) AS bigint) FROM ("
    "SELECT target AS account, book, cents FROM transfers"
    " UNION ALL SELECT source, book, -cents FROM transfers) AS both_sides GROUP BY account, book"
)
_ENTRIES = (
    "INSERT INTO entries (book, number, moment, kind, subject, key, body, transfers, hash)"
    " SELECT book, number, moment, kind, subject, key, body, ({}), hash FROM entries_before e"
    " ORDER BY book, number"
)


def upgrade() -> None:
    """Move the transfers into their entries, and compute the balance of each account by book.

    The migration is refused if a transfer has no entry, or if the lines of an entry have gaps.
    """
    for question in (_STRAY, _OUT_OF_LINE):
        if op.get_bind().exec_driver_sql(question).scalar():
            raise LookupError("transfers of no entry: what is not whole is left as it is")
    _balances()
    _entries()
    op.execute(_FILL_BALANCES)
    op.drop_table("transfers")
    op.drop_table("entries_before")
    _guard()


def _balances() -> None:
    op.create_table(
        "balances",
        Column("account", Name, nullable=False),
        Column("book", Integer, nullable=False),
        Column("cents", BigInteger, nullable=False),
        PrimaryKeyConstraint("account", "book"),  # a book has one writer at a time: no conflicts here
        sqlite_with_rowid=False,
        postgresql_with={"fillfactor": 50},  # space for an updated row in the same page
    )


def _entries() -> None:
    """Create the entries table anew, with a column for transfers.

    In SQLite it now has row ids. A new row is appended at the end, so its neighbours do not move.
    """
    dialect = op.get_context().dialect.name
    op.rename_table("entries", "entries_before")
    if dialect == "postgresql":  # frees their names for the new table
        op.execute("ALTER TABLE entries_before DROP CONSTRAINT entries_pkey CASCADE")
        op.execute("ALTER TABLE entries_before DROP CONSTRAINT entries_once")
    op.drop_index("entries_about")
    op.create_table(
        "entries",
        Column("book", Integer, nullable=False),
        Column("number", BigInteger, nullable=False),
        Column("moment", BigInteger, nullable=False),
        Column("kind", Name, nullable=False),
        Column("subject", Name, nullable=False),
        Column("key", Name),
        Column("body", LargeBinary, nullable=False),
        Column("transfers", Text),  # JSON, null if no money moved
        Column("hash", LargeBinary, nullable=False),
        PrimaryKeyConstraint("book", "number"),
        CheckConstraint("number > 0", name="entries_from_one"),
    )
    _index("entries_once", "book", "key", where="key IS NOT NULL", unique=True)
    _index("entries_about", "subject", "kind", "book", "number", where="subject <> ''")
    op.execute(_ENTRIES.format(_IN_ONE_LINE[dialect]))


def _index(name: str, *columns: str, where: str, unique: bool = False) -> None:
    """Create a partial index of the entries that have a key or a subject."""
    op.create_index(
        name, "entries", columns, unique=unique, sqlite_where=text(where), postgresql_where=text(where)
    )


def _guard() -> None:
    if op.get_context().dialect.name == "sqlite":
        for deed in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER entries_no_{deed.lower()} BEFORE {deed} ON entries "
                "BEGIN SELECT RAISE(ABORT, 'only_added'); END"
            )
        return
    for deed in ("UPDATE", "DELETE", "TRUNCATE"):
        op.execute(
            f"CREATE TRIGGER entries_no_{deed.lower()} BEFORE {deed} ON entries "
            "FOR EACH STATEMENT EXECUTE FUNCTION only_added()"
        )
