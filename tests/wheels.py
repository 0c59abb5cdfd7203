"""Events of one kind, for tests that do not rehearse yet."""

from __future__ import annotations

from typing import Any

from novamas.table.events import Event, Events, Payment
from novamas.testing.rehearsal import faults_of, opened


def payments(events: Events) -> dict[tuple[int, str], Payment]:
    return {(event.seat, event.bet): event for event in events if isinstance(event, Payment)}


def of_kind(events: Events, kind: type[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


__all__ = ["faults_of", "of_kind", "opened", "payments"]
