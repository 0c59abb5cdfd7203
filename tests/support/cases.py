"""Cases of a test, each proving clauses of its own (`python -m tools.crowded` counts them)."""

from __future__ import annotations

import pytest
from _pytest.mark.structures import ParameterSet


def case(clauses: str, *values: object) -> ParameterSet:
    """Return a case and the clauses it proves, separated by spaces. The clauses are its name."""
    return pytest.param(*values, marks=pytest.mark.law(*clauses.split()), id=clauses)


def cited(clause: str, *values: object) -> ParameterSet:
    """Return a case in which the program must cite the clause it proves. That clause is its first value."""
    return case(clause, clause, *values)
