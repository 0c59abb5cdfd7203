"""Dual control: one person requests an operation, and a second person agrees to the same terms."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import msgspec

from novamas.equipment.chance import random_token
from novamas.errors import NovamasError
from novamas.hall.people.rights import Operation
from novamas.store import ReadTransaction, WriteTransaction
from novamas.store.entries import moment

AGREED_WITHIN: Final = timedelta(minutes=10)
PROPOSALS: Final = "proposal/"
DONE: Final = "done"


class Proposal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An operation that waits for a second person to agree."""

    table: str
    operation: Operation
    what: str  # the operation in full
    by: str
    until: int  # microseconds since 1970 UTC


def propose(books: WriteTransaction, table: str, operation: Operation, what: str, by: str) -> str:
    """Request an operation under dual control. Return its number, by which another person can agree."""
    number = random_token()[:32]
    proposal = Proposal(table, operation, what, by, moment(books.now() + AGREED_WITHIN))
    books.set_state(PROPOSALS + number, msgspec.json.encode(proposal).decode())
    return number


def proposed_by(books: ReadTransaction, number: str) -> str:
    """Return the person who requested an operation."""
    state = books.state(PROPOSALS + number)
    if state is None or state == DONE:
        raise NovamasError("no_proposal")
    return msgspec.json.decode(state, type=Proposal).by


def agree(books: WriteTransaction, number: str, table: str, operation: Operation, what: str, by: str) -> str:
    """Agree to a requested operation, once and in time. Return the person who requested it."""
    state = books.state(PROPOSALS + number, alone=True)
    if state is None or state == DONE:
        raise NovamasError("no_proposal")
    proposal = msgspec.json.decode(state, type=Proposal)
    meant = (proposal.table, proposal.operation, proposal.what) == (table, operation, what)
    if not meant or moment(books.now()) > proposal.until:
        raise NovamasError("no_proposal")
    if proposal.by == by:
        raise NovamasError("same_person", operation=f"may_{operation}")
    books.set_state(PROPOSALS + number, DONE)
    return proposal.by
