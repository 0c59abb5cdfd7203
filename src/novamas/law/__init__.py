"""The law: clauses, norms and their dates, the figures of each game, and the choices of the house."""

from __future__ import annotations

from novamas.law import catalogue
from novamas.law.citations import law
from novamas.law.clauses import Clause, Reading
from novamas.law.default import clause, clauses, library, norm_named, norms, search_clauses
from novamas.law.editions import Edition
from novamas.law.errors import DayNotKnown, LawError, NoFigures, NotInForce, UnknownClause, UnknownName
from novamas.law.faults import Fault, FaultySetup
from novamas.law.figures import Source
from novamas.law.frames import Frame
from novamas.law.library import Library
from novamas.law.norms import Norm
from novamas.law.options import Option
from novamas.law.setups import Setup, set_up

__all__ = [
    "Clause",
    "DayNotKnown",
    "Edition",
    "Fault",
    "FaultySetup",
    "Frame",
    "LawError",
    "Library",
    "NoFigures",
    "Norm",
    "NotInForce",
    "Option",
    "Reading",
    "Setup",
    "Source",
    "UnknownClause",
    "UnknownName",
    "catalogue",
    "clause",
    "clauses",
    "law",
    "library",
    "norm_named",
    "norms",
    "search_clauses",
    "set_up",
]
