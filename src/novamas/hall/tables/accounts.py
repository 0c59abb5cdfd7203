"""The accounts of a table, and the transfers between them.

The accounts of a table begin with its name. `table/ID/seat/3` has all that the third player owns at
the table and has not staked, `table/ID/cloth` the chips in play, `table/ID/float` the bank, and
`table/ID/jackpot/NAME` a jackpot. A jackpot of several tables is `linked/GROUP/NAME`. A player
brings chips from `purse/PERSON`, and bots bring theirs from outside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from novamas.money import Cents
from novamas.store import PUBLIC, Transfer
from novamas.table.ledger import Ledger


def book_of(table: str) -> str:
    """Return the name of a table's book."""
    return f"table/{table}"


def seat_account(book: str, seat: int) -> str:
    return f"{book}/seat/{seat}"


def cloth_account(book: str) -> str:
    return f"{book}/cloth"


def float_account(book: str) -> str:
    return f"{book}/float"


def jackpot_account(book: str, group: str, jackpot: str) -> str:
    """Return the account of a jackpot, which belongs to the table or to its group."""
    return f"linked/{group}/{jackpot}" if group else f"{book}/jackpot/{jackpot}"


def purse(person: str) -> str:
    return f"purse/{person}"


def account_changes(change: Ledger, book: str, group: str) -> dict[str, Cents]:
    """Return how much a deed changed each account of a table. The changes add up to zero."""
    if not change.moves_money:
        return {}
    changes: Counter[str] = Counter()
    for seat, cents in change.players.items():
        changes[seat_account(book, seat)] += cents
    changes[cloth_account(book)] += sum(change.cloth.values())
    changes[float_account(book)] += change.house
    for jackpot, cents in change.jackpots.items():
        changes[jackpot_account(book, group, jackpot)] += cents
    if not group:  # a linked account already has what the other tables brought
        for jackpot, cents in change.linked.items():
            changes[jackpot_account(book, group, jackpot)] += cents
            changes[PUBLIC] -= cents
    return {account: cents for account, cents in changes.items() if cents}


def transfers_for(changes: Mapping[str, Cents]) -> tuple[Transfer, ...]:
    """Return transfers that make these changes, from the accounts that lose to those that gain."""
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
