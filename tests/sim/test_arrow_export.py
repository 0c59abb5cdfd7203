"""Columns for other programs: Parquet and Arrow, written in bounded memory and read by common tools."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.sim.engine import SEED

import novamas
from novamas.errors import NovamasError
from novamas.sim.arrow_export import rounds_file, write_simulations
from novamas.sim.simulation import SimulationReport

pyarrow = pytest.importorskip("pyarrow")
ROUNDS = 700_000


def by_round(path: Path, *bets: str) -> list[SimulationReport]:
    table, found = novamas.open("ruleta"), []
    with rounds_file(path, bets) as kept:
        for bet in bets:
            found.append(novamas.simulate(table, bet, rounds=ROUNDS, seed=SEED, keep=kept.of(bet)))
    return found


def read(path: Path) -> Any:
    from pyarrow import ipc, parquet

    return parquet.read_table(path) if path.suffix == ".parquet" else ipc.open_file(path).read_all()


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_every_round_is_kept_and_they_are_the_rounds_that_were_counted(tmp_path: Path, form: str) -> None:
    path = tmp_path / f"rounds.{form}"
    pleno, columna = by_round(path, "pleno", "columna")
    told = read(path)
    assert told.num_rows == 2 * ROUNDS
    assert told["round"][ROUNDS - 1].as_py() == ROUNDS
    assert told["round"][ROUNDS].as_py() == 1
    for one in (pleno, columna):
        mine = told.filter(pyarrow.compute.equal(told["bet"].cast("string"), one.bet))
        counted = mine["net"].value_counts().to_pylist()
        assert {each["values"]: each["counts"] for each in counted} == {
            outcome.net: outcome.times for outcome in one.outcomes
        }
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_file_is_whole_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "rounds.parquet"

    def broken_off() -> None:
        with rounds_file(path, ("pleno",)) as kept:
            novamas.simulate(novamas.open("ruleta"), "pleno", rounds=100, seed=1, keep=kept.of("pleno"))
            raise ValueError("half way")

    with pytest.raises(ValueError, match="half way"):
        broken_off()
    assert not list(tmp_path.iterdir())


def test_results_added_up_keep_their_exact_chances(tmp_path: Path) -> None:
    path = tmp_path / "results.parquet"
    found = novamas.simulate(novamas.open("ruleta"), "rojo", rounds=10_000, seed=SEED)
    write_simulations([found], path)
    rows = read(path).to_pylist()
    assert [(row["net"], row["times"]) for row in rows] == [(o.net, o.times) for o in found.outcomes]
    assert {row["chance"] for row in rows} == {str(o.chance) for o in found.outcomes}
    assert {(row["game"], row["bet"], row["seed"]) for row in rows} == {("ruleta", "rojo", SEED)}


@pytest.mark.soak
def test_polars_duckdb_and_pandas_read_them(tmp_path: Path) -> None:
    import duckdb
    import pandas
    import polars

    parquet, arrow = tmp_path / "rounds.parquet", tmp_path / "rounds.arrow"
    (pleno,) = by_round(parquet, "pleno")
    by_round(arrow, "pleno")
    net = sum(outcome.net * outcome.times for outcome in pleno.outcomes)
    assert polars.read_parquet(parquet)["net"].sum() == net
    assert polars.read_ipc(arrow)["net"].sum() == net
    asked = duckdb.sql(f"select sum(net), count(*) from '{parquet}' where bet = 'pleno'")
    assert asked.fetchall() == [(net, ROUNDS)]
    assert pandas.read_parquet(parquet)["net"].sum() == net
    assert pandas.read_feather(arrow)["net"].sum() == net


def test_memory_is_bounded(tmp_path: Path) -> None:
    """Arrow holds only a few batches of rounds at a time, for any number of written rounds."""
    path, most = tmp_path / "rounds.arrow", list[int]()
    with rounds_file(path, ("pleno",)) as kept:
        keep = kept.of("pleno")

        def watched(play: Any, ends: Any) -> None:
            keep(play, ends)
            most.append(pyarrow.total_allocated_bytes())

        novamas.simulate(novamas.open("ruleta"), "pleno", rounds=6_000_000, seed=SEED, keep=watched)
    assert path.stat().st_size > 100_000_000
    assert max(most) < 60_000_000


@pytest.mark.parametrize(
    ("name", "code"), [("rounds.csv", "no_such_form"), ("none/rounds.parquet", "not_written")]
)
def test_a_file_that_cannot_be_written_is_told(tmp_path: Path, name: str, code: str) -> None:
    with pytest.raises(NovamasError) as refused, rounds_file(tmp_path / name, ("pleno",)):
        pass
    assert refused.value.code == code


def test_without_pyarrow_one_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(NovamasError) as refused, rounds_file(tmp_path / "rounds.arrow", ("pleno",)):
        pass
    assert refused.value.code == "missing_extra"
    assert "novamas[parquet]" in str(refused.value)
