"""The operators of a house: who may close its tables, read its books and its figures, and play at none.

An operator is known by a token of 32 bytes from the operating system. Whoever gives it sees it once; the
books have its hash, whose it is, and when it was given and revoked.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

import msgspec

from novamas.errors import NovamasError, shown
from novamas.kit.chance import unguessable
from novamas.store import Reading, Store, Writing

BOOK: Final = "office/operators"
REVOKED: Final = "revoked"
LONGEST_NAME: Final = 40


class OperatorGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody was given a token; only its hash is written down."""

    name: str
    hash: str


class OperatorRevoked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tokens of somebody are worth nothing any more."""

    name: str
    hashes: tuple[str, ...]


def give_token(store: Store, name: str) -> str:
    """A new token for an operator; nobody can be told it a second time."""
    if not (0 < len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip()):
        raise NovamasError("operator_unnamed", given=shown(repr(name)), most=LONGEST_NAME)
    token = unguessable()
    given = OperatorGiven(name, _hash(token))

    def act(books: Writing) -> None:
        books.append(BOOK, "operator_given", given, subject=_named(name))
        books.set_state(subject_of(given.hash), name)

    store.write(act)
    return token


def revoke_tokens(store: Store, name: str) -> int:
    """Revoke all tokens of an operator; how many there were."""

    def act(books: Writing) -> int:
        valid = _tokens_of(books, name)
        if not valid:
            raise NovamasError("no_such_operator", given=shown(name), known=tuple(operators(books)))
        books.append(BOOK, "operator_revoked", OperatorRevoked(name, valid), subject=_named(name))
        for one in valid:
            books.set_state(subject_of(one), REVOKED)
        return len(valid)

    return store.write(act)


def operator_of(store: Store, token: str) -> str | None:
    """Whose token this is, if it was given and not revoked."""
    with store.reading() as books:
        found = books.state(subject_of(_hash(token)))
    return None if found in (None, REVOKED) else found


def operators(books: Reading) -> dict[str, int]:
    """All operators, and how many tokens of each are valid."""
    found: dict[str, int] = {}
    for made in books.entries(book=BOOK, kind="operator_given"):
        given = made.read(OperatorGiven)
        is_valid = books.state(subject_of(given.hash)) not in (None, REVOKED)
        found[given.name] = found.get(given.name, 0) + is_valid
    return {name: tokens for name, tokens in sorted(found.items()) if tokens}


def _tokens_of(books: Reading, name: str) -> tuple[str, ...]:
    every = books.entries(subject=_named(name), kind="operator_given", book=BOOK)
    hashes = [made.read(OperatorGiven).hash for made in every]
    return tuple(one for one in hashes if books.state(subject_of(one)) not in (None, REVOKED))


def _hash(token: str) -> str:
    return blake2b(token.encode(), digest_size=32, person=b"novamas.operator").hexdigest()


def subject_of(hash: str) -> str:
    """Under which name the store knows a token."""
    return f"operator/{hash}"


def _named(name: str) -> str:
    return f"operator {name}"
