"""The ledger: where every céntimo is, computed from the events alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from novamas.table.events import Bought, Event, Fed, Linked, PaidOut, Payment, Slid, Staked, Took, Withdrew


class Ledger:
    """Net results of players, house and jackpots, and the chips on the cloth. Their sum is always zero.

    Bought chips are not winnings, so `bought` is separate: a player's stack is chips bought plus net result.
    Money from linked tables comes from outside, so `linked` is separate too.
    """

    def __init__(self) -> None:
        self.players: Counter[int] = Counter()
        self.cloth: Counter[tuple[int, str]] = Counter()
        self.bought: Counter[int] = Counter()
        self.jackpots: Counter[str] = Counter()
        self.linked: Counter[str] = Counter()
        self.house = 0

    @classmethod
    def of(cls, events: Iterable[Event]) -> Ledger:
        """Return the sum of the money that these events move, or `NOTHING` if they move none."""
        moving = [event for event in events if type(event) in _ENTRIES]
        if not moving:
            return NOTHING
        found = cls()
        found.enter(moving)
        return found

    def plus(self, change: Ledger) -> Ledger:
        """Return the sum of this ledger and a change. Neither of the two is altered."""
        other = Ledger()
        for name, value in vars(self).items():
            more = getattr(change, name)
            if isinstance(value, int):
                setattr(other, name, value + more)
            elif not more:
                setattr(other, name, value)  # shared: nothing is entered into it any more
            else:
                dict.update(getattr(other, name), value)  # without adding: the copy is empty
                getattr(other, name).update(more)
        return other

    @property
    def moves_money(self) -> bool:
        """Whether the ledger has an entry."""
        return any(vars(self).values())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ledger) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def enter(self, events: Iterable[Event]) -> None:
        """Enter events. Most events move no money and are ignored."""
        for event in events:
            entry = _ENTRIES.get(type(event))
            if entry is not None:
                entry(self, event)

    def _stake(self, staked: Staked) -> None:
        self.players[staked.seat] -= staked.cents
        self.cloth[staked.seat, staked.bet] += staked.cents

    def _withdraw(self, withdrew: Withdrew) -> None:
        self.players[withdrew.seat] += withdrew.cents
        self.cloth[withdrew.seat, withdrew.bet] -= withdrew.cents

    def _slide(self, slid: Slid) -> None:
        self.cloth[slid.seat, slid.bet] -= slid.cents
        self.cloth[slid.seat, slid.to] += slid.cents

    def _take(self, took: Took) -> None:
        self.cloth[took.seat, took.bet] -= took.cents
        self.house += took.cents

    def _feed(self, fed: Fed) -> None:
        self.house -= fed.cents
        self.jackpots[fed.jackpot] += fed.cents

    def _pay_out(self, paid: PaidOut) -> None:
        self.jackpots[paid.jackpot] -= paid.cents
        self.house += paid.cents

    def _link(self, linked: Linked) -> None:
        self.linked[linked.jackpot] += linked.cents

    def _buy(self, bought: Bought) -> None:
        self.bought[bought.seat] += bought.cents

    def _settle(self, paid: Payment) -> None:
        left_cloth = 0 if paid.stays else paid.stake
        received = paid.returned - (paid.stake if paid.stays else 0)
        self.cloth[paid.seat, paid.bet] -= left_cloth
        self.players[paid.seat] += received
        if paid.against is None:
            self.house += left_cloth - received
        else:
            self.cloth[paid.against] += left_cloth - received


_ENTRIES: dict[type[Event], Callable[[Ledger, Any], None]] = {
    Staked: Ledger._stake,
    Withdrew: Ledger._withdraw,
    Slid: Ledger._slide,
    Took: Ledger._take,
    Fed: Ledger._feed,
    PaidOut: Ledger._pay_out,
    Linked: Ledger._link,
    Bought: Ledger._buy,
    Payment: Ledger._settle,
}

NOTHING = Ledger()  # never entered into
