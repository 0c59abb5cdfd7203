"""Tables in play: when something happens at them by itself, and how they stood when a round began."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, Index, LargeBinary, Text

revision = "0002"
down_revision = "0001"

Name = Text().with_variant(Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Make both tables; what they hold can be told from the books, and may change or go."""
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
