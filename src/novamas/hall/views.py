"""Payloads of a table: its description, its seats, and its state as one viewpoint sees it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from novamas.hall.tables.table import LiveTable
from novamas.protocol.messages import TableMessage
from novamas.protocol.notices import NumberedHallEvent
from novamas.protocol.pace import Durations, Speed
from novamas.protocol.tables import Clock, SeatInfo, TableInfo
from novamas.table.phases import AnyPhase
from novamas.table.roles import Who


class Scene(NamedTuple):
    """The parts of a state that look the same from all viewpoints."""

    seats: tuple[SeatInfo, ...]
    clock: Clock | None
    pace: Speed | Literal[""]
    durations: Durations
    awaited: tuple[Who, ...]


def seen_by(
    table: LiveTable, eyes: Who, since: int, events: Iterable[NumberedHallEvent], scene: Scene
) -> TableMessage[Any]:
    """Return a table's whole state from one viewpoint, with the viewpoint's offers and with events."""
    return TableMessage(
        number=table.number,
        since=since,
        events=tuple(events),
        view=table.view(eyes),
        seats=scene.seats,
        cash=table.session.cash_left(eyes) if isinstance(eyes, int) else None,
        clock=scene.clock,
        pace=scene.pace,
        durations=scene.durations,
        awaited=scene.awaited,
        receipt=table.receipt,
    )


def seat_infos(table: LiveTable) -> tuple[SeatInfo, ...]:
    """Return the occupied seats with the chips of each."""
    session, ready = table.session, table.ready
    return tuple(
        [
            SeatInfo(
                seat=seat,
                name=who.name,
                mind=who.mind,
                chips=session.chips_of(seat) or 0,
                ready=seat in ready,
                leaving=who.leaving,
            )
            for seat, who in sorted(table.seats.items())
        ]
    )


def table_info(table: LiveTable, person: str) -> TableInfo:
    """Return the description of a table as one person gets it."""
    opened, header = table.opened, table.opened.header
    phase: AnyPhase = table.session.phase
    return TableInfo(
        table=table.id,
        name=opened.name,
        game=header.game,
        norm=header.norm,
        edition=header.edition,
        choices=header.choices,
        pace=table.pace,
        public=opened.public,
        practice=opened.practice,
        number=table.number,
        rounds=table.session.rounds,
        phase=phase.tag(),
        seats=seat_infos(table),
        free=tuple(seat for seat in table.seat_numbers if seat not in table.seats),
        roles={role.value: table.state.names.get(holder, "") for role, holder in table.roles.items()},
        commitment=header.commitment,
        player_commitment=header.player_commitment,
        is_stopped=table.state.is_stopped,
        is_closing=table.is_closing,
        is_closed=table.closed is not None,
        is_owner=bool(person) and person == opened.owner,
        my_seats=table.seats_of(person) if person else (),
        my_roles=tuple(role.value for role, holder in table.roles.items() if holder == person),
    )
