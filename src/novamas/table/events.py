"""Events: what is noticed at a table. Each passes through the eyes that look at it."""

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
POT = 0  # no seat: chips that have become everybody's until the pot is shared


class Event(Struct, frozen=True, tag_field="event", tag=snake, gc=False):
    """Something that everybody notices, unless it says otherwise."""

    def seen_by(self, eyes: Who) -> Event:
        return self


class Said(Event, frozen=True):
    """Words said aloud."""

    who: Who
    words: str
    clause: str = ""


class Came(Event, frozen=True):
    """What the ball, the wheel or the dice showed."""

    result: Result
    clause: str = ""


class Staked(Event, frozen=True):
    """Chips go from a player to the cloth."""

    seat: int
    bet: str
    cents: int
    clause: str = ""


class Withdrew(Event, frozen=True):
    """Chips go from the cloth back to their owner, nothing won or lost."""

    seat: int
    bet: str
    cents: int
    clause: str = ""


class Slid(Event, frozen=True):
    """Chips go from one of a player's bets to another."""

    seat: int
    bet: str
    to: str
    cents: int
    clause: str = ""


class Payment(Event, frozen=True):
    """A bet is decided: of `stake` staked, `returned` is the player's, prize included; and why.

    `rate` is what one unit staked gains (-1 all lost, -1/2 half lost, 35 a winning number) where the law
    states it so. A stake that `stays` is the player's but still lies on the cloth. `against` names the seat
    and the bet of the other player who takes or pays the difference, or the pot, where it was not the house.
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
    """A player buys chips; a negative amount is what one who leaves the table takes away."""

    seat: int
    cents: int
    clause: str = ""


class Took(Event, frozen=True):
    """The house takes its charge out of chips on the cloth or of a pot: commission, rake, cagnotte."""

    seat: int
    bet: str
    cents: int
    clause: str = ""


class Fed(Event, frozen=True):
    """The house sets money aside for a jackpot: a share of the stakes, or what it starts again with."""

    jackpot: str
    cents: int
    clause: str = ""


class PaidOut(Event, frozen=True):
    """A jackpot gives the house what it pays a prize with."""

    jackpot: str
    cents: int
    clause: str = ""


class Linked(Event, frozen=True):
    """Linked tables have fed a jackpot; a negative amount is what one of them has won of it."""

    jackpot: str
    cents: int
    clause: str = ""


class Dealt(Event, frozen=True):
    """A card is laid before its owner; face down, only the owner may know which."""

    to: Owner
    card: int | None
    up: bool
    place: int

    def seen_by(self, eyes: Who) -> Event:
        known = may_know(eyes, self.to, up=self.up)
        return self if known else Dealt(self.to, None, up=False, place=self.place)


class Looked(Event, frozen=True):
    """An owner lifts a card that nobody had seen, and alone may know which it is."""

    owner: Owner
    card: int | None
    place: int

    def seen_by(self, eyes: Who) -> Event:
        return self if may_know(eyes, self.owner, up=False) else Looked(self.owner, None, self.place)


class Shown(Event, frozen=True):
    """Cards before their owner are turned face up."""

    owner: Owner
    cards: tuple[int | None, ...]
    clause: str = ""


class Parted(Event, frozen=True):
    """A card before an owner becomes another hand of his."""

    owner: Owner
    to: Owner
    clause: str = ""


class Burned(Event, frozen=True):
    """A card leaves the shoe unseen."""

    place: int
    clause: str = ""


class Discarded(Event, frozen=True):
    """A card leaves play, face up or with the hand it belonged to."""

    owner: Owner
    card: int | None
    clause: str = ""


class Happened(Event, frozen=True):
    """An incident is recorded in the form it took, and the clause that decides what follows."""

    incident: str
    clause: str
    form: Mapping[str, Figure] = {}


class Noted(Event, frozen=True):
    """The floor or the croupier notes a change at the table."""

    code: str
    clause: str = ""
    figures: Mapping[str, Figure] = {}
    by: Who = FLOOR


class RoundOver(Event, frozen=True):
    """A round has ended."""


Events: TypeAlias = tuple[Event, ...]


def taken_back(events: Events, seat: int) -> dict[str, int]:
    """What a player took back from each bet, where that and nothing else was done with chips."""
    if any(isinstance(event, Staked | Slid | Payment | Bought | Took) for event in events):
        return {}
    return {event.bet: event.cents for event in events if isinstance(event, Withdrew) and event.seat == seat}


AnyEvent: TypeAlias = (  # every kind, for who reads them elsewhere
    Said | Came | Staked | Withdrew | Slid | Payment | Bought | Took | Fed | PaidOut | Linked
    | Dealt | Looked | Shown | Parted | Burned | Discarded
    | Happened | Noted | RoundOver
)  # fmt: skip


class NumberedEvent(Struct, frozen=True):
    """An event in its envelope: the number of the state that it led to, and its place among its like."""

    number: int
    nth: int  # counted from 0
    event: AnyEvent
