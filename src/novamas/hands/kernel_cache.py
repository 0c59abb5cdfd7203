"""How kernels that call others are kept on disk: numba itself would give them new names in every run."""

from __future__ import annotations

from functools import cache
from typing import Any

from numba.core.caching import FunctionCache, NullCache
from numba.core.dispatcher import Dispatcher

from novamas.disk_cache import source_hash


class KeptByText(FunctionCache):
    """Machine code that is found again as long as the program says the same, whatever it calls."""

    def _index_key(self, signature: Any, codegen: Any) -> tuple[Any, ...]:
        figures = [each for each in _made_with(self._py_func) if not isinstance(each, Dispatcher)]
        return signature, codegen.magic_tuple(), (_program(), repr(figures))


@cache
def _program() -> str:
    return source_hash("games", "hands", "money.py", "odds")


def cache_by_source(machine_code: Any) -> None:
    """Keep a kernel that calls another by the text of the program; not at all, if it is made with more."""
    made_with = _made_with(machine_code.py_func)
    if not any(isinstance(each, Dispatcher) for each in made_with):
        return
    are_plain = all(isinstance(each, Dispatcher | int | float | str) for each in made_with)
    machine_code._cache = KeptByText(machine_code.py_func) if are_plain else NullCache()  # type: ignore[no-untyped-call]


def _made_with(function: Any) -> list[Any]:
    return [cell.cell_contents for cell in function.__closure__ or ()]
