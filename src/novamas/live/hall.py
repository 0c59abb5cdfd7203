"""The hall: the one door to all tables in play. Whatever is done lasts before anybody is told of it.

A process keeps the tables that it serves in memory, each at the number it last knew. Whoever wants to do
something does it at a fork, and its entries are made under the next numbers; if another process was first,
they are refused, the table is read on, and it is decided again. So any process may serve any table.

Each table goes on by itself where it should: the process that made its last entry does it when it is due,
and a row of the store tells the others when, should that process be gone.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from novamas.errors import NovamasError
from novamas.house.opening import frame_to_play, open_as_written
from novamas.kit.chance import Live
from novamas.kit.money import Cents
from novamas.live.asking import Answer, Clock, OpeningAsked, Promised, Seen
from novamas.live.entries import BotSat, Opened
from novamas.live.going_on import Next, next_at
from novamas.live.money import book_of, purse
from novamas.live.notices import ToldLive
from novamas.live.opening import bots_at, bots_cash, new_id, opening_of, table_of
from novamas.live.plans import Plan
from novamas.live.seeds import Seeds
from novamas.live.showing import seats_shown
from novamas.live.table import LiveTable, Saved
from novamas.live.watching import Watcher
from novamas.record import header_of
from novamas.store import PUBLIC, Counter, Entry, NotEntered, Store, StoreFault, Transfer, Writing
from novamas.store.entries import moment as moment_of
from novamas.store.resuming import (
    Listed,
    forget_snapshot,
    keep_snapshot,
    list_open,
    listed,
    set_due,
    snapshot_of,
    tell_others,
    unlist,
)
from novamas.table.deeds import Deed
from novamas.table.people import RAIL, Who, write_who
from novamas.table.refusals import Refusal, Refused

ATTEMPTS: Final = 8  # of something that other processes stand in the way of
MOST_ANSWERED: Final = 10_000  # messages whose answers are remembered; those of others are in the books
MOST_READ: Final = 20_000  # entries that are read again for somebody who was away
WELCOME: Final = "house/purses"  # the book of chips that are given to whoever comes


class Stale(NotEntered):
    """Somebody else was first: the table has gone on."""


class Hall:
    """All tables in play on a store, as one process knows them."""

    def __init__(self, store: Store, seeds: Seeds) -> None:
        self.store = store
        self.seeds = seeds
        self.counter = Counter(store)
        self._tables: dict[str, LiveTable] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._watchers: dict[str, set[Watcher]] = {}
        self._reading = asyncio.Semaphore(1)  # of whole books: one at a time
        self._answered: OrderedDict[str, Answer] = OrderedDict()
        self.schedule: Callable[[LiveTable, Next | None], None] = lambda _table, _next: None
        self._is_stopping = False

    # ------------------------------------------------------------ opening and finding

    async def promise(self) -> Promised:
        """Promise a seed, before anybody says what it is for."""
        live, id = Live(), new_id()
        await self.counter.answer(lambda books: self.seeds.keep(books, id, live))
        return Promised(id, live.commitment)

    async def open(self, asked: OpeningAsked, owner: str) -> LiveTable:
        """Open a table, or say everything that is wrong with it."""
        frame = frame_to_play(asked.game, asked.norm)
        opened = await asyncio.to_thread(open_as_written, frame, asked.choices)
        id, live = await self._chance_for(asked)
        header = header_of(opened, live, opened=self.store.now().date())
        table = LiveTable(id, opening_of(asked, header, owner), opened, live)
        fork = table.fork()
        fork.enter(table.opened)
        for seat, mind in bots_at(asked, opened):
            fork.enter(BotSat(seat, mind, bots_cash(opened)))
        self._locks[id] = asyncio.Lock()
        async with self._locks[id]:
            await self._enter(table, fork, lambda books: self.seeds.keep(books, id, live))
        return self._tables[id]

    async def _chance_for(self, asked: OpeningAsked) -> tuple[str, Live]:
        """A seed of the table's own: the promised one, or a new one; the player's is mixed in."""
        if asked.promise is None:
            id, live = new_id(), Live()
        else:
            id = asked.promise
            with self.store.reading() as books:
                if snapshot_of(books, book_of(id)) or books.head(book_of(id)):
                    raise NovamasError("promise_used", promise=id)
                live = self.seeds.kept(books, id)
        if asked.player_seed is not None:
            live.mix_in(asked.player_seed)
        return id, live

    async def table(self, id: str) -> LiveTable:
        """A table as this process knows it."""
        found = self._tables.get(id)
        if found is not None:
            return found
        async with self._lock(id):
            return await self._current(id)

    def open_tables(self) -> list[Listed]:
        """All tables that are open, by whichever process they are served."""
        with self.store.reading() as books:
            return listed(books)

    def number_of(self, id: str) -> int | None:
        """How far this process knows a table, where it does."""
        found = self._tables.get(id)
        return found.number if found else None

    async def _current(self, id: str) -> LiveTable:
        if id not in self._tables:
            try:
                table = await asyncio.to_thread(self._load, id)
            except NovamasError:
                self._locks.pop(id, None)  # of a table that perhaps nobody ever opened
                raise
            self._tables[id] = table
            self.schedule(table, next_at(table))
        return self._tables[id]

    def _load(self, id: str, *, whole: bool = False) -> LiveTable:
        """Read a table from the store: how it stood when a round began, and what followed.

        The whole of it is read, and all that was noticed is kept, for whoever asks for what is long past.
        """
        book = book_of(id)
        with self.store.reading() as books:
            first = books.entry(book, 1)
            if first is None:
                raise NovamasError("no_table_in_play", table=id)
            opened = first.read(Opened)
            live = self.seeds.kept(books, id)
            kept = None if whole else snapshot_of(books, book)
            table = LiveTable(id, opened, table_of(opened), live)
            if whole:
                table.history = deque()
            if kept is not None:
                table.opened = replace(opened, header=replace(opened.header, figures=None))
                table.go_on_from(msgspec.json.decode(kept[1], type=Saved))
            _read_on(table, books.entries_after(book, table.number))
        return table

    def _lock(self, id: str) -> asyncio.Lock:
        return self._locks.setdefault(id, asyncio.Lock())

    # ------------------------------------------------------------ doing something

    async def change(self, id: str, plan: Plan, *, thinks: bool = False, at: int | None = None) -> LiveTable:
        """Do something at a table, so that it lasts; `at`: only at that state."""
        if self._is_stopping:
            raise StoreFault("hall_stopping")
        async with self._lock(id):
            table = await self._current(id)
            for _ in range(ATTEMPTS):
                if at is not None and table.number != at:
                    return table
                fork, position = table.fork(), table.source.position
                try:
                    await (asyncio.to_thread(plan, fork) if thinks else _now(plan, fork))
                    if not fork.written:
                        return table
                    return await self._enter(table, fork)
                except Stale:
                    table.source.go_on_from(position)
                    before, table = table.number, await self._read_on(table)
                    if table.number == before:
                        raise  # nobody else was here: it was done before, under the same key
                except StoreFault:  # whether it was written is not known: the store is asked again
                    self._tables.pop(id, None)
                    raise
                except BaseException:
                    table.source.go_on_from(position)
                    raise
            raise StoreFault("store_busy", path=self.store.place)

    async def _enter(
        self, table: LiveTable, fork: LiveTable, also: Callable[[Writing], None] | None = None
    ) -> LiveTable:
        """Write down what was done at a fork; then it is the table, and whoever watches is told."""
        now = moment_of(self.store.now())
        fork.dated(now, table.waiting)
        following, book = next_at(fork), table.book

        def act(books: Writing) -> int:
            for number, one in enumerate(fork.written, start=table.number + 1):
                entry = books.append(
                    book, one.kind, one.body, subject=book, key=one.key, transfers=one.transfers
                )
                if entry.number != number:
                    raise Stale("table_went_on")
            set_due(books, book, following.moment if following else None)
            if not table.number:
                list_open(
                    books,
                    table.id,
                    is_public=table.opened.public,
                    owner=table.opened.owner,
                    moment=entry.moment,
                )
            if fork.closed is not None:
                forget_snapshot(books, book)
                unlist(books, table.id)
            elif fork.saved is not None:
                keep_snapshot(books, book, fork.saved.number, msgspec.json.encode(fork.saved))
            if self.store.kind != "sqlite":
                tell_others(books, book, fork.number)
            if also is not None:
                also(books)
            return entry.moment

        moment = await self.counter.answer(act)
        fork.follows(table, moment)
        self._tables[table.id] = fork
        self.schedule(fork, following)
        self._tell(fork, table.number, following)
        return fork

    async def _read_on(self, table: LiveTable) -> LiveTable:
        """What other processes did at a table meanwhile."""

        def read() -> LiveTable:
            fork = table.fork()
            with self.store.reading() as books:
                _read_on(fork, books.entries_after(table.book, table.number))
            return fork

        fork = await asyncio.to_thread(read)
        if fork.number > table.number:
            fork.follows(table, fork.moment)
            self._tables[table.id] = fork
            following = next_at(fork)
            if self.store.kind == "sqlite":  # where nobody else writes, nobody else goes on
                self.schedule(fork, following)
            self._tell(fork, table.number, following)
        return fork

    # ------------------------------------------------------------ what people do

    async def submit(
        self, id: str, person: str, who: Who, deeds: Sequence[Deed], *, at: int, key: str
    ) -> Answer:
        """Deeds of somebody at the state of this number, in their order, up to the first that is refused."""
        answer: list[Answer] = []

        def plan(fork: LiveTable) -> None:
            answer[:] = [self._do_each(fork, person, who, deeds, at, key)]

        return await self._once(id, _key(person, key, 0), len(deeds), plan, lambda _: answer[0])

    async def arrange(self, id: str, person: str, plan: Plan, *, key: str) -> Answer:
        """Something beside the game that somebody asks for; it is done once, however often he asks."""
        name = _key(person, key, 0)

        def keyed(fork: LiveTable) -> None:
            plan(fork)
            if fork.written:
                fork.written[0] = replace(fork.written[0], key=name)

        return await self._once(id, name, 1, keyed, lambda table: Answer(table.number, 1))

    async def _once(
        self, id: str, key: str, deeds: int, plan: Plan, answer: Callable[[LiveTable], Answer]
    ) -> Answer:
        """Do what a message asks for, unless it came before: then the answer is the same again."""
        if key in self._answered:
            return self._answered[key]
        try:
            found = answer(await self.change(id, plan))
            if found.done or found.refusal is None or found.refusal.code != "stale":
                return self._remember(key, found)
            again = await asyncio.to_thread(self._done_before, id, key, deeds)
            return again or found
        except StoreFault:
            raise
        except NovamasError:
            again = await asyncio.to_thread(self._done_before, id, key, deeds)
            if again is None:
                raise
            return again

    def _remember(self, key: str, answer: Answer) -> Answer:
        """What was done is not done again; what was not may be tried again."""
        if answer.done:
            self._answered[key] = answer
            if len(self._answered) > MOST_ANSWERED:
                self._answered.popitem(last=False)
        return answer

    @staticmethod
    def _do_each(fork: LiveTable, person: str, who: Who, deeds: Sequence[Deed], at: int, key: str) -> Answer:
        before = fork.number
        if not fork.may_speak_as(person, who) or any(deed.by != who for deed in deeds):
            eyes = next(iter(fork.seats_of(person)), RAIL)
            other = next((deed.by for deed in deeds if deed.by != eyes), who)
            told = {"eyes": write_who(eyes), "by": write_who(other)}
            return Answer(before, 0, Refusal("not_yours", "", figures=told))
        if fork.closed is not None or not fork.since <= at <= before:
            return Answer(before, 0, Refusal("stale", "", given=at, least=fork.since, most=before))
        for nth, deed in enumerate(deeds):
            try:
                fork.do(deed, _key(person, key, nth))
            except Refused as refused:
                return Answer(fork.number, nth, refused.refusal)
        return Answer(fork.number, len(deeds))

    def _done_before(self, id: str, key: str, deeds: int) -> Answer | None:
        """What a message was answered that comes a second time."""
        book = book_of(id)
        with self.store.reading() as books:
            first = books.entry_of(book, key)
            if first is None:
                return None
            stem, done, number = key.rpartition("/")[0], 1, first.number
            while done < deeds and (more := books.entry_of(book, f"{stem}/{done}")) is not None:
                done, number = done + 1, more.number
        return Answer(number, done)

    # ------------------------------------------------------------ chips of play

    async def welcome(self, person: str, cents: Cents) -> None:
        """Give chips of play to whoever comes for the first time."""

        def act(books: Writing) -> None:
            given = (Transfer(PUBLIC, purse(person), cents),)
            books.append(WELCOME, "given", {"person": person}, key=f"welcome/{person}", transfers=given)

        await self.counter.answer(act)

    def purse_of(self, person: str) -> Cents:
        """What somebody has in his purse, beside what he has at tables."""
        with self.store.reading() as books:
            return books.balance(purse(person))

    # ------------------------------------------------------------ watching

    async def watch(self, id: str, person: str, eyes: Who, since: int | None) -> tuple[Watcher, Seen]:
        """Watch a table with these eyes: what they missed since a state, and then all that follows.

        Where that was so long ago that too much would have to be read, nothing of it is told; what is told
        says after which state it begins.
        """
        _must_be_his(await self.table(id), person, eyes)
        table, missed, since = await self._missed(id, eyes, since)
        _must_be_his(table, person, eyes)
        watcher = Watcher(person, eyes, table.number)
        self._watchers.setdefault(id, set()).add(watcher)
        return watcher, self._seen(table, eyes, since, missed, next_at(table))

    async def look(self, id: str, watcher: Watcher, eyes: Who) -> Seen:
        """Look with other eyes from now on: how the table stands by them."""
        table = await self.table(id)
        _must_be_his(table, watcher.person, eyes)
        watcher.eyes = eyes
        return self._seen(table, eyes, table.number, (), next_at(table))

    async def noticed(self, id: str, person: str, eyes: Who, since: int) -> tuple[list[ToldLive], int]:
        """What these eyes noticed since a state; and after which one it begins."""
        _must_be_his(await self.table(id), person, eyes)
        _, found, since = await self._missed(id, eyes, since)
        return found, since

    async def _missed(self, id: str, eyes: Who, since: int | None) -> tuple[LiveTable, list[ToldLive], int]:
        """The table, what these eyes noticed since a state, and after which one that begins."""
        table = await self.table(id)
        since = table.number if since is None else min(since, table.number)
        found = table.told(eyes, since)
        if found is None and table.number <= MOST_READ:
            async with self._reading:
                whole = await asyncio.to_thread(self._load, id, whole=True)
            table = await self.table(id)
            after = table.told(eyes, whole.number)
            past = [told for told in whole.told(eyes, since) or () if told.number <= table.number]
            found = None if after is None else past + after
        return (table, found, since) if found is not None else (table, [], table.number)

    def leave(self, id: str, watcher: Watcher) -> None:
        """Look away."""
        watchers = self._watchers.get(id, set())
        watchers.discard(watcher)
        if not watchers:
            self._watchers.pop(id, None)

    def _seen(
        self, table: LiveTable, eyes: Who, since: int, told: Iterable[ToldLive], following: Next | None
    ) -> Seen:
        return Seen(
            number=table.number,
            since=since,
            told=tuple(told),
            view=table.view(eyes),
            seats=seats_shown(table),
            cash=table.session.cash_left(eyes) if isinstance(eyes, int) else None,
            clock=Clock(following.moment, moment_of(self.store.now())) if following else None,
            receipt=table.linking.last,
        )

    def _tell(self, table: LiveTable, since: int, following: Next | None) -> None:
        """Tell all who watch what happened, each by his own eyes."""
        seen: dict[Who, Seen] = {}
        for watcher in tuple(self._watchers.get(table.id, ())):
            eyes = watcher.eyes
            if eyes is not RAIL and not table.may_speak_as(watcher.person, eyes):
                watcher.eyes = eyes = RAIL  # he got up, or somebody else has his role
            if eyes not in seen:
                seen[eyes] = self._seen(table, eyes, since, table.told(eyes, since) or (), following)
            if not watcher.tell(seen[eyes]):
                self.leave(table.id, watcher)

    async def close_down(self) -> None:
        """Nothing more is done; what is being written is written."""
        self._is_stopping = True
        await asyncio.to_thread(self.counter.close)


async def _now(plan: Plan, fork: LiveTable) -> None:
    plan(fork)


def _must_be_his(table: LiveTable, person: str, eyes: Who) -> None:
    """Refuse eyes that are somebody else's; everybody may look from the rail."""
    if eyes is RAIL or table.may_speak_as(person, eyes):
        return
    if isinstance(eyes, int):
        raise NovamasError("not_your_seat", seat=eyes)
    raise NovamasError("not_your_role", role=eyes)


def _key(person: str, key: str, nth: int) -> str:
    return f"{person}/{key}/{nth}"


def _read_on(table: LiveTable, entries: Iterable[Entry]) -> None:
    for entry in entries:
        table.read(entry.number, entry.moment, entry.kind, entry.body)
