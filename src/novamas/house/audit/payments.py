"""The payments of a round: the amounts due by the law, and the wrong payments in a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from novamas.house.audit.departures import HOUSE, PLAYER, Kind
from novamas.record.claims import Paid
from novamas.table.deeds import Deed
from novamas.table.events import POT, Event, Events, Happened, Payment, Withdrew
from novamas.table.phases import Incident


class Due(NamedTuple):
    """The amount that a player's bet must get back, and the events that explain it."""

    returned: int
    stake: int
    because: tuple[Event, ...]

    @property
    def is_of_house(self) -> bool:
        """Whether the bet was against the house and not against other players."""
        return not any(isinstance(event, Payment) and event.against for event in self.because)

    @property
    def payment(self) -> Payment | None:
        """The payment of the bet, or None if the bet was not decided."""
        return next((event for event in self.because if isinstance(event, Payment)), None)


class Wrong(NamedTuple):
    """A bet that was paid a wrong amount."""

    kind: Kind
    seat: int
    bet: str
    due: Due
    claimed: int
    clause: str

    @property
    def cents(self) -> int:
        """The difference between the paid and the due amount, in céntimos."""
        return abs(self.claimed - self.due.returned)

    @property
    def gained(self) -> str:
        """The side that gained by the difference: house or player."""
        return PLAYER if self.claimed > self.due.returned else HOUSE


NOTHING = Due(0, 0, ())


class Paying:
    """The amounts due to all bets of one round."""

    def __init__(self) -> None:
        self.due: dict[tuple[int, str], Due] = {}
        self.happened: list[Happened] = []

    def enter(self, deed: Deed, events: Events) -> None:
        """Add the payments of one deed. Chips that an incident returns are due as well."""
        gives_back = isinstance(deed, Incident)
        for event in events:
            match event:
                case Payment(seat, bet, stake, returned) if seat != POT:
                    self._add(seat, bet, stake, returned, event)
                case Withdrew(seat, bet, cents) if gives_back:
                    self._add(seat, bet, cents, cents, event)
                case Happened():
                    self.happened.append(event)
                case _:
                    pass

    def _add(self, seat: int, bet: str, stake: int, returned: int, because: Event) -> None:
        was = self.due.get((seat, bet), NOTHING)
        self.due[seat, bet] = Due(was.returned + returned, was.stake + stake, (*was.because, because))

    def claims(self) -> tuple[Paid, ...]:
        """Return all amounts due in the form in which a file claims payments."""
        return tuple(Paid(seat, bet, due.returned) for (seat, bet), due in self.due.items())

    def wrongs(self, claimed: Iterable[Paid]) -> Iterator[Wrong]:
        """Yield each bet that was paid a wrong amount. Without a claim, a bet counts as not paid."""
        claims: dict[tuple[int, str], int] = {}
        for seat, bet, returned in claimed:
            claims[seat, bet] = claims.get((seat, bet), 0) + returned
        for seat, bet in dict.fromkeys((*self.due, *claims)):
            due, paid = self.due.get((seat, bet), NOTHING), claims.get((seat, bet), 0)
            if due.returned != paid:
                yield wrong(seat, bet, due, paid, self.happened)


def wrong(seat: int, bet: str, due: Due, claimed: int, happened: Sequence[Happened] = ()) -> Wrong:
    """Return a wrong payment: a misapplied irregularity if one decided the bet, or a wrong payout."""
    for incident in happened:
        names_it = incident.form.get("bet") == bet and incident.form.get("seat", seat) == seat
        if names_it or any(incident.clause in clauses_of(event) for event in due.because):
            return Wrong("misapplied_irregularity", seat, bet, due, claimed, incident.clause)
    clauses = [clause for event in due.because for clause in clauses_of(event)]
    return Wrong("wrong_payout", seat, bet, due, claimed, next(iter(clauses), ""))


def clauses_of(event: Event) -> tuple[str, ...]:
    """Return the clauses of a payment, or of the return of a bet."""
    return event.clauses if isinstance(event, Payment) else (getattr(event, "clause", ""),)
