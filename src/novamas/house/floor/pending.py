"""Tables as they stand before an authority has spoken: what only it can allow does not stop them here."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct

from novamas.games import game
from novamas.law import Fault, Frame, set_up
from novamas.law.joint_rules import binds
from novamas.table.game import Table, faults_of, open_table

GRANTED = ("authorised", "notified")  # how premises begin that an authority gives or takes note of


class PendingTable(Struct, frozen=True):
    """A table, and what of it hangs on an authorisation of which nothing is said."""

    table: Table
    pending: tuple[Fault, ...] = ()


def awaits_authorisation(fault: Fault, frame: Frame, stated: Collection[str]) -> bool:
    """Would something be lawful if an authority had allowed it, and is nothing stated of that?"""
    if fault.code == "no_table_at_minimum" and binds("unless_authorised", (str(fault.clause),)):
        return True
    granted = [
        name
        for name in fault.figures
        if name.startswith(GRANTED) and name in frame.options and fault.choice != name
    ]
    return not all(name in stated for name in granted)


def pending_table(frame: Frame, given: Mapping[str, object], stated: Collection[str]) -> PendingTable:
    """A table of this set-up, though something in it hangs on an authority; or what is wrong with it."""
    kind = game(frame.game)
    faults = faults_of(kind, set_up(frame, given))
    pending = tuple(fault for fault in faults if awaits_authorisation(fault, frame, stated))
    return PendingTable(open_table(kind, frame, given, lifted=pending), pending)
