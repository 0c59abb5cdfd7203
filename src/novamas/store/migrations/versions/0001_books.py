"""Append-only tables for books, entries and transfers. Mutable tables for subjects and secrets."""

from __future__ import annotations

from alembic import op
from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKeyConstraint,
    Identity,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Text,
    UniqueConstraint,
)

revision = "0001"
down_revision = None

Name = Text().with_variant(Text(collation="C"), "postgresql")  # sorted by code point, as in SQLite
ONLY_ADDED = ("books", "entries", "transfers")


def upgrade() -> None:
    """Create the tables, with triggers that refuse to change or delete an entry."""
    op.create_table(
        "books",
        Column("id", Integer, Identity(), primary_key=True),
        Column("name", Name, nullable=False, unique=True),
    )
    # No foreign key to books: none can be deleted, and the check would lock their one page at every sale.
    op.create_table(
        "entries",
        Column("book", Integer, nullable=False),
        Column("number", BigInteger, nullable=False),
        Column("moment", BigInteger, nullable=False),
        Column("kind", Name, nullable=False),
        Column("subject", Name, nullable=False),
        Column("key", Name),
        Column("body", LargeBinary, nullable=False),
        Column("hash", LargeBinary, nullable=False),
        PrimaryKeyConstraint("book", "number"),
        UniqueConstraint("book", "key", name="entries_once"),
        CheckConstraint("number > 0", name="entries_from_one"),
        Index("entries_about", "subject", "kind"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "transfers",
        Column("book", Integer, nullable=False),
        Column("number", BigInteger, nullable=False),
        Column("line", Integer, nullable=False),
        Column("source", Name, nullable=False),
        Column("target", Name, nullable=False),
        Column("cents", BigInteger, nullable=False),
        PrimaryKeyConstraint("book", "number", "line"),
        ForeignKeyConstraint(["book", "number"], ["entries.book", "entries.number"]),
        CheckConstraint("cents > 0", name="transfers_of_something"),
        CheckConstraint("source <> target", name="transfers_elsewhere"),
        Index("transfers_from", "source", "book", "cents"),
        Index("transfers_to", "target", "book", "cents"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "subjects",
        Column("name", Name, primary_key=True),
        Column("state", Text),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "secrets",
        Column("name", Name, primary_key=True),
        Column("value", LargeBinary, nullable=False),
    )
    _guard()


def _guard() -> None:
    if op.get_context().dialect.name == "sqlite":
        op.execute("PRAGMA application_id = 1852798561")  # "nova": identifies the file as a store
        for table in ONLY_ADDED:
            for deed in ("UPDATE", "DELETE"):
                op.execute(
                    f"CREATE TRIGGER {table}_no_{deed.lower()} BEFORE {deed} ON {table} "
                    "BEGIN SELECT RAISE(ABORT, 'only_added'); END"
                )
        return
    op.execute(
        "CREATE FUNCTION only_added() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'only_added'; END $$"
    )
    for table in ONLY_ADDED:
        for deed in ("UPDATE", "DELETE", "TRUNCATE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{deed.lower()} BEFORE {deed} ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION only_added()"
            )
