"""The state of a table in play: one frozen value, which is forked, saved and loaded as a whole.

Every entry of the table's book leads from one state to the next. `LiveTable` has the data that only
the running process needs: clock ticks, recent events and totals of linked jackpots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic

from msgspec import Struct
from msgspec.structs import replace
from typing_extensions import TypeVar

from novamas.hall.tables.entries import Closed
from novamas.money import Cents
from novamas.protocol.pace import Speed
from novamas.record.chain import NOTHING_BEFORE
from novamas.table.deeds import Deed
from novamas.table.phases import AnyPhase
from novamas.table.roles import Role
from novamas.table.session import SessionState

P = TypeVar("P", bound=AnyPhase, default=Any)  # the phases of a game
D = TypeVar("D", bound=Deed, default=Any)  # its deeds


class Seat(Struct, frozen=True):
    """The occupant of a seat: a person, or a bot with a skill (`mind`)."""

    person: str = ""
    name: str = ""
    mind: str = ""
    leaving: bool = False
    since: int = 0  # state in which the occupant sat down, from which on it sees what the seat sees
    joins: bool = False  # a newcomer who plays the next hand without being asked


class Waits(Struct, frozen=True, forbid_unknown_fields=True):
    """The times by which a table waits. Numbers are entry numbers, times are microseconds since 1970."""

    since: int = 0  # entry since which the table has waited for the same
    awaited: int = 0  # entry from which its time runs: the same, or the first stake while bets are open
    awaited_moment: int = 0
    touched: int = 0  # last entry that a person asked for
    touched_moment: int = 0
    ready: frozenset[int] = frozenset()  # seats that have no more bets to place
    acted: Mapping[int, int] = {}  # deeds of each seat since then


class Bank(Struct, frozen=True, forbid_unknown_fields=True):
    """The bank of a table with its chips, and with the sums of its fills and credits."""

    cents: Cents = 0
    fills: Cents = 0
    credits: Cents = 0
    slips: int = 0  # of fills and credits together


class RecordEnd(Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a table's record: the last link of its chain and its number of lines."""

    last: str = NOTHING_BEFORE
    lines: int = 0


class TableState(Struct, Generic[P, D], frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The state of a table after all entries up to `number`."""

    session: SessionState[P, D]
    number: int = 0
    moment: int = 0  # time of the last entry
    seats: Mapping[int, Seat] = {}
    roles: Mapping[Role, str] = {}  # persons by role
    names: Mapping[str, str] = {}  # of persons, as the table knows them
    waits: Waits = Waits()
    bank: Bank = Bank()
    record: RecordEnd = RecordEnd()
    speed: Speed | None = None  # another one than the table was opened with
    is_finishing: bool = False  # the rest of the deal takes no time
    position: int = 0  # random words used so far
    is_stopped: bool = False  # nothing is drawn, because chance failed its health test
    is_closing: bool = False
    closed: Closed | None = None

    def with_timestamps(self, moments: Sequence[int], last: int) -> TableState:
        """Return the state with the times of entries. `last` is the number of the last of these entries."""
        first = last - len(moments) + 1
        if self.number < first:
            return self
        waits, own = self.waits, moments[: self.number - first + 1]
        if waits.awaited >= first:
            waits = replace(waits, awaited_moment=moments[waits.awaited - first])
        if waits.touched >= first:
            waits = replace(waits, touched_moment=moments[waits.touched - first])
        return replace(self, moment=own[-1], waits=waits)
