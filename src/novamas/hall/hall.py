"""The hall: the one door to all tables in play. Whatever is done lasts before anybody is told of it.

A process keeps the tables that it serves in memory, each at the number it last knew. Whoever wants to do
something does it at a fork, and its entries are made under the next numbers; if another process was first,
they are refused, the table is read on, and it is decided again. So any process may serve any table.

Each table goes on by itself where it should: the process that made its last entry does it when it is due,
and a row of the store tells the others when, should that process be gone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from novamas.bots.buy_ins import bots_cash
from novamas.errors import NovamasError
from novamas.hall.batch import ExtraWrite, PendingRequest, run_batch
from novamas.hall.clock import HallClock
from novamas.hall.idempotency import AnswerCache, MessageKey, Said, apply_deeds, subject_of
from novamas.hall.people.purses import HOUSE, Purses
from novamas.hall.replication import Replicator
from novamas.hall.request_queue import RequestQueue
from novamas.hall.subscribers import Subscriber, check_eyes
from novamas.hall.tables.accounts import jackpot_account
from novamas.hall.tables.automation import ABANDONED, DueAction, next_due_action
from novamas.hall.tables.codec import encode_body
from novamas.hall.tables.commands import Command
from novamas.hall.tables.commitments import Promises
from novamas.hall.tables.entries import BotSat, kind_name
from novamas.hall.tables.linked_jackpots import Levels, jackpot_totals, start_of
from novamas.hall.tables.loader import (
    MAX_READ_ON,
    load_past,
    load_table,
    next_entries,
    prepare_bots,
    read_entries,
)
from novamas.hall.tables.opening import bots_at, new_table, opening_of
from novamas.hall.tables.seeds import Seeds
from novamas.hall.tables.table import LiveTable
from novamas.hall.tables.writer import TableMoved, append_entries, notify_of_table
from novamas.hall.views import Scene, seat_infos, seen_by
from novamas.house.opening import frame_to_play
from novamas.protocol.notices import NumberedHallEvent
from novamas.protocol.tables import Clock, DeedsResult, OpenTableRequest, TableUpdate
from novamas.record import header_of
from novamas.store import (
    PUBLIC,
    BookAppend,
    Entry,
    GroupCommit,
    Store,
    StoreFault,
    Transfer,
    WriteTransaction,
)
from novamas.store.group_commit import After
from novamas.store.open_tables import OpenTable, listed
from novamas.table.deeds import Deed
from novamas.table.roles import RAIL, Who

ATTEMPTS: Final = 8  # of something that other processes stand in the way of
LEFT_TO_OTHERS: Final = 400_000  # microseconds in which another process may go on where it went on last
LOADED_AT_ONCE: Final = 2  # tables: those that are there go on meanwhile
BOT_SAT: Final = kind_name(BotSat)


class Hall:
    """All tables in play on a store, as one process knows them."""

    def __init__(
        self, store: Store, seeds: Seeds, after: After | None = None, abandoned: int = ABANDONED
    ) -> None:
        self.clock = HallClock(store.now)
        self.store = store.dated_by(self.clock.now)
        self.seeds = seeds
        self.abandoned = abandoned
        self.counter = GroupCommit(self.store, after)
        self.purses = Purses(self.store, self.counter)
        self.promises = Promises(self.store, self.counter, seeds)
        self._tables: dict[str, LiveTable] = {}
        self._following: dict[str, DueAction | None] = {}
        self._doubtful: set[str] = set()  # tables of which it is not known whether the last entry was made
        self.crowd = RequestQueue()
        self._levels: dict[str, Levels] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._watchers: dict[str, set[Subscriber]] = {}
        self._reading = asyncio.Semaphore(1)  # of whole books: one at a time
        self._loading = asyncio.Semaphore(LOADED_AT_ONCE)
        self._answered = AnswerCache(store)
        self.schedule: Callable[[LiveTable, DueAction | None], None] = lambda _table, _next: None
        self.look_again: Callable[[str], None] = lambda _id: None

    # ------------------------------------------------------------ opening and finding

    async def open(self, asked: OpenTableRequest, owner: str) -> LiveTable:
        """Open a table, or say everything that is wrong with it."""
        frame = frame_to_play(asked.game, asked.norm)
        opened = await asyncio.to_thread(new_table, frame, asked.choices)
        id, live = await self.promises.chance_for(asked)
        header = header_of(opened, live, opened=self.store.now().date())
        table = LiveTable(id, opening_of(asked, header, owner), opened, live)
        fork = table.fork()
        fork.enter(table.opened)
        for seat, mind in bots_at(asked, opened):
            fork.enter(BotSat(seat, mind, bots_cash(opened)))
        async with self._lock(id):
            await self._enter(table, fork, [lambda books: self.seeds.keep(books, id, live)])
        if asked.group:
            await self._link(table)
        return self._tables[id]

    async def _link(self, table: LiveTable) -> None:
        """A table shares its jackpots with others from now on; the first brings what they start with."""
        group, start = table.opened.group, start_of(table.session)

        def act(books: WriteTransaction) -> None:
            for jackpot, cents in start.items():
                account = jackpot_account(table.book, group, jackpot)
                brought = (Transfer(PUBLIC, account, cents),)
                if not books.balance(account):
                    books.append(HOUSE, "linked", {"group": group, "jackpot": jackpot}, transfers=brought)

        await self.counter.answer(act)
        await self.level(group)

    async def table(self, id: str) -> LiveTable:
        """A table as this process knows it."""
        found = self._tables.get(id)
        if found is not None and id not in self._doubtful:
            return found
        async with self._lock(id):
            return await self._current(id)

    async def read_on(self, id: str) -> LiveTable:
        """A table as the store has it now, whichever process was the last to write."""
        async with self._lock(id):
            return await self._read_on(await self._current(id))

    def open_tables(self) -> list[OpenTable]:
        """All tables that are open, by whichever process they are served."""
        with self.store.reading() as books:
            return listed(books)

    def known(self) -> tuple[LiveTable, ...]:
        """The tables that this process has in memory."""
        return tuple(self._tables.values())

    def number_of(self, id: str) -> int | None:
        """How far this process knows a table, where it does."""
        found = self._tables.get(id)
        return found.number if found else None

    async def _current(self, id: str) -> LiveTable:
        if id not in self._tables:
            try:
                async with self._loading:
                    loaded = await asyncio.to_thread(load_table, self.store, self.seeds, id)
                loaded.levels = self._levels.get(loaded.opened.group, {})
                loaded.timed(self.clock)
                self._keep(loaded, self._next(loaded))
            except NovamasError:
                self._locks.pop(id, None)  # of a table that perhaps nobody ever opened
                raise
        elif id in self._doubtful:
            await self._read_on(self._tables[id])
        self._doubtful.discard(id)
        return self._tables[id]

    def _lock(self, id: str) -> asyncio.Lock:
        return self._locks.setdefault(id, asyncio.Lock())

    # ------------------------------------------------------------ doing something

    async def change(self, id: str, plan: Command, also: ExtraWrite = None) -> LiveTable:
        """Do something at a table, so that it lasts.

        It is done to its end, also where whoever asked for it goes away before. Whatever is wished meanwhile
        waits, and is then done in one step. Who comes when too many wait is sent away before anything is
        taken from him; what tables do by themselves is not held up by that, so that rounds in which people
        have staked are ended.
        """
        return await self.crowd.wait(id, PendingRequest(plan, also), self._fulfil_all)

    async def go_on(self, id: str) -> None:
        """Do what is due at a table by then, in a task that nobody ends before."""
        wish = PendingRequest()
        if self.crowd.add(id, wish):
            await self._fulfil_all(id)
        await wish.answer

    async def _fulfil_all(self, id: str) -> None:
        """Do what is wished at a table, until nobody wishes anything."""
        try:
            while self.crowd.waits_at(id):
                async with self._lock(id):
                    await self._fulfil(id, self.crowd.take(id))
        finally:
            self.crowd.leave(id)

    async def _fulfil(self, id: str, wishes: list[PendingRequest]) -> None:
        """Do what several wish in one step; what the store refuses to one, each alone."""
        try:
            table, refusals = await self._do(id, wishes)
        except Exception as fault:
            if len(wishes) == 1 or isinstance(fault, StoreFault):
                return self.crowd.settle(id, wishes, None, [fault] * len(wishes))
            for wish in wishes:
                await self._fulfil(id, [wish])
        except asyncio.CancelledError as ended:
            self.crowd.settle(id, wishes, None, [ended] * len(wishes))
            raise
        else:
            self.crowd.settle(id, wishes, table, refusals)

    async def _do(self, id: str, wishes: list[PendingRequest]) -> tuple[LiveTable, list[Exception | None]]:
        """How the table stands after what is wished, and what is refused of it."""
        table = await self._current(id)
        for _ in range(ATTEMPTS):
            position = table.source.position
            try:
                done = await run_batch(table, wishes, self._due(table))
                return (await self._enter(table, *done[:2]) if done.fork.written else table), done.refusals
            except TableMoved:
                table.source.seek(position)
                before, table = table.number, await self._read_on(table)
                if table.number == before:
                    raise  # nobody else was here: it was done before, under the same key
            except StoreFault:  # whether it was written is not known: the store is asked again
                self._draw_again(table, position)
                self.doubt(id)
                raise
            except BaseException:
                self._draw_again(table, position)
                raise
        raise StoreFault("store_busy", path=self.store.place)

    def _due(self, table: LiveTable) -> DueAction | None:
        """What is due at a table by now."""
        following = self.following(table)
        return following if following is not None and following.tick <= self.clock.tick() else None

    def _draw_again(self, table: LiveTable, position: int) -> None:
        """What was drawn for an entry that was not made, as far as we know, is drawn again."""
        if self._tables.get(table.id) is table:
            table.source.seek(position)

    def doubt(self, id: str) -> None:
        """How far a table went is not known: the store is asked when it can be."""
        self._doubtful.add(id)
        self.look_again(id)

    async def _enter(self, table: LiveTable, fork: LiveTable, also: Sequence[ExtraWrite] = ()) -> LiveTable:
        """Write down what was done at a fork; then it is the table, and whoever watches is told."""
        if any(one.kind == BOT_SAT for one in fork.written):
            await asyncio.to_thread(prepare_bots, fork)
        fork.dated([self.clock.date()] * len(fork.written))
        fork.timed(self.clock, table.number, just_now=True)
        following, group = self._next(fork), table.opened.group
        due = self.clock.date_at(following.tick) if following else None

        def act(books: WriteTransaction) -> list[int]:
            moments = append_entries(books, table, fork, due)
            if self.store.kind != "sqlite":
                notify_of_table(books, table, fork.number)
            for write in filter(None, also):
                write(books)
            return moments

        fork.dated(await self.counter.answer(BookAppend(table.book, act)))
        fork.follows(table)
        self._keep(fork, following)
        self._tell(fork)
        if group and fork.session.phase.felt.jackpots != table.session.phase.felt.jackpots:
            await self.level(group)
        return fork

    async def level(self, group: str) -> None:
        """Tell all tables that share jackpots what lies in them now, or later where the store is away."""
        try:
            self._levels[group] = await asyncio.to_thread(self._read_levels, group)
        except StoreFault:
            return
        for table in [each for each in self._tables.values() if each.opened.group == group]:
            table.levels = self._levels[group]
            self._keep(table, self._next(table))

    def _read_levels(self, group: str) -> Levels:
        with self.store.reading() as books:
            return jackpot_totals(books, group)

    def _keep(self, table: LiveTable, following: DueAction | None, *, leaves: int = 0) -> None:
        """This is how the table stands now, and what happens at it by itself next.

        It is left so long to another process, which has gone on at it last.
        """
        self._tables[table.id] = table
        self._following[table.id] = following
        later = replace(following, tick=following.tick + leaves) if following and leaves else following
        self.schedule(table, later)

    def following(self, table: LiveTable) -> DueAction | None:
        """What happens at a table by itself next."""
        return self._following[table.id] if self._tables.get(table.id) is table else self._next(table)

    def _next(self, table: LiveTable) -> DueAction | None:
        """What happens at a table by itself, if nobody comes for so long that it is closed."""
        return next_due_action(table, self.abandoned)

    async def _read_on(self, table: LiveTable) -> LiveTable:
        """What other processes did at a table meanwhile."""
        while True:
            found = await asyncio.to_thread(next_entries, self.store, {table.id: table.number})
            table = self._follow(table, found[table.id])
            if len(found[table.id]) < MAX_READ_ON:
                return table

    def _follow(self, table: LiveTable, entries: Sequence[Entry], *, just_now: bool = False) -> LiveTable:
        """Go on as others did; `just_now`: one of them has just told of it."""
        if not entries:
            return table
        fork, position = table.fork(), table.source.position
        try:
            read_entries(fork, entries)
        except BaseException:  # what was drawn meanwhile is drawn again
            table.source.seek(position)
            raise
        fork.follows(table)
        fork.timed(self.clock, table.number, just_now=just_now)
        leaves = 0 if self.store.kind == "sqlite" else LEFT_TO_OTHERS
        self._keep(fork, self._next(fork), leaves=leaves)
        self._tell(fork)
        return fork

    async def follow(self, id: str, entries: Sequence[Entry]) -> None:
        """What another process has just done at a table, as far as it is not known yet."""
        async with self._lock(id):
            if (table := self._tables.get(id)) is not None:
                try:
                    self._follow(table, [one for one in entries if one.number > table.number], just_now=True)
                except Exception:  # it is looked at again, and told where it is not understood then either
                    self.doubt(id)

    def is_watched(self, id: str) -> bool:
        """Does anybody watch a table here?"""
        return id in self._watchers

    def forget(self, id: str) -> None:
        """Others go on at a table that nobody watches here: it is read when somebody asks for it.

        One at which something is being done goes on.
        """
        if not self._lock(id).locked():
            self._tables.pop(id, None)
            self._following.pop(id, None)
            self._doubtful.discard(id)

    async def listen(self) -> None:
        """Follow what other processes do at tables that are watched here, until this is cancelled."""
        await Replicator(self).run()

    # ------------------------------------------------------------ what people do

    async def submit(
        self, id: str, person: str, who: Who, deeds: Sequence[Deed], *, at: int, key: str
    ) -> DeedsResult:
        """Deeds of somebody at the state of this number, in their order, up to the first that is refused.

        Whoever sends the same again under the same key is answered how far it was done.
        """
        answer: list[DeedsResult] = []
        name = MessageKey(person, key)
        if at > (await self.table(id)).number:  # another process told him more
            await self.read_on(id)

        def plan(fork: LiveTable) -> None:
            answer[:] = [apply_deeds(fork, person, who, deeds, at, name)]

        return await self._once(id, name, tuple(map(encode_body, deeds)), plan, lambda _: answer[0])

    async def arrange(self, id: str, person: str, plan: Command, *, asked: bytes, key: str) -> DeedsResult:
        """Something beside the game that somebody asks for, in these words; it is done once, however often
        he asks, and the same key in other words is refused."""
        name, subject = MessageKey(person, key), subject_of(asked)

        def keyed(fork: LiveTable) -> None:
            plan(fork)
            if fork.written:
                fork.written[0] = replace(fork.written[0], key=name.of(0), subject=subject)
                fork.touched = max(fork.touched, fork.number - len(fork.written) + 1)

        return await self._once(
            id, name, (subject.encode(),), keyed, lambda table: DeedsResult(table.number, 1)
        )

    async def arranged(self, id: str, person: str, *, asked: bytes, key: str) -> DeedsResult | None:
        """What came of it, if somebody asked for this before and it was done."""
        return await self._answered.look_up(id, MessageKey(person, key), (subject_of(asked).encode(),))

    async def _once(
        self, id: str, key: MessageKey, said: Said, plan: Command, answer: Callable[[LiveTable], DeedsResult]
    ) -> DeedsResult:
        """Do what a message asks for, unless it came before: then the answer is the same again."""
        if (again := self._answered.get(id, key, said)) is not None:
            return again
        try:
            found = answer(await self.change(id, plan))
            if found.done:
                return self._answered.keep(id, key, said, found)
            return await self._answered.look_up(id, key, said) or found  # refused, perhaps because it is done
        except StoreFault:
            raise
        except NovamasError:
            again = await self._answered.look_up(id, key, said)
            if again is None:
                raise
            return again

    # ------------------------------------------------------------ watching

    async def watch(
        self, id: str, person: str, eyes: Who, since: int | None
    ) -> tuple[Subscriber, TableUpdate]:
        """Watch a table with these eyes: what they missed since a state, and then all that follows.

        Where that was so long ago that too much would have to be read, nothing of it is told; what is told
        says after which state it begins.
        """
        check_eyes(await self.table(id), person, eyes)
        table, missed, since = await self._missed(id, eyes, since)
        check_eyes(table, person, eyes)
        watcher = Subscriber(person, eyes, table.number)
        self._watchers.setdefault(id, set()).add(watcher)
        return watcher, seen_by(table, eyes, since, missed, self._scene(table))

    async def look(self, id: str, watcher: Subscriber, eyes: Who) -> TableUpdate:
        """Look with other eyes from now on: how the table stands by them."""
        table = await self.table(id)
        check_eyes(table, watcher.person, eyes)
        watcher.eyes = eyes
        return seen_by(table, eyes, table.number, (), self._scene(table))

    async def noticed(
        self, id: str, person: str, eyes: Who, since: int
    ) -> tuple[list[NumberedHallEvent], int]:
        """What these eyes noticed since a state; and after which one it begins."""
        check_eyes(await self.table(id), person, eyes)
        _, found, since = await self._missed(id, eyes, since)
        return found, since

    async def _missed(
        self, id: str, eyes: Who, since: int | None
    ) -> tuple[LiveTable, list[NumberedHallEvent], int]:
        """The table, what these eyes noticed since a state, and after which one that begins."""
        table = await self.table(id)
        if since is not None and since > table.number:  # another process told him more
            table = await self.read_on(id)
        since = table.number if since is None else max(0, min(since, table.number))
        found = table.told(eyes, since)
        if found is None:
            async with self._reading:
                past = await asyncio.to_thread(load_past, self.store, self.seeds, id, since)
            table = await self.table(id)
            before, after = past.told(eyes, since), table.told(eyes, past.number)
            if before is not None and after is not None:
                found = [told for told in before if told.number <= table.number] + after
        return (table, found, since) if found is not None else (table, [], table.number)

    def leave(self, id: str, watcher: Subscriber) -> None:
        """Look away."""
        watchers = self._watchers.get(id, set())
        watchers.discard(watcher)
        if not watchers:
            self._watchers.pop(id, None)

    def _scene(self, table: LiveTable) -> Scene:
        """What all who watch are shown alike."""
        return Scene(seat_infos(table), self._clock_to(self.following(table)), table.receipt)

    def _clock_to(self, following: DueAction | None) -> Clock | None:
        if following is None or not following.is_shown:
            return None
        return Clock(self.clock.date_at(following.tick), self.clock.date())

    def _tell(self, table: LiveTable) -> None:
        """Tell all who watch what happened since they were told last, each by his own eyes."""
        watchers = tuple(self._watchers.get(table.id, ()))
        if not watchers:
            return
        scene = self._scene(table)
        seen: dict[tuple[Who, int], TableUpdate | None] = {}
        for watcher in watchers:
            eyes = watcher.eyes
            if eyes is not RAIL and not table.may_speak_as(watcher.person, eyes):
                watcher.eyes = eyes = RAIL  # he got up, or somebody else has his role
            since = watcher.number
            if (eyes, since) not in seen:
                told = table.told(eyes, since)
                seen[eyes, since] = seen_by(table, eyes, since, told, scene) if told is not None else None
            if not watcher.tell(seen[eyes, since]):
                self.leave(table.id, watcher)

    async def close_down(self) -> None:
        """Nothing more is done; what is being written is written."""
        self.crowd.is_closed = True
        await self.crowd.served()
        await asyncio.to_thread(self.counter.close)
