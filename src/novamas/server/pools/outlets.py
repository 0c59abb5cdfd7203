"""The outlets that the central system knows, with their authorisations, tills and tokens."""

from __future__ import annotations

import msgspec

from novamas.money import Cents
from novamas.pools.codes import book_of
from novamas.pools.lototrot import authorisation as lototrot_outlets
from novamas.pools.lototrot import days as lototrot
from novamas.pools.promotrot import accounts as promotrot
from novamas.pools.promotrot import entries as promotrot_entries
from novamas.pools.promotrot.office import AUTHORISED
from novamas.server.pools.terminals import tokens_of
from novamas.store import ReadTransaction


class OutletInfo(msgspec.Struct, frozen=True):
    """An outlet with its authorisations, its till and its number of tokens."""

    name: str
    establishment: str
    lototrot: bool  # whether it may sell and pay in this pool
    promotrot: bool
    till: Cents  # money from the public less money paid to it
    tokens: int  # number of valid tokens


def outlets(books: ReadTransaction) -> tuple[OutletInfo, ...]:
    """Return all outlets that were ever authorised, in order of name."""
    named: dict[str, str] = {}
    for entry in books.entries(book=lototrot.OFFICE, kind="outlet_authorised"):
        named[entry.read(lototrot.Outlet).outlet] = entry.read(lototrot.Outlet).establishment
    for entry in books.entries(book=promotrot.OFFICE, kind="outlet_authorised"):
        named[entry.read(promotrot_entries.Outlet).name] = entry.read(promotrot_entries.Outlet).establishment
    return tuple(
        OutletInfo(
            name=name,
            establishment=named[name],
            lototrot=_is_authorised(books.state(lototrot_outlets.outlet_subject(name))),
            promotrot=_is_authorised(books.state(promotrot_entries.outlet_subject(name))),
            till=books.till(book_of(name)),
            tokens=len(tokens_of(books, name)),
        )
        for name in sorted(named)
    )


def _is_authorised(state: str | None) -> bool:
    return (state or "").split(" ")[0] == AUTHORISED
