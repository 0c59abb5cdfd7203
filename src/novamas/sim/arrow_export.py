"""Simulations as Parquet or Arrow IPC files, with totals or with every round.

Rounds are written share by share, so a file of any length needs no more memory than one share.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from novamas.errors import NovamasError
from novamas.extras import optional_packages

if TYPE_CHECKING:
    from novamas.sim.play import Playable
    from novamas.sim.simulation import Keeper, SimulationReport

PARQUET, ARROW = ".parquet", ".arrow"
FORMS = (PARQUET, ARROW)


def arrow() -> Any:
    """Return the `pyarrow` library. Raise an error if it is not installed."""
    with optional_packages():
        import pyarrow
    return pyarrow


def check_columns(path: Path) -> None:
    """Raise an error before any play if a file is neither Parquet nor Arrow."""
    arrow()
    if path.suffix.lower() not in FORMS:
        raise NovamasError("no_such_form", path=str(path), known=FORMS)


@contextmanager
def columns_file(path: Path, schema: Any) -> Iterator[Any]:
    """Open a batch writer. The file appears only once it is complete."""
    check_columns(path)
    pyarrow = arrow()
    growing = path.with_name(f"{path.name}.part")
    try:
        with _writer(pyarrow, growing, schema, path.suffix.lower()) as writer:
            yield writer
        growing.replace(path)
    except (OSError, pyarrow.ArrowException) as fault:
        raise NovamasError("not_written", path=str(path), errno=getattr(fault, "errno", None)) from None
    finally:
        growing.unlink(missing_ok=True)


def _writer(pyarrow: Any, path: Path, schema: Any, form: str) -> Any:
    if form == PARQUET:
        from pyarrow import parquet

        return parquet.ParquetWriter(path, schema, compression="zstd")
    return pyarrow.ipc.new_file(str(path), schema)


# ---------------------------------------------------------------- round by round


def rounds_schema() -> Any:
    """Return the schema of a file with one row per round: its bet, its number and its net."""
    pyarrow = arrow()
    return pyarrow.schema(
        [
            ("bet", pyarrow.dictionary(pyarrow.int32(), pyarrow.string())),
            ("round", pyarrow.int64()),
            ("net", pyarrow.int64()),
        ],
        metadata={"net": "céntimos"},
    )


class RoundsFile:
    """A file of rounds, which holds one bet after another."""

    def __init__(self, writer: Any, bets: tuple[str, ...]) -> None:
        self._writer, self._bets = writer, bets
        self._bet, self._done = -1, 0

    def of(self, bet: str) -> Keeper:
        """Return the function that writes the rounds of a bet. Bets are written one after another."""
        self._bet, self._done = self._bets.index(bet), 0
        return self._keep

    def _keep(self, play: Playable, ends: Any) -> None:
        """Write the next rounds to the file."""
        pyarrow, nets = arrow(), play.netted(ends)
        many = len(nets)
        names = pyarrow.DictionaryArray.from_arrays(np.full(many, self._bet, np.int32), list(self._bets))
        numbers = np.arange(self._done + 1, self._done + many + 1)
        columns = [names, pyarrow.array(numbers), pyarrow.array(nets)]
        self._writer.write_batch(pyarrow.record_batch(columns, schema=rounds_schema()))
        self._done += many


@contextmanager
def rounds_file(path: Path, bets: tuple[str, ...]) -> Iterator[RoundsFile]:
    """Open a file to which every round is written."""
    with columns_file(path, rounds_schema()) as writer:
        yield RoundsFile(writer, bets)


# ---------------------------------------------------------------- added up


def as_arrow(found: list[SimulationReport]) -> Any:
    """Return simulations as an Arrow table, with one row for each result of each bet."""
    rows = [
        {
            **{name: getattr(one, name) for name in ("game", "norm", "edition", "bet", "strategy")},
            "seed": one.seed,
            "rounds": one.rounds,
            "unit": str(one.unit),
            "net": outcome.net,
            "times": outcome.times,
            "chance": None if outcome.chance is None else str(outcome.chance),
            "chance_float": None if outcome.chance is None else float(outcome.chance),
        }
        for one in found
        for outcome in one.outcomes
    ]
    pyarrow = arrow()
    texts = ("game", "norm", "edition", "bet", "strategy", "unit", "chance")
    kinds = dict.fromkeys(texts, pyarrow.string()) | {"chance_float": pyarrow.float64()}
    schema = pyarrow.schema([(name, kinds.get(name, pyarrow.int64())) for name in rows[0]])
    return pyarrow.Table.from_pylist(rows, schema=schema)


def write_simulations(found: list[SimulationReport], path: Path) -> None:
    """Write simulations to a Parquet or an Arrow file."""
    table = as_arrow(found)
    with columns_file(path, table.schema) as writer:
        writer.write_table(table)
