"""The JSON Schema of the operator tools: check, audit, why, diff, par, placard and simulations.

Commands print these payloads with `--json`, and the server sends them. Amounts are in céntimos.
Rates and probabilities are strings such as "1/37".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from novamas.house.audit.payload import AuditPayload, DeparturesExplained
from novamas.house.diff.payload import DifferencesPayload
from novamas.house.floor.payload import FaultsExplained, FloorReportPayload
from novamas.house.par.payload import ParPayload
from novamas.house.placard.placard import Placard
from novamas.house.why_payload import PaymentPayload, RefusalExplained
from novamas.record.schema import printed
from novamas.sim.days import DayReport
from novamas.sim.sessions import SessionsReport
from novamas.sim.simulation import SimulationReport

RESULTS: Mapping[str, Any] = {
    "check": FloorReportPayload,
    "audit": AuditPayload,
    "diff": DifferencesPayload,
    "par": ParPayload,
    "placards": dict[str, Placard],
    "simulations": dict[str, SimulationReport],
    "sessions": SessionsReport,
    "day": DayReport,
    "why_payment": PaymentPayload,
    "why_departures": DeparturesExplained,
    "why_faults": FaultsExplained,
    "why_refusal": RefusalExplained,
}


def house_schema() -> str:
    """Return the JSON Schema of each result, with all types in it."""
    return printed("house", RESULTS)
