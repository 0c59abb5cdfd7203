"""What every sketch leaves blank: the law's frame and the odds."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from novamas.law import Fault, Frame
from novamas.table.game import Wager
from novamas.table.layout import Layout
from novamas.table.phases import AnyPhase


def no_faults(frame: Frame, choices: Struct) -> list[Fault]:
    """A sketch has no law of its own to break."""
    return []


def no_wagers(phase: AnyPhase) -> Mapping[str, Wager]:
    """A sketch is asked for no odds."""
    return {}


def bare_layout(phase: AnyPhase) -> Layout:
    """A sketch is drawn nowhere."""
    return Layout(phase.seats(), ())
