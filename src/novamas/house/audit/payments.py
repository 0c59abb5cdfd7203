"""What the law gives back of each bet of a round, and where what a file says was paid departs from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from novamas.house.audit.departures import HOUSE, PLAYER, Kind
from novamas.record.claims import Paid
from novamas.table.deeds import Deed
from novamas.table.events import POT, Event, Events, Happened, Payment, Withdrew
from novamas.table.phases import Incident


class Due(NamedTuple):
    """What comes back of one bet of a player, and the events that say so."""

    returned: int
    stake: int
    because: tuple[Event, ...]

    @property
    def is_of_house(self) -> bool:
        """Was it a bet against the house, and not among players?"""
        return not any(isinstance(event, Payment) and event.against for event in self.because)

    @property
    def payment(self) -> Payment | None:
        """The payment of it, if it was decided."""
        return next((event for event in self.because if isinstance(event, Payment)), None)


class Wrong(NamedTuple):
    """A bet of which something else was paid than is due."""

    kind: Kind
    seat: int
    bet: str
    due: Due
    claimed: int
    clause: str

    @property
    def cents(self) -> int:
        """By how much."""
        return abs(self.claimed - self.due.returned)

    @property
    def gained(self) -> str:
        """Who is the better for it."""
        return PLAYER if self.claimed > self.due.returned else HOUSE


NOTHING = Due(0, 0, ())


class Paying:
    """What comes back of each bet in one round."""

    def __init__(self) -> None:
        self.due: dict[tuple[int, str], Due] = {}
        self.happened: list[Happened] = []

    def enter(self, deed: Deed, events: Events) -> None:
        """What one deed decided; where an incident gives chips back, that is due as well."""
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
        """All that is due, as a file would say it."""
        return tuple(Paid(seat, bet, due.returned) for (seat, bet), due in self.due.items())

    def wrongs(self, claimed: Iterable[Paid]) -> Iterator[Wrong]:
        """Each bet of which another amount was paid; of a bet that is not named, nothing was."""
        told: dict[tuple[int, str], int] = {}
        for seat, bet, returned in claimed:
            told[seat, bet] = told.get((seat, bet), 0) + returned
        for seat, bet in dict.fromkeys((*self.due, *told)):
            due, paid = self.due.get((seat, bet), NOTHING), told.get((seat, bet), 0)
            if due.returned != paid:
                yield wrong(seat, bet, due, paid, self.happened)


def wrong(seat: int, bet: str, due: Due, claimed: int, happened: Sequence[Happened] = ()) -> Wrong:
    """What kind of error it is: of the irregularity that decided the bet, or of the payment alone."""
    for incident in happened:
        names_it = incident.form.get("bet") == bet and incident.form.get("seat", seat) == seat
        if names_it or any(incident.clause in clauses_of(event) for event in due.because):
            return Wrong("misapplied_irregularity", seat, bet, due, claimed, incident.clause)
    clauses = [clause for event in due.because for clause in clauses_of(event)]
    return Wrong("wrong_payout", seat, bet, due, claimed, next(iter(clauses), ""))


def clauses_of(event: Event) -> tuple[str, ...]:
    """What a payment or a bet that is given back rests on."""
    return event.clauses if isinstance(event, Payment) else (getattr(event, "clause", ""),)
