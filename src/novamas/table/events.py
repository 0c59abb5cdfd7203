"""Events: everything that people at a table notice. `seen_by` hides what a viewpoint may not know."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

from novamas.errors import Figure
from novamas.table.results import Result
from novamas.table.roles import FLOOR, Who, may_know
from novamas.table.tags import snake

Owner: TypeAlias = int | str  # a seat, or a place on the table: "bank", "board"
POT = 0  # in place of a seat: the owner of chips in a pot until it is shared


class Event(Struct, frozen=True, tag_field="event", tag=snake, gc=False):
    """A fact that everyone at the table notices, unless its kind limits who sees it."""

    def seen_by(self, eyes: Who) -> Event:
        return self


class Said(Event, frozen=True):
    """Words spoken aloud."""

    who: Who
    words: str
    clause: str = ""


class Came(Event, frozen=True):
    """The ball, the wheel, the dice or the cards give a result."""

    result: Result
    clause: str = ""


class Staked(Event, frozen=True):
    """Chips go from a player to the cloth."""

    seat: int
    bet: str
    cents: int
    clause: str = ""


class Withdrew(Event, frozen=True):
    """Chips go from the cloth back to their owner. Nothing is won or lost."""

    seat: int
    bet: str
    cents: int
    clause: str = ""


class Slid(Event, frozen=True):
    """Chips go from one bet of a player to another bet of the same player."""

    seat: int
    bet: str
    to: str
    cents: int
    clause: str = ""


class Payment(Event, frozen=True):
    """A bet is decided: the player staked `stake` and gets `returned`, which includes any prize.

    `rate` is the gain per unit staked, if the law states it: -1 if all is lost, -1/2 if half is lost, 35
    for a winning number. A stake that `stays` belongs to the player but remains on the cloth. `against` is
    the other party that receives or pays the difference: a player's seat and bet, a pot, or None for the
    house.
    """

    seat: int
    bet: str
    stake: int
    returned: int
    clauses: tuple[str, ...]
    rate: Fraction | None = None
    stays: bool = False
    against: tuple[int, str] | None = None


class Bought(Event, frozen=True):
    """A player buys chips. A negative amount means that a player leaves the table with those chips."""

    seat: int
    cents: int
    clause: str = ""


class Took(Event, frozen=True):
    """The house deducts its charge from chips on the cloth or from a pot: commission, rake, cagnotte."""

    seat: int
    bet: str
    cents: int
    clause: str = ""


class Fed(Event, frozen=True):
    """The house adds money to a jackpot: a share of the stakes, or its starting amount."""

    jackpot: str
    cents: int
    clause: str = ""


class PaidOut(Event, frozen=True):
    """A jackpot gives the house the money for a prize."""

    jackpot: str
    cents: int
    clause: str = ""


class Linked(Event, frozen=True):
    """Linked tables change the amount of a jackpot. A negative amount was won at one of them."""

    jackpot: str
    cents: int
    clause: str = ""


class Dealt(Event, frozen=True):
    """A card is dealt to its owner. If it is face down, only the owner may know it."""

    to: Owner
    card: int | None
    up: bool
    place: int

    def seen_by(self, eyes: Who) -> Event:
        """Return the event without its card for a viewpoint that may not know the card."""
        known = may_know(eyes, self.to, up=self.up)
        return self if known else Dealt(self.to, None, up=False, place=self.place)


class Looked(Event, frozen=True):
    """A player looks at a card that no one had seen. Only that player may know it."""

    owner: Owner
    card: int | None
    place: int

    def seen_by(self, eyes: Who) -> Event:
        return self if may_know(eyes, self.owner, up=False) else Looked(self.owner, None, self.place)


class Shown(Event, frozen=True):
    """Cards of one owner are turned face up."""

    owner: Owner
    cards: tuple[int | None, ...]
    clause: str = ""


class Parted(Event, frozen=True):
    """A card or hand of one owner becomes part of another hand."""

    owner: Owner
    to: Owner
    clause: str = ""


class Burned(Event, frozen=True):
    """A card leaves the shoe unseen."""

    place: int
    clause: str = ""


class Discarded(Event, frozen=True):
    """A card leaves play. `card` is None if it was face down."""

    owner: Owner
    card: int | None
    clause: str = ""


class Happened(Event, frozen=True):
    """An incident is recorded in its exact form, with the clause that decides the consequences."""

    incident: str
    clause: str
    form: Mapping[str, Figure] = {}


class Noted(Event, frozen=True):
    """The table chief or the croupier notes a change at the table."""

    code: str
    clause: str = ""
    figures: Mapping[str, Figure] = {}
    by: Who = FLOOR


class RoundOver(Event, frozen=True):
    """A round has ended."""


Events: TypeAlias = tuple[Event, ...]


def taken_back(events: Events, seat: int) -> dict[str, int]:
    """Return the chips that a player took back, by bet, if the events move no other chips."""
    if any(isinstance(event, Staked | Slid | Payment | Bought | Took) for event in events):
        return {}
    return {event.bet: event.cents for event in events if isinstance(event, Withdrew) and event.seat == seat}


AnyEvent: TypeAlias = (  # every kind of event, for decoding
    Said | Came | Staked | Withdrew | Slid | Payment | Bought | Took | Fed | PaidOut | Linked
    | Dealt | Looked | Shown | Parted | Burned | Discarded
    | Happened | Noted | RoundOver
)  # fmt: skip


class NumberedEvent(Struct, frozen=True):
    """An event with the number of the state it led to, and its position among that state's events."""

    number: int
    nth: int  # counted from 0
    event: AnyEvent
