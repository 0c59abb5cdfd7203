"""Execution of rounds by threads of this process or by a Dask cluster, with identical results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from novamas.errors import NovamasError, quoted
from novamas.extras import optional_packages
from novamas.games import game, source_elsewhere
from novamas.law import Frame
from novamas.odds.cache import program_hash
from novamas.table.game import Table, open_table

if TYPE_CHECKING:
    from novamas.sim.play import Playable

LOCAL = "local"  # a cluster on this machine, for the duration of the simulation
REDONE = 10  # retries on another worker after one is lost
WAIT = 30  # seconds to wait for a cluster's reply


class Part(Protocol):
    """A share of the rounds that is being played."""

    def result(self) -> Any:
        """Wait for the share to end and return its result."""


class Workers(Protocol):
    """An executor of shares. Up to `ahead` steps may run before results are added."""

    ahead: int

    def take_on(self, seed: int, shares: list[tuple[int, int]], *, each: bool) -> list[Part]:
        """Start shares and return them. Each has a number of rounds and a first block.

        The result of a share is its counts, or with `each` the result of every round.
        """


def play_share(play: Playable, seed: int, rounds: int, first: int, each: bool) -> Any:
    """Play one share of the rounds."""
    return (play.outcomes if each else play.count)(rounds, seed=seed, first=first)


class Threads:
    """The threads of this process as workers."""

    ahead = 0

    def __init__(self, play: Playable, pool: ThreadPoolExecutor) -> None:
        self.play, self.pool = play, pool

    def take_on(self, seed: int, shares: list[tuple[int, int]], *, each: bool) -> list[Part]:
        found: list[Future[Any]] = [
            self.pool.submit(play_share, self.play, seed, rounds, first, each) for rounds, first in shares
        ]
        return list(found)


@contextmanager
def threads_for(play: Playable, many: int) -> Iterator[Workers]:
    """Open a pool with a number of threads."""
    with ThreadPoolExecutor(many) as pool:
        yield Threads(play, pool)


# ---------------------------------------------------------------- a cluster


class Cluster:
    """The workers of a Dask cluster. The share of a lost worker goes to another one.

    One worker compiles the bet, and the others copy it, so no large object is sent to every worker.
    """

    def __init__(self, client: Any, make_ready: Callable[..., Playable], *args: Any) -> None:
        self.client = client
        self.play = client.submit(_ready_there, ours(), make_ready, *args, pure=False, retries=REDONE)
        at_once = 2 * len(client.scheduler_info(n_workers=-1)["workers"])
        self.ahead = at_once // 8 + 1

    def take_on(self, seed: int, shares: list[tuple[int, int]], *, each: bool) -> list[Part]:
        rounds, firsts = zip(*shares, strict=True)
        arguments = {"expected": ours(), "play": self.play, "seed": seed, "each": each}
        return list(self.client.map(_share_there, rounds, firsts, **arguments, pure=False, retries=REDONE))


def _ready_there(expected: str, make_ready: Callable[..., Playable], *args: Any) -> Playable:
    _must_be_the_same(expected)
    return make_ready(*args)


def _share_there(rounds: int, first: int, *, expected: str, play: Playable, seed: int, each: bool) -> Any:
    _must_be_the_same(expected)
    return play_share(play, seed, rounds, first, each)


def _must_be_the_same(expected: str) -> None:
    """Raise an error if a worker runs other code, because its results could differ."""
    if ours() != expected:
        raise NovamasError("cluster_of_another_program")


@cache
def ours() -> str:
    """Return the hash of the source code on which a simulation depends."""
    text = blake2b(f"{program_hash()}{source_elsewhere()}".encode(), digest_size=16)
    for file in sorted(Path(__file__).parent.rglob("*.py")):
        text.update(file.read_bytes())
    return text.hexdigest()


def table_there(slug: str, frame: Frame, chosen: dict[str, Any]) -> Table:
    """Return the table that a cluster worker opens from these settings."""
    return open_table(game(slug), frame, chosen)


@contextmanager
def cluster_at(address: str, many: int, make_ready: Callable[..., Playable], *args: Any) -> Iterator[Workers]:
    """Open the cluster at an address, or a new one with `many` workers on this machine."""
    with optional_packages():
        from distributed import CancelledError, Client, KilledWorker, LocalCluster
        from distributed.comm import CommClosedError
    with ExitStack() as open_ones:
        try:
            place: Any = address
            if address == LOCAL:
                local = LocalCluster(n_workers=many, threads_per_worker=1, dashboard_address=None)
                place = open_ones.enter_context(local)
            client = open_ones.enter_context(Client(place, timeout=WAIT))
        except (OSError, ValueError):
            raise NovamasError("no_cluster", place=quoted(address)) from None
        try:
            yield Cluster(client, make_ready, *args)
        except (CancelledError, CommClosedError, KilledWorker):
            raise NovamasError("cluster_lost", address=address) from None
