"""Compiled parts of kernels in which nobody counts who holds an array.

What numba compiles counts the holders of every array that it hands on, also of those in tuples, at every
call and every branch; with the tables of a game that takes several times as long as the game itself. A part
that makes no arrays needs none of it: who calls it holds them all. Only other kernels can call it.
"""

from __future__ import annotations

from functools import partial

from numba import njit

uncounted = partial(njit, cache=True, nogil=True, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)
