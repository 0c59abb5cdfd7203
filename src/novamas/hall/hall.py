"""The public interface to all tables in play. Every change is durable before it is published.

A process keeps the tables that it serves in memory (`loaded_tables`). Requests run on forks of a
table and are committed under the next numbers of its book (`executor`), so any process may serve
any table. Subscribers get every new state (`publisher`). Each table continues by itself
(`scheduler`): the process that appended the last entry runs the next automatic action. A row of the
store shows the others when the action is due, in case that process dies.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from novamas.bots.buy_ins import bots_cash
from novamas.errors import NovamasError
from novamas.hall.batch import BatchResult, Committed
from novamas.hall.clock import HallClock
from novamas.hall.executor import Executor
from novamas.hall.idempotency import AnswerCache, MessageKey, Said, apply_deeds, subject_of
from novamas.hall.jackpot_sync import JackpotSync
from novamas.hall.loaded_tables import LoadedTables
from novamas.hall.people.purses import Purses
from novamas.hall.publisher import Publisher
from novamas.hall.replication import Replicator
from novamas.hall.tables.automation import ABANDONED
from novamas.hall.tables.codec import encode_body
from novamas.hall.tables.commands import Command
from novamas.hall.tables.commitments import Commitments
from novamas.hall.tables.entries import BotSat
from novamas.hall.tables.opening import bots_at, new_table, opening_of
from novamas.hall.tables.seeds import Seeds
from novamas.hall.tables.table import LiveTable
from novamas.house.opening import frame_to_play
from novamas.law import Library, library
from novamas.protocol.tables import DeedsResult, OpenTableRequest
from novamas.record import header_of
from novamas.store import GroupCommit, Store, StoreFault
from novamas.store.group_commit import After
from novamas.store.open_tables import OpenTable, listed
from novamas.table.deeds import Deed
from novamas.table.refusals import Refused
from novamas.table.roles import Who

SettleResult: TypeAlias = Callable[[DeedsResult | StoreFault | None], None]
Replies: TypeAlias = Callable[[DeedsResult], None] | None  # called with a result before it is published
COMMIT_WINDOW: Final = 0.005  # seconds: an act at a busy house is answered later by half of it


class Hall:
    """All tables in play on one store, as seen by one process."""

    def __init__(
        self,
        store: Store,
        seeds: Seeds,
        after: After | None = None,
        abandoned: int = ABANDONED,
        law: Library | None = None,
    ) -> None:
        self.law = law or library()
        self.clock = HallClock(store.now)
        self.store = store.dated_by(self.clock.now)
        self.seeds = seeds
        self.commits = GroupCommit(self.store, after, window=COMMIT_WINDOW)
        self.commitments = Commitments(self.store, self.commits, seeds)
        self.loaded = LoadedTables(self.store, seeds, self.clock, abandoned, self.law)
        self.purses = Purses(self.store, self.commits, self.loaded)
        self.publisher = Publisher(self.loaded)
        self.jackpots = JackpotSync(self.loaded, self.commits)
        self.executor = Executor(self.loaded, self.commits, self.jackpots)
        self.apply = self.executor.apply
        self.table = self.loaded.get
        self._answers = AnswerCache(store)

    # ------------------------------------------------------------ tables

    async def open(self, request: OpenTableRequest, owner: str, first: Command | None = None) -> LiveTable:
        """Open a table and run a first command there, in one commit.

        Raise an error with all faults of the set-up.
        """
        frame = frame_to_play(request.game, request.norm, law=self.law)
        opened = await asyncio.to_thread(new_table, frame, request.choices)
        id, live, epoch = await self.commitments.chance_for(request)
        header = header_of(opened, live, opened=self.store.now().date())
        table = LiveTable(id, opening_of(request, header, owner, epoch), opened, live)
        fork = table.fork()
        fork.enter(table.opened)
        for seat, mind in bots_at(request, opened):
            fork.enter(BotSat(seat, mind, bots_cash(opened)))
        if first is not None:
            first(fork)
        keeping = BatchResult(fork, [lambda books: self.seeds.keep(books, id, live)], [], [])
        async with self.loaded.lock(id):
            now = await self.executor.commit(table, fork, keeping)
        if request.group:
            await self.jackpots.link(table)
        return now

    def open_tables(self) -> list[OpenTable]:
        """Return all open tables of all processes."""
        with self.store.reading() as books:
            return listed(books)

    async def listen(self) -> None:
        """Apply entries of other processes at tables that have subscribers here. Runs until cancelled."""
        await Replicator(self.loaded, self.publisher, self.jackpots).run()

    async def shutdown(self) -> None:
        """Refuse new requests, and wait until all pending requests are committed."""
        self.executor.queue.is_closed = True
        await self.executor.queue.drained()
        await asyncio.to_thread(self.commits.close)

    # ------------------------------------------------------------ requests of people

    async def submit(
        self,
        id: str,
        person: str,
        who: Who,
        deeds: Sequence[Deed],
        *,
        at: int,
        key: str,
        committed: Replies = None,
    ) -> DeedsResult:
        """Apply a person's deeds in order, up to the first refused deed. They are meant for state `at`.

        Idempotent: the same deeds under the same key get the same result and are not repeated. If any deed
        was applied, `committed` is called with the result before the new state is published.
        """
        result: list[DeedsResult] = []
        name = MessageKey(person, key)
        if at > (await self.table(id)).number:  # another process has sent a later state
            await self.loaded.refresh(id)

        def command(fork: LiveTable) -> None:
            result[:] = [apply_deeds(fork, person, who, deeds, at, name, said)]

        said = tuple(map(encode_body, deeds))
        replies = None if committed is None else lambda: committed(result[0])
        return await self._run_idempotent(id, name, said, command, lambda _: result[0], replies)

    def submit_soon(
        self,
        id: str,
        person: str,
        who: Who,
        deeds: Sequence[Deed],
        *,
        at: int,
        key: str,
        committed: Callable[[DeedsResult], None],
        settle: SettleResult,
    ) -> bool:
        """Do a person's deeds without a task. Return false if that is not possible.

        `settle` gets the result, or a fault of the store. It gets None if any deed is refused or the message
        came before: then nothing was done here, and `submit` answers.
        """
        result: list[DeedsResult] = []
        name, said = MessageKey(person, key), tuple(map(encode_body, deeds))
        if self._answers.has(id, name):
            return False

        def command(fork: LiveTable) -> None:
            result[:] = [apply_deeds(fork, person, who, deeds, at, name, said)]
            if result[0].refusal is not None:
                raise Refused(result[0].refusal, fork.game.slug)

        def settled(_: LiveTable | None, fault: BaseException | None) -> None:
            if fault is None:
                self._answers.keep(id, name, said, result[0])
                settle(result[0])
            else:
                settle(fault if isinstance(fault, StoreFault) else None)

        return self.executor.run_soon(id, command, settled, lambda: committed(result[0]))

    def submit_command_soon(
        self,
        id: str,
        person: str,
        command: Command,
        *,
        asked: bytes,
        key: str,
        committed: Callable[[DeedsResult], None],
        settle: SettleResult,
    ) -> bool:
        """Run a person's command without a task, as `submit_soon` does deeds."""
        name, subject = MessageKey(person, key), subject_of(asked)
        if self._answers.has(id, name):
            return False
        done: DeedsResult | None = None

        def keyed(fork: LiveTable) -> None:
            nonlocal done
            command(fork)
            if fork.uncommitted:
                fork.key_first(name.of(0), subject)
                done = DeedsResult(fork.number, 1)

        def settled(_: LiveTable | None, fault: BaseException | None) -> None:
            if fault is None and done is not None:
                self._answers.keep(id, name, (subject.encode(),), done)
                settle(done)
            else:
                settle(fault if isinstance(fault, StoreFault) else None)

        def told() -> None:
            if done is not None:
                committed(done)

        return self.executor.run_soon(id, keyed, settled, told)

    async def submit_command(
        self, id: str, person: str, command: Command, *, asked: bytes, key: str
    ) -> DeedsResult:
        """Run a person's command that is not a deed of the game. `asked` is the request as received.

        Idempotent: a command is run once per key. The same key with another request is refused. A command
        that changes nothing, such as a second `ready`, makes no entry and is not remembered.
        """
        name, subject = MessageKey(person, key), subject_of(asked)
        done = 0

        def keyed(fork: LiveTable) -> None:
            nonlocal done
            command(fork)
            done = 1 if fork.uncommitted else 0
            if done:
                fork.key_first(name.of(0), subject)

        return await self._run_idempotent(
            id, name, (subject.encode(),), keyed, lambda table: DeedsResult(table.number, done)
        )

    async def find_reply(self, id: str, person: str, *, asked: bytes, key: str) -> DeedsResult | None:
        """Return the result of the earlier command with this key, or None if none was run."""
        return await self._answers.look_up(id, MessageKey(person, key), (subject_of(asked).encode(),))

    async def _run_idempotent(
        self,
        id: str,
        key: MessageKey,
        said: Said,
        command: Command,
        result_of: Callable[[LiveTable], DeedsResult],
        committed: Committed = None,
    ) -> DeedsResult:
        """Run a command unless its message came before. Return the first result in both cases."""
        if (again := self._answers.get(id, key, said)) is not None:
            return again
        try:
            found = result_of(await self.apply(id, command, committed=committed))
            if found.done:
                return self._answers.keep(id, key, said, found)
            return await self._answers.look_up(id, key, said) or found  # perhaps refused as already done
        except StoreFault:
            raise
        except NovamasError:
            again = await self._answers.look_up(id, key, said)
            if again is None:
                raise
            return again
