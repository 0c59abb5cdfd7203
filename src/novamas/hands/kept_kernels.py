"""How kernels that call others are kept on disk: numba itself would give them new names in every run."""

from __future__ import annotations

from functools import cache
from typing import Any

from numba.core.caching import FunctionCache
from numba.core.dispatcher import Dispatcher

from novamas.kept import text_of


class KeptByText(FunctionCache):  # type: ignore[misc]  # nothing is known of numba
    """Machine code that is found again as long as the program says the same, whatever it calls."""

    def _index_key(self, signature: Any, codegen: Any) -> tuple[Any, ...]:
        made_with = (cell.cell_contents for cell in self._py_func.__closure__ or ())
        plain = repr([each for each in made_with if not isinstance(each, Dispatcher)])
        return signature, codegen.magic_tuple(), (_program(), plain)


@cache
def _program() -> str:
    return text_of("games", "hands", "odds")


def keep_by_text(machine_code: Any) -> None:
    """Keep a kernel by the text of the program, if it calls another and is kept at all."""
    closure = machine_code.py_func.__closure__ or ()
    if any(isinstance(cell.cell_contents, Dispatcher) for cell in closure):
        machine_code._cache = KeptByText(machine_code.py_func)
