"""A simulated hall. One seed decides all faults: `python -m tools.simulated_hall --seeds 10000`.

Two halls share one store. Guests sit, bet and act, lawfully or not, with stale numbers and repeated messages.
Answers are lost, processes die at any step, the store is busy or unreachable, clocks jump. At the end no
acknowledged deed is lost or doubled, every guest has received every event once, every table equals its book,
chains verify and books balance. A failure prints its seed, which repeats it: `--from SEED --seeds 1`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
import time
import traceback
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
from tests.hall.checks import encoded, must_balance, must_be_as_written, must_hold
from tests.hall.virtual_clock import VirtualClock, VirtualLoop, a_hall, let_go, new_file, no_threads
from tests.hall.watched import comparable
from tests.support.every_game import small_table

from novamas.bots.minds import minds_at
from novamas.client.kept import KeptTable
from novamas.errors import NovamasError
from novamas.games import GAMES
from novamas.hall.deliveries import Difference, Form, WholeState
from novamas.hall.hall import Hall
from novamas.hall.idempotency import MessageKey
from novamas.hall.scheduler import Scheduler
from novamas.hall.subscribers import Subscriber
from novamas.hall.tables import commands
from novamas.hall.tables.accounts import book_of
from novamas.hall.tables.automation import awaited_at
from novamas.hall.tables.codec import encode_body
from novamas.hall.tables.loader import load_table
from novamas.hall.tables.pace import paces
from novamas.hall.tables.table import LiveTable
from novamas.hall.views import Scene, seat_infos, seen_by
from novamas.protocol.messages import TableMessage
from novamas.protocol.pace import Pace
from novamas.protocol.tables import DeedsResult, OpenTableRequest
from novamas.store import ReadTransaction, Store, StoreFault, open_store
from novamas.table.deeds import Deed
from novamas.table.roles import RAIL, Who
from novamas.table.wire import types_of
from novamas.testing.random_play import disturbed

T = TypeVar("T")
OWNER = "owner"
LASTS = 20.0  # virtual seconds in which things go wrong
QUIET = 12.0  # and in which nothing does, before all is looked at


class Lost(Exception):
    """Raised when the connection is lost, so that the client does not know whether its deed was done."""


class Place:
    """A place for a process that serves the store. If the process dies, another one is started."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.number = number
        self.hall: Hall | None = None
        self.life = 0
        self._store: Store | None = None
        self._clockwork: Scheduler | None = None
        self._tasks: list[asyncio.Task[Any]] = []
        self._told: asyncio.Queue[tuple[str, int] | None] = asyncio.Queue()

    def start(self) -> None:
        """Start a new process in this place."""
        self._store = open_store(self.world.path, clock=self.world.clock)
        self.hall, self._clockwork = a_hall(self._store)
        for store in (self._store, self.hall.store):
            store.reading = self._reading(store.reading)  # type: ignore[method-assign]
        self.hall.store.notifications = self._heard  # type: ignore[method-assign]
        self.hall.commits.breaks_in = self._breaks_in  # type: ignore[attr-defined]
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._clockwork.run()), loop.create_task(self.hall.listen())]

    async def _heard(self) -> AsyncIterator[tuple[str, int] | None]:
        """From now on, receive the notifications of the other process."""
        self._told = asyncio.Queue()
        yield None
        while True:
            yield await self._told.get()

    def hear(self, book: str, number: int) -> None:
        """Handle a notification of the other process: the last number of a table."""
        self._told.put_nowait((book, number))

    def kill(self) -> None:
        """Kill the process at any point of its work. It loses its memory."""
        if self.hall is None or self._clockwork is None or self._store is None:
            return
        self.world.count["killed"] += 1
        self.life += 1
        for task in (
            *self._tasks,
            *_in_order(self.hall.executor.queue._workers),
            *_in_order(self._clockwork._tasks),
        ):
            task.cancel()
        self.hall = None
        self._store.close()
        asyncio.get_running_loop().call_later(self.world.rng.random() * 4, self.start)

    async def call(self, asked: Coroutine[Any, Any, T]) -> T:
        """Send a request to the process. The connection may be lost before or after the answer."""
        task = asyncio.get_running_loop().create_task(asked)
        self._tasks.append(task)
        try:
            found = await task
        except asyncio.CancelledError:
            raise Lost from None
        finally:
            if task in self._tasks:
                self._tasks.remove(task)
        if self.world.is_rough and self.world.rng.random() < 0.05:
            self.world.count["answers lost"] += 1
            raise Lost
        return found

    async def _breaks_in(self, when: str) -> None:
        """Cause a random fault before or after a commit."""
        world, fate = self.world, self.world.rng.random()
        if fate < 0.3:
            await asyncio.sleep(world.rng.random() / 10)
        if not world.is_rough:
            return
        if 0.3 < fate < 0.3 + 0.008:
            self.kill()
            await asyncio.sleep(3600)
        if 0.4 < fate < 0.43 or world.is_away:
            world.count[f"faults {when}"] += 1
            raise StoreFault("store_unreachable", path="", said="")
        if when == "after":
            world.tell_others(self)

    def _reading(self, reading: Any) -> Any:
        @contextmanager
        def read(**how: bool) -> Iterator[ReadTransaction]:
            if self.world.is_away:
                raise StoreFault("store_unreachable", path="", said="")
            with reading(**how) as books:
                yield books
                if self.world.is_rough and self.world.rng.random() < 0.01:
                    self.world.count["faults reading"] += 1
                    raise StoreFault("store_unreachable", path="", said="")

        return read


