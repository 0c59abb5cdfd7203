"""Compilation of the simulation's kernels without reference counting.

Numba would count references to each array of a tuple at every use, which takes more time than the
game itself. A kernel therefore allocates no array. Its caller passes the arrays to which it writes.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import getitem, setitem
from typing import Any, TypeVar

import numpy as np
from numba import types
from numba.extending import intrinsic

from novamas.hands.kernel_cache import compile_kernel

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a function that plays rounds, without reference counting."""
    return compile_kernel(function, _nrt=False)


def part_of_kernel(function: F) -> F:
    """Compile a function that is inlined into each kernel that calls it."""
    return compile_kernel(function, inline="always")


@part_of_kernel
def signed(number: Any) -> int:
    """Return a number as a signed integer, so that the type of a state never changes."""
    return np.int64(number)  # type: ignore[return-value]


def called_by_kernels(function: F) -> F:
    """Compile a function once for all kernels that call it. Python itself must never call it."""
    return compile_kernel(function, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def counting_references(function: F) -> F:
    """Compile a kernel with reference counting, which some arguments need."""
    return compile_kernel(function)


@intrinsic
def store_fields(context: Any, row: Any, fields: Any) -> Any:
    """Store the fields of a named tuple in a row of an array, in their order.

    The code is unrolled, because numba would look up each field of a loop by its number.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array, values = signature.args
        store = context.get_function(setitem, types.none(array, types.intp, array.dtype))
        for n, kind in enumerate(values.types):
            value = context.cast(builder, builder.extract_value(args[1], n), kind, array.dtype)
            store(builder, (args[0], context.get_constant(types.intp, n), value))
        return context.get_dummy_value()

    return types.none(row, fields), generate


@intrinsic
def load_fields(context: Any, row: Any, kind: Any) -> Any:
    """Return a named tuple of this class, made from the numbers in a row of an array."""
    fields = len(kind.instance_class._fields)
    made: Any = types.NamedUniTuple(row.dtype, fields, kind.instance_class)  # type: ignore[no-untyped-call]

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = signature.args[0]
        load = context.get_function(getitem, array.dtype(array, types.intp))
        places = (context.get_constant(types.intp, n) for n in range(made.count))
        return context.make_tuple(builder, made, [load(builder, (args[0], place)) for place in places])

    return made(row, kind), generate
