"""The executable catalogue of casino games: open a table, play it, ask for its odds.

>>> import novamas
>>> session = novamas.open("ruleta", minimum="2 €", seed=7)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:  # what a name is; at run time its room is entered when it is first asked for
    from novamas import equipment, games, law, school, table
    from novamas.errors import NovamasError, Unreadable
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
    from novamas.law import Clause, Edition, Faulty, Frame, LawError, catalogue, clause, clauses, search
    from novamas.odds.report import BetOdds
    from novamas.school import (
        Exercise,
        ExerciseKind,
        MarkedExercise,
        PosedExercise,
        mark_exercise,
        pose_exercise,
    )
    from novamas.sim.days import DayOfFloor
    from novamas.sim.sessions import Sessions
    from novamas.sim.simulation import Simulation
    from novamas.table import Payment, Refused, Session, Table

_ROOMS = {
    "": ("equipment", "games", "law", "school", "table"),
    "errors": ("NovamasError", "Unreadable"),
    "games": ("GAMES", "game"),
    "house.floor.check": ("check",),
    "house.audit": ("Departure", "Report"),
    "house.diff.comparison": ("Comparison",),
    "house.api": (*("audit", "day", "diff", "odds_of", "open", "placard", "replay", "sessions", "simulate"),),
    "house.floor.findings": ("Checked", "Finding"),
    "house.par.sheet": ("ParSheet", "par_sheet"),
    "house.placard.placard": ("Placard",),
    "house.sitting": ("Sitting",),
    "house.why": ("why",),
    "law": ("Clause", "Edition", "Faulty", "Frame", "LawError", "catalogue", "clause", "clauses", "search"),
    "odds.report": ("BetOdds",),
    "sim.days": ("DayOfFloor",),
    "sim.sessions": ("Sessions",),
    "sim.simulation": ("Simulation",),
    "school": ("Exercise", "Kind", "Marked", "Problem", "mark", "pose"),
    "table": ("Payment", "Refused", "Session", "Table"),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [
    "GAMES",
    "AuditReport",
    "BetOdds",
    "Clause",
    "Comparison",
    "DayOfFloor",
    "Departure",
    "Edition",
    "Exercise",
    "ExerciseKind",
    "Faulty",
    "Finding",
    "FloorReport",
    "Frame",
    "LawError",
    "MarkedExercise",
    "NovamasError",
    "ParSheet",
    "Payment",
    "Placard",
    "PosedExercise",
    "Refused",
    "Session",
    "Sessions",
    "Simulation",
    "Sitting",
    "Table",
    "Unreadable",
    "audit",
    "catalogue",
    "check",
    "clause",
    "clauses",
    "compute_odds",
    "diff",
    "equipment",
    "game",
    "games",
    "law",
    "mark_exercise",
    "open",
    "par_sheet",
    "placard",
    "pose_exercise",
    "replay",
    "school",
    "search",
    "simulate",
    "simulate_day",
    "simulate_sessions",
    "table",
    "why",
]


def _fetch(name: str) -> Any:
    """What the door gives, fetched when it is first asked for: `import novamas` itself costs nothing."""
    if name not in _ROOM_OF:
        raise AttributeError(f"novamas has no {name!r}; it has {', '.join(__all__)}")
    room = _ROOM_OF[name]
    found = getattr(import_module(f"novamas.{room}"), name) if room else import_module(f"novamas.{name}")
    globals()[name] = found
    return found


if not TYPE_CHECKING:  # a type checker knows the names, and finds one that is mistyped
    __getattr__ = _fetch


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