def _in_order(tasks: set[asyncio.Task[Any]]) -> list[asyncio.Task[Any]]:
    return sorted(tasks, key=lambda task: int(task.get_name().rpartition("-")[2]))


class Person:
    """A guest who plays, and who remembers every event and every acknowledged deed."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.name = name
        self.rng = Random(world.rng.random())
        self.since: int | None = None
        self.began = 0
        self.told: list[tuple[int, int, Who, bytes]] = []
        self.answers: list[tuple[str, list[Deed], DeedsResult]] = []
        self.sat: list[tuple[str, int]] = []
        self.place: Place | None = None
        self.life = 0
        self.eyes: Who = RAIL
        self.watcher: Subscriber | None = None
        self.kept: KeptTable | None = None  # what he sees
        self.met: list[Deed] = []
        self.keys = 0

    async def live(self) -> None:
        """Do random things one after the other until the simulation is over."""
        while self.world.is_rough:
            await asyncio.sleep(self.rng.random() * self.rng.choice((0.1, 0.5, 2)))
            with suppress(Lost, StoreFault):
                await self.look()
                await self.do_something()

    async def look(self) -> None:
        """Receive new events. Subscribe again after a lost connection or from another viewpoint."""
        if self.place is None or self.place.hall is None or self.place.life != self.life or self.is_gone():
            await self.come_back()
        while self.watcher is not None and self.watcher._waiting:
            seen = await self.watcher.next()
            if seen is None:
                self.watcher = None
            else:
                assert isinstance(seen, Difference | WholeState)
                self.hear(seen, seen.eyes)
                message = json.loads(seen.text(Form()))
                if isinstance(seen, WholeState) or self.kept is None:
                    self.kept = KeptTable(message)
                else:
                    self.kept.apply(message)

    def is_gone(self) -> bool:
        return self.watcher is None or self.rng.random() < 0.02

    async def come_back(self) -> None:
        """Subscribe again from the last number that the guest received."""
        self.place, self.watcher = self.rng.choice(self.world.places), None
        self.life, hall = self.place.life, self.place.hall
        if hall is None:
            raise Lost
        table = await self.place.call(hall.table(self.world.table))
        self.eyes = next(iter(table.seats_of(self.name)), RAIL)
        try:
            watching = hall.publisher.subscribe(self.world.table, self.name, self.eyes, self.since)
            self.watcher, seen = await self.place.call(watching)
        except StoreFault:
            raise
        except NovamasError:  # the guest has left meanwhile
            raise Lost from None
        self.world.count["came back"] += 1
        self.hear(seen, seen.view.eyes)
        self.kept = KeptTable(json.loads(encoded(seen)))

    def hear(self, seen: Difference | WholeState | TableMessage[Any], eyes: Who) -> None:
        """Check that new events continue from the last ones received."""
        if self.since is None:
            self.since = self.began = seen.number
            assert not seen.events
        for told in seen.events:
            assert self.since < told.number <= seen.number, (self.name, self.since, told)
            self.told.append((told.number, told.nth, eyes, encoded(told.event)))
        assert seen.number >= self.since
        self.since, self.eyes = seen.number, eyes

    async def do_something(self) -> None:
        if self.kept is None or self.place is None:
            return
        if not isinstance(self.eyes, int):
            await self.sit_down()
        else:
            fate = self.rng.random()
            if fate < 0.04:
                await self.try_change(commands.stand(self.name, self.eyes))
            elif fate < 0.15:
                await self.try_change(commands.be_ready(self.name, self.eyes))
            elif fate < 0.18:
                await self.sit_down(self.eyes)
            else:
                await self.act(self.eyes)

    async def try_change(self, plan: commands.Command) -> None:
        hall = self.hall()
        with suppress(NovamasError):
            await self.place.call(hall.apply(self.world.table, plan))  # type: ignore[union-attr]

    def hall(self) -> Hall:
        if self.place is None or self.place.hall is None:
            raise Lost
        return self.place.hall

    async def sit_down(self, seat: int | None = None) -> None:
        """Sit down or bring more chips. Repeat the request until there is an answer."""
        seat, cents = seat or self.rng.randint(1, self.world.seats), 100 * self.rng.randint(1, 3000)
        key = self.new_key()
        plan = commands.sit(self.name, self.name, seat, cents)
        while self.world.is_rough:
            try:
                hall = self.hall()
                asked = hall.submit_command(self.world.table, self.name, plan, asked=b"sit", key=key)
                await self.place.call(asked)  # type: ignore[union-attr]
                self.sat.append((key, cents))
                self.watcher = None  # the guest has another viewpoint now
                return
            except (Lost, StoreFault):
                await self.try_again()
            except NovamasError:
                return

    async def act(self, seat: int) -> None:
        """Send an act, and repeat the message until there is an answer."""
        deeds = self.some_deeds(seat)
        if not deeds:
            return
        key, at = self.new_key(), self.some_number()
        while self.world.is_rough:
            try:
                hall = self.hall()
                asked = hall.submit(self.world.table, self.name, seat, deeds, at=at, key=key)
                answer = await self.place.call(asked)  # type: ignore[union-attr]
                self.answers.append((key, deeds, answer))
                self.world.count[f"answered {'yes' if answer.done else 'no'}"] += 1
                if self.rng.random() < 0.9:
                    return
                self.world.count["repeated"] += 1
            except (Lost, StoreFault):
                await self.try_again()
            except NovamasError as refused:
                if refused.code != "clock_went_back":
                    raise
                return

    async def try_again(self) -> None:
        await asyncio.sleep(self.rng.random())
        with suppress(Lost, StoreFault):
            await self.look()

    def new_key(self) -> str:
        self.keys += 1
        return f"{self.keys}"

    def some_number(self) -> int:
        """Return the number of the last state that the guest saw, or now and then another number."""
        assert self.since is not None
        return self.since - (self.rng.randint(-1, 5) if self.rng.random() < 0.1 else 0)

    def some_deeds(self, seat: int) -> list[Deed]:
        """Return an offered act, a similar act, or an act that was offered earlier."""
        assert self.kept is not None
        offers = self.kept.state["view"]["offers"][:40]
        offered = [msgspec.convert(offer, self.world.offer).sample(self.rng) for offer in offers]
        self.met = (self.met + offered)[-200:]
        if not self.met:
            return []
        chosen = [
            self.rng.choice(offered if offered and self.rng.random() < 0.8 else self.met)
            for _ in range(self.rng.choice((1, 1, 1, 2, 3)))
        ]
        return [disturbed(deed, self.rng) if self.rng.random() < 0.1 else deed for deed in chosen]

    # ------------------------------------------------------------ when all is quiet

    def check(self, whole: LiveTable, books: ReadTransaction) -> None:
        """Check that each acknowledged deed is in the book once, and that the guest has every event."""
        last = {key: (deeds, answer) for key, deeds, answer in self.answers}
        for key, _, answer in self.answers:  # who was refused may ask again; what was done stays done
            assert not answer.done or answer.number == last[key][1].number
        for key, (deeds, answer) in last.items():
            made = [
                books.entry_of(whole.book, MessageKey(self.name, key).of(nth)) for nth in range(len(deeds))
            ]
            assert [one is not None for one in made] == [nth < answer.done for nth in range(len(deeds))], (
                *(self.name, key, answer, [one and one.number for one in made]),
            )
            for deed, one in zip(deeds, made, strict=True):
                assert one is None or one.body == encode_body(deed)
            assert not answer.done or made[answer.done - 1].number == answer.number  # type: ignore[union-attr]
        for key, cents in self.sat:
            one = books.entry_of(whole.book, MessageKey(self.name, key).of(0))
            assert one is not None, (self.name, key)
            if one.kind == "stood":  # a bot made room
                one = books.entry(whole.book, one.number + 1)
                assert one is not None
            assert [transfer.cents for transfer in books.transfers(one)] == [cents]
        if self.since is None:
            return
        happened = {
            (one.number, nth): event
            for one in whole.history
            if self.began < one.number <= self.since
            for nth, event in enumerate(one.events)
        }
        assert [(number, nth) for number, nth, _, _ in self.told] == sorted(happened), self.name
        for number, nth, eyes, event in self.told:
            seen = happened[number, nth]
            assert event in (encoded(seen.seen_by(eyes)), encoded(seen.seen_by(RAIL))), (number, nth)
        if self.kept is not None and self.since == whole.number:  # nothing was told after that
            speed = whole.speed
            durations = paces()[speed] if speed else {}
            scene = Scene(seat_infos(whole), None, speed or "", durations, awaited_at(whole))
            seen_now = seen_by(whole, self.eyes, whole.number, (), scene)
            assert comparable(self.kept.state) == comparable(json.loads(encoded(seen_now))), self.name


class World:
    """A simulation: one store, two places where processes run, and guests."""

    def __init__(self, seed: int, path: Path) -> None:
        self.rng = Random(seed)
        self.path = path
        self.clock = VirtualClock()
        self.furthest = 0.0  # how far ahead the clock once was
        self.count: Counter[str] = Counter()
        self.places = [Place(self, 0), Place(self, 1)]
        self.is_rough = True
        self.is_away = False
        self.table = ""
        self.seats = 0

    def tell_others(self, place: Place) -> None:
        """Notify the other process of the last number of a table. Some notifications are lost."""
        if self.table and self.rng.random() < 0.9:
            with open_store(self.path, clock=self.clock) as store, store.reading() as books:
                head = books.head(book_of(self.table))
            assert head is not None
            self.places[1 - place.number].hear(book_of(self.table), head.number)

    async def run(self) -> None:
        """Run the simulation with all its faults, then check the final state."""
        self.is_rough = False
        for place in self.places:
            place.start()
        await self._open()
        self.is_rough = True
        people = [Person(self, f"p{number}") for number in range(self.rng.randint(1, 3))]
        living = [asyncio.create_task(person.live()) for person in people]
        fate = asyncio.create_task(self._fate())
        await asyncio.sleep(LASTS)
        fate.cancel()
        self.is_rough = self.is_away = False
        await asyncio.gather(*living)
        await asyncio.sleep(QUIET + 2 * (self.furthest - self.clock.ahead))  # books wait for a clock set back
        await self._check(people)

    async def _open(self) -> None:
        game, hall = self.rng.choice(GAMES), self.places[0].hall
        assert hall is not None
        for name in range(3):
            await hall.purses.welcome(f"p{name}", 100_000_000)
        minds = minds_at(small_table(game))
        bots = {seat: self.rng.choice(minds) for seat in range(1, self.rng.randint(1, 4))}
        pace = Pace(step_ms=self.rng.choice((100, 700)), betting_ms=4000, patience_ms=3000)
        asked = OpenTableRequest(game=game, bots=bots, alone=self.rng.random() < 0.3, pace=pace)
        opened = await hall.open(asked, OWNER)
        self.table, self.seats = opened.id, len(opened.seat_numbers)
        self.offer = types_of(opened.game)["offer"]
        self.count[game] += 1

    async def _fate(self) -> None:
        """Cause faults that do not depend on a request, such as a killed process or a jump of the clock."""
        while True:
            await asyncio.sleep(self.rng.random() * 6)
            match self.rng.randrange(6):
                case 0:
                    self.rng.choice(self.places).kill()
                case 1:
                    self.is_away = True
                    await asyncio.sleep(self.rng.random() * 4)
                    self.is_away = False
                case 2:
                    self.clock.ahead += self.rng.choice((-4, -1, 1, 30, 3600))
                    self.furthest = max(self.furthest, self.clock.ahead)
                case 3:
                    self.clock.ahead -= self.rng.choice((1, 20))
                case 4 if self.rng.random() < 0.2:
                    await self._close()
                case _:
                    pass

    async def _close(self) -> None:
        hall = self.rng.choice(self.places).hall
        with suppress(NovamasError):
            if hall is not None:
                await hall.apply(self.table, commands.close(OWNER))

    async def _check(self, people: list[Person]) -> None:
        halls = [place.hall for place in self.places if place.hall is not None]
        assert len(halls) == 2
        for hall in halls:
            table = await hall.loaded.refresh(self.table)
            must_be_as_written(hall, table)
        must_balance(halls[0].store, table)
        must_hold(halls[0].store)
        whole = load_table(halls[0].store, halls[0].seeds, self.table, whole=True)
        with halls[0].store.reading() as books:
            for person in people:
                person.check(whole, books)
        following = halls[0].loaded.due_action(table)
        if following is not None and following.tick < halls[0].clock.tick() - 5_000_000:
            await asyncio.sleep(5)  # this place has only now read what it did not hear
            now = await halls[0].loaded.refresh(self.table)
            assert now.number > table.number, f"the table stands still: {table.session.phase} {following}"
        self.count["entries"] += table.number


def simulate(seed: int) -> Counter[str]:
    """Run the simulation of one seed. A seed that fails once fails again with the same error."""
    with new_file() as path:
        world, loop = World(seed, path), VirtualLoop()
        world.clock.loop = loop
        with no_threads(world.rng):
            try:
                loop.run_until_complete(world.run())
                return world.count
            finally:
                let_go(loop)
                loop.close()


def main() -> None:
    reads = argparse.ArgumentParser(description=__doc__)
    reads.add_argument("--seeds", type=int, default=100)
    reads.add_argument("--from", type=int, default=1, dest="first")
    asked = reads.parse_args()
    logging.disable(logging.ERROR)
    count: Counter[str] = Counter()
    began, failed = time.monotonic(), []
    for seed in range(asked.first, asked.first + asked.seeds):
        try:
            count += simulate(seed)
        except Exception:
            failed.append(seed)
            print(f"seed {seed}", flush=True)
            traceback.print_exc(limit=-6)
        if seed % 500 == 0:
            print(f"up to seed {seed}: {(time.monotonic() - began) / 60:.1f} minutes", flush=True)
    minutes = (time.monotonic() - began) / 60
    print(f"{asked.seeds} seeds, {asked.seeds / minutes:.0f} a minute; failed: {failed or 'none'}")
    print(", ".join(f"{name} {number}" for name, number in sorted(count.items())))
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
