"""The ledger: where every céntimo is, told by the events alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from novamas.table.events import Bought, Event, Fed, Linked, PaidOut, Payment, Slid, Staked, Took, Withdrew


class Ledger:
    """What players, house and jackpots have won and what lies on the cloth: together, always nothing.

    What players bought is no gain: a purse holds what its owner bought and what he has won. Nor is what
    linked tables bring to a jackpot.
    """

    def __init__(self) -> None:
        self.players: Counter[int] = Counter()
        self.cloth: Counter[tuple[int, str]] = Counter()
        self.bought: Counter[int] = Counter()
        self.jackpots: Counter[str] = Counter()
        self.linked: Counter[str] = Counter()
        self.house = 0

    def enter(self, events: Iterable[Event]) -> None:
        """Enter what was noticed."""
        for event in events:
            match event:
                case Staked(seat, bet, cents):
                    self.players[seat] -= cents
                    self.cloth[seat, bet] += cents
                case Withdrew(seat, bet, cents):
                    self.players[seat] += cents
                    self.cloth[seat, bet] -= cents
                case Slid(seat, bet, to, cents):
                    self.cloth[seat, bet] -= cents
                    self.cloth[seat, to] += cents
                case Took(seat, bet, cents):
                    self.cloth[seat, bet] -= cents
                    self.house += cents
                case Fed(jackpot, cents):
                    self.house -= cents
                    self.jackpots[jackpot] += cents
                case PaidOut(jackpot, cents):
                    self.jackpots[jackpot] -= cents
                    self.house += cents
                case Linked(jackpot, cents):
                    self.linked[jackpot] += cents
                case Bought(seat, cents):
                    self.bought[seat] += cents
                case Payment():
                    self._settle(event)
                case _:
                    pass

    def _settle(self, paid: Payment) -> None:
        left_cloth = 0 if paid.stays else paid.stake
        received = paid.returned - (paid.stake if paid.stays else 0)
        self.cloth[paid.seat, paid.bet] -= left_cloth
        self.players[paid.seat] += received
        if paid.against is None:
            self.house += left_cloth - received
        else:
            self.cloth[paid.against] += left_cloth - received
