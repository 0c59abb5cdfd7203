"""The end of each round in order: a kernel fills a list of ends instead of adding to counts.

A kernel uses its counts only as `counts[end] += 1`. The same kernel, compiled for a list type that
overloads this, therefore records every round. No second kernel is needed.
"""

from __future__ import annotations

import operator
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numba import types
from numba.experimental import structref
from numba.extending import overload
from numpy.typing import NDArray

from novamas.sim.compiler import counting_references

Ends: TypeAlias = NDArray[np.uint32]  # 32 bits, because circle poker has as many ends as chips on the table


@structref.register
class EndsType(types.StructRef):
    """The numba type of a list of ends."""


class EndsList(structref.StructRefProxy):
    """A list of ends while it is filled: the ends, their number so far, and the number of kinds."""

    def __new__(cls, ends: Ends, kinds: int) -> Any:
        return structref.StructRefProxy.__new__(cls, ends, 0, kinds)  # type: ignore[no-untyped-call]


structref.define_proxy(EndsList, EndsType, ["ends", "many", "kinds"])  # type: ignore[no-untyped-call]


# numba requires the overload and its implementation to have identical signatures


@overload(operator.getitem)
def _counted(counts: Any, end: Any) -> Any:
    """Return 0 for any end, so that `counts[end] += 1` writes how many ends are new."""

    def nothing(counts: Any, end: Any) -> Any:
        return 0

    return nothing if isinstance(counts, EndsType) else None


@overload(operator.setitem)
def _count(counts: Any, end: Any, times: Any) -> Any:
    """Append an end as many times as it came."""

    def come(counts: Any, end: Any, times: Any) -> Any:
        for _ in range(times):
            counts.ends[counts.many] = end
            counts.many += 1

    return come if isinstance(counts, EndsType) else None


@overload(len)
def _kinds(counts: Any) -> Any:
    """Return how many different ends the counts distinguish."""

    def kinds(counts: Any) -> Any:
        return counts.kinds

    return kinds if isinstance(counts, EndsType) else None


@cache
def recording_kernel(kernel: Any) -> Any:
    """Return a kernel that is compiled to fill a list of ends. It needs reference counting."""
    return counting_references(kernel.py_func)
