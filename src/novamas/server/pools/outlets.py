"""The outlets that the central system knows: in which pools they may sell, their tills, their tokens."""

from __future__ import annotations

import msgspec

from novamas.money import Cents
from novamas.pools.codes import book_of
from novamas.pools.lototrot import days as lototrot
from novamas.pools.lototrot import office as lototrot_office
from novamas.pools.promotrot import accounts as promotrot
from novamas.pools.promotrot import entries as promotrot_entries
from novamas.pools.promotrot.office import AUTHORISED
from novamas.server.pools.terminals import tokens_of
from novamas.store import ReadTransaction


class OutletInfo(msgspec.Struct, frozen=True):
    """An outlet as it stands."""

    name: str
    establishment: str
    lototrot: bool  # may it sell and pay there?
    promotrot: bool
    till: Cents  # what came from the public less what went to them
    tokens: int  # that are valid


def outlets(books: ReadTransaction) -> tuple[OutletInfo, ...]:
    """All outlets that were ever authorised, by their names."""
    named: dict[str, str] = {}
    for made in books.entries(book=lototrot.OFFICE, kind="outlet_authorised"):
        named[made.read(lototrot.Outlet).outlet] = made.read(lototrot.Outlet).establishment
    for made in books.entries(book=promotrot.OFFICE, kind="outlet_authorised"):
        named[made.read(promotrot_entries.Outlet).name] = made.read(promotrot_entries.Outlet).establishment
    return tuple(
        OutletInfo(
            name=name,
            establishment=named[name],
            lototrot=_is_authorised(books.state(lototrot_office.outlet_subject(name))),
            promotrot=_is_authorised(books.state(promotrot_entries.outlet_subject(name))),
            till=books.till(book_of(name)),
            tokens=len(tokens_of(books, name)),
        )
        for name in sorted(named)
    )


def _is_authorised(state: str | None) -> bool:
    return (state or "").split(" ")[0] == AUTHORISED
