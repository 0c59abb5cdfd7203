"""On-disk cache of kernels that call other kernels. Numba's own cache never finds those again.

Numba names them anew in every run, so the key here is the source code instead.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from numba.core.caching import FunctionCache, NullCache
from numba.core.dispatcher import Dispatcher

from novamas.disk_cache import source_hash


class KeptByText(FunctionCache):
    """A cache of machine code that stays valid as long as the source code is the same."""

    def _index_key(self, signature: Any, codegen: Any) -> tuple[Any, ...]:
        figures = [each for each in _made_with(self._py_func) if not isinstance(each, Dispatcher)]
        return signature, codegen.magic_tuple(), (_program(), repr(figures))


@cache
def _program() -> str:
    return source_hash("games", "hands", "money.py", "odds")


def cache_by_source(machine_code: Any) -> None:
    """Cache a kernel that calls another, keyed by the source code.

    It is not cached at all if it closes over anything but kernels, numbers and text.
    """
    captured = _made_with(machine_code.py_func)
    if not any(isinstance(each, Dispatcher) for each in captured):
        return
    are_plain = all(isinstance(each, Dispatcher | int | float | str) for each in captured)
    machine_code._cache = KeptByText(machine_code.py_func) if are_plain else NullCache()  # type: ignore[no-untyped-call]


def _made_with(function: Any) -> list[Any]:
    return [cell.cell_contents for cell in function.__closure__ or ()]
