"""The JSON Schema of what the tools of the house give: check, audit, why, diff, par, placard, simulations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from novamas.house.par.payload import ParTold
from novamas.house.payloads import (
    AuditTold,
    CheckedTold,
    DeparturesExplained,
    DifferencesTold,
    FaultsExplained,
    PaymentTold,
    RefusalExplained,
)
from novamas.house.placard.placard import Placard
from novamas.record.schema import printed
from novamas.sim.days import DayOfFloor
from novamas.sim.sessions import Sessions
from novamas.sim.simulation import Simulation

RESULTS: Mapping[str, Any] = {
    "check": CheckedTold,
    "audit": AuditTold,
    "diff": DifferencesTold,
    "par": ParTold,
    "placards": dict[str, Placard],
    "simulations": dict[str, Simulation],
    "sessions": Sessions,
    "day": DayOfFloor,
    "why_payment": PaymentTold,
    "why_departures": DeparturesExplained,
    "why_faults": FaultsExplained,
    "why_refusal": RefusalExplained,
}


def house_schema() -> str:
    """A type of JSON for each result, and all that it is made of."""
    return printed("house", RESULTS)
