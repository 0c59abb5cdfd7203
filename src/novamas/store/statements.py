"""SQL statements of the transactions, for both SQLite and PostgreSQL.

A `?` is a parameter. `NEXT_ENTRIES` takes its numbers by `format`, because it is repeated for each
book.
"""

from __future__ import annotations

ENTRY = "SELECT b.name, e.number, e.moment, e.kind, e.subject, e.key, e.body, e.hash FROM entries e"
ENTRY_OF_BOOK = f"{ENTRY} JOIN books b ON b.id = e.book"
BOOK_ID = "SELECT id FROM books WHERE name = ?"
NEW_BOOK = "INSERT INTO books (name) VALUES (?) ON CONFLICT (name) DO NOTHING"
LAST_ENTRY = "SELECT number, moment, hash FROM entries WHERE book = ? ORDER BY number DESC LIMIT 1"
ENTRY_BY_KEY = f"{ENTRY_OF_BOOK} WHERE e.book = ? AND e.key = ?"
ENTRY_BY_NUMBER = f"{ENTRY_OF_BOOK} WHERE e.book = ? AND e.number = ?"
NEXT_ENTRIES = (
    f"SELECT * FROM ({ENTRY_OF_BOOK} WHERE e.book = {{}} AND e.number > {{}}"
    " ORDER BY e.number LIMIT {}) AS following"
)
TRANSFERS = "SELECT transfers FROM entries WHERE book = ? AND number = ?"
NEW_ENTRY = (
    "INSERT INTO entries (book, number, moment, kind, subject, key, body, transfers, hash)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
ADD_TO_BALANCE = (
    "INSERT INTO balances (account, book, cents) VALUES (?, ?, ?)"
    " ON CONFLICT (account, book) DO UPDATE SET cents = balances.cents + excluded.cents"
)
BALANCE = "SELECT CAST(coalesce(sum(cents), 0) AS bigint) FROM balances WHERE account = ?"
BALANCES = (
    "SELECT account, CAST(sum(cents) AS bigint) FROM balances"
    " WHERE account >= ? AND account < ? GROUP BY account ORDER BY account"
)
BALANCE_OF_BOOK = "SELECT cents FROM balances WHERE account = ? AND book = ?"
BOOKS_OF_ACCOUNT = "SELECT b.name FROM balances a JOIN books b ON b.id = a.book WHERE a.account = ?"
NEW_SUBJECT = "INSERT INTO subjects (name) VALUES (?) ON CONFLICT (name) DO NOTHING"
SET_STATE = (
    "INSERT INTO subjects (name, state) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET state = excluded.state"
)
SECRET = "SELECT value FROM secrets WHERE name = ?"
SET_SECRET = (
    "INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)
DELETE_SECRET = "DELETE FROM secrets WHERE name = ?"
