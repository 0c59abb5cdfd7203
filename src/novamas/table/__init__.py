"""The contract that every game fulfils: phases, offers, deeds, events and sessions."""

from __future__ import annotations

from novamas.table.deeds import Act, Deed, Drawn
from novamas.table.events import Event, Payment
from novamas.table.game import Game, Table, open_table
from novamas.table.phases import do, may, offers, why_not
from novamas.table.refusals import Refusal, Refused
from novamas.table.roles import CHANCE, CROUPIER, FLOOR, NOBODY, RAIL, Who
from novamas.table.session import Session

__all__ = [
    "CHANCE",
    "CROUPIER",
    "FLOOR",
    "NOBODY",
    "RAIL",
    "Act",
    "Deed",
    "Drawn",
    "Event",
    "Game",
    "Payment",
    "Refusal",
    "Refused",
    "Session",
    "Table",
    "Who",
    "do",
    "may",
    "offers",
    "open_table",
    "why_not",
]
