"""How a table stands: who sits on its seats, what was written of late, and all that it goes on from."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec import Struct

from novamas.money import Cents
from novamas.protocol.notices import Notice
from novamas.store import Transfer
from novamas.table.events import Came, Event
from novamas.table.roles import Role


class Seat(Struct, frozen=True):
    """Who sits on a seat: a person, or a bot with a mind."""

    person: str = ""
    name: str = ""
    mind: str = ""
    leaving: bool = False
    since: int = 0  # the state in which he sat down: he sees what this seat saw from then on


class RecentEvents(NamedTuple):
    """The events of a recent entry, kept for reconnecting clients."""

    number: int
    events: tuple[Event | Notice, ...]


class PendingEntry(Struct, frozen=True):
    """An entry that is to be made."""

    kind: str
    body: bytes
    transfers: tuple[Transfer, ...] = ()
    key: str | None = None
    subject: str = ""


class TableSnapshot(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table stood when a round began: all that its book would tell up to there."""

    number: int
    moment: int
    phase: msgspec.Raw
    deeds: int
    rounds: int
    results: tuple[Came, ...]
    players: dict[int, Cents]
    cloth: tuple[tuple[int, str, Cents], ...]
    bought: dict[int, Cents]
    jackpots: dict[str, Cents]
    linked: dict[str, Cents]
    house: Cents
    cash: dict[int, Cents]
    seats: dict[int, Seat]
    roles: dict[Role, str]
    names: dict[str, str]
    bank: Cents
    fills: Cents
    credits: Cents
    link: str
    lines: int
    position: int
    is_closing: bool
    touched: int = 0  # what older programs did not keep
    touched_moment: int = 0
    slips: int = 0
    is_stopped: bool = False
