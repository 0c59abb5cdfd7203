"""A process with a hall that is killed at any moment, and guests who come back to their seats.

A guest repeats each request, unchanged, until there is an answer. After each kill another process is started.
Every answered deed is noted, and must be in the books at the end.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from random import Random
from threading import Event, Thread
from typing import Any

from msgspec import Struct
from tests.hall.virtual_clock import Plain, a_hall

from novamas.bots.minds import USUAL
from novamas.errors import NovamasError
from novamas.hall.hall import Hall
from novamas.hall.idempotency import MessageKey
from novamas.hall.tables import commands
from novamas.hall.tables.codec import encode_body
from novamas.hall.tables.loader import load_table
from novamas.protocol.pace import Pace
from novamas.protocol.tables import DeedsResult, OpenTableRequest
from novamas.store import ReadTransaction, StoreFault, open_store
from novamas.table.deeds import Deed
from novamas.table.roles import RAIL

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(
    ["tests.store.killing", "psycopg", "sqlalchemy.dialects.postgresql", "novamas.games.boule", __name__]
)
PACE = Pace(step_ms=10, betting_ms=250, patience_ms=100)
BROUGHT = 2_000_000


class Looked(Struct, frozen=True):
    """The view that a returning guest gets: state, missed events, seat and allowed acts."""

    number: int
    missed: tuple[tuple[int, int], ...]
    seat: int
    may: tuple[Deed, ...]


# ---------------------------------------------------------------- in the process


def serve(address: str, wire: Connection) -> None:
    """Serve a store until the process is killed."""
    asyncio.run(_serve(address, wire))


async def _serve(address: str, wire: Connection) -> None:
    hall, scheduler = a_hall(open_store(address))
    going = asyncio.create_task(scheduler.run())
    while not going.done():
        nth, name, args = await asyncio.to_thread(wire.recv)
        asyncio.create_task(_answer(hall, wire, nth, name, args)).add_done_callback(
            lambda task: task.result()
        )


async def _answer(hall: Hall, wire: Connection, nth: int, name: str, args: tuple[Any, ...]) -> None:
    try:
        told = await _ASKED[name](hall, *args)
    except StoreFault as fault:
        told = fault
    except NovamasError as refused:
        told = refused.code
    wire.send((nth, told))


async def _open(hall: Hall, game: str, people: tuple[str, ...]) -> str:
    for person in people:
        await hall.purses.welcome(person, 100 * BROUGHT)
    bots = dict.fromkeys((1, 2, 3), USUAL)
    return (await hall.open(OpenTableRequest(game=game, pace=PACE, bots=bots), "owner")).id


async def _sit(hall: Hall, id: str, person: str, seat: int, key: str) -> bool:
    await hall.submit_command(id, person, commands.sit(person, person, seat, BROUGHT), asked=b"sit", key=key)
    return True


async def _submit(hall: Hall, id: str, person: str, seat: int, deed: Deed, at: int, key: str) -> DeedsResult:
    return await hall.submit(id, person, seat, (deed,), at=at, key=key)


async def _look(hall: Hall, id: str, person: str, since: int, seed: int) -> Looked:
    table = await hall.table(id)
    seat = next(iter(table.seats_of(person)), 0)
    watcher, seen = await hall.publisher.subscribe(id, person, seat or RAIL, since, whole=True)
    hall.publisher.unsubscribe(id, watcher)
    rng = Random(seed)
    may = tuple(offer.sample(rng) for offer in rng.sample(seen.view.offers, min(3, len(seen.view.offers))))
    return Looked(seen.number, tuple((told.number, told.nth) for told in seen.events), seat, may)


_ASKED: dict[str, Callable[..., Any]] = {"open": _open, "sit": _sit, "submit": _submit, "look": _look}


# ---------------------------------------------------------------- outside


class Server:
    """The current process with the hall. A thread kills it at random moments."""

    def __init__(self, address: str, rng: Random) -> None:
        self.address = address
        self.rng = rng
        self.killed = 0
        self.is_up = Event()  # it has answered since it was started
        self._numbers = iter(range(10**9))
        self._process: BaseProcess | None = None
        self._start()

    def _start(self) -> None:
        ours, theirs = PROCESSES.Pipe()
        self._wire = ours
        self.is_up.clear()
        process = PROCESSES.Process(target=serve, args=(self.address, theirs), daemon=True)
        process.start()
        self._process = process  # only now can it be killed
        theirs.close()

    def kill(self) -> None:
        """Kill the process, whatever it is doing."""
        assert self._process is not None
        self._process.kill()
        self._process.join()
        self.killed += 1

    def ask(self, *asked: tuple[Any, ...]) -> list[Any]:
        """Send several requests at once, again and again until each has an answer."""
        told: dict[int, Any] = {}
        while len(told) < len(asked):
            try:
                waiting = {next(self._numbers): nth for nth in range(len(asked)) if nth not in told}
                for number, nth in waiting.items():
                    self._wire.send((number, asked[nth][0], asked[nth][1:]))
                while waiting:
                    if not self._wire.poll(60):
                        raise AssertionError("nobody answers")
                    number, answer = self._wire.recv()
                    nth = waiting.pop(number)
                    self.is_up.set()
                    if not isinstance(answer, StoreFault):
                        told[nth] = answer
            except (EOFError, OSError):
                with suppress(OSError):
                    self._wire.close()
                self._start()
        return [told[nth] for nth in range(len(asked))]


class Guest:
    """A guest who plays at a table and notes every answer and every event."""

    def __init__(self, name: str, table: str, seat: int, rng: Random) -> None:
        self.name = name
        self.table = table
        self.seat = seat
        self.rng = rng
        self.since = 0
        self.told: list[tuple[int, int]] = []
        self.answers: list[tuple[str, Deed, DeedsResult]] = []
        self._keys = iter(range(10**9))

    def looks(self) -> tuple[Any, ...]:
        return ("look", self.table, self.name, self.since, self.rng.randrange(10**9))

    def hears(self, seen: Looked) -> None:
        """Check that new events follow the earlier ones, and that the guest still has the same seat."""
        assert seen.number >= self.since
        assert all(number > self.since for number, _ in seen.missed)
        assert seen.seat == self.seat
        self.told += seen.missed
        self.since = seen.number

    def acts(self, seen: Looked) -> tuple[Any, ...] | None:
        if not seen.may:
            return None
        key = str(next(self._keys))
        return ("submit", self.table, self.name, self.seat, self.rng.choice(seen.may), seen.number, key)

    def check(self, hall: Hall, books: ReadTransaction) -> None:
        """Check that every answered deed is in the book once, and that the guest received every event."""
        whole = load_table(hall.store, hall.seeds, self.table, whole=True)
        for key, deed, answer in self.answers:
            made = books.entry_of(whole.book, MessageKey(self.name, key).of(0))
            assert (made is not None) == bool(answer.done), (self.name, key, answer)
            assert made is None or (made.number, made.body) == (answer.number, encode_body(deed))
        happened = [
            (one.number, nth)
            for one in whole.history
            if one.number <= self.since
            for nth in range(len(one.events))
        ]
        assert self.told == happened


def killing(server: Server, kills: int) -> Iterator[None]:
    """Kill the process `times` times while guests play, each time soon after its first answers."""

    def kill() -> None:
        for _ in range(kills):
            server.is_up.wait()
            time.sleep(server.rng.random() * 0.4)
            server.is_up.clear()
            server.kill()

    killer = Thread(target=kill, daemon=True)
    killer.start()
    while killer.is_alive():
        yield


__all__ = ["Guest", "Looked", "Plain", "Server", "killing"]
