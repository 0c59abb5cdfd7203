"""Jackpots that several tables feed together: what lies there is told to each before its next round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from novamas.money import Cents
from novamas.store import PUBLIC, ReadTransaction, Transfer
from novamas.table.deeds import Deed
from novamas.table.offers import Offer
from novamas.table.roles import FLOOR
from novamas.table.session import Session

ORDERS: Final = (
    "set_jackpot",
    "set_pool",
)  # by which the floor tells a table how its jackpot stands

Levels: TypeAlias = Mapping[str, Cents]  # what lies in each jackpot of a group


def group_accounts(group: str) -> str:
    """With what the names of a group's accounts begin."""
    return f"linked/{group}/"


def jackpot_totals(books: ReadTransaction, group: str) -> Levels:
    """What lies in the jackpots of a group."""
    beginning = group_accounts(group)
    return {name.removeprefix(beginning): cents for name, cents in books.balances(beginning).items()}


def jackpot_order(session: Session, levels: Levels) -> Deed | None:
    """The order by which the floor brings a table's jackpot to what the linked tables made of it."""
    held = {jackpot.name: jackpot.cents for jackpot in session.phase.felt.jackpots}
    for offer in session.offers(FLOOR):
        if offer.act.verb() in ORDERS:
            name = _jackpot(offer, held)
            level = levels.get(name)
            if level is not None and level != held.get(name) and offer.dials["cents"].fits(level):
                return offer.turned(cents=level)
    return None


def _jackpot(offer: Offer, held: Mapping[str, Cents]) -> str:
    """The jackpot that an order is about: the one that it names, or the only one there is."""
    named = getattr(offer.act, "bet", None)
    return str(named) if named is not None else next(iter(held), "")


def with_top_up(books: ReadTransaction, transfers: Iterable[Transfer]) -> Iterator[Transfer]:
    """These transfers; where two tables win the same jackpot at once, the house adds what is missing."""
    for transfer in transfers:
        if transfer.source.startswith("linked/"):
            missing = transfer.cents - books.balance(transfer.source)
            if missing > 0:
                yield Transfer(PUBLIC, transfer.source, missing)
        yield transfer


def start_of(session: Session) -> dict[str, Cents]:
    """What lies in the jackpots of a table before anything has happened at it."""
    return {jackpot.name: jackpot.cents for jackpot in session.phase.felt.jackpots if jackpot.cents}
