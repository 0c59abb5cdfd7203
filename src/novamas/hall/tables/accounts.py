"""Where the chips of a table lie, and what moves between those places: told by the events alone.

Accounts bear the name of the table: `table/ID/seat/3` holds all that the third player has there, bought or
not; `table/ID/cloth` what lies in play; `table/ID/float` the bank; `table/ID/jackpot/NAME` what is set
aside, or `linked/GROUP/NAME` where several tables set it aside together. A player brings chips from
`purse/PERSON`, bots bring theirs from outside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from novamas.money import Cents
from novamas.store import PUBLIC, Transfer
from novamas.table.events import Event
from novamas.table.ledger import Ledger


def book_of(table: str) -> str:
    """The book of a table."""
    return f"table/{table}"


def seat_account(book: str, seat: int) -> str:
    return f"{book}/seat/{seat}"


def cloth_account(book: str) -> str:
    return f"{book}/cloth"


def float_account(book: str) -> str:
    return f"{book}/float"


def jackpot_account(book: str, group: str, jackpot: str) -> str:
    """Where a jackpot lies: at the table, or with all the tables that are linked to it."""
    return f"linked/{group}/{jackpot}" if group else f"{book}/jackpot/{jackpot}"


def purse(person: str) -> str:
    return f"purse/{person}"


def changes_by(events: Iterable[Event], book: str, group: str) -> dict[str, Cents]:
    """How each account of a table changes by what was noticed; together they change by nothing."""
    ledger = Ledger()
    ledger.enter(events)
    changes: Counter[str] = Counter()
    for seat, cents in ledger.players.items():
        changes[seat_account(book, seat)] += cents
    changes[cloth_account(book)] += sum(ledger.cloth.values())
    changes[float_account(book)] += ledger.house
    for jackpot, cents in ledger.jackpots.items():
        changes[jackpot_account(book, group, jackpot)] += cents
    if not group:  # else what the other tables brought lies there already
        for jackpot, cents in ledger.linked.items():
            changes[jackpot_account(book, group, jackpot)] += cents
            changes[PUBLIC] -= cents
    return {account: cents for account, cents in changes.items() if cents}


def transfers_for(changes: Mapping[str, Cents]) -> tuple[Transfer, ...]:
    """Transfers by which accounts change so: from those that lose to those that gain, in their order."""
    gains = {account: cents for account, cents in sorted(changes.items()) if cents > 0}
    found: list[Transfer] = []
    for source, lost in sorted(changes.items()):
        while lost < 0:
            target, wanted = next(iter(gains.items()))
            moved = min(-lost, wanted)
            found.append(Transfer(source, target, moved))
            lost += moved
            gains[target] -= moved
            if not gains[target]:
                del gains[target]
    assert not gains, changes
    return tuple(found)
