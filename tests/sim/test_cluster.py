"""A Dask cluster gives exactly the counts of one process, and repeats the work of a lost worker."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.sim.engine import SEED
from tests.support.law_pack import NORM, two_libraries

import novamas
from novamas.errors import NovamasError
from novamas.sim.dispatch import compile_bet
from novamas.sim.executors import Threads, cluster_at, threads_for
from novamas.sim.play import CompiledBet, Counts, Tally, run, step_of
from novamas.sim.streams import Words, below

pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.soak]


def cluster_of(workers: int) -> Any:
    """Return a cluster with the given number of worker processes, which restart when they die."""
    from distributed import LocalCluster  # installed where all checks run

    return LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with cluster_of(2) as found:
        yield found


@pytest.mark.parametrize(
    ("game", "bet"), [("ruleta", "rojo 4 € + pleno:17 2 €"), ("trijoker", "trijoker"), ("craps", "win")]
)
def test_a_cluster_plays_the_same_as_threads(cluster: Any, game: str, bet: str) -> None:
    table = novamas.open(game)
    rounds = step_of(compile_bet(table.table, bet)) + 100_000
    alone = novamas.simulate(table, bet, rounds=rounds, seed=SEED, threads=2)
    assert novamas.simulate(table, bet, rounds=rounds, seed=SEED, cluster=cluster.scheduler_address) == alone


def test_a_cluster_plays_under_the_norm_of_a_pack(cluster: Any, tmp_path: Path) -> None:
    """The workers read the pack themselves. At 8 to 1 a number has no edge, at 10 the player has one."""
    for law, edge in zip(two_libraries(tmp_path), (Fraction(0), Fraction(-2, 9)), strict=True):
        table = novamas.open("boule", norm=NORM, law=law)
        rounds = step_of(compile_bet(table.table, "numero:1")) + 100_000
        alone = novamas.simulate(table, "numero:1", rounds=rounds, seed=SEED, threads=2)
        address = cluster.scheduler_address
        assert novamas.simulate(table, "numero:1", rounds=rounds, seed=SEED, cluster=address) == alone
        assert novamas.compute_odds(table)["numero"].edge == edge
        assert abs(alone.edge - edge) < 5 * alone.sd / rounds**0.5


def test_every_round_comes_from_a_cluster_in_its_order(cluster: Any) -> None:
    def kept(**how: Any) -> list[int]:
        found: list[int] = []
        table = novamas.open("punto_y_banca")
        keep = lambda play, ends: found.extend(ends.tolist())  # noqa: E731
        novamas.simulate(table, "banca", rounds=1_200_000, seed=SEED, keep=keep, **how)
        return found

    assert kept(cluster=cluster.scheduler_address) == kept(threads=2)


def test_a_worker_is_killed_half_way_and_the_result_is_the_same(cluster: Any) -> None:
    from distributed import Client

    table, heard = novamas.open("trijoker"), list[int]()
    step = step_of(compile_bet(table.table, "trijoker"))
    rounds = 4 * step
    with Client(cluster) as client:
        (victim, *_), address = client.run(os.getpid).values(), cluster.scheduler_address

    def listen(tally: Tally) -> None:
        if not heard:
            os.kill(victim, signal.SIGKILL)
        heard.append(tally.rounds)

    found = novamas.simulate(table, "trijoker", rounds=rounds, seed=SEED, cluster=address, heard=listen)
    assert found == novamas.simulate(table, "trijoker", rounds=rounds, seed=SEED, threads=2)
    assert heard == [step * nth for nth in (1, 2, 3, 4)]  # as in one process


def play_or_die(stream: Words, rounds: int, die: str, counts: Counts) -> None:
    """Play a share of the rounds. The first call kills its process before the share is done."""
    for nth in range(min(rounds, 10)):
        if nth == 5 and die and not Path(die).exists():
            Path(die).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        counts[below(stream, 2)] += 1


def deadly(die: str) -> CompiledBet:
    return CompiledBet(play_or_die, (die,), (-1, 1), Fraction(1), "unit_staked")


def test_a_share_that_dies_in_the_middle_is_played_again_from_its_beginning(
    cluster: Any, tmp_path: Path
) -> None:
    flag = str(tmp_path / "died")
    rounds = step_of(deadly(flag))
    with cluster_at(cluster.scheduler_address, 2, deadly, flag) as workers:
        (found,) = run(deadly(flag), rounds, seed=SEED, workers=workers)
    with threads_for(deadly(""), 1) as alone:
        assert isinstance(alone, Threads)
        assert [found] == list(run(deadly(""), rounds, seed=SEED, workers=alone))
    assert Path(flag).exists()


def wrong(*_: Any) -> CompiledBet:
    """Return the bet of a worker that runs another version of the program."""
    from novamas.sim import executors

    executors.ours = lambda: "another"  # type: ignore[assignment]
    return deadly("")


def test_workers_with_another_program_are_refused() -> None:
    with (
        cluster_of(1) as apart,
        cluster_at(apart.scheduler_address, 1, wrong) as workers,
        pytest.raises(NovamasError) as refused,
    ):
        list(run(deadly(""), 100, seed=SEED, workers=workers))
    assert refused.value.code == "cluster_of_another_program"


def test_where_no_cluster_answers_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("novamas.sim.executors.WAIT", 1)
    with pytest.raises(NovamasError) as refused:
        novamas.simulate(novamas.open("boule"), "rojo", rounds=1000, cluster="tcp://127.0.0.1:9")
    assert refused.value.code == "no_cluster"


def test_a_local_cluster_lives_as_long_as_the_simulation() -> None:
    table = novamas.open("boule")
    found = novamas.simulate(table, "rojo", rounds=100_000, seed=SEED, cluster="local", threads=1)
    assert found == novamas.simulate(table, "rojo", rounds=100_000, seed=SEED)
    assert np.isclose(found.sd, 0.99381, atol=0.01)
