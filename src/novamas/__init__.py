"""The executable catalogue of casino games: open a table, play it, compute its odds.

>>> import novamas
>>> session = novamas.open("ruleta", minimum="2 €", seed=7)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:  # at run time, a name is imported at its first use
    from novamas import equipment, games, law, pools, school, table
    from novamas.errors import InvalidInput, NovamasError
    from novamas.games import GAMES, game
    from novamas.house.api import (
        audit,
        compute_odds,
        diff,
        open,
        placard,
        replay,
        simulate,
        simulate_day,
        simulate_sessions,
    )
    from novamas.house.audit import AuditReport, Departure
    from novamas.house.diff.comparison import Comparison
    from novamas.house.floor.check import check
    from novamas.house.floor.findings import Finding, FloorReport
    from novamas.house.par.sheet import ParSheet, par_sheet
    from novamas.house.placard.placard import Placard
    from novamas.house.sitting import Sitting
    from novamas.house.why import why
    from novamas.law import (
        Clause,
        Edition,
        FaultySetup,
        Frame,
        LawError,
        Library,
        Reading,
        catalogue,
    )
    from novamas.law.default import clause, clauses, library, library_with, search_clauses
    from novamas.odds.report import BetOdds
    from novamas.school import (
        Exercise,
        ExerciseKind,
        MarkedExercise,
        PosedExercise,
        mark_exercise,
        pose_exercise,
    )
    from novamas.sim.days import DayReport
    from novamas.sim.sessions import SessionsReport
    from novamas.sim.simulation import SimulationReport
    from novamas.table import Payment, Refused, Session, Table, events
    from novamas.table.views import View

_NAMES = {
    "": ("equipment", "games", "law", "pools", "school", "table"),
    "errors": ("InvalidInput", "NovamasError"),
    "games": ("GAMES", "game"),
    "house.floor.check": ("check",),
    "house.audit": ("AuditReport", "Departure"),
    "house.diff.comparison": ("Comparison",),
    "house.api": (
        *(
            "audit",
            "compute_odds",
            "diff",
            "open",
            "placard",
            "replay",
            "simulate",
            "simulate_day",
            "simulate_sessions",
        ),
    ),
    "house.floor.findings": ("Finding", "FloorReport"),
    "house.par.sheet": ("ParSheet", "par_sheet"),
    "house.placard.placard": ("Placard",),
    "house.sitting": ("Sitting",),
    "house.why": ("why",),
    "law": (
        "Clause",
        "Edition",
        "FaultySetup",
        "Frame",
        "LawError",
        "Library",
        "Reading",
        "catalogue",
    ),
    "law.default": ("clause", "clauses", "library", "library_with", "search_clauses"),
    "odds.report": ("BetOdds",),
    "sim.days": ("DayReport",),
    "sim.sessions": ("SessionsReport",),
    "sim.simulation": ("SimulationReport",),
    "school": (
        "Exercise",
        "ExerciseKind",
        "MarkedExercise",
        "PosedExercise",
        "mark_exercise",
        "pose_exercise",
    ),
    "table": ("Payment", "Refused", "Session", "Table", "events"),
    "table.views": ("View",),
}
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names}

__all__ = [
    "GAMES",
    "AuditReport",
    "BetOdds",
    "Clause",
    "Comparison",
    "DayReport",
    "Departure",
    "Edition",
    "Exercise",
    "ExerciseKind",
    "FaultySetup",
    "Finding",
    "FloorReport",
    "Frame",
    "InvalidInput",
    "LawError",
    "Library",
    "MarkedExercise",
    "NovamasError",
    "ParSheet",
    "Payment",
    "Placard",
    "PosedExercise",
    "Reading",
    "Refused",
    "Session",
    "SessionsReport",
    "SimulationReport",
    "Sitting",
    "Table",
    "View",
    "audit",
    "catalogue",
    "check",
    "clause",
    "clauses",
    "compute_odds",
    "diff",
    "equipment",
    "events",
    "game",
    "games",
    "law",
    "library",
    "library_with",
    "mark_exercise",
    "open",
    "par_sheet",
    "placard",
    "pools",
    "pose_exercise",
    "replay",
    "school",
    "search_clauses",
    "simulate",
    "simulate_day",
    "simulate_sessions",
    "table",
    "why",
]


def _fetch(name: str) -> Any:
    """Import a public name at its first use, so that `import novamas` itself is fast."""
    if name not in _MODULE_OF:
        raise AttributeError(f"novamas has no {name!r}; it has {', '.join(__all__)}")
    module = _MODULE_OF[name]
    value = getattr(import_module(f"novamas.{module}"), name) if module else import_module(f"novamas.{name}")
    globals()[name] = value
    return value


if not TYPE_CHECKING:  # type checkers use the imports above
    __getattr__ = _fetch


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
