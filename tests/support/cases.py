"""Cases of a test, each for clauses of its own. `python -m tools.crowded` counts them."""

from __future__ import annotations

import pytest
from _pytest.mark.structures import ParameterSet


def case(clauses: str, *values: object) -> ParameterSet:
    """A case and the clauses it proves, with a space between them; it is named after them."""
    return pytest.param(*values, marks=pytest.mark.law(*clauses.split()), id=clauses)


def cited(clause: str, *values: object) -> ParameterSet:
    """A case in which the program must name the very clause it proves: that clause is its first value."""
    return case(clause, clause, *values)
