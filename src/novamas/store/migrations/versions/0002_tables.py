"""Tables in play: when each is due for its next action, and its snapshots."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, Index, LargeBinary, Text

revision = "0002"
down_revision = "0001"

Name = Text().with_variant(Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Create both database tables. Their rows follow from the books, so they may change or be deleted."""
    op.create_table(
        "due",
        Column("book", Name, primary_key=True),
        Column("moment", BigInteger, nullable=False),
        Index("due_next", "moment"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshots",
        Column("book", Name, primary_key=True),
        Column("number", BigInteger, nullable=False),
        Column("body", LargeBinary, nullable=False),
    )
