"""Several processes write to the same books: no entry is lost or doubled, no account is overdrawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from threading import Barrier, Event
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from tests.store.databases import Clock, database
from tests.store.selling import DAY, INCA, OFFICE, PALMA, STAKES, sale, sell

from novamas.store import (
    PUBLIC,
    BookAppend,
    Entry,
    NotEntered,
    Store,
    Transfer,
    Update,
    WriteTransaction,
    open_store,
    verify,
)


@contextmanager
def several(address: str, count: int) -> Iterator[list[Store]]:
    """Yield several connections to one store, as if several processes had opened it."""
    with ExitStack() as stack:
        yield [stack.enter_context(open_store(address)) for _ in range(count)]


def at_once(stores: list[Store], act: Callable[[Store, int], Any]) -> list[Any]:
    """Run functions at the same time, each on its own connection to the store. Return the refusals."""
    start = Barrier(len(stores))

    def done(number: int) -> Any:
        start.wait(30)
        try:
            return act(stores[number], number)
        except NotEntered as refusal:
            return refusal

    with ThreadPoolExecutor(len(stores)) as threads:
        return list(threads.map(done, range(len(stores))))


def test_a_book_that_others_add_to_stays_one_chain(address: str) -> None:
    """Each process remembers the end of the book, and finds the new end after others have written."""
    with several(address, 3) as stores:
        for number in range(12):
            entry = stores[number % 3].write(sale(f"k{number}"))
            assert entry.number == number + 1
            assert stores[number % 2].write(sale(f"k{number}")) == entry
        assert verify(stores[0]).breach is None


def test_those_who_say_before_to_which_books_they_add_do_each_thing_once(address: str) -> None:
    """Two transactions that lock the same books in different orders wait and are never aborted."""
    done: Counter[str] = Counter()

    def adds(book: str, key: str) -> BookAppend:
        def act(books: WriteTransaction) -> Entry:
            done[key] += 1
            return sell(books, key, book=book)

        return BookAppend(book, act)

    with several(address, 3) as stores:
        for book in (PALMA, INCA, OFFICE):
            stores[0].write(sale("first", book))

        def sell_some(store: Store, clerk: int) -> list[Entry]:
            order = [(PALMA, INCA, OFFICE), (OFFICE, PALMA, INCA), (INCA, OFFICE, PALMA)][clerk]
            steps = ([adds(book, f"{clerk} {book} {n}") for book in order] for n in range(15))
            return [entry for step in steps for entry in store.write_together(step)]

        sold = at_once(stores, sell_some)
        assert sorted(entry.number for clerk in sold for entry in clerk) == sorted([*range(2, 47)] * 3)
        assert set(done.values()) == {1} or stores[0].kind == "sqlite"
        assert verify(stores[0]).breach is None


def test_those_who_sell_from_the_same_book_queue_for_it(address: str) -> None:
    with several(address, 4) as stores:

        def sell_some(store: Store, clerk: int) -> list[Entry]:
            return [store.write(sale(f"{clerk} {n}", (PALMA, INCA)[n % 2])) for n in range(20)]

        sold = at_once(stores, sell_some)
        assert sorted(entry.number for clerk in sold for entry in clerk) == sorted([*range(1, 41)] * 2)
        found = verify(stores[0])
        assert (found.breach, found.entries, found.balances[STAKES]) == (None, 80, 16_000)


def test_the_same_request_from_several_at_once_is_one_sale(address: str) -> None:
    with several(address, 6) as stores:
        sold = at_once(stores, lambda store, _: store.write(sale("k")))
        assert len({entry.hash for entry in sold}) == 1
        assert verify(stores[0]).entries == 1


def test_money_for_one_is_paid_to_one(address: str) -> None:
    """Money that suffices for one payment is paid once, although each process pays from a different book."""
    with several(address, 8) as stores:
        stores[0].write(sell)

        def pay(store: Store, outlet: int) -> Entry:
            paid = [Transfer(STAKES, PUBLIC, 150)]
            return store.write(lambda books: books.append(f"outlet/{outlet}", "payment", {}, transfers=paid))

        told = at_once(stores, pay)
        assert sum(isinstance(one, Entry) for one in told) == 1
        assert {one.code for one in told if not isinstance(one, Entry)} == {"account_overdrawn"}
        assert verify(stores[0]).balances[STAKES] == 50


def test_whoever_closes_waits_for_those_who_sell_and_they_for_him(address: str) -> None:
    """No sale comes after the closing, and the closing counts every sale."""

    def sell_if_open(books: WriteTransaction) -> Entry:
        if books.state(DAY) != "open":
            raise NotEntered("account_overdrawn", account="closed", cents=0)
        return sell(books, book=f"outlet/{id(books) % 3}")

    def close(books: WriteTransaction) -> Entry:
        assert books.state(DAY, alone=True) == "open"
        books.set_state(DAY, "closed")
        return books.append(
            OFFICE, "closing", {"heads": books.heads("outlet/"), "stakes": books.balance(STAKES)}
        )

    with several(address, 4) as stores:
        stores[0].write(lambda books: books.set_state(DAY, "open"))
        selling = Event()

        def work(store: Store, number: int) -> int:
            if number == 3:
                selling.wait(30)
                store.write(close)
                return 0
            for sold in range(10_000):
                try:
                    store.write(sell_if_open)
                except NotEntered:
                    return sold
                if sold == 5:
                    selling.set()
            raise AssertionError("it was never closed")

        sold = sum(at_once(stores, work))
        with stores[0].reading() as books:
            (closing,) = books.entries(kind="closing")
            assert closing.read(dict)["stakes"] == sold * 200 == books.balance(STAKES)
            assert closing.read(dict)["heads"].keys() == books.heads("outlet/").keys()
            assert {book: head.number for book, head in books.heads("outlet/").items()} == {
                book: head["number"] for book, head in closing.read(dict)["heads"].items()
            }
        assert verify(stores[0]).breach is None


def test_two_who_want_the_same_in_another_order_are_both_served(address: str) -> None:
    def write_in(*outlets: str) -> Callable[[WriteTransaction], None]:
        def act(books: WriteTransaction) -> None:
            for outlet in outlets:
                sell(books, book=outlet)

        return act

    with several(address, 2) as stores:
        for store in stores:
            with store.writing() as books:  # both know others are there
                write_in(PALMA, INCA)(books)
        ways = [write_in(PALMA, INCA), write_in(INCA, PALMA)]
        at_once(stores, lambda store, number: [store.write(ways[number]) for _ in range(4)])
        assert verify(stores[0]).entries == 20


def test_whoever_reads_sees_one_moment(address: str) -> None:
    with several(address, 2) as (one, other):
        one.write(sell)
        with other.reading() as books:
            before = books.balances()
            one.write(sell)
            assert books.balances() == before
            assert len(list(books.entries())) == 1


# ---------------------------------------------------------------- whatever is done, in whatever order

ACCOUNTS = st.sampled_from([PUBLIC, STAKES, "prizes", "organiser"])
BOOKS = st.sampled_from([PALMA, INCA, OFFICE])
TRANSFERS = st.lists(st.builds(Transfer, ACCOUNTS, ACCOUNTS, st.integers(1, 500)), max_size=3).map(
    lambda transfers: [one for one in transfers if one.source != one.target]
)
ENTRIES = st.tuples(BOOKS, st.sampled_from([None, "a", "b", "c", "d"]), st.integers(0, 3), TRANSFERS)


def entering(book: str, key: str | None, body: int, transfers: list[Transfer]) -> Update[Entry]:
    return lambda books: books.append(book, "entry", {"says": body}, key=key, transfers=transfers)


class Evening(RuleBasedStateMachine):
    """Random entries in random books, compared with an independent ledger."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = Clock()
        self.store = open_store(self.new_place(), clock=self.clock)
        self.paper: dict[str, list[Entry]] = {}
        self.said: dict[tuple[str, str], tuple[int, tuple[Transfer, ...]]] = {}
        self.lies: dict[str, int] = {}

    new_place: Callable[[], str]

    def teardown(self) -> None:
        self.store.close()

    def expect(self, book: str, key: str | None, body: int, transfers: list[Transfer], told: object) -> None:
        """Check the result of an entry against the independent ledger, and update the ledger."""
        if key is not None and (book, key) in self.said:
            if self.said[book, key] != (body, tuple(transfers)):
                assert isinstance(told, NotEntered)
                assert told.code == "key_reused"
            else:
                assert told in self.paper[book]
            return
        lies = dict(self.lies)
        for one in transfers:
            lies[one.source] = lies.get(one.source, 0) - one.cents
            lies[one.target] = lies.get(one.target, 0) + one.cents
        if any(lies[one.source] < 0 for one in transfers if one.source != PUBLIC):
            assert isinstance(told, NotEntered)
            assert told.code == "account_overdrawn"
            return
        assert isinstance(told, Entry)
        entries = self.paper.setdefault(book, [])
        assert (told.number, told.book, told.key) == (len(entries) + 1, book, key)
        entries.append(told)
        self.lies = lies
        if key is not None:
            self.said[book, key] = (body, tuple(transfers))

    @rule(wanted=st.lists(ENTRIES, min_size=1, max_size=5), together=st.booleans())
    def enter(self, wanted: list[tuple[str, str | None, int, list[Transfer]]], together: bool) -> None:
        acts = [entering(*one) for one in wanted]
        told = self.store.write_together(acts) if together else [self.store._alone(act) for act in acts]
        for entry, outcome in zip(wanted, told, strict=True):
            self.expect(*entry, outcome)

    @rule(seconds=st.floats(-5, 60))
    def time_passes(self, seconds: float) -> None:
        last = max((entries[-1].at for entries in self.paper.values()), default=self.clock.now)
        self.clock.go(seconds=seconds)
        if (last - self.clock.now).total_seconds() > 5:
            self.clock.now = last

    @invariant()
    def the_books_hold(self) -> None:
        found = verify(self.store)
        assert found.breach is None
        assert found.balances == {account: cents for account, cents in self.lies.items() if cents}
        assert sum(found.balances.values()) == 0
        assert found.heads == {book: entries[-1].head for book, entries in self.paper.items()}


def test_whatever_is_entered_money_is_conserved_and_chains_hold(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, address: str, soak: bool
) -> None:
    server = request.getfixturevalue("postgres") if address.startswith("postgresql") else None

    class Here(Evening):
        @staticmethod
        def new_place() -> str:
            return database(server) if server else str(tmp_path_factory.mktemp("books") / "books.sqlite")

    Here.TestCase.settings = settings(max_examples=100 if soak else 8, stateful_step_count=10, deadline=None)
    Here.TestCase("runTest").debug()
