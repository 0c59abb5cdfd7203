"""Sales for tests: a Lototrot ticket for two euros."""

from __future__ import annotations

from msgspec import Struct

from novamas.store import PUBLIC, Entry, Transfer, Update, WriteTransaction

DAY = "lototrot/2026-11-20"
STAKES = "stakes/lototrot/2026-11-20"
PALMA, INCA, OFFICE = "outlet/palma-1", "outlet/inca-1", "office/lototrot"


class Ticket(Struct, frozen=True):
    price: int
    horses: tuple[int, ...]
    bettor: str = "ñandú · ’"


def sell(
    books: WriteTransaction,
    key: str | None = None,
    *,
    book: str = PALMA,
    cents: int = 200,
    horses: tuple[int, ...] = (1, 2),
) -> Entry:
    """Sell a ticket at an outlet."""
    paid = [Transfer(PUBLIC, STAKES, cents)]
    return books.append(book, "sale", Ticket(cents, horses), subject=DAY, key=key, transfers=paid)


def sale(key: str | None = None, book: str = PALMA) -> Update[Entry]:
    """Return the update that sells a ticket at an outlet."""
    return lambda books: sell(books, key, book=book)
