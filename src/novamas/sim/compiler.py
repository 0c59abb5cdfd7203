"""Compilation of the simulation's kernels, without reference counting.

Numba would count references to each array of a tuple at every use, which costs more than the game. A
kernel therefore allocates no array: its caller passes the arrays that it writes to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from novamas.hands.kernel_cache import compile_kernel

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a function that plays rounds."""
    return compile_kernel(function, _nrt=False)


def part_of_kernel(function: F) -> F:
    """Compile a function that is inlined into each kernel that calls it."""
    return compile_kernel(function, inline="always")


@part_of_kernel
def signed(number: Any) -> int:
    """Return a number as a signed one, so that a state keeps its type from step to step."""
    return np.int64(number)  # type: ignore[return-value]


def called_by_kernels(function: F) -> F:
    """Compile a function once for the kernels that call it. Python itself must never call it."""
    return compile_kernel(function, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def counting_references(function: F) -> F:
    """Compile a kernel with reference counting, for arguments that need it."""
    return compile_kernel(function)
