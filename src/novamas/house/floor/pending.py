"""Tables that await an authorisation. They may open despite faults that it would remove."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct

from novamas.games import game
from novamas.law import Fault, Frame, set_up
from novamas.table.game import Table, faults_of, open_table

GRANTED = ("authorised", "notified")  # prefixes of the premises that an authority grants or is notified of


class PendingTable(Struct, frozen=True):
    """A table with its faults that depend on an authorisation. The file does not state it."""

    table: Table
    pending: tuple[Fault, ...] = ()


def awaits_authorisation(fault: Fault, frame: Frame, stated: Collection[str]) -> bool:
    """Return whether a fault depends on an authorisation that the file does not state."""
    granted = [
        name
        for name in fault.figures
        if name.startswith(GRANTED) and name in frame.options and fault.choice != name
    ]
    return not all(name in stated for name in granted)


def pending_table(frame: Frame, given: Mapping[str, object], stated: Collection[str]) -> PendingTable:
    """Open a table despite its pending faults. Raise `FaultySetup` if it has any other fault."""
    kind = game(frame.game)
    faults = faults_of(kind, set_up(frame, given))
    pending = tuple(fault for fault in faults if awaits_authorisation(fault, frame, stated))
    return PendingTable(open_table(kind, frame, given, lifted=pending), pending)
