"""Linked jackpots of several tables. Each table gets the present total before its next round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from novamas.money import Cents
from novamas.store import PUBLIC, ReadTransaction, Transfer
from novamas.table.deeds import Deed
from novamas.table.offers import Offer
from novamas.table.phases import AnyPhase
from novamas.table.roles import FLOOR
from novamas.table.session import Session

ORDERS: Final = ("set_jackpot", "set_pool")  # of the table chief, which set the total of a jackpot

Levels: TypeAlias = Mapping[str, Cents]  # totals of the jackpots of a group


def group_accounts(group: str) -> str:
    """Return the prefix of the names of a group's accounts."""
    return f"linked/{group}/"


def jackpot_totals(books: ReadTransaction, group: str) -> Levels:
    """Return the totals of the jackpots in a group."""
    beginning = group_accounts(group)
    return {name.removeprefix(beginning): cents for name, cents in books.balances(beginning).items()}


def jackpot_order(session: Session, levels: Levels) -> Deed | None:
    """Return the deed that sets a table's jackpot to the linked total, or None if none is needed."""
    held = {jackpot.name: jackpot.cents for jackpot in session.phase.felt.jackpots}
    for offer in session.offers(FLOOR):
        if offer.act.verb() in ORDERS:
            name = _jackpot(offer, held)
            level = levels.get(name)
            if level is not None and level != held.get(name) and offer.dials["cents"].fits(level):
                return offer.turned(cents=level)
    return None


def _jackpot(offer: Offer, held: Mapping[str, Cents]) -> str:
    """Return the name of the jackpot that a deed sets. If it names none, the table has only one."""
    named = getattr(offer.act, "bet", None)
    return str(named) if named is not None else next(iter(held), "")


def with_top_up(books: ReadTransaction, transfers: Iterable[Transfer]) -> Iterator[Transfer]:
    """Yield the transfers. If two tables win a jackpot at once, the house adds the missing amount."""
    for transfer in transfers:
        if transfer.source.startswith("linked/"):
            missing = transfer.cents - books.balance(transfer.source)
            if missing > 0:
                yield Transfer(PUBLIC, transfer.source, missing)
        yield transfer


def start_of(opening: AnyPhase) -> dict[str, Cents]:
    """Return the initial amounts of a table's jackpots."""
    return {jackpot.name: jackpot.cents for jackpot in opening.felt.jackpots if jackpot.cents}
