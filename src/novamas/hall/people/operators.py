"""Operators of a house. They may close tables and read books and results, and cannot play.

An operator is identified by a token (`novamas.hall.people.tokens`).
"""

from __future__ import annotations

from typing import Final

import msgspec

from novamas.errors import NovamasError, quoted
from novamas.hall.people.nicknames import names_role
from novamas.hall.people.tokens import Tokens
from novamas.store import ReadTransaction, Store, WriteTransaction
from novamas.visible_text import is_visible

TOKENS: Final = Tokens(
    book="office/operators",
    given="operator_given",
    revoked="operator_revoked",
    named="operator",
    person=b"novamas.operator",
)
LONGEST_NAME: Final = 40


class OperatorGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An operator has received a token. The entry has only the token's hash."""

    name: str
    hash: str


class OperatorRevoked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tokens of an operator have been revoked."""

    name: str
    hashes: tuple[str, ...]


def give_token(store: Store, name: str) -> str:
    """Create a token for an operator. It cannot be shown a second time."""
    if names_role(name):
        raise NovamasError("operator_unnamed", text_key="nickname_of_role", given=quoted(name))
    if not (0 < len(name) <= LONGEST_NAME and is_visible(name) and name == name.strip()):
        raise NovamasError("operator_unnamed", given=quoted(repr(name)), most=LONGEST_NAME)
    token, hash = TOKENS.new()
    store.write(lambda books: TOKENS.give(books, _named(name), OperatorGiven(name, hash), hash, name))
    return token


def revoke_tokens(store: Store, name: str) -> int:
    """Revoke all tokens of an operator. Return the number of revoked tokens."""

    def act(books: WriteTransaction) -> int:
        valid = TOKENS.valid(books, _named(name))
        if not valid:
            raise NovamasError("no_such_operator", given=quoted(name), known=tuple(operators(books)))
        TOKENS.revoke(books, _named(name), OperatorRevoked(name, valid), valid)
        return len(valid)

    return store.write(act)


def operator_of(store: Store, token: str) -> str | None:
    """Return the operator to whom a token belongs, or None if the token is not valid."""
    return TOKENS.stands_for(store, token)


def operators(books: ReadTransaction) -> dict[str, int]:
    """Return all operators, each with the number of valid tokens."""
    found: dict[str, int] = {}
    for made in books.entries(book=TOKENS.book, kind=TOKENS.given):
        given = made.read(OperatorGiven)
        found[given.name] = found.get(given.name, 0) + TOKENS.is_valid(books, given.hash)
    return {name: tokens for name, tokens in sorted(found.items()) if tokens}


def _named(name: str) -> str:
    return f"operator {name}"
