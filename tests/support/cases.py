"""Cases of a test, each of which proves its own clauses (`python -m tools.crowded` counts them)."""

from __future__ import annotations

import pytest
from _pytest.mark.structures import ParameterSet


def case(clauses: str, *values: object) -> ParameterSet:
    """Return a case and its clauses, separated by spaces. The clauses are the name of the case."""
    return pytest.param(*values, marks=pytest.mark.law(*clauses.split()), id=clauses)


def cited(clause: str, *values: object) -> ParameterSet:
    """Return a case in which the program must cite the proved clause, which is the case's first value."""
    return case(clause, clause, *values)
