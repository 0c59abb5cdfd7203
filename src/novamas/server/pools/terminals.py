"""Terminals of outlets, with their tokens (`novamas.hall.people.tokens`) and rights."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from novamas.errors import NovamasError, quoted
from novamas.hall.people.tokens import Tokens
from novamas.pools.codes import OUTLET
from novamas.pools.lototrot.authorisation import AUTHORISED
from novamas.pools.lototrot.authorisation import outlet_subject as lototrot_outlet
from novamas.pools.payment_terms import CENTRAL
from novamas.pools.promotrot.entries import outlet_subject as promotrot_outlet
from novamas.protocol.pools import RIGHTS, Right, Terminal
from novamas.store import ReadTransaction, Store, WriteTransaction

TOKENS: Final = Tokens(
    book="office/terminals",
    given="token_given",
    revoked="tokens_revoked",
    named="token",
    person=b"novamas.token",
)


class TokenGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of the entry for a new token. It has only the token's hash."""

    outlet: str
    may: tuple[Right, ...]
    hash: str


class TokensRevoked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of the entry that revokes the tokens of an outlet."""

    outlet: str
    hashes: tuple[str, ...]


def give_token(store: Store, outlet: str, may: Iterable[str]) -> str:
    """Create a token for a terminal of an outlet. It cannot be shown a second time."""
    rights = _rights(may)
    token, hash = TOKENS.new()
    stands_for = msgspec.json.encode(Terminal(outlet, rights)).decode()

    def act(books: WriteTransaction) -> None:
        _check_outlet(books, outlet)
        TOKENS.give(books, _tokens_of(outlet), TokenGiven(outlet, rights, hash), hash, stands_for)

    store.write(act)
    return token


def revoke_tokens(store: Store, outlet: str) -> int:
    """Revoke all tokens of an outlet. Return the number of revoked tokens."""

    def act(books: WriteTransaction) -> int:
        if valid := tokens_of(books, outlet):
            TOKENS.revoke(books, _tokens_of(outlet), TokensRevoked(outlet, valid), valid)
        return len(valid)

    return store.write(act)


def tokens_of(books: ReadTransaction, outlet: str) -> tuple[str, ...]:
    """Return the hashes of an outlet's valid tokens."""
    return TOKENS.valid(books, _tokens_of(outlet))


def terminal_of(store: Store, token: str) -> Terminal | None:
    """Return the terminal to which a token belongs, or None if the token is not valid."""
    found = TOKENS.stands_for(store, token)
    return None if found is None else msgspec.json.decode(found, type=Terminal)


def _rights(names: Iterable[str]) -> tuple[Right, ...]:
    """Return the rights with these names. Raise `no_such_right` for an unknown name."""
    given = [name.strip() for name in names]
    for name in given:
        if name not in RIGHTS:
            raise NovamasError("no_such_right", given=quoted(name), known=RIGHTS)
    return tuple(right for right in RIGHTS if right in given)


def _check_outlet(books: ReadTransaction, outlet: str) -> None:
    """Raise `no_outlet_for_token` if neither pool has authorised the outlet."""
    if outlet == CENTRAL:
        return
    known = OUTLET.fullmatch(outlet) and any(
        (books.state(subject(outlet)) or "").split(" ")[0] == AUTHORISED
        for subject in (lototrot_outlet, promotrot_outlet)
    )
    if not known:
        raise NovamasError("no_outlet_for_token", given=quoted(outlet))


def _tokens_of(outlet: str) -> str:
    return f"tokens/{outlet}"
