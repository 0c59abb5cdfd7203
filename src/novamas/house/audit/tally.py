"""Running totals of an audit: money by croupier and seat, and departures by kind."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from msgspec import Struct

from novamas.house.audit.departures import Departure

MAX_NAMES, OTHERS = 10_000, "…"
MAX_KEPT = 10_000  # departures stored one by one: all are counted


class Money(Struct):
    """The turnover of one croupier, of one seat, or of all tables."""

    rounds: int = 0
    staked: int = 0  # on bets that were decided
    due: int = 0  # amount due to these bets
    paid: int = 0  # amount returned according to the file, or the amount due if it does not say
    win: int = 0  # what the house won: from bets against it, commission, rake
    drop: int = 0  # chips that were bought
    departures: int = 0
    at_stake: int = 0
    to_players: int = 0  # gains of players by departures
    to_house: int = 0


class Tally:
    """The running totals of an audit."""

    def __init__(self) -> None:
        self.all = Money()
        self.kinds: Counter[str] = Counter()
        self.cents: Counter[str] = Counter()
        self.croupiers: defaultdict[str, Money] = defaultdict(Money)
        self.seats: defaultdict[int, Money] = defaultdict(Money)
        self.departures: list[Departure] = []
        self.undecided = 0  # rounds that could not be played to their end

    def depart(self, found: Departure) -> None:
        """Count a departure."""
        self.kinds[found.kind] += 1
        self.cents[found.kind] += found.cents
        for money in self._of(found.croupier, found.seat):
            money.departures += 1
            money.at_stake += found.cents
            if found.gained == "player":
                money.to_players += found.gain
            elif found.gained == "house":
                money.to_house += found.gain
        if len(self.departures) < MAX_KEPT:
            self.departures.append(found)

    def bet(self, croupier: str, seat: int, staked: int, due: int, paid: int, win: int) -> None:
        """Add a decided bet with the house's win."""
        for money in self._of(croupier, seat):
            money.staked += staked
            money.due += due
            money.paid += paid
            money.win += win

    def take(self, croupier: str, seat: int | None, cents: int) -> None:
        """Add a charge by the house, such as rake or commission."""
        for money in self._of(croupier, seat):
            money.win += cents

    def buy(self, croupier: str, seat: int, cents: int) -> None:
        """Add chips that a player bought. A negative amount is ignored."""
        for money in self._of(croupier, seat):
            money.drop += max(cents, 0)

    def round(self, croupier: str, seats: Iterable[int]) -> None:
        """Count a round and the seats that had bets in it."""
        self.all.rounds += 1
        if croupier:
            self._croupier(croupier).rounds += 1
        for seat in seats:
            self.seats[seat].rounds += 1

    def _croupier(self, name: str) -> Money:
        """Return the totals of a croupier.

        Above `MAX_NAMES` croupiers, all further ones share one total.
        """
        is_known = name in self.croupiers or len(self.croupiers) < MAX_NAMES
        return self.croupiers[name if is_known else OTHERS]

    def _of(self, croupier: str, seat: int | None) -> list[Money]:
        found = [self.all]
        if croupier:
            found.append(self._croupier(croupier))
        if seat:
            found.append(self.seats[seat])
        return found

    @property
    def total(self) -> int:
        """The number of all departures."""
        return self.kinds.total()
