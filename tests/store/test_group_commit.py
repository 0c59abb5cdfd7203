"""Updates that arrive together share one transaction. A refused update does not affect the others."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from tests.store.selling import DAY, INCA, OFFICE, PALMA, STAKES, sale, sell

from novamas.store import (
    PUBLIC,
    Entry,
    GroupCommit,
    NotEntered,
    Store,
    StoreFault,
    Transfer,
    WriteTransaction,
    group_commit,
    verify,
)


def refuse(books: WriteTransaction) -> Entry:
    """Sell a ticket and then withdraw too much money, so that all of the update is refused."""
    sell(books, "bad")
    books.set_state(DAY, "bad")
    return books.append(PALMA, "payment", {}, transfers=[Transfer(STAKES, PUBLIC, 10**9)])


def refuse_late(books: WriteTransaction) -> Entry:
    """Do the same, after some of the entries are already in the database."""
    sell(books, "bad")
    assert len(list(books.entries(book=PALMA))) > 0
    books.keep_secret("seed", b"bad")
    return refuse(books)


def stumble(books: WriteTransaction) -> Entry:
    """Raise an unexpected exception."""
    sell(books, "bad")
    raise ZeroDivisionError


def stumble_in_the_database(books: WriteTransaction) -> Entry:
    sell(books, "bad")
    books.link.rows("SELECT no_such_thing")
    return sell(books)


@pytest.mark.parametrize("bad", [refuse, refuse_late, stumble, stumble_in_the_database])
def test_one_that_is_refused_is_refused_alone(store: Store, bad: Callable[[WriteTransaction], Entry]) -> None:
    acts = [sale(key) for key in ("a", "b", "c")]
    told = store.write_together([acts[0], acts[1], bad, acts[2]])
    assert [entry.number for entry in (told[0], told[1], told[3])] == [1, 2, 3]
    assert isinstance(told[2], NotEntered | ZeroDivisionError | StoreFault)
    with store.reading() as books:
        assert [entry.key for entry in books.entries(book=PALMA)] == ["a", "b", "c"]
        assert (books.balance(STAKES), books.state(DAY), books.secret("seed")) == (600, None, None)
    assert verify(store).breach is None


def test_the_same_request_twice_in_one_step_is_one_sale(store: Store) -> None:
    first, again, other, reused = store.write_together(
        [
            lambda books: sell(books, "k"),
            lambda books: sell(books, "k"),
            lambda books: sell(books, "k", book=INCA),
            lambda books: sell(books, "k", cents=300),
        ]
    )
    assert first == again != other
    assert reused.code == "key_reused"
    store.write_together([lambda books: sell(books, "l")])
    repeated = store.write_together([lambda books: sell(books, "m"), lambda books: sell(books, "k")])
    assert (repeated[0].number, repeated[1]) == (3, first)


def test_what_one_takes_the_next_one_has_not(store: Store) -> None:
    store.write(sell)

    def pay(books: WriteTransaction) -> Entry:
        return books.append(OFFICE, "payment", {}, transfers=[Transfer(STAKES, PUBLIC, 150)])

    told = store.write_together([pay, pay, sell, pay, pay])
    assert [type(one) for one in told] == [Entry, NotEntered, Entry, Entry, NotEntered]


def test_many_threads_are_served_each_once(store: Store) -> None:
    with GroupCommit(store) as counter, ThreadPoolExecutor(16) as threads:
        sold = list(threads.map(lambda n: counter.run(lambda books: sell(books, f"k{n}")), range(200)))
    assert sorted(entry.number for entry in sold) == list(range(1, 201))
    assert {entry.key for entry in sold} == {f"k{n}" for n in range(200)}
    assert verify(store).entries == 200


def test_those_who_wait_together_are_served_together(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[int] = []
    write_together, begun, go_on = store.write_together, Event(), Event()

    def counted(acts: object) -> list[object]:
        told = write_together(acts)  # type: ignore[arg-type]
        steps.append(len(told))
        return told

    def slow(books: WriteTransaction) -> Entry:
        begun.set()
        go_on.wait(10)
        return sell(books)

    monkeypatch.setattr(store, "write_together", counted)
    with GroupCommit(store) as counter:
        first = counter.submit(slow)
        begun.wait(10)
        later = [counter.submit(sell) for _ in range(20)]
        go_on.set()
        assert first.result(10).number == 1
        assert [one.result(10).number for one in later] == list(range(2, 22))
    assert steps == [1, 20]


def test_batches_of_a_busy_store_are_a_window_apart(store: Store) -> None:
    """After a batch of several updates, the next batch waits for more. A single update does not wait."""
    begun, go_on, window = Event(), Event(), 0.3

    def slow(books: WriteTransaction) -> Entry:
        begun.set()
        go_on.wait(10)
        return sell(books)

    with GroupCommit(store, window=window) as counter:
        first = counter.submit(slow)
        begun.wait(10)
        together = [counter.submit(sell) for _ in range(5)]
        go_on.set()
        for one in (first, *together):
            one.result(10)
        began = time.perf_counter()
        counter.run(sell)
        assert time.perf_counter() - began > window / 2
        began = time.perf_counter()
        counter.run(sell)
        assert time.perf_counter() - began < window / 2


def test_tasks_wait_without_holding_up_others(store: Store) -> None:
    async def evening() -> list[object]:
        with GroupCommit(store) as counter:
            asked = [counter.run_async(sale(f"k{n}")) for n in range(20)]
            return await asyncio.gather(*asked, counter.run_async(refuse), return_exceptions=True)

    *sold, refused = asyncio.run(evening())
    assert [entry.number for entry in sold] == list(range(1, 21))  # type: ignore[attr-defined]
    assert isinstance(refused, NotEntered)


def test_a_counter_that_closes_serves_all_who_wait_and_nobody_after_them(store: Store) -> None:
    counter = GroupCommit(store)
    waiting = [counter.submit(sell) for _ in range(30)]
    counter.close()
    counter.close()
    assert [one.result(0).number for one in waiting] == list(range(1, 31))
    with pytest.raises(StoreFault, match="is stopping"):
        counter.run(sell)


def test_when_too_many_wait_the_next_is_sent_away_before_anything_is_taken(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_commit, "MAX_PENDING", 3)
    begun, go_on = Event(), Event()

    def slow(books: WriteTransaction) -> Entry:
        begun.set()
        go_on.wait(10)
        return sell(books)

    with GroupCommit(store) as counter:
        counter.submit(slow)
        begun.wait(10)
        for _ in range(3):
            counter.submit(sell)
        with pytest.raises(StoreFault, match="3 requests waiting"):
            counter.submit(sell)
        go_on.set()
    assert verify(store).entries == 4
