"""How each round ended, in order: a kernel is handed a list that it fills, instead of counts that it raises.

A kernel says `counts[end] += 1` and nothing else of its counts. So the very same kernel, compiled for such a
list, tells every round; nothing is played a second time.
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

Ends: TypeAlias = NDArray[np.uint32]  # at circle poker there are as many kinds as chips on the table


@structref.register
class EndsType(types.StructRef):
    """What the compiler knows of a list of ends."""


class EndsList(structref.StructRefProxy):
    """A list of ends under way: the ends, how many there are, and how many kinds of them."""

    def __new__(cls, ends: Ends, kinds: int) -> Any:
        return structref.StructRefProxy.__new__(cls, ends, 0, kinds)  # type: ignore[no-untyped-call]


structref.define_proxy(EndsList, EndsType, ["ends", "many", "kinds"])  # type: ignore[no-untyped-call]


# What numba compiles for a list must be written with the very signature of what chooses it.


@overload(operator.getitem)
def _counted(counts: Any, end: Any) -> Any:
    """Nothing has been counted: what is written next is what comes."""

    def nothing(counts: Any, end: Any) -> Any:
        return 0

    return nothing if isinstance(counts, EndsType) else None


@overload(operator.setitem)
def _count(counts: Any, end: Any, times: Any) -> Any:
    """An end comes, once or more often."""

    def come(counts: Any, end: Any, times: Any) -> Any:
        for _ in range(times):
            counts.ends[counts.many] = end
            counts.many += 1

    return come if isinstance(counts, EndsType) else None


@overload(len)
def _kinds(counts: Any) -> Any:
    """How many kinds of ends there are."""

    def kinds(counts: Any) -> Any:
        return counts.kinds

    return kinds if isinstance(counts, EndsType) else None


@cache
def recording_kernel(kernel: Any) -> Any:
    """The kernel, compiled so that it can fill a list: for that, references are counted."""
    return counting_references(kernel.py_func)
